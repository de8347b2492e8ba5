package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What PostgreSQL needs for global transactions. Thread-safe. */
public final class PostgresPrerequisites extends XaPrerequisites {

    /**
     * Only the role that prepared a transaction, or a superuser, can end it; membership in that
     * role is not enough.
     */
    private static final String QUESTION =
            "SELECT current_setting('max_prepared_transactions')::int, current_user, recovery.name,"
                    + " EXISTS (SELECT 1 FROM pg_roles WHERE rolname = recovery.name AND rolsuper)"
                    + " FROM (SELECT COALESCE(?::text, session_user::text) AS name) recovery";

    public PostgresPrerequisites(JdbcPoolConfig config) {
        super(config);
    }

    @Override
    List<String> missing(Connection connection) throws SQLException {
        List<String> missing = new ArrayList<>();
        try (PreparedStatement question = connection.prepareStatement(QUESTION)) {
            question.setString(1, config.recoveryUsername());
            try (ResultSet answer = question.executeQuery()) {
                if (answer.next()) {
                    if (answer.getInt(1) < config.maxSize()) {
                        missing.add(tooFew(answer.getInt(1)));
                    }
                    String working = answer.getString(2);
                    String recovering = answer.getString(3);
                    if (!recovering.equals(working) && !answer.getBoolean(4)) {
                        missing.add(wrongRole(recovering, working));
                    }
                }
            }
        }
        return missing;
    }

    private String tooFew(int allowed) {
        return "Pool "
                + config.name()
                + ": max_prepared_transactions of the server is "
                + allowed
                + " and maxSize is "
                + config.maxSize()
                + "; each connection may have a prepared transaction: raise it to at least"
                + " maxSize in postgresql.conf and restart the server";
    }

    private String wrongRole(String recovering, String working) {
        return "Pool "
                + config.name()
                + ": recovery connects as role \""
                + recovering
                + "\", which is not a superuser, and connections run as role \""
                + working
                + "\"; only the same role or a superuser can complete prepared branches: set"
                + " recoveryUsername and recoveryPassword";
    }
}
