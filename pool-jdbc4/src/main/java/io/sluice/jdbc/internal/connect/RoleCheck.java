package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.internal.config.Durations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks servers for their role, for a pool that wants one. Immutable. */
public final class RoleCheck {

    /** How the databases write that something is off. */
    private static final Set<String> OFF = Set.of("0", "f", "false", "off");

    /** How the names of columns begin that say how far a standby lags. */
    private static final String LAG = "seconds_behind";

    /** How often a connection in use is asked; standbys under load are never idle. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final TargetRole wanted;
    private final boolean writes;

    /** Zero for any. */
    private final Duration maxLag;

    private RoleCheck(TargetRole wanted, boolean writes, Duration maxLag) {
        this.wanted = wanted;
        this.writes = writes;
        this.maxLag = maxLag;
    }

    /** Returns the check of a pool; null if any server will do. */
    public static @Nullable RoleCheck of(JdbcPoolConfig config) {
        TargetRole wanted = config.targetRole();
        return wanted == TargetRole.ANY
                ? null
                : new RoleCheck(wanted, wantsToWrite(config), config.maxStandbyLag());
    }

    /**
     * Returns how often connections must be validated while they are in use; zero for never. A
     * primary that is none any more refuses writes, but no error tells of a standby.
     */
    public static Duration interval(JdbcPoolConfig config) {
        boolean unheard = config.targetRole() == TargetRole.STANDBY;
        return unheard || !config.maxStandbyLag().isZero() ? INTERVAL : Duration.ZERO;
    }

    /**
     * Returns whether a pool wants servers that accept writes. With the option readOnly its own
     * sessions refuse them, and hide what the server would do.
     */
    static boolean wantsToWrite(JdbcPoolConfig config) {
        return config.targetRole() == TargetRole.PRIMARY && !Boolean.TRUE.equals(config.readOnly());
    }

    /** Returns whether a server without the role is better than none. */
    public boolean acceptsAny() {
        return wanted == TargetRole.PREFER_STANDBY;
    }

    /** Returns whether servers are to be asked at each validation. */
    public boolean validates() {
        return !acceptsAny() || !maxLag.isZero();
    }

    /** Returns the role that is wanted, as the option has it. */
    String wanted() {
        return wanted.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what a server is that does not have the role. */
    String found() {
        if (wanted != TargetRole.PRIMARY) {
            return "a primary";
        }
        return writes ? "a standby or read-only" : "a standby";
    }

    /**
     * Validates a connection: asks its server again, since roles change.
     *
     * @throws SQLException if the server does not answer, or no longer has the role
     */
    public void validate(Connection connection) throws SQLException {
        if (isMet(connection)) {
            String late = lateness(connection);
            if (late != null) {
                throw SqlErrors.invalid(
                        "maxStandbyLag is "
                                + Durations.format(maxLag)
                                + " and "
                                + serverOf(connection).concat(late));
            }
        } else if (!acceptsAny()) {
            throw SqlErrors.invalid(
                    "targetRole is "
                            + wanted()
                            + " and "
                            + serverOf(connection)
                            + " has become "
                            + found());
        }
    }

    private static String serverOf(Connection connection) throws SQLException {
        return HostList.server(connection.getMetaData().getURL());
    }

    /** Returns whether the server of a connection has the role. */
    boolean isMet(Connection connection) throws SQLException {
        return isStandby(connection) != (wanted == TargetRole.PRIMARY);
    }

    /**
     * Returns by how much a server that has the role lags too far, to be put after its name; null
     * if it does not.
     */
    @Nullable String lateness(Connection connection) throws SQLException {
        if (maxLag.isZero()) {
            return null;
        }
        Duration lag = lag(connection);
        if (lag != null && lag.compareTo(maxLag) > 0) {
            // After quiet hours what has just arrived seems that old, until it is replayed.
            lag = lag(connection);
        }
        if (lag == null) {
            return " does not follow its primary";
        }
        return lag.compareTo(maxLag) > 0 ? " lags by " + Durations.format(lag) : null;
    }

    /** Returns the lag of the source that is farthest ahead; null if one is not followed. */
    private @Nullable Duration lag(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(vendorOf(connection).lagQuery())) {
            ResultSetMetaData columns = result.getMetaData();
            Duration longest = null;
            while (result.next()) {
                for (int i = columns.getColumnCount(); i > 0; i--) {
                    if (columns.getColumnLabel(i).toLowerCase(Locale.ROOT).startsWith(LAG)) {
                        String seconds = result.getString(i);
                        if (seconds == null) {
                            return null;
                        }
                        Duration lag =
                                Duration.ofMillis((long) (Double.parseDouble(seconds) * 1e3));
                        longest = longest == null || lag.compareTo(longest) > 0 ? lag : longest;
                    }
                }
            }
            return longest;
        }
    }

    private boolean isStandby(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(vendorOf(connection).roleQuery(writes))) {
            result.next();
            boolean standby = false;
            for (int i = result.getMetaData().getColumnCount(); i > 0; i--) {
                String value = result.getString(i);
                standby |= value != null && !OFF.contains(value.toLowerCase(Locale.ROOT));
            }
            return standby;
        }
    }

    private Vendor vendorOf(Connection connection) throws SQLException {
        Vendor vendor = Vendor.of(connection);
        if (vendor == null || vendor.roleQuery(writes) == null) {
            throw new PermanentFailures.SourceException(
                    "targetRole is "
                            + wanted()
                            + " and the roles of servers are known for PostgreSQL, MariaDB and MySQL"
                            + " only; remove targetRole");
        }
        return vendor;
    }
}
