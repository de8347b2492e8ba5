package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import io.sluice.sim.world.PlainTransactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Leases in transactions whose branches do nothing: their handles, reports and time-outs. */
final class TransactionCourses {

    private static final int ROUNDS = 30;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long STALLS = 100 * MILLI;

    private TransactionCourses() {}

    private static Growing open(Simulation simulation, Dice dice, PlainTransactions manager) {
        return new Growing(
                simulation,
                dice,
                PoolConfig.builder().maxSize(1).transactions(manager),
                new GrowthServer(simulation));
    }

    /** Threads of one transaction open and close its handles: none is told that it is over. */
    static void handles(Simulation simulation, Dice dice) {
        PlainTransactions manager = new PlainTransactions();
        Growing pool = open(simulation, dice, manager);
        PlainTransactions.Transaction transaction = manager.new Transaction();
        transaction.join();
        close(acquire(pool));
        List<SimThread> threads = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            threads.add(simulation.start("thread-" + i, () -> openAndClose(pool, transaction)));
        }
        threads.forEach(simulation::join);
        transaction.end();
        pool.close();
    }

    private static void openAndClose(Growing pool, PlainTransactions.Transaction transaction) {
        transaction.join();
        for (int i = 0; i < ROUNDS; i++) {
            close(acquire(pool));
        }
        transaction.leave();
    }

    /** A lease of a transaction is in each report until that is over. */
    static void leaseReport(Simulation simulation, Dice dice) {
        PlainTransactions manager = new PlainTransactions();
        Growing pool = open(simulation, dice, manager);
        PlainTransactions.Transaction transaction = manager.new Transaction();
        transaction.join();
        close(acquire(pool));
        SimThread other = simulation.start("other", () -> openAndClose(pool, transaction));
        for (int i = 0; i < ROUNDS; i++) {
            int leases = pool.pool.leases().size();
            pool.require(leases == 1, leases + " leases are reported");
        }
        simulation.join(other);
        transaction.end();
        pool.close();
    }

    /** An acquire whose resource is taken away before it is enlisted ends by its time-out. */
    static void timeLeft(Simulation simulation, Dice dice) {
        PlainTransactions manager = new PlainTransactions();
        Growing pool = open(simulation, dice, manager);
        simulation.stall(0.3, MILLI); // so that it is enlisted late
        for (int i = 0; i < ROUNDS / 3; i++) {
            Holder<Object> holder = acquire(pool);
            long stamp = holder.stamp();
            SimThread waiter = simulation.start("waiter", () -> waitInTransaction(pool, manager));
            pool.sleepMillis(6_000);
            pool.server.plan = pool.server.takes(Duration.ofSeconds(15));
            long later = dice.oneOf(0L, MILLI / 2);
            SimThread flusher =
                    simulation.start(
                            "flusher",
                            () -> {
                                simulation.sleep(later);
                                pool.pool.flush(FlushMode.IMMEDIATE);
                            });
            boolean ignored = holder.release(stamp);
            simulation.join(flusher);
            simulation.join(waiter);
            pool.sleepMillis(20_000);
            pool.server.plan = pool.server.takes(Duration.ofMillis(10));
        }
        simulation.stall(0, 0);
        pool.close();
    }

    private static void waitInTransaction(Growing pool, PlainTransactions manager) {
        PlainTransactions.Transaction transaction = manager.new Transaction();
        transaction.join();
        long began = pool.simulation.nanos();
        try {
            close(pool.pool.acquire(TIMEOUT));
        } catch (AcquireTimeoutException e) {
            pool.simulation.note("has waited in vain");
        } catch (InterruptedException e) {
            pool.simulation.fail("nothing interrupts", e);
        }
        long took = pool.simulation.nanos() - began;
        pool.require(
                took <= TIMEOUT.toNanos() + STALLS,
                "an acquire of " + TIMEOUT + " took " + Duration.ofNanos(took));
        transaction.end();
    }

    /** A refusal of the manager is told, also one without a text. */
    static void refusal(Simulation simulation, Dice dice) throws InterruptedException {
        PlainTransactions manager = new PlainTransactions();
        Growing pool = open(simulation, dice, manager);
        PlainTransactions.Transaction transaction = manager.new Transaction();
        transaction.join();
        manager.refusal = new IllegalStateException();
        try {
            pool.require(false, "an acquire is served that was refused: " + pool.pool.acquire());
        } catch (PoolException e) {
            String text = String.valueOf(e.getMessage());
            pool.require(!text.contains("null"), "a failure without a text is told: " + text);
        }
        manager.refusal = null;
        transaction.end();
        pool.close();
    }

    private static Holder<Object> acquire(Growing pool) {
        try {
            return pool.pool.acquire(LONG);
        } catch (InterruptedException e) {
            throw new AssertionError("nothing interrupts", e);
        }
    }

    private static void close(Holder<Object> holder) {
        boolean ignored = holder.releaseInTransaction(holder.stamp());
    }
}
