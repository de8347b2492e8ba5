package io.sluice.sim.scenario;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scenario.Line.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.Faults;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Two or three threads and one or two resources, which meet again and again at one moment. */
final class LineRaces {

    private static final int ROUNDS = 20;
    private static final long SOON = Line.MILLI;

    private final Simulation simulation;
    private final Dice dice;

    LineRaces(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    void run() throws InterruptedException {
        switch (dice.from(1, 7)) {
            case 1, 2 -> requests();
            case 3 -> growth();
            case 4 -> suspension();
            case 5 -> counting();
            case 6 -> permits();
            default -> closing();
        }
    }

    /** At the same moment a lease ends, a request comes, and perhaps one is cancelled. */
    private void requests() throws InterruptedException {
        int size = dice.from(1, 2);
        boolean isShort = dice.oneIn(2);
        boolean mayFlush = dice.oneIn(3);
        Line line =
                new Line(
                        simulation,
                        dice,
                        isShort
                                ? Line.lasting(size).maxLifetime(Duration.ofMillis(50))
                                : Line.lasting(size));
        line.full();
        if (!isShort && !mayFlush) {
            line.isAwakeFromNowOn();
        }
        for (int i = 0; i < ROUNDS; i++) {
            List<Lease> all = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                all.add(line.acquire(false));
            }
            List<CompletableFuture<Holder<SimResource>>> requests = new ArrayList<>();
            if (dice.oneIn(2)) {
                requests.add(line.pool.acquireAsync(Line.LONG, Runnable::run));
            }
            simulation.sleep(dice.from(1, 60) * Line.MILLI);
            List<SimThread> threads = new ArrayList<>();
            List<SimThread> waiters = new ArrayList<>();
            for (Lease lease : all) {
                threads.add(line.start("ends", lease::end));
            }
            if (dice.oneIn(2)) {
                Dice own = dice.with(simulation.chance("cancels " + i));
                threads.add(line.start("cancels", () -> cancelSome(requests, own)));
            }
            if (dice.oneIn(2)) {
                threads.add(
                        line.start(
                                "asks",
                                () ->
                                        requests.add(
                                                line.pool.acquireAsync(Line.LONG, Runnable::run))));
            }
            if (mayFlush && dice.oneIn(3)) {
                threads.add(line.start("flushes", () -> line.pool.flush(FlushMode.IMMEDIATE)));
            }
            if (dice.oneIn(3)) {
                waiters.add(line.start("waits", () -> line.use(false, 0)));
            }
            line.join(threads);
            // In no order: one that was served what a flush took away waits again.
            for (CompletableFuture<Holder<SimResource>> request : requests) {
                waiters.add(line.start("takes", () -> end(line, request)));
            }
            line.join(waiters);
        }
        line.close();
    }

    private void cancelSome(List<CompletableFuture<Holder<SimResource>>> requests, Dice own) {
        simulation.sleep(own.oneOf(0, 0, 1, 50) * Line.MICRO);
        for (CompletableFuture<Holder<SimResource>> request : List.copyOf(requests)) {
            request.cancel(false);
        }
    }

    private void end(Line line, CompletableFuture<Holder<SimResource>> request) {
        if (request.isCancelled()) {
            return;
        }
        Holder<SimResource> holder = line.await(request);
        holder.release(holder.stamp());
    }

