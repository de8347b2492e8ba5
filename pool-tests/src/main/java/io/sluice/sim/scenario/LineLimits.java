package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolReport;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scenario.Line.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How many may wait and how long, and what those are told for whom that is over. */
final class LineLimits {

    /** The least time that a refused thread is held up. */
    private static final long REFUSED_NANOS = 10 * Line.MICRO;

    private static final Duration SHORT = Duration.ofMillis(20);

    private final Simulation simulation;
    private final Dice dice;

    LineLimits(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    void run() throws InterruptedException {
        switch (dice.from(1, 3)) {
            case 1 -> maxWaiting();
            case 2 -> abandoned();
            default -> timeOut();
        }
    }

    /** At quiet moments no more wait than may; those refused are told at once, or nearly. */
    private void maxWaiting() {
        int most = dice.from(0, 3);
        Line line = new Line(simulation, dice, Line.lasting(1).maxWaiting(most)).full();
        Lease lease = line.acquire(false);
        simulation.whenQuiet(
                () -> {
                    if (line.invariants.waiting() > most) {
                        simulation.fail(line.invariants.waiting() + " wait, not " + most, null);
                    }
                });
        boolean onlyRequests = dice.oneIn(2);
        List<SimThread> threads = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            boolean asRequest = onlyRequests || dice.oneIn(2);
            threads.add(line.start("user-" + i, () -> useOrBeRefused(line, asRequest)));
        }
        simulation.sleep(dice.from(1, 100) * Line.MILLI);
        lease.end();
        line.join(threads);
        line.close();
    }

    private void useOrBeRefused(Line line, boolean asRequest) {
        long began = simulation.nanos();
        try {
            line.use(asRequest, Line.MILLI);
        } catch (TooManyWaitingException e) {
            long took = simulation.nanos() - began;
            if (asRequest ? took > 0 : took < REFUSED_NANOS) {
                line.fail("was refused after " + took + " ns");
            }
        }
    }

    /** A lease that was left ends, though none may wait for its resource. */
    private void abandoned() {
        Line line = new Line(simulation, dice, Line.lasting(1).maxWaiting(0)).full();
        Lease lease = line.acquire(false);
        lease.holder().resource().end();
        lease.holder().resource().isLeft();
        simulation.sleep(dice.from(1, 3_000) * Line.MILLI);
        lease.holder().abandoned = lease.stamp();
        simulation.sleep(dice.from(1, 3_000) * Line.MILLI);
        boolean asRequest = dice.oneIn(2);
        for (int i = 0; i < 20; i++) {
            try {
                line.use(asRequest, 0);
                line.close();
                return;
            } catch (TooManyWaitingException e) {
                simulation.sleep(2 * Line.TICK);
            }
        }
        line.fail("a lease that was left does not end while all are refused");
    }

    /** The report of a time-out counts the one that has waited. */
    private void timeOut() throws InterruptedException {
        Line line = new Line(simulation, dice, Line.lasting(1)).full();
        Lease lease = line.acquire(false);
        boolean asRequest = dice.oneIn(2);
        try {
            Holder<SimResource> second = asRequest ? line.request(SHORT) : line.pool.acquire(SHORT);
            line.fail("two have one resource: " + second);
        } catch (AcquireTimeoutException e) {
            PoolReport report = e.report();
            if (report == null || report.snapshot().waiting() != 1) {
                line.fail("does not count itself as waiting: " + e.getMessage());
            } else if (!asRequest && report.deadlock() == null) {
                line.fail("a thread that waits for itself is no deadlock: " + e.getMessage());
            }
        }
        lease.end();
        line.close();
    }
}
