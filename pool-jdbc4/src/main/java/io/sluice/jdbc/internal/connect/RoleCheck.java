package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.TargetRole;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks servers for their role, for a pool that wants one. Immutable. */
public final class RoleCheck {

    /** How the databases write that something is off. */
    private static final Set<String> OFF = Set.of("0", "f", "false", "off");

    private final TargetRole wanted;
    private final boolean writes;

    private RoleCheck(TargetRole wanted, boolean writes) {
        this.wanted = wanted;
        this.writes = writes;
    }

    /** Returns the check of a pool; null if any server will do. */
    public static @Nullable RoleCheck of(JdbcPoolConfig config) {
        TargetRole wanted = config.targetRole();
        return wanted == TargetRole.ANY ? null : new RoleCheck(wanted, wantsToWrite(config));
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
        if (!isMet(connection)) {
            throw SqlErrors.invalid(
                    "targetRole is "
                            + wanted()
                            + " and "
                            + HostList.server(connection.getMetaData().getURL())
                            + " has become "
                            + found());
        }
    }

    /** Returns whether the server of a connection has the role. */
    boolean isMet(Connection connection) throws SQLException {
        return isStandby(connection) != (wanted == TargetRole.PRIMARY);
    }

    private boolean isStandby(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query(connection))) {
            result.next();
            boolean standby = false;
            for (int i = result.getMetaData().getColumnCount(); i > 0; i--) {
                String value = result.getString(i);
                standby |= value != null && !OFF.contains(value.toLowerCase(Locale.ROOT));
            }
            return standby;
        }
    }

    private String query(Connection connection) throws SQLException {
        Vendor vendor = Vendor.of(connection);
        String query = vendor == null ? null : vendor.roleQuery(writes);
        if (query == null) {
            throw new PermanentFailures.SourceException(
                    "targetRole is "
                            + wanted()
                            + " and the roles of servers are known for PostgreSQL, MariaDB and MySQL"
                            + " only; remove targetRole");
        }
        return query;
    }
}
