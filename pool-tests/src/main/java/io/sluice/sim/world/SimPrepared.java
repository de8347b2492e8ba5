package io.sluice.sim.world;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement, which a pool may keep. Notices what one lease leaves on it for another, and
 * a session that is not the one for which it was prepared.
 */
final class SimPrepared implements InvocationHandler {

    private static final String SEARCH_PATH = "SELECT set_config";

    private final SimSession session;
    private final String sql;
    private final String schema;
    private final int life;
    private final PreparedStatement statement;

    /** What is not as in a new statement, and of which lease. */
    private final Map<String, Integer> settings = new LinkedHashMap<>();

    private @Nullable String settingOf;
    private @Nullable String parameter;
    private @Nullable String by;
    private @Nullable String firstUser;
    private boolean isExecuting;
    private boolean isClosed;

    SimPrepared(SimSession session, String sql) {
        this.session = session;
        this.sql = sql;
        this.schema = session.attributes.schema();
        this.life = session.life();
        this.firstUser = session.database().leaseOfCaller();
        this.statement = SimSession.proxy(PreparedStatement.class, this);
    }

    PreparedStatement statement() {
        return statement;
    }

    /** The driver closes it. */
    void over() {
        isClosed = true;
    }

    private void fail(String what) {
        session.fail("has a statement " + sql + " that " + what);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        Object first = arguments == null ? null : arguments[0];
        switch (name) {
            case "toString" -> {
                return sql;
            }
            case "hashCode" -> {
                return sql.hashCode();
            }
            case "equals" -> {
                return proxy == first;
            }
            case "isClosed" -> {
                return isClosed;
            }
            case "close" -> {
                close();
                return null;
            }
            case "cancel" -> {
                session.hangs.cancel(by);
                return null;
            }
            default -> {
                return session.leases.inCall(() -> call(name, arguments));
            }
        }
    }

    private void close() throws SQLException {
        if (!isClosed) {
            isClosed = true;
            session.statements.closed(this);
            if (!sql.startsWith(SEARCH_PATH)) {
                session.statements.mayNotClose(sql);
            }
        }
    }

    private @Nullable Object call(String name, Object @Nullable [] arguments) throws SQLException {
        session.end.checkAlive();
        session.work.hasWorked();
        session.attributes.forgetPutBack();
        if (isClosed) {
            throw new SQLException("the statement is closed", "55000");
        }
        switch (name) {
            case "setString" -> {
                parameter = arguments == null ? null : String.valueOf(arguments[1]);
                return null;
            }
            case "setAsciiStream" -> {
                session.takesTime();
                return null;
            }
            case "clearParameters" -> {
                parameter = null;
                return null;
            }
            case "execute" -> {
                if (arguments == null) {
                    execute();
                } else {
                    session.statements.execute((String) arguments[0]);
                }
                return false;
            }
            case "executeQuery" -> {
                execute();
                return results();
            }
            case "clearBatch", "clearWarnings", "closeOnCompletion" -> {
                return null;
            }
            case "getWarnings" -> {
                return null;
            }
            case "getMoreResults" -> {
                return false;
            }
            case "getUpdateCount" -> {
                return -1;
            }
            default -> {
                return setting(name, arguments);
            }
        }
    }

    private @Nullable Object setting(String name, Object @Nullable [] arguments)
            throws SQLException {
        String setting = name.replaceFirst("^(get|set)", "");
        if (!setting.equals("MaxRows") && !setting.equals("FetchSize")) {
            throw SimSession.unsupported(name);
        }
        if (arguments == null) {
            return settings.getOrDefault(setting, 0);
        }
        change(setting, (Integer) arguments[0]);
        return null;
    }

    private void change(String setting, int value) {
        if (value == 0) {
            settings.remove(setting);
        } else {
            settings.put(setting, value);
            settingOf = session.database().leaseOfCaller();
        }
    }

    private void execute() throws SQLException {
        if (sql.startsWith(SEARCH_PATH)) {
            session.attributes.restorePath(String.valueOf(parameter));
            return;
        }
        if (parameter == null) {
            throw new SQLException("no parameter is set", "07001");
        }
        by = parameter;
        if (isExecuting) {
            fail("is executed by " + by + " while it executes");
        }
        if (!settings.isEmpty() && !by.equals(settingOf)) {
            fail("has " + settings + " of " + settingOf + " when it serves " + by);
        }
        if (!schema.equals(session.attributes.schema()) && !by.equals(firstUser)) {
            fail("is of schema " + schema + " when it serves " + by);
        }
        if (life != session.life()) {
            fail("was prepared before a reset of the session");
        }
        isExecuting = true;
        try {
            session.statements.execute(sql.substring(0, sql.indexOf(' ') + 1) + by);
            if (sql.equals(SimDatabase.CHANGES_PATH)) {
                session.attributes.changeSchema("other");
            }
        } finally {
            isExecuting = false;
        }
    }

    private ResultSet results() {
        String first = session.attributes.schema();
        return SimSession.proxy(
                ResultSet.class,
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "next" -> true;
                            case "getString" -> first;
                            case "change" -> {
                                session.attributes.shake();
                                change("MaxRows", 9);
                                yield null;
                            }
                            case "insertRow" ->
                                    session.leases.inCall(
                                            () -> {
                                                session.takesTime();
                                                return null;
                                            });
                            case "close" -> null;
                            default -> throw SimSession.unsupported(method.getName());
                        });
    }
}
