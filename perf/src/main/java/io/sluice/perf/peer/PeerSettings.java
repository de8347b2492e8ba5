package io.sluice.perf.peer;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings that every contestant is opened with, so that the same rules hold for all;
 * everything else is the contestant's own default.
 *
 * @param url the JDBC URL
 * @param user the user, or null to connect without one
 * @param password the password, or null to connect without one
 * @param size how many connections at most
 * @param minSize how many connections a pool makes by itself and keeps; with fewer than {@code
 *     size} it starts without a connection for a check
 * @param autoCommit the auto-commit of the connections
 * @param acquireTimeout how long an acquire may wait
 * @param limit how long a connect and a validation may take, in whole seconds, or null for each
 *     contestant's own; with a limit it also gets what it offers against dead connections:
 *     validation after 500 ms of idleness, or at each acquire where a pool does not know idleness,
 *     errors of PostgreSQL sorted where there is a switch for that, and counts of connections
 * @param sluice a configuration for Sluice alone, from the user's file; usually null
 */
public record PeerSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        int size,
        int minSize,
        boolean autoCommit,
        Duration acquireTimeout,
        @Nullable Duration limit,
        @Nullable JdbcPoolConfig sluice) {

    /** Makes settings for a pool of a fixed size. */
    public PeerSettings(
            String url,
            @Nullable String user,
            @Nullable String password,
            int size,
            boolean autoCommit,
            Duration acquireTimeout,
            @Nullable JdbcPoolConfig sluice) {
        this(url, user, password, size, size, autoCommit, acquireTimeout, null, sluice);
    }

    /** Returns settings for a pool of a fixed size on a database that asks for no user. */
    public static PeerSettings withoutUser(String url, int size) {
        return new PeerSettings(url, null, null, size, true, Duration.ofSeconds(30), null);
    }

    /** Tells a pool the user and the password, as far as there are any. */
    void login(Consumer<String> userTo, Consumer<String> passwordTo) {
        if (user != null) {
            userTo.accept(user);
        }
        if (password != null) {
            passwordTo.accept(password);
        }
    }

    /** Returns the class of the driver, for pools that do not look for it. */
    String driver() throws SQLException {
        return DriverManager.getDriver(url).getClass().getName();
    }

    /** Returns whether the pool always has as many connections as there may be. */
    boolean fixedSize() {
        return minSize == size;
    }

    @Override
    public String toString() {
        return "PeerSettings[" + size + " connections]";
    }
}
