package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;
import static io.sluice.sim.scenario.Tended.MILLI;

import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.UpkeepServer;
import java.time.Duration;

/** What makes other resources suspect, and what does not. */
final class SuspicionCourses {

    /** At most one suspicion of all takes effect a second. */
    private static final long SECOND = 1_000 * MILLI;

    private static final int ROUNDS = 15;

    private SuspicionCourses() {}

    /** A suspicion within a second of another takes effect at its end, by an alarm or at once. */
    static void again(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(1));
        pool.fill(1);
        for (int i = 0; i < 3; i++) {
            pool.sleepMillis(dice.from(1_000, 2_000));
            pool.pool.suspectAll();
            long began = simulation.nanos();
            useValidated(pool);
            pool.sleepMillis(dice.from(0, 990));
            pool.ticker.refuses = dice.oneIn(2);
            pool.pool.suspectAll();
            pool.ticker.refuses = false;
            pool.sleepUntil(began + SECOND + MILLI);
            useValidated(pool);
        }
        pool.close();
    }

    private static void useValidated(Tended pool) {
        int before = pool.server.validations();
        Tended.release(pool.acquire());
        pool.require(
                pool.server.validations() == before + 1, "a suspect resource is not validated");
    }

    /** A release that meets a suspicion does not make its resource look as if it had come later. */
    static void besideRelease(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(1));
        pool.fill(1);
        for (int i = 0; i < ROUNDS; i++) {
            pool.sleepMillis(dice.from(1_001, 1_300)); // then the lease is the first after a tick
            Holder<Object> holder = pool.acquire();
            SimThread other = simulation.start("suspects", pool.pool::suspectAll);
            Tended.release(holder);
            simulation.join(other);
            useValidated(pool);
        }
        pool.close();
    }

    /** The time of a caller is over: that says nothing of others. */
    static void outOfTime(Simulation simulation, Dice dice) {
        Duration timeout = Duration.ofMillis(dice.from(1, 60));
        saysNothing(simulation, dice, timeout, UpkeepServer::hang);
    }

    /** Nor does an interrupt. */
    static void interrupt(Simulation simulation, Dice dice) {
        saysNothing(
                simulation,
                dice,
                LONG,
                (server, resource) -> {
                    throw new InterruptedException("on purpose");
                });
    }

    /** Nor a failure of which the server says so, which is none of new resources either. */
    static void ofOneAlone(Simulation simulation, Dice dice) {
        saysNothing(
                simulation,
                dice,
                LONG,
                (server, resource) -> {
                    server.concernsOthers = false;
                    server.fail(Duration.ZERO);
                });
    }

    private interface Failure {
        void occur(UpkeepServer server, Object resource) throws Exception;
    }

    private static void saysNothing(
            Simulation simulation, Dice dice, Duration timeout, Failure failure) {
        Tended pool =
                new Tended(simulation, Tended.config(2).validateAfterIdle(Duration.ofSeconds(1)));
        pool.fill(2);
        pool.sleepMillis(dice.from(2_000, 3_000));
        Holder<Object> good = pool.acquire();
        UpkeepServer server = pool.server;
        server.plan = resource -> failure.occur(server, resource);
        int before = server.validations();
        SimThread caller = pool.call(timeout, 0);
        pool.sleepMillis(100);
        simulation.join(caller);
        pool.require(server.validations() > before, "what was idle for long is not validated");
        server.plan = resource -> {};
        pool.sleepMillis(dice.from(1, 5));
        Tended.release(good);
        pool.hold(2).forEach(Tended::release);
        int more = server.validations() - before - 1;
        pool.require(more == 0, "for no reason are validated " + more);
        pool.close();
    }
}
