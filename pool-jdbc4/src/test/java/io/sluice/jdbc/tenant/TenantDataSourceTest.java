package io.sluice.jdbc.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.BareConnection;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.internal.PhysicalConnection;
import io.sluice.pool.FlushMode;
import io.sluice.pool.spi.Holder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a connection is switched to its tenant, and how many each tenant gets. */
@Timeout(60)
class TenantDataSourceTest {

    private RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource pool = new SluiceDataSource();
    private final List<Thread> threads = new ArrayList<>();

    @BeforeEach
    void configure() {
        pool.setName("orders");
        pool.setDataSource(database);
        pool.setMaxSize(1);
        pool.setValidateAfterIdle(Duration.ofMinutes(5));
    }

    @AfterEach
    void close() throws InterruptedException {
        pool.close(Duration.ZERO);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private TenantDataSource tenants() {
        return new TenantDataSource(pool, TenantKind.SCHEMA, () -> "acme");
    }

    private TenantDataSource tenants(int maxPerTenant) {
        return new TenantDataSource(pool, TenantKind.SCHEMA, () -> "acme", maxPerTenant);
    }

    /** The calls since the last time that switch a connection. */
    private List<String> switches() {
        return database.takeCalls().stream()
                .filter(call -> call.contains(".setSchema(") || call.contains("SET ROLE"))
                .toList();
    }

    /** Something that an application does in a lease. */
    interface Work {
        void on(Connection connection) throws SQLException;
    }

    private static void prepare(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    @Test
    void aConnectionIsSwitchedOnlyForAnotherTenant() throws SQLException {
        TenantDataSource tenants = tenants();
        for (String tenant : List.of("acme", "acme", "umbrella", "acme")) {
            try (Connection connection = tenants.getConnectionFor(tenant)) {
                prepare(connection, "SELECT 1");
            }
        }
        assertThat(switches())
                .containsExactly(
                        "c1.setSchema(acme)", "c1.setSchema(umbrella)", "c1.setSchema(acme)");
    }

    @Test
    void theResolverNamesTheTenant() throws SQLException {
        tenants().getConnection().close();
        assertThat(switches()).containsExactly("c1.setSchema(acme)");
    }

    @ParameterizedTest
    @EnumSource(TenantKind.class)
    void eachKindHasItsCall(TenantKind kind) throws SQLException {
        new TenantDataSource(pool, kind, () -> "a\"b").getConnection().close();
        assertThat(database.takeCalls())
                .contains(
                        switch (kind) {
                            case SCHEMA -> "c1.setSchema(a\"b)";
                            case CATALOG -> "c1.setCatalog(a\"b)";
                            case ROLE -> "c1.execute(SET ROLE \"a\"\"b\")";
                        });
    }

    static List<Work> worksThatMaySwitch() {
        return List.of(
                connection -> connection.createStatement().close(),
                connection -> connection.createStatement(1003, 1007).close(),
                connection -> connection.createStatement(1003, 1007, 1).close(),
                connection -> connection.prepareCall("SELECT 1").close(),
                connection -> connection.prepareCall("SELECT 1", 1003, 1007).close(),
                connection -> connection.prepareCall("SELECT 1", 1003, 1007, 1).close(),
                connection -> prepare(connection, "SET ROLE umbrella"),
                connection -> prepare(connection, "reset role"),
                connection -> prepare(connection, "USE umbrella"),
                connection -> prepare(connection, "DISCARD ALL"),
                connection -> prepare(connection, "CALL f()"),
                connection -> prepare(connection, "DO 'anything'"),
                connection -> prepare(connection, "EXECUTE IMMEDIATE 'USE umbrella'"),
                connection -> prepare(connection, "SELECT 1; RESET ROLE"),
                connection -> prepare(connection, "/* a hint */ RESET ROLE"),
                connection -> prepare(connection, "SELECT Set_Config('role', 'umbrella', false)"),
                connection -> prepare(connection, "SELECT\n1,\nset_config('role', 'x', true)"),
                connection -> prepare(connection, "UPDATE pg_settings SET setting = 'umbrella'"),
                connection -> prepare(connection, "SELECT 1 USE umbrella"),
                connection -> prepare(connection, "SELECT 1\nuse[umbrella]"),
                connection -> {
                    try (PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
                        statement.execute("USE umbrella"); // MySQL's driver allows it
                    }
                },
                connection -> {
                    try (PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
                        statement.addBatch("USE umbrella");
                        statement.executeBatch();
                    }
                },
                connection -> connection.prepareStatement("RESET ROLE", 1003, 1007).close(),
                connection -> connection.prepareStatement("RESET ROLE", 1003, 1007, 1).close(),
                connection -> connection.prepareStatement("RESET ROLE", 1).close(),
                connection -> connection.prepareStatement("RESET ROLE", new int[] {1}).close(),
                connection ->
                        connection.prepareStatement("RESET ROLE", new String[] {"id"}).close(),
                connection -> connection.setSchema("umbrella"),
                connection -> connection.setSchema("acme"),
                connection -> connection.setCatalog("umbrella"),
                connection -> connection.unwrap(BareConnection.class),
                connection -> {
                    PreparedStatement statement = connection.prepareStatement("SELECT 1");
                    statement.getConnection().createStatement().close();
                },
                Connection::createBlob);
    }

    @ParameterizedTest
    @MethodSource("worksThatMaySwitch")
    void aLeaseThatMayHaveSwitchedIsFollowedByASwitch(Work work) throws SQLException {
        TenantDataSource tenants = tenants();
        try (Connection connection = tenants.getConnection()) {
            work.on(connection);
        }
        database.takeCalls();
        tenants.getConnection().close();
        assertThat(switches()).containsExactly("c1.setSchema(acme)");
    }

    static List<Work> worksThatKeepTheTenant() {
        return List.of(
                connection -> {},
                connection -> prepare(connection, "select 1"),
                connection -> prepare(connection, "\n UPDATE t SET a = 1;\n"),
                connection -> prepare(connection, "INSERT INTO t VALUES (1)"),
                connection -> prepare(connection, "DELETE FROM t"),
                connection -> prepare(connection, "WITH x AS (SELECT 1) SELECT * FROM x"),
                connection -> prepare(connection, "MERGE INTO t USING u ON t.a = u.a"),
                connection -> prepare(connection, "VALUES (1)"),
                connection -> prepare(connection, "SELECT user, house FROM users u"),
                connection -> connection.setReadOnly(true),
                connection -> {
                    connection.setAutoCommit(false);
                    prepare(connection, "SELECT 1");
                    connection.rollback();
                });
    }

    @ParameterizedTest
    @MethodSource("worksThatKeepTheTenant")
    void aLeaseThatSurelyHasNotSwitchedIsFollowedByNone(Work work) throws SQLException {
        TenantDataSource tenants = tenants();
        try (Connection connection = tenants.getConnection()) {
            work.on(connection);
        }
        database.takeCalls();
        tenants.getConnection().close();
        assertThat(switches()).isEmpty();
    }

    @Test
    void anErrorOfAQueryKeepsTheTenant() throws SQLException {
        TenantDataSource tenants = tenants();
        try (Connection connection = tenants.getConnection()) {
            database.onThrow("execute", new SQLException("division by zero", "22012"));
            assertThatThrownBy(() -> prepare(connection, "SELECT 1 / 0"))
                    .isInstanceOf(SQLException.class);
            database.noScript("execute");
        }
        database.takeCalls();
        tenants.getConnection().close();
        assertThat(switches()).isEmpty();
    }

    @Test
    void theSwitchIsCommittedSoThatNoRollbackUndoesIt() throws SQLException {
        pool.setAutoCommit(false);
        pool.start();
        database.takeCalls();
        try (Connection connection = tenants().getConnection()) {
            assertThat(database.takeCalls())
                    .containsSubsequence("c1.setSchema(acme)", "c1.commit()");
            connection.rollback();
        }
    }

    @Test
    void aRefusedTenantCostsNoConnectionAndLeavesNoTransaction() throws SQLException {
        pool.setAutoCommit(false);
        TenantDataSource tenants = tenants(1);
        database.onThrow("setSchema", new SQLException("no such schema", "3F000"));
        for (int i = 0; i < 3; i++) {
            database.takeCalls();
            assertThatThrownBy(tenants::getConnection).hasMessageContaining("no such schema");
            assertThat(database.takeCalls()).contains("c1.rollback()");
        }
        database.noScript("setSchema");
        try (Connection connection = tenants.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        }
        assertThat(database.connections()).isEqualTo(1);
    }

    static List<Throwable> failuresOfARollback() {
        return Arrays.asList(
                new SQLException("cannot", "HY000"),
                new NoSuchMethodError("rollback"),
                null); // the refusal again
    }

    @ParameterizedTest
    @MethodSource("failuresOfARollback")
    void aConnectionWhoseRollbackFailsThereIsReplaced(@Nullable Throwable failure)
            throws SQLException {
        pool.setAutoCommit(false);
        pool.start();
        TenantDataSource tenants = tenants();
        SQLException refusal = new SQLException("no such schema", "3F000");
        database.onThrow("setSchema", refusal);
        database.onThrow("rollback", failure == null ? refusal : failure);
        assertThatThrownBy(tenants::getConnection).isSameAs(refusal);
        database.noScript("setSchema");
        database.noScript("rollback");
        tenants.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    @Test
    void aConnectionThatIsFoundLostThereIsReplaced() throws SQLException {
        TenantDataSource tenants = tenants();
        database.onThrow("setSchema", new SQLException("link failure", "08006"));
        assertThatThrownBy(tenants::getConnection).hasMessageContaining("link failure");
        IllegalStateException mistake = new IllegalStateException("a mistake of the driver");
        database.onThrow("setSchema", mistake);
        assertThatThrownBy(tenants::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("a mistake")
                .hasCause(mistake);
        database.noScript("setSchema");
        tenants.getConnection().close();
        assertThat(database.connections()).isEqualTo(3);
    }

    static List<Exception> failuresOfAStatement() {
        return List.of(new SQLException("odd", "HY000"), new IllegalStateException("odd"));
    }

    @ParameterizedTest
    @MethodSource("failuresOfAStatement")
    void aConnectionWhoseStatementDoesNotCloseIsReplaced(Exception failure) throws SQLException {
        TenantDataSource tenants = tenants();
        Connection connection = tenants.getConnection();
        connection.prepareStatement("SELECT 1").execute();
        database.onThrow("close", failure);
        connection.close();
        database.noScript("close");
        tenants.getConnection().close();
        assertThat(database.connections()).isEqualTo(2);
    }

    static List<Exception> failuresWithPasswords() {
        String text = "jdbc:x://server?password=opensesame";
        return List.of(new SQLException(text), new IllegalStateException(text));
    }

    @ParameterizedTest
    @MethodSource("failuresWithPasswords")
    void aPasswordThatTheDriverRepeatsIsNotTold(Exception failure) throws SQLException {
        database.onThrow("setSchema", failure);
        assertThatThrownBy(tenants()::getConnection)
                .hasMessageContaining("jdbc:x://server?password=***");
    }

    @ParameterizedTest
    @NullAndEmptySource
    void noConnectionIsGivenOutWithoutATenant(String none) {
        TenantDataSource tenants = new TenantDataSource(pool, TenantKind.SCHEMA, () -> none);
        assertThatThrownBy(tenants::getConnection)
                .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
                .hasMessageContaining("Pool orders: the thread has no tenant");
        assertThat(database.connections()).isZero();
    }

    @Test
    void theRoleNoneIsNoTenant() throws SQLException {
        TenantDataSource roles = new TenantDataSource(pool, TenantKind.ROLE, () -> "none");
        assertThatThrownBy(roles::getConnection)
                .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
                .hasMessageContaining("no tenant can have the name none");
        assertThat(database.connections()).isZero();
        tenants().getConnectionFor("none").close(); // as a schema it is a name like any other
    }

    @Test
    void whereTheSessionIsResetBetweenLeasesEachIsSwitched() throws SQLException {
        pool.setResetSql("DISCARD ALL");
        assertEachLeaseIsSwitched();
    }

    @Test
    void whereTheDriverKnowsRequestsEachLeaseIsSwitched() throws SQLException {
        database = RecordingDatabase.withRequests();
        pool.setDataSource(database);
        assertEachLeaseIsSwitched();
    }

    private void assertEachLeaseIsSwitched() throws SQLException {
        TenantDataSource tenants = tenants();
        for (int i = 0; i < 2; i++) {
            try (Connection connection = tenants.getConnection()) {
                prepare(connection, "SELECT 1");
            }
            assertThat(switches()).containsExactly("c1.setSchema(acme)");
        }
    }

    @Test
    void keptStatementsServeTheirTenantAndAreClosedBeforeASwitch() throws SQLException {
        pool.setStatementCacheSize(5);
        TenantDataSource tenants = tenants();
        update(tenants, "acme");
        database.takeCalls();

        update(tenants, "acme");
        assertThat(database.takeCalls()).doesNotContain("c1.prepareStatement(UPDATE t)");

        update(tenants, "umbrella");
        assertThat(database.takeCalls())
                .containsSubsequence(
                        "c1.close()", "c1.setSchema(umbrella)", "c1.prepareStatement(UPDATE t)");
    }

    private static void update(TenantDataSource tenants, String tenant) throws SQLException {
        try (Connection connection = tenants.getConnectionFor(tenant);
                PreparedStatement statement = connection.prepareStatement("UPDATE t")) {
            statement.executeUpdate();
        }
    }

    @Test
    void whatComesFromAConnectionLeadsBackToIt() throws SQLException {
        try (Connection connection = tenants().getConnection();
                Statement statement = connection.prepareStatement("SELECT 1")) {
            assertThat(statement.getConnection()).isSameAs(connection);
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
        }
    }

    @Test
    void aClosedConnectionRefusesAndMayBeClosedAgain() throws SQLException {
        TenantDataSource tenants = tenants(1);
        Connection connection = tenants.getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT 1");
        connection.close();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThatThrownBy(connection::createStatement)
                .hasMessageContaining("Pool orders: this connection is closed");
        assertThatThrownBy(statement::execute)
                .hasMessageContaining("Pool orders: this statement is closed");
        Connection next = tenants.getConnection();
        FutureTask<Connection> second = started(tenants::getConnection);
        awaitParked(threads.get(0)); // a second close has not given back a second place
        next.close();
        connectionOf(second).close();
    }

    @Test
    void anAbortedConnectionIsReplaced() throws SQLException {
        TenantDataSource tenants = tenants(1);
        Connection connection = tenants.getConnection();
        connection.abort(Runnable::run);
        connection.close();
        database.takeCalls();
        tenants.getConnection().close();
        assertThat(switches()).containsExactly("c2.setSchema(acme)");
    }

    @Test
    void unwrapFindsThePool() throws SQLException {
        TenantDataSource tenants = tenants();
        assertThat(tenants.isWrapperFor(SluicePool.class)).isTrue();
        assertThat(tenants.unwrap(SluicePool.class)).isSameAs(pool);
        assertThat(tenants.unwrap(RecordingDatabase.class)).isSameAs(database);
        assertThat(tenants.unwrap(TenantDataSource.class)).isSameAs(tenants);
        assertThat(tenants.isWrapperFor(String.class)).isFalse();
        assertThatThrownBy(() -> tenants.getConnection("app", "secret"))
                .isInstanceOf(SQLFeatureNotSupportedException.class);
    }

    // The maximum of a tenant

    private <T> FutureTask<T> started(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "tenant-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return task;
    }

    private static void awaitParked(Thread thread) {
        await(thread.getName() + " waits").until(thread::getState, TIMED::contains);
    }

    private static final Set<Thread.State> TIMED = Set.of(Thread.State.TIMED_WAITING);

    private static Connection connectionOf(FutureTask<Connection> task) {
        try {
            return task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTenantWithItsMaximumWaitsInOrderAndHoldsUpNoOther() throws SQLException {
        pool.setMaxSize(3);
        TenantDataSource tenants = tenants(1);
        Connection first = tenants.getConnection();
        List<String> order = new CopyOnWriteArrayList<>();
        for (String name : List.of("second", "third")) {
            FutureTask<Void> ignored =
                    started(
                            () -> {
                                Connection connection = tenants.getConnection();
                                order.add(name);
                                connection.close();
                                return null;
                            });
            awaitParked(threads.get(threads.size() - 1));
        }
        tenants.getConnectionFor("umbrella").close();
        assertThat(order).isEmpty();
        assertThat(pool.snapshot().accessible()).isOne();

        first.close();

        await("both have had one").until(order::size, size -> size == 2);
        assertThat(order).containsExactly("second", "third");
    }

    @Test
    void aTenantThatWaitsInVainIsToldSoAndLosesNoPlace() throws SQLException {
        pool.setMaxSize(2);
        pool.setAcquireTimeout(Duration.ofMillis(50));
        pool.setValidationTimeout(Duration.ofMillis(20));
        TenantDataSource tenants = tenants(1);
        try (Connection connection = tenants.getConnection()) {
            assertThatThrownBy(tenants::getConnection)
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining(
                            "Pool orders: tenant acme has its maximum of connections, 1, and none"
                                    + " came back within 50 ms")
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("HYT00");
            assertThat(connection.isValid(1)).isTrue();
        }
        tenants.getConnection().close();
    }

    @Test
    void anInterruptedThreadStopsWaitingAndLosesNoPlace() throws Exception {
        TenantDataSource tenants = tenants(1);
        Connection first = tenants.getConnection();
        FutureTask<Boolean> second =
                started(
                        () -> {
                            assertThatThrownBy(tenants::getConnection)
                                    .isInstanceOf(SQLTransientConnectionException.class)
                                    .hasMessageContaining("interrupted");
                            return Thread.currentThread().isInterrupted();
                        });
        awaitParked(threads.get(0));
        threads.get(0).interrupt();
        assertThat(second.get()).as("the interrupt flag").isTrue();
        first.close();
        tenants.getConnection().close();
    }

    @Test
    void theTimeThatATenantWaitedCountsTowardsTheAcquireTimeout() throws Exception {
        List<Duration> asked = new CopyOnWriteArrayList<>();
        pool.setAcquireTimeout(Duration.ofSeconds(20));
        TenantDataSource tenants =
                new TenantDataSource(asking(asked), TenantKind.SCHEMA, () -> "acme", 1);
        Connection first = tenants.getConnection();
        assertThat(asked).isEmpty();
        FutureTask<Connection> second = started(tenants::getConnection);
        awaitParked(threads.get(0));
        first.close();
        second.get().close();
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0))
                .isBetween(Duration.ofNanos(1), Duration.ofSeconds(20).minusNanos(1));
    }

    @Test
    void aConnectionThatComesWithAnInterruptIsTheCallers() throws Exception {
        SluicePool interrupting =
                acquiringAsync(
                        left -> {
                            Connection connection = pool.getConnection();
                            return new CompletableFuture<>() {
                                @Override
                                public Connection get()
                                        throws InterruptedException, ExecutionException {
                                    if (complete(connection)) {
                                        throw new InterruptedException();
                                    }
                                    return super.get();
                                }
                            };
                        });
        TenantDataSource tenants =
                new TenantDataSource(interrupting, TenantKind.SCHEMA, () -> "acme", 1);
        Connection first = tenants.getConnection();
        FutureTask<Boolean> second =
                started(
                        () -> {
                            tenants.getConnection().close();
                            return Thread.currentThread().isInterrupted();
                        });
        awaitParked(threads.get(0));

        first.close();

        assertThat(second.get()).as("the interrupt flag").isTrue();
        assertThat(pool.snapshot().available()).isOne();
    }

    /** The pool, which notes the time-outs of asynchronous acquires. */
    private SluicePool asking(List<Duration> asked) {
        return acquiringAsync(
                left -> {
                    asked.add(left);
                    return pool.acquireAsync(left, Runnable::run);
                });
    }

    /** How a pool acquires asynchronously. */
    private interface AsyncAcquire {
        CompletableFuture<Connection> within(Duration timeout) throws SQLException;
    }

    /** The pool, but for its asynchronous acquires. */
    private SluicePool acquiringAsync(AsyncAcquire acquire) {
        return (SluicePool)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {SluicePool.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("acquireAsync")) {
                                return acquire.within((Duration) arguments[0]);
                            }
                            try {
                                return method.invoke(pool, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    static List<Consumer<SluicePool>> waysToTakeLeasesAway() {
        return List.of(
                taker -> taker.flush(FlushMode.IMMEDIATE), taker -> taker.flush(Duration.ZERO));
    }

    @ParameterizedTest
    @MethodSource("waysToTakeLeasesAway")
    void aConnectionThatIsTakenAwayGivesItsPlaceBackOnce(Consumer<SluicePool> taking)
            throws SQLException {
        pool.setMaxSize(3);
        TenantDataSource tenants = tenants(1);
        Connection lost = tenants.getConnection();
        FutureTask<Connection> second = started(tenants::getConnection);
        awaitParked(threads.get(0));

        taking.accept(pool);

        Connection next = connectionOf(second);
        lost.close();
        FutureTask<Connection> third = started(tenants::getConnection);
        awaitParked(threads.get(1)); // the late close has not given back a second place
        next.close();
        connectionOf(third).close();
    }

    @Test
    void aConnectionThatIsTakenAwayWhileItIsSwitchedGivesItsPlaceBack() throws SQLException {
        TenantDataSource tenants = tenants(1);
        pool.start();
        database.on("setSchema", () -> pool.flush(FlushMode.IMMEDIATE));
        Connection lost = tenants.getConnection();
        database.noScript("setSchema");

        tenants.getConnection().close();

        lost.close();
    }

    @Test
    void aTenantThatIsRefusedWhileItsConnectionIsTakenAwayGivesItsPlaceBackOnce()
            throws SQLException {
        pool.setMaxSize(3);
        TenantDataSource tenants = tenants(1);
        tenants.getConnection().close();
        database.on(
                "setSchema",
                () -> {
                    pool.flush(FlushMode.IMMEDIATE);
                    throw new SQLException("no such schema", "3F000");
                });
        assertThatThrownBy(() -> tenants.getConnectionFor("umbrella"))
                .hasMessageContaining("no such schema");
        database.noScript("setSchema");
        Connection next = tenants.getConnectionFor("umbrella");
        FutureTask<Connection> second = started(() -> tenants.getConnectionFor("umbrella"));
        awaitParked(threads.get(0));
        next.close();
        connectionOf(second).close();
    }

    @Test
    void anAcquireWhoseConnectionIsTakenAwayMayBeRepeated() throws SQLException {
        TenantDataSource tenants = tenants();
        database.on(
                "setSchema",
                () -> {
                    pool.flush(FlushMode.IMMEDIATE);
                    await("the connection is aborted")
                            .until(() -> database.takeCalls().contains("c1.abort()"));
                    throw new SQLException("aborted", "08003");
                });
        assertThatThrownBy(tenants::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessage(
                        "Pool orders: a connection was taken away during its acquire, as the pool"
                                + " was flushed or closed; acquire again: aborted");
        database.noScript("setSchema");
        tenants.getConnection().close();
    }

    /** With its mark a lease is taken away by the second tick, as one without stack. */
    @Test
    void aCloseHasNoMarkWhileTheDriverIsAtWork() throws SQLException {
        Holder<?> holder = holderOfTheOnlyConnection();
        TenantDataSource tenants = tenants(1);
        Connection connection = tenants.getConnection();
        ConnectionHandle handle = connection.unwrap(ConnectionHandle.class);
        Statement statement = connection.createStatement();
        List<Long> marks = new ArrayList<>();
        database.on(
                "close",
                () -> {
                    marks.add(holder.closing);
                    holder.closing = handle.stamp(); // as a second thread does that closes
                    handle.owner().release(handle);
                    marks.add(holder.closing);
                });

        connection.close();

        database.noScript("close");
        assertThat(marks).containsExactly(0L, 0L);
        assertThat(statement.isClosed()).isTrue();
        tenants.getConnection().close();
        assertThat(database.connections()).isOne();
    }

    private Holder<?> holderOfTheOnlyConnection() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            ConnectionHandle lease = connection.unwrap(ConnectionHandle.class);
            return ((PhysicalConnection) lease.owner()).holder();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCloseAtTheEndOfTheStackLosesNothing(boolean hasMaximum) throws Exception {
        pool.setMaxSize(FRAMES);
        TenantDataSource tenants = hasMaximum ? tenants(FRAMES) : tenants();
        List<Connection> connections = acquireAll(tenants);
        for (int above = 0; above < FRAMES; above++) {
            Connection connection = connections.get(above);
            atTheEndOfTheStack(above, connection::close);
            connection.close(); // the call itself may have found no room
        }
        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        assertThat(acquireAll(tenants)).hasSize(FRAMES);
    }

    private static List<Connection> acquireAll(TenantDataSource tenants) throws SQLException {
        List<Connection> all = new ArrayList<>(FRAMES);
        for (int i = 0; i < FRAMES; i++) {
            all.add(tenants.getConnection());
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAcquireAtTheEndOfTheStackLosesNothing(boolean hasMaximum) throws Exception {
        pool.setMaxSize(FRAMES);
        TenantDataSource tenants = hasMaximum ? tenants(FRAMES) : tenants();
        tenants.getConnection().close();
        for (int above = 0; above < FRAMES; above++) {
            List<Connection> acquired = new ArrayList<>(1);
            atTheEndOfTheStack(above, () -> acquired.add(tenants.getConnection()));
            for (Connection connection : acquired) {
                connection.close();
            }
        }
        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        assertThat(acquireAll(tenants)).hasSize(FRAMES);
    }

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 150;

    private static final long STACK_BYTES = 400_000;

    private final List<Throwable> failures = new ArrayList<>();

    /** Does something so many frames above the end of the stack. */
    private void atTheEndOfTheStack(int above, Deep work) throws InterruptedException {
        Descent descent = new Descent(above, work);
        Thread thread = new Thread(null, descent, "tenant-deep", STACK_BYTES);
        thread.start();
        thread.join();
        if (descent.failure != null) {
            failures.add(descent.failure);
        }
    }

    private interface Deep {
        void run() throws SQLException;
    }

    private static final class Descent implements Runnable {

        private final Deep work;
        private int left;
        private @Nullable Throwable failure;

        Descent(int above, Deep work) {
            this.left = above;
            this.work = work;
        }

        @Override
        @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
        public void run() {
            try {
                run();
            } catch (StackOverflowError e) { // the end
                return;
            }
            if (left == 0) {
                try {
                    work.run();
                } catch (Throwable e) {
                    failure = e;
                }
            }
            left--;
        }
    }

    @Test
    void aMaximumBelowOneIsRefused() {
        assertThatThrownBy(() -> tenants(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxPerTenant is 0; it must be at least 1");
    }
}
