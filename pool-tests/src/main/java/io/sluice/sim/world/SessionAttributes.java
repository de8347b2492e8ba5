package io.sluice.sim.world;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is set in a session: attributes, client info, settings and warnings. Knows what a lease has
 * set back itself, and what a rollback takes back.
 */
final class SessionAttributes {

    private static final String AUTO_COMMIT = "AutoCommit";

    private static final String SCHEMA = "Schema";

    private final SimSession session;
    private final SimDatabase database;
    private final DriverKind kind;
    private final Map<String, Object> values;
    private final Properties clientInfo = new Properties();

    /** Attributes that the lease has set back, and nothing has happened since. */
    private final Set<String> putBack = new HashSet<>();

    /** The lease that has changed a setting. */
    private @Nullable String setting;

    private @Nullable SQLWarning warning;
    private int networkMillis;

    /** The schema to which a rollback returns; null unless a transaction may have changed it. */
    private @Nullable Object schemaBefore;

    /** The client info to which a rollback returns; null unless a transaction has changed it. */
    private @Nullable Properties infoBefore;

    /** Whether what the lease has set may not be what the pool knows of. */
    private boolean isShaken;

    SessionAttributes(SimSession session) {
        this.session = session;
        this.database = session.database();
        this.kind = database.kind;
        this.values = atFirst();
    }

    private Map<String, Object> atFirst() {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put(AUTO_COMMIT, true);
        first.put("ReadOnly", false);
        first.put("TransactionIsolation", Connection.TRANSACTION_READ_COMMITTED);
        first.put(SCHEMA, kind.firstSchema());
        first.put("Holdability", ResultSet.CLOSE_CURSORS_AT_COMMIT);
        return first;
    }

    boolean isAutoCommit() {
        return Boolean.TRUE.equals(values.get(AUTO_COMMIT));
    }

    boolean isReadOnly() {
        return Boolean.TRUE.equals(values.get("ReadOnly"));
    }

    /** The driver of H2 leaves its session in auto-commit mode after a branch. */
    void endsBranchInAutoCommit() {
        values.put(AUTO_COMMIT, true);
    }

    String schema() {
        return String.valueOf(values.get(SCHEMA));
    }

    int networkMillis() {
        return networkMillis;
    }

    void setNetworkMillis(int millis) {
        networkMillis = millis;
    }

    @Nullable SQLWarning warning() {
        return warning;
    }

    void clearWarnings() throws SQLException {
        if (session.leases.hasServed()
                && (database.plan.failsToBegin || database.isBad(kind.beginFails()))) {
            throw new SQLException("warnings cannot be cleared", "XX000");
        }
        warning = null;
    }

    /** A lease has executed a statement. */
    void warn(String by) {
        warning = new SQLWarning("a warning for " + by);
    }

    /** A lease changes a setting. */
    void setFor(String by) {
        setting = by;
    }

    /** Returns the lease whose setting the next one must not find; null if there is none. */
    @Nullable String settingLeft() {
        return database.resetsSettings ? setting : null;
    }

    /** The pool resets the settings. */
    void resetSettings() throws SQLException {
        mayNotReset("RESET");
        setting = null;
    }

    /** What is set may be something else from now on. */
    void forgetPutBack() {
        putBack.clear();
    }

    /** An application does something of which its pool cannot know. */
    void shake() {
        isShaken = true;
    }

    /** A lease makes its first call. */
    void begin() {
        isShaken = false;
        putBack.clear();
    }

    /** Returns what is not at rest as a lease begins, each with a space before. */
    String left(String by) {
        return (isAutoCommit() == database.restsInTransactions ? " another auto-commit" : "")
                + (isReadOnly() ? " read-only" : "")
                + (isAtRest("TransactionIsolation") ? "" : " another isolation")
                + (isAtRest("Holdability") ? "" : " another holdability")
                + (schema().equals(database.schemaOf(by)) ? "" : " another schema")
                + (clientInfo.isEmpty() ? "" : " client info")
                + (networkMillis == 0 ? "" : " a network time-out")
                + (warning == null || kind.lacksClearWarnings() ? "" : " a warning");
    }

    private boolean isAtRest(String attribute) {
        return Objects.equals(values.get(attribute), atFirst().get(attribute));
    }

    /** The end of a request resets it. */
    void reset() {
        values.putAll(atFirst());
        clientInfo.clear();
    }

