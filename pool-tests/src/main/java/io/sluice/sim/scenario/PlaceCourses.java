package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;

/** The place in line of a caller that was served what is unfit: that of its first arrival. */
final class PlaceCourses {

    private PlaceCourses() {}

    private static Growing open(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(Duration.ofMillis(dice.from(5, 50)));
        return new Growing(simulation, dice, PoolConfig.builder().maxSize(1), server);
    }

    /** One that came later waits behind it. */
    static void unfitForTheFirst(Simulation simulation, Dice dice) throws InterruptedException {
        Growing pool = open(simulation, dice);
        for (int i = 0; i < 5; i++) {
            Holder<Object> holder = lease(pool);
            Growing.Caller first = pool.call(LONG, MILLI);
            pool.sleepMillis(1);
            Growing.Caller second = pool.call(LONG, MILLI);
            pool.sleepMillis(1);
            end(pool, holder);
            check(pool, first, second);
        }
        pool.close();
    }

    /** One that came earlier waits before it, though it has waited only once. */
    static void unfitForALaterOne(Simulation simulation, Dice dice) throws InterruptedException {
        Growing pool = open(simulation, dice);
        for (int i = 0; i < 5; i++) {
            Holder<Object> holder = lease(pool);
            Growing.Caller first = pool.call(LONG, MILLI);
            pool.sleepMillis(1);
            first.thread.setStalled(true); // so that the second overtakes it
            end(pool, holder);
            Growing.Caller second = pool.call(LONG, MILLI);
            pool.sleepMillis(1);
            first.thread.setStalled(false);
            check(pool, first, second);
        }
        pool.close();
    }

    private static Holder<Object> lease(Growing pool) throws InterruptedException {
        try {
            return pool.pool.acquire(LONG);
        } finally {
            pool.sleepMillis(1);
        }
    }

    /** It is then found to be broken. */
    private static void end(Growing pool, Holder<Object> holder) {
        pool.pool.suspectAll();
        pool.server.broken = holder.resource();
        holder.release(holder.stamp());
    }

    private static void check(Growing pool, Growing.Caller first, Growing.Caller second) {
        pool.simulation.join(first.thread);
        pool.simulation.join(second.thread);
        pool.require(
                first.served >= 0 && first.served < second.served,
                "one that came first is served at " + first.served + ", not " + second.served);
        pool.sleepMillis(1_000);
    }
}
