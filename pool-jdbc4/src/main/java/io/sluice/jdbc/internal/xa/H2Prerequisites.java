package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What H2 needs for global transactions: administrators, wherever they work. Thread-safe. */
public final class H2Prerequisites extends XaPrerequisites {

    /** Finds which of the two users is no administrator; H2 converts user names to upper case. */
    private static final String QUESTION =
            "SELECT USER_NAME, USER_NAME = CURRENT_USER FROM INFORMATION_SCHEMA.USERS"
                    + " WHERE NOT IS_ADMIN"
                    + " AND (USER_NAME = CURRENT_USER OR UPPER(USER_NAME) = UPPER(?))";

    public H2Prerequisites(JdbcPoolConfig config) {
        super(config);
    }

    @Override
    List<String> missing(Connection connection) throws SQLException {
        List<String> missing = new ArrayList<>();
        try (PreparedStatement question = connection.prepareStatement(QUESTION)) {
            question.setString(1, config.recoveryUsername());
            try (ResultSet answer = question.executeQuery()) {
                while (answer.next()) {
                    String user = answer.getString(1);
                    missing.add(answer.getBoolean(2) ? wrongUser(user) : wrongRecovery(user));
                }
            }
        }
        return missing;
    }

    private String wrongUser(String user) {
        return "Pool "
                + config.name()
                + ": connections run as user \""
                + user
                + "\", which is not an administrator; on H2 only administrators can complete"
                + " prepared branches: grant ADMIN, or set another username";
    }

    private String wrongRecovery(String user) {
        return "Pool "
                + config.name()
                + ": recovery connects as user \""
                + user
                + "\", which is not an administrator; on H2 only administrators can see"
                + " prepared branches: grant ADMIN, or set another recoveryUsername";
    }
}
