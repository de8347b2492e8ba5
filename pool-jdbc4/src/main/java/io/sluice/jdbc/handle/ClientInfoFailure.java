package io.sluice.jdbc.handle;

import java.sql.ClientInfoStatus;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Converts failures of {@code setClientInfo} to the one type that it may throw. */
final class ClientInfoFailure {
    private ClientInfoFailure() {}

    static SQLClientInfoException of(SQLException failure, @Nullable String name) {
        return failure instanceof SQLClientInfoException same
                ? same
                : of(
                        failure,
                        name == null ? Map.of() : Map.of(name, ClientInfoStatus.REASON_UNKNOWN));
    }

    static SQLClientInfoException of(SQLException failure, @Nullable Properties properties) {
        if (failure instanceof SQLClientInfoException same) {
            return same;
        }
        Map<String, ClientInfoStatus> notSet = new HashMap<>();
        if (properties != null) {
            for (String name : properties.stringPropertyNames()) {
                notSet.put(name, ClientInfoStatus.REASON_UNKNOWN);
            }
        }
        return of(failure, notSet);
    }

    private static SQLClientInfoException of(
            SQLException failure, Map<String, ClientInfoStatus> notSet) {
        return new SQLClientInfoException(
                failure.getMessage(),
                failure.getSQLState(),
                failure.getErrorCode(),
                notSet,
                failure);
    }
}
