package io.sluice.perf.soak;

import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Startup;
import io.sluice.perf.fork.Findings;
import java.time.Duration;

/**
 * What is to be done.
 *
 * @param time how long
 * @param threads how many threads work on each database
 * @param connections how many connections each pool has
 * @param seed the seed of all random choices
 * @param patience how long to wait for what should come sooner; faults last up to a third of it
 */
record SoakPlan(Duration time, int threads, int connections, long seed, Duration patience) {

    static final Duration PATIENCE = Duration.ofSeconds(10);

    static final Duration ACQUIRE = Duration.ofSeconds(2);

    /** Returns the configuration of a pool; its limits are short, so that all of them are met. */
    JdbcPoolConfig config(String name, String url, CredentialsProvider credentials) {
        return JdbcPoolConfig.builder()
                .name(name)
                .url(url)
                .credentialsProvider(credentials)
                .minSize(connections)
                .maxSize(connections)
                .startup(Startup.LAZY)
                .acquireTimeout(ACQUIRE)
                .connectTimeout(Duration.ofSeconds(2))
                .networkTimeout(Duration.ofSeconds(3))
                .validationTimeout(Duration.ofSeconds(2))
                .closeTimeout(Duration.ofSeconds(2))
                .validateAfterIdle(Duration.ofMillis(200))
                .keepaliveInterval(Duration.ofSeconds(5))
                .maxLifetime(Duration.ofSeconds(30))
                .statementCacheSize(8)
                .build();
    }

    /**
     * Returns how often to look before giving up. Looks are counted, not timed: a machine that
     * stands still is no reason to give up.
     *
     * @param pauseNanos the pause between two looks
     */
    int looks(long pauseNanos) {
        return (int) (patience.toNanos() / pauseNanos);
    }

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings) {
        findings.set(
                "soak",
                "%s s, %s threads on %s connections for each database, seed %s"
                        .formatted(time.toSeconds(), threads, connections, seed));
        findings.set(
                "limits",
                "acquireTimeout, connectTimeout and validationTimeout 2 s, networkTimeout 3 s,"
                        + " maxLifetime 30 s");
    }
}
