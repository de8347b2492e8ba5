package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.xa.Manager;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What is tried on each database, by the rows of {@code docs/databases.md}. A check returns the
 * text of its cell; what all databases have in common it asserts on the way.
 */
final class DatabaseChecks {

    /** Longer than a query time-out of one second takes on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How often a call is cancelled before it counts as one that cannot be. */
    private static final int CANCELS = 6;

    static final String YES = "yes";
    static final String NO = "no";
    private static final String NONE = "–";

    /** Where the sessions of the server are not those of the clients. */
    private static final String OTHER_SESSION = "goes on";

    /** What is tried on a database; returns the text of the cell. */
    interface Check {
        String on(Database database) throws Exception;
    }

    private interface Getter {
        @Nullable Object from(Connection connection) throws SQLException;
    }

    private interface Setter {
        void on(Connection connection) throws SQLException;
    }

    /** By the first column of the page, in its order. */
    static final Map<String, Check> ALL = new LinkedHashMap<>();

    static {
        ALL.put("what was not committed is rolled back", DatabaseChecks::rollsBack);
        ALL.put(
                "auto-commit",
                d -> attribute(d, Connection::getAutoCommit, c -> c.setAutoCommit(false)));
        ALL.put(
                "isolation",
                d ->
                        attribute(
                                d,
                                Connection::getTransactionIsolation,
                                c ->
                                        c.setTransactionIsolation(
                                                Connection.TRANSACTION_SERIALIZABLE)));
        ALL.put("read-only", d -> attribute(d, Connection::isReadOnly, c -> c.setReadOnly(true)));
        ALL.put("catalog", d -> attribute(d, Connection::getCatalog, c -> c.setCatalog(d.other())));
        ALL.put("schema", d -> attribute(d, Connection::getSchema, c -> c.setSchema(d.other())));
        ALL.put("holdability", d -> attribute(d, Connection::getHoldability, changed()));
        ALL.put(
                "network time-out",
                d ->
                        attribute(
                                d,
                                Connection::getNetworkTimeout,
                                c -> c.setNetworkTimeout(Runnable::run, 77_000)));
        ALL.put(
                "client info",
                d ->
                        attribute(
                                d,
                                c -> c.getClientInfo("ApplicationName"),
                                c -> c.setClientInfo("ApplicationName", "changed")));
        ALL.put("warnings", DatabaseChecks::clearsWarnings);
        ALL.put("`isValid` finds a lost session", DatabaseChecks::validates);
        ALL.put("statement cache", DatabaseChecks::keepsStatements);
        ALL.put("query time-out, connection kept", DatabaseChecks::timesOut);
        ALL.put("cancel, connection kept", DatabaseChecks::cancels);
        ALL.put("`networkTimeout` ends a silent call", DatabaseChecks::endsSilence);
        ALL.put("abort ends a call under way", DatabaseChecks::aborts);
        ALL.put("killed session is replaced", DatabaseChecks::replacesKilled);
        ALL.put("killed server, started again", DatabaseChecks::survivesRestart);
        ALL.put("wrong password fails at once", DatabaseChecks::refusesPassword);
        ALL.put("missing database fails at once", DatabaseChecks::missesDatabase);
        ALL.put("full server is waited for", DatabaseChecks::waitsForFullServer);
        ALL.put("last resource of a transaction", DatabaseChecks::isLastResource);
    }

    private DatabaseChecks() {}

    private static SluiceDataSource open(RememberingDataSource source) throws SQLException {
        return open(JdbcPoolConfig.builder().dataSource(source).statementCacheSize(0));
    }

    static SluiceDataSource open(JdbcPoolConfig.Builder settings) throws SQLException {
        return SluiceDataSource.create(
                settings.name("databases")
                        .maxSize(1)
                        .connectTimeout(Duration.ofMinutes(1)) // boots some databases
                        .acquireTimeout(Duration.ofMinutes(1))
                        .build());
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    static void newTable(Connection connection) throws SQLException {
        try {
            run(connection, "DROP TABLE thing");
        } catch (SQLException e) {
            // Not there, which databases say in different ways.
        }
        run(connection, "CREATE TABLE thing (id INT PRIMARY KEY)");
    }

    private static String rollsBack(Database database) throws SQLException {
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool = open(source)) {
            try (Connection connection = pool.getConnection()) {
                newTable(connection);
                connection.setAutoCommit(false);
                run(connection, "INSERT INTO thing VALUES (1)");
                connection.commit();
                run(connection, "INSERT INTO thing VALUES (2)");
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(ask(connection, "SELECT COUNT(*) FROM thing")).isEqualTo("1");
            }
            assertThat(source.connections()).hasSize(1);
        }
        return YES;
    }

