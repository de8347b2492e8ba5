package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import java.util.List;

/** What becomes of leases that end, also by force. */
final class ReturnCourses {

    private static final int ROUNDS = 30;

    private ReturnCourses() {}

    /** A release for which no tick can be set leaves its resource to others. */
    static void noTick(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(1));
        Holder<Object> holder = pool.acquire();
        pool.sleepMillis(dice.from(1_000, 5_000)); // the ticks have ended
        pool.ticker.refuses = true;
        try {
            Tended.release(holder);
        } catch (OutOfMemoryError e) {
            simulation.note("has no alarm for the tick");
        }
        pool.ticker.refuses = false;
        Tended.release(pool.acquire(Duration.ofSeconds(5)));
        pool.close();
    }

    /** A smaller maximum takes each lease that ends beyond it, however short the leases are. */
    static void smallerMaximum(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(4));
        pool.fill(4);
        pool.sleepMillis(dice.from(100, 1_000));
        for (int i = 0; i < 3; i++) {
            pool.fill(4);
        }
        List<Holder<Object>> held = pool.hold(4);
        int most = dice.from(1, 3);
        pool.pool.resize(0, most);
        held.forEach(Tended::release);
        pool.sleepMillis(3_000);
        int many = pool.server.alive.size();
        pool.require(many == most, "with a maximum of " + most + " exist " + many);
        pool.close();
    }

    /** A lease that ends beyond a smaller maximum leaves then, and not at a later tick. */
    static void beyondMaximum(Simulation simulation, Dice dice) {
        int many = dice.from(2, 5);
        Tended pool = new Tended(simulation, Tended.config(many));
        pool.fill(many);
        pool.sleepMillis(dice.from(0, 500));
        for (int i = 0; i < 3; i++) {
            pool.fill(many);
        }
        List<Holder<Object>> held = pool.hold(many);
        int most = dice.from(1, many - 1);
        pool.pool.resize(0, most);
        int left = many;
        for (Holder<Object> holder : held) {
            Tended.release(holder);
            pool.sleepMillis(dice.from(1, 5));
            left = Math.max(most, left - 1);
            int exist = pool.server.alive.size();
            pool.require(
                    exist == left,
                    "a lease that ended beyond the maximum of " + most + " stays: " + exist);
        }
        pool.close();
    }

    /** A flush by a deadline returns when what it has taken away is gone from the server. */
    static void takenAway(Simulation simulation, Dice dice) {
        Duration limit = Duration.ofSeconds(2);
        Tended pool = new Tended(simulation, Tended.config(2).closeTimeout(limit));
        List<Holder<Object>> held = pool.hold(dice.from(1, 2));
        pool.server.destroying = Duration.ofMillis(dice.from(10, 900));
        FlushReport report = pool.pool.flush(Duration.ofMillis(dice.from(0, 50)));
        pool.require(
                report.takenAway() == held.size() && pool.server.alive.isEmpty(),
                "a flush says " + report + ", and leaves " + pool.server.alive);
        pool.close();
    }

    /** A flush at once tells of a resource that the pool works on. */
    static void inWork(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(2));
        List<Holder<Object>> held = pool.hold(dice.from(1, 2));
        Holder<Object> holder = held.get(0);
        boolean ignored = holder.reserve(holder.stamp());
        FlushReport report = pool.pool.flush(FlushMode.IMMEDIATE);
        pool.require(report.stillOut() > 0, "one is in work, but a flush says " + report);
        holder.requeue();
        pool.sleepMillis(100);
        pool.require(pool.server.alive.isEmpty(), "a flush leaves " + pool.server.alive);
        pool.close();
    }

    /** What is released as a pool is suspended serves nobody before the end of that. */
    static void suspended(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(1));
        for (int i = 0; i < ROUNDS; i++) {
            pool.fill(1);
            pool.fill(1);
            Holder<Object> holder = pool.acquire();
            SimThread other = simulation.start("releases", () -> Tended.release(holder));
            pool.pool.suspend();
            simulation.join(other);
            pool.require(
                    pool.tryAcquire(Duration.ZERO) == null, "a suspended pool serves a caller");
            pool.pool.resume();
            pool.sleepMillis(dice.oneOf(0, 100));
        }
        Tended.release(pool.acquire(LONG));
        pool.close();
    }
}
