package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each cell of the table in {@code docs/databases.md}: what is seen on the database is what the
 * cell says. What all databases have in common is asserted on the way.
 */
@Timeout(120)
@Tag("once")
@Tag("mariadb")
@Tag("mariadb-driver")
class DatabasesIT {

    private static final Path PAGE = Path.of("..", "docs", "databases.md");

    /** Longer than a query time-out of one second takes on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String YES = "yes";
    private static final String NO = "no";
    private static final String NONE = "–";

    /** What is tried on a database; returns the text of the cell. */
    private interface Check {
        String on(Database database) throws Exception;
    }

    private interface Getter {
        @Nullable Object from(Connection connection) throws SQLException;
    }

    private interface Setter {
        void on(Connection connection) throws SQLException;
    }

    /** By the first column of the page, in its order. */
    private static final Map<String, Check> CHECKS = new LinkedHashMap<>();

    static {
        CHECKS.put("what was not committed is rolled back", DatabasesIT::rollsBack);
        CHECKS.put(
                "auto-commit",
                d -> attribute(d, Connection::getAutoCommit, c -> c.setAutoCommit(false)));
        CHECKS.put(
                "isolation",
                d ->
                        attribute(
                                d,
                                Connection::getTransactionIsolation,
                                c ->
                                        c.setTransactionIsolation(
                                                Connection.TRANSACTION_SERIALIZABLE)));
        CHECKS.put(
                "read-only", d -> attribute(d, Connection::isReadOnly, c -> c.setReadOnly(true)));
        CHECKS.put(
                "catalog", d -> attribute(d, Connection::getCatalog, c -> c.setCatalog(d.other())));
        CHECKS.put("schema", d -> attribute(d, Connection::getSchema, c -> c.setSchema(d.other())));
        CHECKS.put("holdability", d -> attribute(d, Connection::getHoldability, changed()));
        CHECKS.put(
                "network time-out",
                d ->
                        attribute(
                                d,
                                Connection::getNetworkTimeout,
                                c -> c.setNetworkTimeout(Runnable::run, 77_000)));
        CHECKS.put(
                "client info",
                d ->
                        attribute(
                                d,
                                c -> c.getClientInfo("ApplicationName"),
                                c -> c.setClientInfo("ApplicationName", "changed")));
        CHECKS.put("`isValid` finds a lost session", DatabasesIT::validates);
        CHECKS.put("statement cache", DatabasesIT::keepsStatements);
        CHECKS.put("query time-out, connection kept", DatabasesIT::timesOut);
        CHECKS.put("cancel, connection kept", DatabasesIT::cancels);
        CHECKS.put("`networkTimeout` ends a silent call", DatabasesIT::endsSilence);
        CHECKS.put("abort ends a call under way", DatabasesIT::aborts);
        CHECKS.put("killed session is replaced", DatabasesIT::replacesKilled);
        CHECKS.put("killed server, started again", DatabasesIT::survivesRestart);
        CHECKS.put("wrong password fails at once", DatabasesIT::refusesPassword);
        CHECKS.put("missing database fails at once", DatabasesIT::missesDatabase);
        CHECKS.put("full server is waited for", DatabasesIT::waitsForFullServer);
    }

    private static final Map<String, List<String>> TABLE = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| ")) {
                List<String> cells =
                        Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
                                .map(String::strip)
                                .toList();
                TABLE.putIfAbsent(cells.get(0), cells.subList(1, cells.size()));
            }
        }
    }

    @Test
    void thePageHasTheTableThatIsTried() throws IOException {
        assertThat(TABLE.get("database")).isEqualTo(names());
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| ") && TABLE.get(line.split("\\|", -1)[1].strip()) != null) {
                rows.add(line.split("\\|", -1)[1].strip());
            }
        }
        assertThat(rows).containsSubsequence(CHECKS.keySet());
        assertThat(rows.subList(rows.indexOf("database") + 1, CHECKS.size() + 1))
                .containsExactlyElementsOf(CHECKS.keySet());
    }

    private static List<String> names() {
        return Database.ALL.stream().map(Database::name).toList();
    }

    static Stream<Arguments> cells() {
        // A run with another version of a driver is for the column of that driver.
        String only = System.getProperty("sluice.databases");
        return Database.ALL.stream()
                .filter(database -> only == null || database.name().equals(only))
                .flatMap(
                        database ->
                                CHECKS.keySet().stream().map(row -> Arguments.of(database, row)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void isAsThePageSays(Database database, String row) throws Exception {
        String seen = Objects.requireNonNull(CHECKS.get(row)).on(database);
        List<String> cells = TABLE.getOrDefault(row, List.of());
        int column = names().indexOf(database.name());
        assertThat(seen).isEqualTo(column < cells.size() ? cells.get(column) : "not in the page");
    }

    // the checks

    private static SluiceDataSource open(RememberingDataSource source) throws SQLException {
        return open(JdbcPoolConfig.builder().dataSource(source).statementCacheSize(0));
    }

    private static SluiceDataSource open(JdbcPoolConfig.Builder settings) throws SQLException {
        return SluiceDataSource.create(
                settings.name("databases")
                        .maxSize(1)
                        .connectTimeout(Duration.ofMinutes(1)) // boots some databases
                        .acquireTimeout(Duration.ofMinutes(1))
                        .build());
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private static void newTable(Connection connection) throws SQLException {
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
                assertThat(source.connections()).hasSize(2);
                ask(connection, "SELECT COUNT(*) FROM " + catalogTable(database));
            }
        }
        return YES;
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
            try {
                call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return new AssertionError("no error");
            } catch (TimeoutException e) {
                connection.abort(Runnable::run);
                return null;
            } catch (java.util.concurrent.ExecutionException e) {
                return e.getCause();
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
            try (Connection connection = pool.getConnection()) {
                kill(database, sessionOf(database, connection));
                assertThat(catchThrowable(() -> sessionOf(database, connection)))
                        .isInstanceOf(SQLException.class);
            }
            try (Connection connection = pool.getConnection()) {
                sessionOf(database, connection);
            }
            assertThat(source.connections()).hasSize(2);
        }
        return YES;
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

    /** A failure that is not permanent would be waited for, for a minute. */
    private static String failsAtOnce(JdbcPoolConfig.Builder settings) throws SQLException {
        try (SluiceDataSource pool = open(settings.startup(Startup.LAZY))) {
            long since = System.nanoTime();
            Throwable failure = catchThrowable(() -> pool.getConnection().close());
            Duration time = Duration.ofNanos(System.nanoTime() - since);
            if (failure == null) {
                return NONE;
            }
            return failure instanceof SQLNonTransientConnectionException
                            && time.compareTo(Duration.ofSeconds(30)) < 0
                    ? YES
                    : NO;
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
}