    private static Setter changed() {
        return c ->
                c.setHoldability(
                        c.getHoldability() == ResultSet.HOLD_CURSORS_OVER_COMMIT
                                ? ResultSet.CLOSE_CURSORS_AT_COMMIT
                                : ResultSet.HOLD_CURSORS_OVER_COMMIT);
    }

    /** In any case the next lease has the value that the first one had. */
    private static String attribute(Database database, Getter getter, Setter setter)
            throws SQLException {
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool = open(source)) {
            Object before;
            Object set;
            boolean refused = false;
            try (Connection connection = pool.getConnection()) {
                Connection physical = source.connections().get(0);
                before = value(physical, getter);
                try {
                    setter.on(connection);
                } catch (SQLException e) {
                    refused = true;
                }
                set = value(physical, getter);
            }
            try (Connection connection = pool.getConnection()) {
                int last = source.connections().size() - 1;
                assertThat(value(source.connections().get(last), getter)).isEqualTo(before);
                assertThat(connection.isValid(1)).isTrue();
                return last > 0
                        ? "replaced"
                        : refused ? "refused" : Objects.equals(set, before) ? "ignored" : "reset";
            }
        }
    }

    private static @Nullable Object value(Connection connection, Getter getter) {
        try {
            return getter.from(connection);
        } catch (SQLException | UnsupportedOperationException e) {
            return e.getClass();
        }
    }

    /** Where a driver has warnings, a lease sees none of the lease before, nor a kept statement. */
    private static String clearsWarnings(Database database) throws SQLException {
        RememberingDataSource source = database.source();
        String sql = "DROP TABLE IF EXISTS no_such_table";
        boolean warned = false;
        try (SluiceDataSource pool =
                open(JdbcPoolConfig.builder().dataSource(source).statementCacheSize(5))) {
            try (Connection connection = pool.getConnection()) {
                warned |= warnsOfStatement(connection, sql);
                warned |= warnsOfResultSets(connection);
            }
            try (Connection connection = pool.getConnection()) {
                assertThat((Throwable) connection.getWarnings()).isNull();
                assertThat((Throwable) source.connections().get(0).getWarnings()).isNull();
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    assertThat((Throwable) statement.getWarnings()).isNull();
                } catch (SQLException e) {
                    // This text cannot be prepared here.
                }
            }
            assertThat(source.connections()).hasSize(1);
        }
        return warned ? "cleared" : "none";
    }

    static boolean warnsOfStatement(Connection connection, String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
            return statement.getWarnings() != null || connection.getWarnings() != null;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Most drivers give a lesser kind than this. */
    private static boolean warnsOfResultSets(Connection connection) {
        try (Statement statement =
                connection.createStatement(
                        ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            return statement.getWarnings() != null || connection.getWarnings() != null;
        } catch (SQLException e) {
            return false;
        }
    }

    /** The driver's own connection is closed below the pool: as near as an embedded one comes. */
    private static String validates(Database database) throws SQLException {
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool =
                open(
                        JdbcPoolConfig.builder()
                                .dataSource(source)
                                .validateAfterIdle(Duration.ZERO))) {
            String session;
            try (Connection connection = pool.getConnection()) {
                session = sessionOf(database, connection);
            }
            pool.getConnection().close();
            assertThat(source.connections()).as("a valid one is kept").hasSize(1);
            if (database.server() == null) {
                source.connections().get(0).close();
            } else {
                kill(database, session);
            }
            try (Connection connection = pool.getConnection()) {
                ask(connection, "SELECT COUNT(*) FROM " + catalogTable(database));
            }
            return source.connections().size() == 1 ? OTHER_SESSION : YES;
        }
    }

    private static String catalogTable(Database database) throws SQLException {
        try (Connection connection = database.source().other()) {
            newTable(connection);
        }
        return "thing";
    }

    private static String sessionOf(Database database, Connection connection) throws SQLException {
        return database.server() == null ? "" : ask(connection, database.server().session());
    }

    private static void kill(Database database, String session) throws SQLException {
        Database.Server server = Objects.requireNonNull(database.server());
        try (Connection admin = server.admin().connect()) {
            run(admin, server.kill().formatted(session));
        }
    }

    private static String keepsStatements(Database database) throws SQLException {
        RememberingDataSource source = database.source();
        String sql = "SELECT id FROM thing WHERE id >= ?";
        try (SluiceDataSource pool =
                open(JdbcPoolConfig.builder().dataSource(source).statementCacheSize(5))) {
            try (Connection connection = pool.getConnection()) {
                newTable(connection);
                for (int id = 1; id <= 3; id++) {
                    run(connection, "INSERT INTO thing VALUES (" + id + ")");
                }
            }
            String first = "";
            boolean kept = true;
            for (int from = 1; from <= 3; from++) {
                try (Connection connection = pool.getConnection();
                        PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setInt(1, from);
                    int count = 0;
                    try (ResultSet results = statement.executeQuery()) {
                        while (results.next()) {
                            count++;
                        }
                    }
                    assertThat(count).isEqualTo(4 - from);
                    String text = statement.toString();
                    String driver = text.substring(text.indexOf("[open, "));
                    kept &= from == 1 || driver.equals(first);
                    first = driver;
                }
            }
            assertThat(source.connections()).hasSize(1);
            return kept ? YES : NO;
        }
    }

    /** Returns how a statement ended, or null if it had to be ended by its connection. */
    private static @Nullable Throwable slow(Connection connection, Database database, boolean limit)
            throws Exception {
        try (Statement statement = connection.createStatement()) {
            if (limit) {
                try {
                    statement.setQueryTimeout(1);
                } catch (SQLException e) {
                    return null;
                }
            }
            FutureTask<Void> call =
                    started(
                            () -> {
                                try (ResultSet result = statement.executeQuery(database.slow())) {
                                    result.next();
                                }
                            });
            if (!limit) {
                awaitRunning(call);
                statement.cancel();
            }
            for (int cancels = limit ? CANCELS : 1; ; cancels++) {
                try {
                    call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                    return new AssertionError("no error");
                } catch (TimeoutException e) {
                    if (cancels == CANCELS) {
                        connection.abort(Runnable::run);
                        return null;
                    }
                    statement.cancel(); // the last one may have come before the server had begun
                } catch (java.util.concurrent.ExecutionException e) {
                    return e.getCause();
                }
            }
        }
    }

    /** A call that the server has not begun cannot be cancelled; no database tells that alike. */
    private static void awaitRunning(FutureTask<Void> call) {
        long since = System.nanoTime();
        await("the call is under way")
                .until(() -> System.nanoTime() - since > 300_000_000L || call.isDone());
    }

    private interface Work {
        void run() throws Exception;
    }

    private static FutureTask<Void> started(Work work) {
        FutureTask<Void> task =
                new FutureTask<>(
                        () -> {
                            work.run();
                            return null;
                        });
        Thread thread = new Thread(task, "slow call");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static String timesOut(Database database) throws Exception {
        if (database.slow() == null) {
            return NONE;
        }
        return interrupted(database, /* limit= */ true);
    }

    private static String cancels(Database database) throws Exception {
        if (database.slow() == null) {
            return NONE;
        }
        return interrupted(database, /* limit= */ false);
    }

    private static String interrupted(Database database, boolean limit) throws Exception {
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool = open(source)) {
            Throwable error;
            try (Connection connection = pool.getConnection()) {
                error = slow(connection, database, limit);
            }
            pool.getConnection().close();
            if (error == null) {
                return NO;
            }
            if (error instanceof AssertionError) {
                return "no error";
            }
            assertThat(error).isInstanceOf(SQLException.class);
            return source.connections().size() == 1 ? YES : "replaced";
        }
    }

    private static String endsSilence(Database database) throws Exception {
        if (database.slow() == null) {
            return NONE;
        }
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool =
                open(
                        JdbcPoolConfig.builder()
                                .dataSource(source)
                                .networkTimeout(Duration.ofSeconds(1)))) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                FutureTask<Void> call = started(() -> statement.execute(database.slow()));
                try {
                    call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    statement.cancel();
                    return NO;
                } catch (java.util.concurrent.ExecutionException e) {
                    assertThat(e).hasCauseInstanceOf(SQLException.class);
                }
            }
            pool.getConnection().close();
            assertThat(source.connections()).as("a lost one is replaced").hasSize(2);
            return YES;
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains("networkTimeout");
            return "refused";
        }
    }

    private static String aborts(Database database) throws Exception {
        if (database.slow() == null) {
            return NONE;
        }
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool = open(source)) {
            Connection connection = pool.getConnection();
            Statement statement = connection.createStatement();
            FutureTask<Void> call = started(() -> statement.execute(database.slow()));
            awaitRunning(call);
            FutureTask<Void> abort = started(() -> connection.abort(Runnable::run));
            boolean ended = true;
            try {
                abort.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                ended = false;
                statement.cancel();
            } catch (java.util.concurrent.ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(SQLException.class);
            }
            connection.close();
            try (Connection next = pool.getConnection()) {
                assertThat(next.isValid(1)).isTrue();
            }
            assertThat(source.connections()).as("it is replaced").hasSize(2);
            return ended ? YES : NO;
        }
    }

    private static String replacesKilled(Database database) throws SQLException {
        if (database.server() == null) {
            return NONE;
        }
        RememberingDataSource source = database.source();
        try (SluiceDataSource pool =
                open(
                        JdbcPoolConfig.builder()
                                .dataSource(source)
                                .validateAfterIdle(Duration.ofHours(1)))) {
            Throwable noticed;
            try (Connection connection = pool.getConnection()) {
                kill(database, sessionOf(database, connection));
                noticed = catchThrowable(() -> sessionOf(database, connection));
            }
            try (Connection connection = pool.getConnection()) {
                sessionOf(database, connection);
            }
            assertThat(source.connections()).hasSize(noticed == null ? 1 : 2);
            return noticed == null ? OTHER_SESSION : YES;
        }
    }

    private static String survivesRestart(Database database) throws SQLException {
        if (database.server() == null) {
            return NONE;
        }
        try (Database.Running server = database.server().restartable().start();
                SluiceDataSource pool =
                        open(
                                JdbcPoolConfig.builder()
                                        .url(server.url())
                                        .username(server.user())
                                        .password(server.password()))) {
            try (Connection connection = pool.getConnection()) {
                server.kill().run();
                assertThat(catchThrowable(() -> sessionOf(database, connection)))
                        .isInstanceOf(SQLException.class);
            }
            server.start().run();
            try (Connection connection = pool.getConnection()) {
                sessionOf(database, connection);
            }
        }
        return YES;
    }

    private static String refusesPassword(Database database) throws SQLException {
        if (database.user().isEmpty()) {
            return NONE; // it has no users
        }
        return failsAtOnce(
                JdbcPoolConfig.builder()
                        .url(database.url().get())
                        .username(database.user())
                        .password("wrong"));
    }

    private static String missesDatabase(Database database) throws SQLException {
        if (database.server() == null) {
            return NONE;
        }
        return failsAtOnce(
                JdbcPoolConfig.builder()
                        .url(database.url().get().replaceFirst("/(app|postgres)\\b", "/nowhere"))
                        .username(database.user())
                        .password(database.password()));
    }

    /** A failure that is not permanent is waited for, and is another exception then. */
    private static String failsAtOnce(JdbcPoolConfig.Builder settings) throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        settings.name("databases")
                                .maxSize(1)
                                .startup(Startup.LAZY)
                                .connectTimeout(Duration.ofMinutes(1)) // boots some databases
                                .acquireTimeout(Duration.ofSeconds(20))
                                .build())) {
            Throwable failure = catchThrowable(() -> pool.getConnection().close());
            if (failure == null) {
                return NONE;
            }
            return failure instanceof SQLNonTransientConnectionException ? YES : NO;
        }
    }

    private static String waitsForFullServer(Database database) throws Exception {
        if (database.server() == null) {
            return NONE;
        }
        try (Connection admin = database.server().admin().connect()) {
            for (String sql : database.server().few()) {
                run(admin, sql);
            }
        }
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("full")
                                .url(database.url().get())
                                .username("few")
                                .password("few")
                                .maxSize(3)
                                .acquireTimeout(Duration.ofMinutes(1))
                                .build())) {
            Connection first = pool.getConnection();
            Connection second = pool.getConnection();
            FutureTask<Void> third = started(() -> pool.getConnection().close());
            await("an attempt has failed")
                    .until(
                            () ->
                                    pool.snapshot().counters().creationsFailed() > 0
                                            || third.isDone());
            if (third.isDone()) {
                return NO;
            }
            first.close();
            third.get(60, TimeUnit.SECONDS);
            second.close();
        }
        return YES;
    }

    /** Beside a database that can be prepared. */
    private static String isLastResource(Database database) throws Exception {
        TransactionManager transactions = Manager.NARAYANA.get();
        try (SluiceDataSource last =
                        open(
                                JdbcPoolConfig.builder()
                                        .dataSource(database.source())
                                        .lastResource(true)
                                        .transactionManager("narayana"));
                SluiceDataSource prepared =
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .name("prepared")
                                        .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                        .dataSourceProperties(Map.of("url", "jdbc:h2:mem:prepared"))
                                        .transactionManager("narayana")
                                        .connectTimeout(Duration.ofMinutes(1))
                                        .build())) {
            try (Connection one = last.getConnection();
                    Connection other = prepared.getConnection()) {
                newTable(one);
                newTable(other);
            }
            transactions.begin();
            insert(prepared, 1);
            insert(last, 1);
            transactions.commit();
            transactions.begin();
            insert(last, 2);
            insert(prepared, 2);
            transactions.rollback();
            try (Connection one = last.getConnection();
                    Connection other = prepared.getConnection()) {
                assertThat(ask(one, "SELECT MAX(id) FROM thing")).isEqualTo("1");
                assertThat(ask(other, "SELECT MAX(id) FROM thing")).isEqualTo("1");
            }
        }
        return YES;
    }

    private static void insert(SluiceDataSource pool, int id) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            run(connection, "INSERT INTO thing VALUES (" + id + ")");
        }
    }
}