    /** While there is room, no thread or request waits for what others keep. */
    private void growth() {
        Line line =
                new Line(
                        simulation,
                        dice,
                        Line.lasting(3).minSize(dice.from(0, 1)).maxLifetime(Duration.ZERO));
        if (dice.oneIn(2)) {
            line.use(dice.oneIn(2), 0);
        }
        Lease lease = dice.oneIn(2) ? line.acquire(false) : null;
        simulation.sleep(dice.from(1, 500) * Line.MILLI);
        List<SimThread> users = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            boolean asRequest = dice.oneIn(2);
            long later = dice.oneOf(0, 0, 1, 1_000) * Line.MICRO;
            users.add(
                    line.start(
                            "user-" + i,
                            () -> {
                                simulation.sleep(later);
                                Lease own = line.acquire(asRequest);
                                if (own.waited() > 1_000 * Line.MILLI) {
                                    line.fail("waited though the pool had room");
                                }
                                simulation.sleep(Line.LONG.toNanos() / 4);
                                own.end();
                            }));
        }
        if (lease != null) {
            lease.end();
            Lease again = line.tryAcquire();
            simulation.sleep(Line.LONG.toNanos() / 4);
            if (again != null) {
                again.end();
            }
        }
        line.join(users);
        line.close();
    }

    /** What comes back just when the pool is resumed is available afterwards. */
    private void suspension() {
        int size = dice.from(1, 2);
        Line line = new Line(simulation, dice, Line.lasting(size)).full();
        for (int i = 0; i < ROUNDS; i++) {
            List<SimThread> threads = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                Lease lease = line.acquire(false);
                threads.add(
                        line.start(
                                "ends",
                                () -> {
                                    simulation.sleep(Line.MILLI);
                                    if (dice.oneIn(2)) {
                                        end(lease);
                                    } else {
                                        lease.end();
                                    }
                                }));
            }
            simulation.sleep(dice.oneOf(0, 1, 1) * Line.MILLI);
            line.pool.suspend();
            simulation.sleep(dice.oneOf(0, 1) * Line.MILLI);
            line.pool.resume();
            line.join(threads);
            simulation.sleep(SOON);
            int available = line.pool.snapshot().available();
            if (available != size) {
                line.fail("resumed, but only " + available + " of " + size + " are available");
            }
        }
        line.close();
    }

    private static void end(Lease lease) {
        lease.holder().resource().end();
        if (lease.holder().reserve(lease.stamp())) {
            lease.holder().requeue();
        }
    }

    /** What is counted while members leave is right, and no more leave than are surplus. */
    private void counting() {
        int size = dice.from(2, 4);
        Line line = new Line(simulation, dice, Line.lasting(size)).full();
        int rounds = ROUNDS / 4;
        for (int i = 0; i < rounds; i++) {
            List<SimThread> threads = new ArrayList<>();
            int smaller = dice.from(1, size);
            List<Lease> all = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                all.add(line.acquire(false));
            }
            long before = line.pool.snapshot().counters().created();
            line.resize(0, smaller);
            int discarded = dice.oneIn(2) ? 0 : dice.from(0, size - 1);
            for (int j = 0; j < size; j++) {
                Lease lease = all.get(j);
                boolean isDiscarded = j < discarded;
                threads.add(line.start("ends", () -> end(lease, isDiscarded)));
            }
            threads.add(line.start("looks", () -> look(line)));
            line.join(threads);
            simulation.sleep(1_000 * Line.MILLI);
            PoolSnapshot now = line.pool.snapshot();
            int least = discarded == 0 ? smaller : 0;
            int most = Math.min(smaller, size - discarded);
            if (now.total() < least || now.total() > most || now.counters().created() != before) {
                line.fail("of " + size + " " + now.total() + " are left, not " + most);
            }
            line.resize(size, size);
            line.full();
        }
        line.close();
    }

    /** Resources come, fail to come, and go at the same moment: permits are counted right. */
    private void permits() {
        int size = dice.from(2, 4);
        boolean mayFail = dice.oneIn(2);
        Line line =
                new Line(
                        simulation,
                        dice,
                        Line.lasting(size).minSize(0).maxCreating(size),
                        new Faults(mayFail ? 3 : 0, 0, 0, 0, 0, 0, 0, 0, 0));
        List<SimThread> threads = new ArrayList<>();
        for (int i = 1; i <= 2 * size; i++) {
            Dice own = dice.with(simulation.chance("user-" + i));
            threads.add(
                    line.start(
                            "user-" + i,
                            () -> {
                                for (int j = 0; j < ROUNDS / 4; j++) {
                                    Lease lease = line.acquire(own.oneIn(4));
                                    simulation.sleep(own.oneOf(0, 0, 1, 10) * Line.MILLI);
                                    end(lease, !own.oneIn(4));
                                }
                            }));
        }
        line.join(threads);
        line.behave();
        line.close();
    }

    private static void end(Lease lease, boolean isDiscarded) {
        if (!isDiscarded) {
            lease.end();
            return;
        }
        lease.holder().resource().end();
        if (lease.holder().reserve(lease.stamp())) {
            lease.holder().discard(DiscardReason.BROKEN, null);
        }
    }

    private void look(Line line) {
        PoolCounters last = PoolCounters.NONE;
        for (int i = 0; i < 10; i++) {
            PoolSnapshot now = line.pool.snapshot();
            int sum = now.available() + now.accessible() + now.inaccessible() + now.reserved();
            if (sum > now.total() || now.counters().acquired() < last.acquired()) {
                line.fail("a snapshot says " + now + ", " + now.counters());
            }
            last = now.counters();
        }
    }

    /** Threads and requests that come just when the pool closes are told so, and at once. */
    private void closing() {
        int size = dice.from(1, 2);
        int most = dice.with(simulation.chance("most")).oneOf(1, 1, 100);
        Line line = new Line(simulation, dice, Line.lasting(size).maxWaiting(most)).full();
        List<Lease> all = new ArrayList<>();
        for (int j = 0; j < size; j++) {
            all.add(line.acquire(false));
        }
        List<SimThread> threads = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            boolean asRequest = dice.oneIn(2);
            threads.add(line.start("late-" + i, () -> refusal(line, asRequest)));
        }
        long began = simulation.nanos();
        int closers = dice.from(1, 2);
        for (int i = 1; i <= closers; i++) {
            threads.add(line.start("closes-" + i, () -> line.pool.close(Duration.ZERO)));
        }
        line.join(threads);
        if (simulation.nanos() - began > 5_000 * Line.MILLI) {
            line.fail("waits in a pool that is closed");
        }
        List<SimThread> after = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            boolean asRequest = dice.oneIn(4);
            after.add(line.start("after-" + i, () -> isTold(line, asRequest)));
        }
        line.join(after);
        all.forEach(lease -> lease.holder().resource().end());
        line.checkClosed();
    }

    private @Nullable PoolException refusal(Line line, boolean asRequest) {
        try {
            Holder<SimResource> holder =
                    asRequest ? line.request(Line.LONG) : line.pool.acquire(Line.LONG);
            line.fail("a pool without resources has served " + holder);
        } catch (PoolException e) {
            simulation.note("is refused: " + e);
            return e;
        } catch (InterruptedException e) {
            simulation.fail("nothing interrupts", e);
        }
        return null;
    }

    /** However many come at once. */
    private void isTold(Line line, boolean asRequest) {
        PoolException refusal = refusal(line, asRequest);
        if (!(refusal instanceof PoolClosedException)) {
            line.fail("a pool that is closed says: " + refusal);
        }
    }
}
