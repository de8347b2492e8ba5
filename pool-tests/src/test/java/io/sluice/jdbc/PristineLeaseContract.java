package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever a lease does by the methods of JDBC, the next one on the same connection finds it as the
 * first one did. What is there is read from the driver's own object.
 *
 * <p>{@code -Dsluice.seed=…} repeats the choices of a run.
 */
@Timeout(120)
abstract class PristineLeaseContract {

    private static final int LEASES = 60;
    private static final int STEPS = 12;
    private static final String KEPT = "SELECT id FROM thing WHERE id > ?";
    private static final int[] LEVELS = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
    };

    private final Logger logger = Logger.getLogger("io.sluice.jdbc");
    private final long seed = Long.getLong("sluice.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<String> steps = new ArrayList<>();
    private int nextId;
    private SluiceDataSource pool;

    private interface Action {
        void on(Connection connection) throws SQLException;
    }

    /**
     * Where connections come from, to a database with the schemas one, which is the present, and
     * two.
     */
    abstract RememberingDataSource source() throws SQLException;

    /** How the database spells the name of a schema. */
    abstract String schema(String name);

    /** Changes the catalog, if there are several. */
    void changeCatalog(Connection connection, String name) throws SQLException {
        connection.setCatalog(connection.getCatalog());
    }

    /** The table of the schema one, for any connection. */
    String table() {
        return "one.thing";
    }

    /** A pool that knows where its connections are. */
    JdbcPoolConfig.Builder placed() {
        return JdbcPoolConfig.builder().schema(schema("one"));
    }

    /** The level that a pool may set, if there is one. */
    @Nullable Isolation isolation() {
        return Isolation.REPEATABLE_READ;
    }

    /** A statement for the end of each lease. */
    abstract String resetSql();

    /** A statement that leaves a warning, if there is one. */
    abstract String warn();

    /**
     * What else the connection of the driver is like; tells first whether a transaction is open.
     */
    abstract void describe(Connection physical, Map<String, Object> state) throws SQLException;

    /** Whether the query time-out of a statement is the statement's own. */
    abstract boolean queryTimeoutIsOfTheStatement();

    /** Whether the driver merely refuses, or does, a commit or rollback in auto-commit mode. */
    boolean endsInAutoCommitMode() {
        return true;
    }

    boolean hasNetworkTimeout() {
        return true;
    }

    @AfterEach
    void close() {
        logger.setLevel(null);
        pool.close(Duration.ZERO);
    }

    @Test
    void asTheDriverMakesIt() throws SQLException {
        leases(JdbcPoolConfig.builder());
    }

    @Test
    void withoutAutoCommitAndConfigured() throws SQLException {
        leases(
                placed().autoCommit(false)
                        .isolation(isolation())
                        .networkTimeout(hasNetworkTimeout() ? Duration.ofMinutes(7) : null));
    }

    @Test
    void withAStatementThatResets() throws SQLException {
        leases(placed().autoCommit(false).resetSql(resetSql()));
    }

    @Test
    void underAStrictPool() throws SQLException {
        logger.setLevel(Level.SEVERE); // it has a lot to say
        leases(JdbcPoolConfig.builder().reportDirtyReturns(true));
    }

    private void leases(JdbcPoolConfig.Builder settings) throws SQLException {
        RememberingDataSource source = source();
        pool =
                SluiceDataSource.create(
                        settings.dataSource(source).maxSize(1).statementCacheSize(2).build());
        Connection physical = source.connections().get(0);
        try (Connection other = source.other()) {
            try {
                run(other, "DROP TABLE " + table());
            } catch (SQLException e) {
                // Not there: databases say so in different ways.
            }
            run(other, "CREATE TABLE " + table() + " (id int PRIMARY KEY)");
            Map<String, Object> pristine;
            try (Connection connection = pool.getConnection()) {
                pristine = state(connection, physical, other);
            }
            for (int lease = 0; lease < LEASES; lease++) {
                steps.clear();
                try (Connection connection = pool.getConnection()) {
                    for (int i = random.nextInt(STEPS) + 1; i > 0; i--) {
                        step(connection);
                    }
                }
                try (Connection connection = pool.getConnection()) {
                    assertThat(state(connection, physical, other))
                            .as("lease %d of -Dsluice.seed=%d, after %s", lease, seed, steps)
                            .isEqualTo(pristine);
                }
            }
        }
        assertThat(source.connections()).as("-Dsluice.seed=%d", seed).hasSize(1);
    }

    private Map<String, Object> state(Connection lease, Connection physical, Connection other)
            throws SQLException {
        Map<String, Object> state = new TreeMap<>();
        state.put("warnings", String.valueOf(physical.getWarnings()));
        describe(physical, state);
        put(state, "autoCommit", physical::getAutoCommit);
        put(state, "isolation", physical::getTransactionIsolation);
        put(state, "readOnly", physical::isReadOnly);
        put(state, "catalog", physical::getCatalog);
        put(state, "schema", physical::getSchema);
        put(state, "holdability", physical::getHoldability);
        put(state, "networkTimeout", physical::getNetworkTimeout);
        put(state, "typeMap", physical::getTypeMap);
        put(state, "clientInfo", physical::getClientInfo);
        state.put("sees", count(physical) - count(other));
        if (!physical.getAutoCommit()) {
            physical.rollback(); // what reading has begun
        }
        try (PreparedStatement kept = lease.prepareStatement(KEPT)) {
            put(state, "maxRows", kept::getMaxRows);
            put(state, "maxFieldSize", kept::getMaxFieldSize);
            put(state, "queryTimeout", kept::getQueryTimeout);
            put(state, "fetchSize", kept::getFetchSize);
            put(state, "fetchDirection", kept::getFetchDirection);
            put(state, "poolable", kept::isPoolable);
            put(state, "warningsOfStatement", kept::getWarnings);
            put(state, "batch", () -> kept.executeBatch().length); // some refuse an empty one
        }
        lease.clearWarnings();
        return state;
    }

    private interface Getter {
        Object get() throws SQLException;
    }

    /** Not every driver has every attribute. */
    private static void put(Map<String, Object> state, String name, Getter getter) {
        try {
            state.put(name, String.valueOf(getter.get()));
        } catch (SQLException e) {
            state.put(name, String.valueOf(e.getMessage()));
        }
    }

    private int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT count(*) FROM " + table())) {
            results.next();
            return results.getInt(1);
        }
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Does one thing; the database may refuse it, which is of interest as well. */
    private void step(Connection connection) {
        List<Map.Entry<String, Action>> all =
                List.of(
                        Map.entry("auto-commit off", c -> c.setAutoCommit(false)),
                        Map.entry("auto-commit off", c -> c.setAutoCommit(false)),
                        Map.entry("auto-commit on", c -> c.setAutoCommit(true)),
                        Map.entry("isolation", c -> c.setTransactionIsolation(level())),
                        Map.entry("read-only", c -> c.setReadOnly(random.nextBoolean())),
                        Map.entry("catalog", c -> changeCatalog(c, anySchema())),
                        Map.entry("schema", c -> c.setSchema(anySchema())),
                        Map.entry("holdability", c -> c.setHoldability(1 + random.nextInt(2))),
                        Map.entry("network time-out", this::setNetworkTimeout),
                        Map.entry("type map", c -> c.setTypeMap(Map.of("t", String.class))),
                        Map.entry("client info", c -> c.setClientInfo("ApplicationName", "x")),
                        Map.entry("all client info", c -> c.setClientInfo(new Properties())),
                        Map.entry("insert", c -> run(c, "INSERT INTO thing VALUES (" + id() + ")")),
                        Map.entry("insert", c -> run(c, "INSERT INTO thing VALUES (" + id() + ")")),
                        Map.entry("fail", c -> run(c, "SELECT nonsense")),
                        Map.entry("warn", c -> run(c, warn())),
                        Map.entry("leave open", c -> c.createStatement().executeQuery(KEPT)),
                        Map.entry("leave a statement", Connection::createStatement),
                        Map.entry("use a kept statement", this::useKept),
                        Map.entry("use a kept statement", this::useKept),
                        Map.entry("read", PristineLeaseContract::readAll),
                        Map.entry(
                                "metadata", c -> c.getMetaData().getTables(null, null, "t", null)),
                        Map.entry("savepoint", Connection::setSavepoint),
                        Map.entry("back to a savepoint", this::backToSavepoint),
                        Map.entry("commit", c -> end(c, Connection::commit)),
                        Map.entry("rollback", c -> end(c, Connection::rollback)));
        Map.Entry<String, Action> step = all.get(random.nextInt(all.size()));
        try {
            step.getValue().on(connection);
            steps.add(step.getKey());
        } catch (SQLException e) {
            steps.add(step.getKey() + " (refused: " + e.getMessage() + ")");
        }
    }

    private void end(Connection connection, Action how) throws SQLException {
        if (endsInAutoCommitMode() || !connection.getAutoCommit()) {
            how.on(connection);
        }
    }

    private int level() {
        return LEVELS[random.nextInt(LEVELS.length)];
    }

    private String anySchema() {
        return schema(random.nextBoolean() ? "one" : "two");
    }

    private int id() {
        return ++nextId;
    }

    private void setNetworkTimeout(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 100_000 + random.nextInt(1000));
    }

    private static void readAll(Connection connection) throws SQLException {
        connection.getTransactionIsolation();
        connection.getSchema();
        connection.getClientInfo();
    }

    private void backToSavepoint(Connection connection) throws SQLException {
        Savepoint savepoint = connection.setSavepoint("here");
        run(connection, "INSERT INTO thing VALUES (" + id() + ")");
        connection.rollback(savepoint);
    }

    private void useKept(Connection connection) throws SQLException {
        PreparedStatement kept = connection.prepareStatement(KEPT);
        int choice = random.nextInt(1 << 9);
        if ((choice & 1) != 0) {
            kept.setMaxRows(5);
        }
        if ((choice & 2) != 0) {
            kept.setFetchSize(3);
        }
        if ((choice & 4) != 0) {
            kept.setMaxFieldSize(9);
        }
        if ((choice & 8) != 0 && queryTimeoutIsOfTheStatement()) {
            kept.setQueryTimeout(50);
        }
        if ((choice & 16) != 0) {
            kept.setFetchDirection(ResultSet.FETCH_FORWARD);
        }
        if ((choice & 32) != 0) {
            kept.setInt(1, 0);
            kept.addBatch();
        }
        if ((choice & 64) != 0) {
            kept.setInt(1, 0);
            kept.executeQuery();
        }
        if ((choice & 128) != 0) {
            kept.setInt(1, 0);
            kept.execute();
        }
        if ((choice & 256) != 0) {
            kept.close();
        }
    }
}
