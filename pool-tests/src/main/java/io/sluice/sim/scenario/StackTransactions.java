package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import io.sluice.sim.world.PlainTransactions;
import java.time.Duration;

/** Transactions whose end finds the end of the stack: the pool has its resource again. */
final class StackTransactions {

    private static final int ROUNDS = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private StackTransactions() {}

    static void run(Simulation simulation, Dice dice) throws InterruptedException {
        PlainTransactions manager = new PlainTransactions();
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(1).transactions(manager),
                        new GrowthServer(simulation));
        for (int i = 0; i < ROUNDS; i++) {
            PlainTransactions.Transaction transaction = manager.new Transaction();
            transaction.join();
            Holder<Object> holder = acquire(pool);
            long stamp = holder.stamp();
            boolean isClosedFirst = dice.oneIn(2);
            if (isClosedFirst) {
                holder.releaseInTransaction(stamp);
            }
            try {
                SimThread.withFrames(dice.from(1, 15), transaction::end);
            } catch (StackOverflowError e) {
                simulation.note("ends at the end of the stack");
            }
            if (!isClosedFirst) {
                holder.releaseInTransaction(stamp);
            }
            pool.sleepMillis(5_000);
        }
        Holder<Object> last = acquire(pool);
        simulation.note("has " + last.resource());
        pool.close();
    }

    private static Holder<Object> acquire(Growing pool) throws InterruptedException {
        try {
            return pool.pool.acquire(TIMEOUT);
        } catch (AcquireTimeoutException e) {
            pool.simulation.fail("a resource is lost to a transaction that has ended", e);
            throw e;
        }
    }
}
