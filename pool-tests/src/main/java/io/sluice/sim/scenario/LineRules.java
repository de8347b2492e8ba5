package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolListener;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scenario.Line.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What is promised of a pool in which everything is leased, suspended, or closed. */
final class LineRules {

    private static final int ROUNDS = 10;
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Simulation simulation;
    private final Dice dice;
    private int started;

    LineRules(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    void run() throws InterruptedException {
        switch (dice.from(1, 5)) {
            case 1 -> manyTimeOuts();
            case 2 -> smallerMaximum();
            case 3 -> suspended();
            case 4 -> closers();
            default -> leaks();
        }
    }

    /** Requests that time out together need a few threads, not one each. */
    private void manyTimeOuts() {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        Lease lease = line.acquire(false);
        simulation.sleep(10_000 * Line.MILLI); // no thread of the pool is idle any more
        simulation.delayThreads(
                () -> {
                    started++;
                    return Line.MILLI;
                });
        List<CompletableFuture<Holder<SimResource>>> requests = new ArrayList<>();
        for (int i = 0; i < 2 * ROUNDS; i++) {
            requests.add(line.pool.acquireAsync(SHORT, Runnable::run));
        }
        simulation.sleep(1_000 * Line.MILLI);
        simulation.delayThreads(() -> 0);
        for (CompletableFuture<Holder<SimResource>> request : requests) {
            if (!request.isCompletedExceptionally()) {
                line.fail("a request does not time out");
            }
        }
        if (started > ROUNDS) {
            line.fail(started + " threads for " + requests.size() + " that time out");
        }
        lease.end();
        line.close();
    }

    /** As many may wait beside a smaller maximum as are leased beyond it, and the limit. */
    private void smallerMaximum() {
        int most = dice.from(1, 2);
        Line line = new Line(simulation, dice, Line.lasting(3).maxWaiting(most)).full();
        List<Lease> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(line.acquire(false));
        }
        line.resize(0, 1);
        List<SimThread> waiters = new ArrayList<>();
        for (int i = 1; i <= most; i++) {
            boolean asRequest = dice.oneIn(2);
            waiters.add(line.start("waiter-" + i, () -> line.use(asRequest, 0)));
        }
        simulation.sleep(Line.MILLI);
        all.forEach(Lease::end);
        line.join(waiters);
        line.close();
    }

    /** In a suspended pool no thread gets anything, nor what comes back then. */
    private void suspended() throws InterruptedException {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        for (int i = 0; i < ROUNDS; i++) {
            Lease lease = line.acquire(false);
            simulation.sleep(dice.from(0, 300) * Line.MILLI);
            SimThread ends = line.start("ends", lease::end);
            if (dice.oneIn(2)) {
                line.pool.suspend();
                simulation.join(ends);
            } else {
                simulation.join(ends);
                line.pool.suspend();
            }
            if (dice.oneIn(2) && line.pool.tryAcquire() != null) {
                line.fail("a suspended pool serves its last thread");
            }
            try {
                Holder<SimResource> holder = line.pool.acquire(dice.oneOf(Duration.ZERO, SHORT));
                line.fail("a suspended pool serves " + holder);
            } catch (AcquireTimeoutException e) {
                simulation.note("has waited in vain");
            }
            line.pool.resume();
        }
        line.close();
    }

    /** Of several closes at once one ends what the pool has. */
    private void closers() {
        for (int i = 0; i < ROUNDS / 2; i++) {
            Line line = new Line(simulation, dice, Line.lasting(1)).full();
            List<SimThread> closers = new ArrayList<>();
            for (int j = 1; j <= 3; j++) {
                closers.add(line.start("closes-" + j, () -> line.pool.close(Duration.ZERO)));
            }
            line.join(closers);
            line.checkClosed();
        }
    }

    private static final class Leaks implements PoolListener {
        @Override
        public void onLeak(String pool, Object resource, Throwable site) {
            ((SimResource) resource).leaks(site);
        }
    }

    /** A lease that is kept for too long is told, in whichever way it was acquired. */
    private void leaks() throws InterruptedException {
        Line line =
                new Line(
                        simulation,
                        dice,
                        Line.lasting(1)
                                .leakThreshold(Duration.ofMillis(100))
                                .listener(new Leaks()));
        line.full();
        for (int i = 0; i < 3; i++) {
            Holder<SimResource> holder = line.pool.tryAcquire();
            if (holder == null) {
                holder = line.pool.acquire();
            }
            long stamp = holder.stamp();
            SimResource resource = holder.resource();
            resource.leaks(null);
            resource.begin();
            simulation.sleep(2_000 * Line.MILLI);
            if (resource.leak() == null) {
                line.fail("a leak is not told");
            }
            resource.end();
            holder.release(stamp);
        }
        line.close();
    }
}
