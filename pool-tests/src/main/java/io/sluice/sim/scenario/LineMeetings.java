package io.sluice.sim.scenario;

import io.sluice.pool.FlushMode;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import io.sluice.sim.scenario.Line.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimResource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One waiter and what may escape it: what comes back, moves, or is taken away meanwhile. */
final class LineMeetings {

    private static final int ROUNDS = 20;

    /**
     * A connect takes a tenth of a second at most, and stalls some more; a tick is mostly later.
     */
    private static final long CONNECT = 130 * Line.MILLI;

    private static final long NEXT = 5_000 * Line.MILLI;

    private final Simulation simulation;
    private final Dice dice;

    LineMeetings(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    void run() {
        int course = dice.from(1, 7);
        if (course > 1) { // so that others pass by between two steps
            simulation.stall(0.3, Line.MILLI / 2);
        }
        switch (course) {
            case 1 -> whileItAsksForGrowth();
            case 2 -> takenFromARequest();
            case 3 -> beforeItJoins();
            case 4 -> handOverInVain();
            case 5 -> movedDuringAScan();
            case 6 -> fromBeforeTheStart();
            default -> resumes();
        }
    }

    /** A waiter asks for growth, which takes locks, while a lease ends: it has what comes first. */
    private void whileItAsksForGrowth() {
        Line line = new Line(simulation, dice, Line.lasting(2).minSize(0));
        long length = dice.oneIn(2) ? Line.NEXT_TICK : Line.MILLI;
        for (int i = 0; i < ROUNDS; i++) {
            Lease lease = line.acquire(false);
            simulation.sleep(length);
            SimThread waiter = line.start("waits", () -> useSoon(line, false));
            line.join(List.of(waiter, line.start("ends", lease::end)));
            line.pool.flush(FlushMode.IDLE);
            simulation.sleep(NEXT);
        }
        line.close();
    }

    private void useSoon(Line line, boolean asRequest) {
        Lease lease = line.acquire(asRequest);
        if (lease.waited() > CONNECT) {
            line.fail("waited " + lease.waited() / Line.MICRO + " us though the pool had room");
        }
        lease.end();
    }

    /** What was to come back for a request is taken by another: the pool grows at once. */
    private void takenFromARequest() {
        Line line = new Line(simulation, dice, Line.lasting(2).minSize(0));
        for (int i = 0; i < ROUNDS; i++) {
            Lease lease = line.acquire(false);
            simulation.sleep(dice.from(1, 250) * Line.MILLI);
            SimThread waiter = line.start("asks", () -> useSoon(line, true));
            SimThread taker =
                    line.start(
                            "takes",
                            () -> {
                                Lease taken = line.acquire(false);
                                simulation.sleep(NEXT);
                                taken.end();
                            });
            line.join(List.of(waiter, taker, line.start("ends", lease::end)));
            line.pool.flush(FlushMode.IDLE);
            simulation.sleep(NEXT);
        }
        line.close();
    }

    /** A request is cancelled while it joins the line: it is not in line afterwards. */
    private void beforeItJoins() {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        Lease lease = line.acquire(false);
        for (int i = 0; i < ROUNDS; i++) {
            CompletableFuture<Holder<SimResource>> stage = new CompletableFuture<>();
            SimThread other = line.start("cancels", () -> stage.cancel(false));
            line.pool.acquireAsync(Line.LONG, Runnable::run, new Plain(), stage);
            simulation.join(other);
        }
        lease.end();
        line.close();
    }

    /** A request from before the start takes nothing that comes back for one in line. */
    private void fromBeforeTheStart() {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        for (int i = 0; i < ROUNDS; i++) {
            Lease lease = line.acquire(false);
            CompletableFuture<Holder<SimResource>> first = new CompletableFuture<>();
            CompletableFuture<Holder<SimResource>> second = new CompletableFuture<>();
            line.pool.acquireAsync(Line.LONG, Runnable::run, new Plain(), first);
            SimThread other =
                    line.start(
                            "asks",
                            () ->
                                    line.pool.acquireAsync(
                                            Line.LONG, Runnable::run, new Plain(), second));
            line.join(List.of(other, line.start("ends", lease::end)));
            simulation.await(() -> first.isDone() || second.isDone(), Line.LONG.toNanos());
            if (!first.isDone()) {
                line.fail("a request from before the start has overtaken one in line");
            }
            for (CompletableFuture<Holder<SimResource>> request : List.of(first, second)) {
                Holder<SimResource> holder = line.await(request);
                holder.release(holder.stamp());
            }
        }
        line.close();
    }

    private record Plain() implements LeaseWrapper<SimResource, Holder<SimResource>> {
        @Override
        public boolean isQuick(SimResource resource) {
            return true;
        }

        @Override
        public Holder<SimResource> wrap(Holder<SimResource> holder) {
            return holder;
        }

        @Override
        public void unwrap(Holder<SimResource> holder) {
            holder.release(holder.stamp());
        }
    }

    /** While a request is cancelled that a resource is handed to, a flush takes that away. */
    private void handOverInVain() {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        for (int i = 0; i < ROUNDS; i++) {
            Lease lease = line.acquire(false);
            CompletableFuture<Holder<SimResource>> request =
                    line.pool.acquireAsync(Line.LONG, Runnable::run);
            line.join(
                    List.of(
                            line.start("ends", lease::end),
                            line.start("cancels", () -> request.cancel(false)),
                            line.start("flushes", () -> line.pool.flush(FlushMode.IMMEDIATE))));
            if (!request.isCancelled()) {
                Holder<SimResource> holder = line.await(request);
                holder.release(holder.stamp());
            }
        }
        line.close();
    }

    /** While a waiter looks at one resource after the other, one comes back and another leaves. */
    private void movedDuringAScan() {
        int size = dice.from(2, 6);
        Line line = new Line(simulation, dice, Line.lasting(size)).full();
        line.isAwakeFromNowOn();
        for (int i = 0; i < ROUNDS; i++) {
            List<Lease> all = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                all.add(line.acquire(false));
            }
            Lease first = all.remove(0);
            Lease last = all.remove(all.size() - 1);
            List<SimThread> threads = new ArrayList<>();
            threads.add(line.start("ends", last::end)); // what moves to where the first was
            threads.add(line.start("discards", () -> discard(first)));
            threads.add(line.start("waits", () -> line.use(false, 0)));
            line.join(threads);
            all.forEach(Lease::end);
            line.full();
        }
        line.close();
    }

    private static void discard(Lease lease) {
        lease.holder().resource().end();
        if (lease.holder().reserve(lease.stamp())) {
            lease.holder().discard(DiscardReason.BROKEN, null);
        }
    }

    /** What comes back, or is held back, while another resumes the pool is available at last. */
    private void resumes() {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        for (int i = 0; i < ROUNDS; i++) {
            boolean isLeased = dice.oneIn(2);
            Lease lease = isLeased ? line.acquire(false) : null;
            List<SimThread> threads = new ArrayList<>();
            if (lease != null) {
                line.pool.suspend();
                threads.add(line.start("ends", lease::end));
            } else {
                threads.add(line.start("suspends", line.pool::suspend));
            }
            threads.add(line.start("resumes", line.pool::resume));
            line.join(threads);
            if (!line.pool.isSuspended()) {
                line.use(false, 0); // fails by its time-out if it is held back
            }
            line.pool.resume();
        }
        line.close();
    }
}
