package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Growing.LONG;
import static io.sluice.sim.scenario.Growing.MILLI;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.GrowthServer;
import java.time.Duration;

/** Resources that fail a validation, or hang in one. */
final class ValidationCourses {

    private static final long LEAST_PAUSE = 10 * MILLI;
    private static final Duration QUICK = Duration.ofMillis(2);

    private ValidationCourses() {}

    /** A failed first validation is a failure to create, until one has passed. */
    static void firstValidations(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        int bad = dice.from(3, 6);
        server.check =
                (resource, limit) -> {
                    simulation.sleep(MILLI);
                    if (server.attempts.size() <= bad) {
                        throw new IllegalStateException("the query is wrong");
                    }
                };
        Growing pool =
                new Growing(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(1).validateAfterIdle(Duration.ZERO),
                        server);
        Growing.Caller first = pool.call(LONG, 0);
        simulation.join(first.thread);
        pool.require(first.served >= 0, "is not served once validations pass");
        for (int i = 2; i < server.attempts.size(); i++) {
            long pause = server.attempts.get(i).began - server.attempts.get(i - 1).ended;
            pool.require(pause >= LEAST_PAUSE, "after a failed first validation follows another");
        }
        pool.pool.flush(FlushMode.GRACEFUL);
        Growing.Caller second = pool.call(LONG, 0);
        simulation.join(second.thread);
        Object newest = "resource-" + server.attempts.size();
        int validations = server.validations(newest);
        pool.require(validations == 1, "after one has passed, one is validated: " + validations);
        pool.close();
    }

    /** What is found lost makes others suspect, and what ran out of its caller's time does not. */
    static void suspicion(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(2), server);
        pool.fill(2);
        pool.sleepMillis(450);
        Holder<Object> used = pool.acquire();
        long stamp = used.stamp();
        pool.sleepMillis(150); // the other was idle for so long that it is validated
        boolean isLost = dice.oneIn(2);
        Duration timeout = Duration.ofMillis(dice.from(30, 80));
        server.check =
                (resource, limit) -> {
                    simulation.sleep(isLost ? MILLI : limit.toNanos());
                    throw new IllegalStateException(resource + " does not answer");
                };
        int before = server.validations.size();
        Growing.Caller caller = pool.call(timeout, LONG.toNanos());
        simulation.sleep(timeout.toNanos() + 20 * MILLI);
        pool.require(server.validations.size() > before, "what was idle is not validated");
        server.check = (resource, limit) -> {};
        boolean ignored = used.release(stamp);
        pool.acquire();
        if (caller.served < 0) {
            pool.acquire();
        }
        boolean isSuspect = server.validations(used.resource()) > 0;
        pool.require(isSuspect || !isLost, "what is found lost makes no other suspect");
        pool.require(isLost || !isSuspect, "what ran out of time makes another suspect");
        pool.close();
    }

    /** A caller without time to wait validates one after the other, also after one has hung. */
    static void noTimeToWait(Simulation simulation, Dice dice) {
        GrowthServer server = new GrowthServer(simulation);
        server.plan = server.takes(QUICK);
        int many = dice.from(2, 5);
        Growing pool = new Growing(simulation, dice, PoolConfig.builder().maxSize(many), server);
        pool.fill(many);
        pool.sleepMillis(600);
        long hangs = dice.from(100, 400) * MILLI;
        server.check =
                (resource, limit) -> {
                    if (server.validations.size() == 1) {
                        simulation.sleep(hangs);
                        throw new IllegalStateException(resource + " does not answer");
                    }
                };
        Growing.Caller caller = pool.call(Duration.ZERO, 0);
        simulation.join(caller.thread);
        pool.require(caller.served >= 0, "is refused beside a good resource");
        pool.close();
    }
}
