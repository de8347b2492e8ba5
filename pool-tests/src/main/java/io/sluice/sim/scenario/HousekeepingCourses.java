package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;
import static io.sluice.sim.scenario.Tended.MILLI;

import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.UpkeepServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** What a pool does for resources that nobody uses. */
final class HousekeepingCourses {

    private static final long SLACK = 500 * MILLI;

    private HousekeepingCourses() {}

    /** Where validations hang, those in the background take no longer than two. */
    static void keepalivesHang(Simulation simulation, Dice dice) {
        int members = dice.from(3, 6);
        Duration interval = Duration.ofSeconds(dice.from(10, 20));
        Duration limit = Duration.ofMillis(dice.from(500, 1_000));
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(members)
                                .keepaliveInterval(interval)
                                .validationTimeout(limit));
        pool.fillAtOnce(members);
        UpkeepServer server = pool.server;
        Set<Object> lost = new HashSet<>(server.alive);
        server.plan =
                resource -> {
                    server.hang(resource);
                    server.fail(Duration.ZERO);
                };
        simulation.sleep(interval.toNanos() + 2 * limit.toNanos() + SLACK);
        lost.retainAll(server.alive);
        pool.require(lost.isEmpty(), "lost in the background, and still there are " + lost);
        pool.close();
    }

    /** What is left out of a round for waiting threads does not wait for the next one. */
    static void leftOut(Simulation simulation, Dice dice) {
        Duration interval = Duration.ofSeconds(40);
        Tended pool = new Tended(simulation, Tended.config(3).keepaliveInterval(interval));
        pool.fillAtOnce(3);
        long began = simulation.nanos();
        pool.server.plan = resource -> pool.sleepMillis(pool.server.validations() == 1 ? 1_000 : 0);
        simulation.await(() -> pool.server.validations() == 1, LONG.toNanos());
        pool.sleepMillis(dice.from(100, 800));
        pool.pool.suspend();
        SimThread caller = pool.call(Duration.ofSeconds(2), 0);
        simulation.join(caller);
        pool.pool.resume();
        pool.sleepUntil(began + interval.toNanos() * 3 / 2);
        int many = pool.server.validations();
        pool.require(many == 3, "of three unused resources are validated " + many);
        pool.close();
    }

    /** What is idle leaves down to the minimum, and not below. */
    static void minimumStays(Simulation simulation, Dice dice) {
        int most = dice.from(2, 5);
        int least = dice.from(1, most - 1);
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(most)
                                .minSize(least)
                                .idleTimeout(Duration.ofMillis(dice.from(300, 2_000))));
        pool.fill(most);
        int attempts = pool.server.attempts;
        pool.sleepMillis(10_000);
        pool.require(
                pool.server.alive.size() == least && pool.server.attempts == attempts,
                "with a minimum of " + least + " exist " + pool.server.alive);
        pool.close();
    }

    /** A pass for which no alarm can be set is made up for. */
    static void noAlarm(Simulation simulation, Dice dice) {
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(1).idleTimeout(Duration.ofMillis(dice.from(1_000, 4_000))));
        pool.server.whenOneEnds = () -> pool.ticker.refuses = true;
        SimThread caller = pool.call(LONG, dice.from(5, 50) * MILLI);
        simulation.await(() -> pool.ticker.refuses, LONG.toNanos());
        pool.sleepMillis(1);
        pool.ticker.refuses = false;
        simulation.join(caller);
        pool.sleepMillis(10_000);
        pool.require(pool.server.alive.isEmpty(), "an idle resource stays");
        pool.close();
    }

    /** A pass for which no thread starts is made again. */
    static void noThread(Simulation simulation, Dice dice) {
        Duration interval = Duration.ofSeconds(dice.from(5, 10));
        Tended pool = new Tended(simulation, Tended.config(2).keepaliveInterval(interval));
        pool.fill(dice.from(1, 2));
        simulation.sleep(interval.toNanos() - SLACK);
        simulation.refuseThreads(() -> true);
        simulation.sleep(2 * SLACK);
        simulation.refuseThreads(() -> false);
        simulation.sleep(interval.toNanos());
        pool.require(pool.server.validations() > 0, "an unused resource is not validated");
        pool.close();
    }

    /** Resources that are replaced while nothing is used count as idle. */
    static void replacedAtRest(Simulation simulation, Dice dice) {
        int members = dice.from(1, 3);
        Duration lifetime = Duration.ofSeconds(60);
        Tended pool =
                new Tended(
                        simulation, Tended.config(members).minSize(members).maxLifetime(lifetime));
        boolean ignored = pool.pool.createMinimum(LONG);
        simulation.sleep(lifetime.toNanos() * 19 / 10);
        double idle = pool.pool.sizing().meanIdle();
        pool.require(
                Math.abs(idle - members) < 0.1 * members,
                "of " + members + " resources at rest, idle are " + idle);
        pool.close();
    }
}
