package io.sluice.sim.world;

import java.lang.reflect.InvocationHandler;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a pool asks servers of vendors about branches: whether the user may see and end them. */
final class VendorQuery {

    private static final String H2_USER = "SELECT IS_ADMIN";
    private static final String H2_OTHERS = "SELECT USER_NAME";
    private static final String POSTGRES_SETTINGS = "SELECT current_setting('max_prepared";
    private static final String POSTGRES_ROLE = "SELECT pg_is_in_recovery";
    private static final String POSTGRES_BRANCHES = "SELECT gid";
    private static final String ROLE = "app";

    /** So many branches may be prepared. */
    private static final int MANY = 100;

    private final SimSession session;
    private final SimBranches branches;
    private final String sql;
    private Set<String> names = Set.of();

    VendorQuery(SimSession session, SimBranches branches, String sql) {
        this.session = session;
        this.branches = branches;
        this.sql = sql;
    }

    static boolean isKnown(String sql) {
        return sql.startsWith(H2_USER)
                || sql.startsWith(H2_OTHERS)
                || sql.startsWith(POSTGRES_SETTINGS)
                || sql.startsWith(POSTGRES_ROLE)
                || sql.startsWith(POSTGRES_BRANCHES);
    }

    /** Returns what stands for an array of texts. */
    static InvocationHandler array(Object @Nullable [] arguments) {
        Object[] texts = arguments == null ? new Object[0] : (Object[]) arguments[1];
        Object[] copy = texts.clone();
        return (proxy, method, none) -> {
            if (!method.getName().equals("getArray")) {
                throw SimSession.unsupported(method.getName());
            }
            return copy;
        };
    }

    PreparedStatement statement() {
        return SimSession.proxy(
                PreparedStatement.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "setString", "close" -> null;
                            case "setArray" -> {
                                names = texts(arguments == null ? null : (Array) arguments[1]);
                                yield null;
                            }
                            case "executeQuery" -> session.leases.inCall(this::answer);
                            default -> throw SimSession.unsupported(method.getName());
                        });
    }

    private static Set<String> texts(@Nullable Array array) throws SQLException {
        return array == null
                ? Set.of()
                : Arrays.stream((Object[]) array.getArray())
                        .map(String::valueOf)
                        .collect(Collectors.toSet());
    }

    private ResultSet answer() throws SQLException {
        session.end.checkAlive();
        if (sql.startsWith(H2_USER)) {
            return row(/* exists= */ true, !session.isBlind());
        }
        if (sql.startsWith(H2_OTHERS)) {
            return row(/* exists= */ false, false);
        }
        if (sql.startsWith(POSTGRES_ROLE)) {
            return row(/* exists= */ true, session.isOnStandby());
        }
        if (sql.startsWith(POSTGRES_BRANCHES)) {
            return row(!session.isOnStandby() && branches.isPrepared(names), false);
        }
        return row(/* exists= */ true, true);
    }

    private static ResultSet row(boolean exists, boolean answer) {
        boolean[] isLeft = {exists};
        return SimSession.proxy(
                ResultSet.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "next" -> {
                                boolean isThere = isLeft[0];
                                isLeft[0] = false;
                                yield isThere;
                            }
                            case "getBoolean" -> answer;
                            case "getInt" -> MANY;
                            case "getString" -> ROLE;
                            case "close" -> null;
                            default -> throw SimSession.unsupported(method.getName());
                        });
    }
}
