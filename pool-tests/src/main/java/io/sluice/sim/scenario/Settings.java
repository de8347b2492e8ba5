package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.sim.world.Dice;
import java.time.Duration;

/** Draws the configuration of a pool: small, with time limits that matter within seconds. */
final class Settings {

    private Settings() {}

    static PoolConfig.Builder draw(Dice dice) {
        int maxSize = dice.from(1, 4);
        PoolConfig.Builder config =
                PoolConfig.builder()
                        .name("simulated")
                        .maxSize(maxSize)
                        .minSize(dice.oneIn(2) ? 0 : dice.from(0, maxSize))
                        .maxCreating(dice.oneOf(0, 0, 1, 2))
                        .connectTimeout(dice.oneOfMillis(20, 1_000, 10_000))
                        .closeTimeout(dice.oneOfMillis(10, 1_000, 10_000))
                        .validateAfterIdle(dice.oneOfMillis(0, 20, 100, 500, 500))
                        .validationTimeout(dice.oneOfMillis(5, 100, 5_000))
                        .idleTimeout(dice.oneOfMillis(0, 20, 500, 600_000))
                        .maxLifetime(dice.oneOfMillis(0, 50, 1_000, 1_800_000))
                        .keepaliveInterval(dice.oneOfMillis(0, 30, 500, 120_000));
        if (dice.oneIn(4)) {
            config.maxWaiting(dice.from(0, 3));
        }
        if (dice.oneIn(6)) {
            config.leakThreshold(Duration.ofMillis(100));
        }
        return config;
    }
}
