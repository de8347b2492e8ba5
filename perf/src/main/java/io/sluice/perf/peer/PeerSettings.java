package io.sluice.perf.peer;

import io.sluice.jdbc.JdbcPoolConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What every contestant is opened with, so that all play by the same rules: as many connections as
 * may exist are there all the time, and everything not named here is the contestant's own default.
 *
 * @param url the JDBC URL
 * @param user the user, or null to connect without one
 * @param password the password, or null to connect without one
 * @param size how many connections, at least and at most
 * @param autoCommit the auto-commit of the connections
 * @param acquireTimeout how long an acquire may wait
 * @param sluice a configuration for Sluice alone, from a file of the user's; usually null
 */
public record PeerSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        int size,
        boolean autoCommit,
        Duration acquireTimeout,
        @Nullable JdbcPoolConfig sluice) {

    /** Returns settings for a database that asks for no user. */
    public static PeerSettings withoutUser(String url, int size) {
        return new PeerSettings(url, null, null, size, true, Duration.ofSeconds(30), null);
    }

    @Override
    public String toString() {
        return "PeerSettings[" + size + " connections]";
    }
}
