package io.sluice.sim.world;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import org.jspecify.annotations.Nullable;

/** What a session answers to a pool that asks for its server, its role and its schema. */
final class SimAnswers {

    private final SimSession session;
    private final SimDatabase database;

    SimAnswers(SimSession session) {
        this.session = session;
        this.database = session.database();
    }

    /** As that of PostgreSQL, which is asked for its role in SQL, or of another. */
    DatabaseMetaData metaData() {
        boolean isPostgres =
                (database.kind.isPostgres() || database.wantsPrimary) && !database.vendor.isMySql();
        return SimSession.proxy(
                DatabaseMetaData.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "getDatabaseProductName" ->
                                    isPostgres ? "PostgreSQL" : "Simulated";
                            case "getTables" ->
                                    session.leases.inCall(
                                            () -> {
                                                session.end.checkAlive();
                                                session.takesTime();
                                                return null;
                                            });
                            case "getURL" -> "jdbc:simulated://server/database";
                            case "getDatabaseProductVersion" -> database.vendor.version;
                            default -> throw SimSession.unsupported(method.getName());
                        });
    }

    /** One row: whether the server is read-only, how far it lags, or the schema of the session. */
    ResultSet answer(String sql) {
        SimStandby standby = database.plan.standby;
        if (sql.contains("search_path")) {
            return row(session.attributes.schema(), "search_path");
        }
        if (standby != null && sql.contains(SimStandby.LAG)) {
            return row(standby.lag(session), SimStandby.LAG);
        }
        return row(session.isDemoted() || standby != null ? "on" : "off", "role");
    }

    private static ResultSet row(@Nullable String answer, String label) {
        boolean[] isLeft = {true};
        ResultSetMetaData columns = oneColumn(label);
        return SimSession.proxy(
                ResultSet.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "next" -> {
                                boolean isThere = isLeft[0];
                                isLeft[0] = false;
                                yield isThere;
                            }
                            case "getString" -> answer;
                            case "getMetaData" -> columns;
                            case "close" -> null;
                            default -> throw SimSession.unsupported(method.getName());
                        });
    }

    private static ResultSetMetaData oneColumn(String label) {
        return SimSession.proxy(
                ResultSetMetaData.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "getColumnCount" -> 1;
                            case "getColumnLabel" -> label;
                            default -> throw SimSession.unsupported(method.getName());
                        });
    }
}
