package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import io.sluice.sim.world.OneTransaction;
import java.time.Duration;

/** Leases with several handles, in a global transaction. */
final class HandleCourses {

    private static final int ROUNDS = 10;

    private HandleCourses() {}

    /** The first handle is closed once, by whomever, and the second stays open. */
    static void firstClosedByTwo(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(Duration.ofMillis(2));
        OneTransaction transactions = new OneTransaction();
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(2).transactions(transactions),
                        server);
        for (int i = 0; i < ROUNDS; i++) {
            transactions.begin();
            Holder<Object> holder = pool.acquire();
            long stamp = holder.stamp();
            pool.require(pool.acquire() == holder, "a transaction has two resources");
            boolean[] closes = new boolean[2];
            SimThread other =
                    simulation.start(
                            "closer-" + i,
                            () -> closes[1] = holder.releaseInTransaction(stamp + Holder.FIRST));
            simulation.sleep(dice.oneOf(0, 1) * MILLI);
            closes[0] = holder.releaseInTransaction(stamp + Holder.FIRST);
            simulation.join(other);
            pool.require(closes[0] != closes[1], "a handle is closed by two, or by none");
            PoolSnapshot open = pool.pool.snapshot();
            pool.require(open.accessible() == 1, "one handle is open, but the pool says " + open);
            if (dice.oneIn(2)) {
                transactions.end();
                pool.require(holder.releaseInTransaction(stamp), "the second handle was closed");
            } else {
                pool.require(holder.releaseInTransaction(stamp), "the second handle was closed");
                transactions.end();
            }
            PoolSnapshot over = pool.pool.snapshot();
            pool.require(
                    over.available() == over.total(), "all is over, but the pool says " + over);
        }
        pool.close();
    }
}
