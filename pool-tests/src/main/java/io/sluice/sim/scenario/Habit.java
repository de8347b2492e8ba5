package io.sluice.sim.scenario;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;

/** What the leases of a simulation do again and again, so that it meets itself. */
enum Habit {
    NONE,
    PREPARES,
    PUTS_BACK,
    SETS_CLIENT_INFO,
    LENDS,
    /** Each lease begins with two calls at once. */
    BEGINS_BY_TWO,
    /** Two threads close one prepared statement. */
    CLOSES_BY_TWO,
    /** A second thread comes just when a lease ends. */
    HURRIES,
    /** Leases abort their connections and do nothing else. */
    ABORTS;

    static Habit of(Simulation simulation) {
        Dice dice = new Dice(simulation.chance("habits"));
        return dice.oneIn(2) && simulation.has("habit") ? dice.oneOf(values()) : NONE;
    }

    /** Whether leases prepare statements, of which some have to be kept. */
    boolean prepares() {
        return this == PREPARES || this == CLOSES_BY_TWO;
    }

    /** Makes what the habit needs more likely. */
    void configure(JdbcPoolConfig.Builder config, Dice dice) {
        if (prepares()) {
            config.statementCacheSize(dice.from(1, 3));
        }
        if (this == ABORTS) {
            config.validateAfterIdle(Duration.ofSeconds(1)).keepaliveInterval(Duration.ZERO);
        }
    }
}