    /** What a transaction has changed stays, or is undone. */
    void endTransaction(boolean isUndone) {
        if (isUndone && infoBefore != null) {
            clientInfo.clear();
            clientInfo.putAll(infoBefore);
        }
        if (isUndone && schemaBefore != null) {
            values.put(SCHEMA, schemaBefore);
        }
        schemaBefore = null;
        infoBefore = null;
    }

    /** A statement from before the pool has the session. */
    void initialize() {
        values.put(SCHEMA, "main");
    }

    /** What a pool does with a search path. */
    void restorePath(String path) throws SQLException {
        mayNotReset("a search path");
        changeSchema(path);
    }

    void changeSchema(Object value) {
        if (!isAutoCommit()
                && schemaBefore == null
                && !session.isGlobal()
                && !database.vendor.isMySql()) {
            schemaBefore = values.get(SCHEMA);
        }
        values.put(SCHEMA, value);
    }

    @Nullable Object clientInfo(@Nullable Object name) {
        return name == null
                ? (Properties) clientInfo.clone()
                : clientInfo.getProperty(String.valueOf(name));
    }

    /** Sets one client info, or several, of which one may be refused. */
    void setClientInfo(Object[] arguments) throws SQLException {
        if (database.vendor.isMySql() && !isAutoCommit() && infoBefore == null) {
            infoBefore = (Properties) clientInfo.clone(); // a procedure is called for it
            session.work.isBegun(database.leaseOfCaller());
        }
        Map<Object, Object> given = new TreeMap<>();
        if (arguments[0] instanceof Properties several) {
            given.putAll(several);
        } else {
            given.put(arguments[0], arguments[1] == null ? "" : arguments[1]);
        }
        for (Map.Entry<Object, Object> each : given.entrySet()) {
            if (each.getKey().equals("refused")) {
                isShaken = true;
                throw new SQLClientInfoException("no such client info", "0A000", Map.of());
            }
            if (each.getValue().equals("")) {
                clientInfo.remove(each.getKey());
            } else {
                clientInfo.put(each.getKey(), each.getValue());
            }
        }
    }

    /** Calls a getter or a setter. */
    @Nullable Object call(String method, @Nullable Object value) throws SQLException {
        String attribute = method.replaceFirst("^(get|set|is)", "");
        if (!values.containsKey(attribute)) {
            throw SimSession.unsupported(method);
        }
        if (method.equals("getAutoCommit")) {
            session.work.mayBeLate();
        }
        if (!method.startsWith("set")) {
            session.asksServer();
            return values.get(attribute);
        }
        boolean isByPool = database.leaseOfCaller() == null;
        if (isByPool) {
            checkSetByPool(attribute, value);
        }
        if (kind.changesHalfway()
                && !attribute.equals(AUTO_COMMIT)
                && database.isBad(database.faults().resetFails())) {
            set(attribute, value);
        }
        try {
            mayNotReset(method);
        } catch (SQLException | RuntimeException e) {
            if (attribute.equals(AUTO_COMMIT)) {
                session.work.cannotUndoLateWork();
            }
            throw e;
        }
        if (attribute.equals(AUTO_COMMIT) && Boolean.TRUE.equals(value)) {
            session.work.commit();
        }
        set(attribute, value);
        if (!isByPool && isAutoCommit()) {
            putBack.add(attribute);
        } else {
            putBack.remove(attribute);
        }
        return null;
    }

    private void checkSetByPool(String attribute, @Nullable Object value) {
        String served = session.leases.served();
        if (session.isInRequest()
                && served != null
                && !session.isGlobal()
                && !database.hasTenants) {
            session.fail("is told " + attribute + " by the pool within a request");
        }
        if (!isShaken
                && !(database.hasTenants && attribute.equals(SCHEMA))
                && putBack.contains(attribute)
                && Objects.equals(values.get(attribute), value)) {
            session.fail(
                    "is told " + attribute + " by the pool, though " + served + " has set it back");
        }
    }

    private void set(String attribute, @Nullable Object value) {
        if (attribute.equals(SCHEMA)) {
            changeSchema(value == null ? "" : value);
        } else {
            values.put(attribute, value == null ? "" : value);
        }
    }

    void mayNotReset(String what) throws SQLException {
        if (database.dice.oneIn(database.faults().resetFails())) {
            isShaken = true;
            database.simulation.note(session + " refuses " + what);
            session.leases.freshness.used(); // it has answered
            @Nullable String why = database.told(what + " is refused");
            if (session.leases.served() == null && !database.hasTenants) {
                why += " by " + SimDatabase.URL;
                database.mayFailUnchecked(why);
                why = database.failsWithoutText ? null : why;
            }
            throw new SQLException(why, "XX000");
        }
    }
}
