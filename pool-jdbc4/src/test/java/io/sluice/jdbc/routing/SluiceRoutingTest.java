package io.sluice.jdbc.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.pool.spi.NoTransactions;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From which pool a connection comes, and when. */
@Timeout(60)
class SluiceRoutingTest {

    private final RecordingDatabase writes = new RecordingDatabase();
    private final RecordingDatabase reads = new RecordingDatabase();
    private final SluiceDataSource primary = new SluiceDataSource();
    private final SluiceDataSource standby = new SluiceDataSource();

    @BeforeEach
    void configure() {
        primary.setName("orders");
        primary.setDataSource(writes);
        standby.setName("orders-standby");
        standby.setDataSource(reads);
    }

    @AfterEach
    void close() {
        primary.close();
        standby.close();
    }

    private Connection connection() {
        return new SluiceRouting(primary, standby).getConnection();
    }

    /** How many connections are out, of the primary and of the standby. */
    private List<Integer> inUse() {
        return List.of(primary.snapshot().accessible(), standby.snapshot().accessible());
    }

    private static List<String> settings(RecordingDatabase database) {
        return database.takeCalls().stream()
                .filter(
                        call ->
                                call.contains(".setReadOnly")
                                        || call.contains(".setAutoCommit")
                                        || call.contains(".setTransactionIsolation"))
                .toList();
    }

    @Test
    void aConnectionComesFromThePrimary() throws SQLException {
        try (Connection connection = connection()) {
            assertThat(inUse()).containsExactly(0, 0);
            connection.createStatement().execute("SELECT 1");
            assertThat(inUse()).containsExactly(1, 0);
            assertThat(connection.isReadOnly()).isFalse();
        }
        assertThat(inUse()).containsExactly(0, 0);
        assertThat(settings(writes)).isEmpty();
    }

    @Test
    void aConnectionThatIsSetToReadOnlyComesFromTheStandby() throws SQLException {
        try (Connection connection = connection()) {
            connection.setReadOnly(true);
            assertThat(connection.isReadOnly()).isTrue();
            assertThat(inUse()).containsExactly(0, 0);
            connection.prepareStatement("SELECT 1").execute();
            assertThat(inUse()).containsExactly(0, 1);
            assertThat(connection.isReadOnly()).isTrue();
        }
        assertThat(inUse()).containsExactly(0, 0);
        assertThat(settings(reads))
                .containsExactly("c1.setReadOnly(true)", "c1.setReadOnly(false)");
    }

    /** As applications and frameworks do that set read-only last. */
    @Test
    void whatWasSetBeforeTheFirstStatementIsSet() throws SQLException {
        try (Connection connection = connection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setReadOnly(true);
            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(inUse()).containsExactly(0, 0);
            connection.createStatement();
            assertThat(settings(reads))
                    .containsExactly(
                            "c1.setReadOnly(true)",
                            "c1.setTransactionIsolation(8)",
                            "c1.setAutoCommit(false)");
            assertThat(connection.getAutoCommit()).isFalse();
            connection.setAutoCommit(true);
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getTransactionIsolation())
                    .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        }
        assertThat(inUse()).containsExactly(0, 0);
    }

    @Test
    void aConnectionStaysWithItsPool() throws SQLException {
        try (Connection connection = connection()) {
            connection.createStatement();
            connection.setReadOnly(true);
            connection.createStatement();
            assertThat(inUse()).containsExactly(1, 0);
            assertThat(settings(writes)).containsExactly("c1.setReadOnly(true)");
        }
    }

    @Test
    void aConnectionThatIsNotNeededIsNotTaken() throws SQLException {
        Connection connection = connection();
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        connection.commit();
        connection.rollback();
        connection.clearWarnings();
        assertThat((Throwable) connection.getWarnings()).isNull();
        assertThat(connection.isClosed()).isFalse();
        connection.close();
        connection.close();
        assertThat(writes.connections() + reads.connections()).isZero();
        assertClosed(connection);
    }

    @Test
    void aClosedConnectionRefusesCalls() throws SQLException {
        Connection connection = connection();
        connection.createStatement();
        connection.close();
        assertClosed(connection);
    }

    private static void assertClosed(Connection connection) throws SQLException {
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(1)).isFalse();
        List<Use> uses =
                List.of(
                        Connection::createStatement,
                        Connection::commit,
                        Connection::getAutoCommit,
                        Connection::isReadOnly,
                        closed -> closed.setReadOnly(false),
                        closed -> closed.setAutoCommit(false),
                        closed -> closed.setTransactionIsolation(8));
        for (Use use : uses) {
            assertThatThrownBy(() -> use.of(connection))
                    .isInstanceOf(SQLNonTransientConnectionException.class)
                    .hasMessageContaining("Pool orders: this connection is closed");
        }
    }

    private interface Use {
        void of(Connection connection) throws SQLException;
    }

    @Test
    void anAbortedConnectionIsClosed() throws SQLException {
        Connection unused = connection();
        unused.abort(Runnable::run);
        assertThat(unused.isClosed()).isTrue();

        Connection used = connection();
        used.createStatement();
        used.abort(Runnable::run);
        used.close();
        assertThat(writes.takeCalls()).contains("c1.abort()");
        assertThat(inUse()).containsExactly(0, 0);
    }

    @Test
    void aConnectionThatRefusesASettingGoesBack() throws SQLException {
        reads.onThrow("setReadOnly", new SQLException("not here", "0A000"));
        try (Connection connection = connection()) {
            connection.setReadOnly(true);
            assertThatThrownBy(connection::createStatement).hasMessage("not here");
            assertThat(inUse()).containsExactly(0, 0);
            reads.noScript("setReadOnly");
            connection.createStatement();
            assertThat(inUse()).containsExactly(0, 1);
        }
    }

    /** The script stands for another thread that is faster. */
    @Test
    void ofTwoThreadsThatNeedTheConnectionOneTakesIt() throws SQLException {
        AtomicBoolean first = new AtomicBoolean(true);
        try (Connection connection = connection()) {
            reads.on(
                    "setReadOnly",
                    () -> {
                        if (first.getAndSet(false)) {
                            connection.createStatement();
                        }
                    });
            connection.setReadOnly(true);
            connection.createStatement();
            assertThat(inUse()).containsExactly(0, 1);
            assertThat(reads.takeCalls())
                    .filteredOn(call -> call.endsWith(".createStatement()"))
                    .containsExactly("c2.createStatement()", "c2.createStatement()");
        }
        assertThat(inUse()).containsExactly(0, 0);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsEndedWhileItIsTakenGoesBack(End end) throws SQLException {
        Connection connection = connection();
        reads.on("setReadOnly", () -> end.work.of(connection));
        connection.setReadOnly(true);
        assertThatThrownBy(connection::createStatement).hasMessageContaining("is closed");
        assertThat(inUse()).containsExactly(0, 0);
    }

    private enum End {
        CLOSE(Connection::close),
        ABORT(connection -> connection.abort(Runnable::run));

        private final Use work;

        End(Use work) {
            this.work = work;
        }
    }

    /** A driver may begin otherwise than JDBC has it, or the two pools may differ. */
    @Test
    void theModeThatWasToldIsThatOfTheConnection() throws SQLException {
        standby.setAutoCommit(false);
        try (Connection connection = connection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setReadOnly(true);
            connection.createStatement();
            assertThat(connection.getAutoCommit()).isTrue();
        }
        primary.setAutoCommit(false);
        assertThat(connection().getAutoCommit()).isFalse();
        assertThat(inUse()).containsExactly(0, 0);
    }

    /** In a global transaction the mode is not that of the options. */
    @Test
    void aPoolInGlobalTransactionsIsAskedForItsMode() throws SQLException {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .name("orders")
                        .xaDataSourceClassName("com.example.XaSource")
                        .transactionContext(NoTransactions.INSTANCE)
                        .build();
        SluicePool transactional =
                (SluicePool)
                        Proxy.newProxyInstance(
                                SluicePool.class.getClassLoader(),
                                new Class<?>[] {SluicePool.class},
                                (proxy, method, arguments) ->
                                        method.getName().equals("configuration")
                                                ? config
                                                : method.invoke(primary, arguments));
        try (Connection connection = new SluiceRouting(transactional, standby).getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(inUse()).containsExactly(1, 0);
        }
    }

    @Test
    void poolsThatAreSwappedAreRefused() {
        standby.setTargetRole(TargetRole.STANDBY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SluiceRouting(standby, primary))
                .withMessage(
                        "the pools of a SluiceRouting are swapped: targetRole is STANDBY of the"
                                + " first, orders-standby, and ANY of the second, orders; name the"
                                + " pool of the primary first");
        standby.setTargetRole(TargetRole.PREFER_STANDBY);
        assertThatIllegalArgumentException().isThrownBy(() -> new SluiceRouting(standby, primary));
        standby.setTargetRole(TargetRole.ANY);
        primary.setTargetRole(TargetRole.PRIMARY);
        assertThatIllegalArgumentException().isThrownBy(() -> new SluiceRouting(standby, primary));
    }

    @Test
    void aConnectionOfAUserIsRefused() {
        SluiceRouting routing = new SluiceRouting(primary, standby);
        assertThatThrownBy(() -> routing.getConnection("app", "secret"))
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessageStartingWith("a SluiceRouting has no connections of a user");
    }

    @Test
    void whatIsWrappedIsFound() throws SQLException {
        SluiceRouting routing = new SluiceRouting(primary, standby);
        assertThat(routing.unwrap(SluiceRouting.class)).isSameAs(routing);
        assertThat(routing.unwrap(SluicePool.class)).isSameAs(primary);
        assertThat(routing.unwrap(RecordingDatabase.class)).isSameAs(writes);
        assertThat(routing.isWrapperFor(SluicePool.class)).isTrue();
        assertThat(routing.isWrapperFor(RecordingDatabase.class)).isTrue();
        try (Connection connection = routing.getConnection()) {
            assertThat(connection.isWrapperFor(RoutedConnection.class)).isTrue();
            assertThat(connection.unwrap(RoutedConnection.class)).isSameAs(connection);
            assertThat(inUse()).containsExactly(0, 0);
            assertThat(connection.unwrap(ConnectionHandle.class)).isNotNull();
            assertThat(inUse()).containsExactly(1, 0);
        }
    }

    @Test
    void theOtherMethodsAreThoseOfThePrimary() throws SQLException {
        SluiceRouting routing = new SluiceRouting(primary, standby);
        routing.setLoginTimeout(7);
        assertThat(primary.getLoginTimeout()).isEqualTo(7);
        assertThat(routing.getLoginTimeout()).isEqualTo(7);
        assertThat(routing.getLogWriter()).isNull();
        assertThatThrownBy(routing::getParentLogger)
                .isInstanceOf(SQLFeatureNotSupportedException.class);
        assertThat(routing.toString()).startsWith("SluiceRouting[").contains("orders-standby");
    }

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 300;

    private static final long STACK_BYTES = 400_000;

    private int left;
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void aStatementAtTheEndOfTheStackLosesNoConnection() throws Exception {
        primary.setMaxSize(FRAMES);
        try (Connection first = connection()) {
            first.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            first.createStatement().close(); // starts the pool
        }
        for (int above = 0; above < FRAMES; above++) {
            try (Connection connection = connection()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                left = above;
                Thread thread = new Thread(null, () -> atHome(connection), "deep", STACK_BYTES);
                thread.start();
                thread.join();
            }
        }
        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            all.add(primary.getConnection());
        }
        for (Connection each : all) {
            each.close();
        }
    }

    /** A second lease of a thread takes less stack. */
    private void atHome(Connection connection) {
        try {
            primary.getConnection().close();
        } catch (SQLException e) {
            failures.add(e);
        }
        down(connection);
    }

    @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
    private void down(Connection connection) {
        try {
            down(connection);
        } catch (StackOverflowError e) { // the end
            return;
        }
        if (left == 0) {
            try {
                connection.createStatement();
            } catch (Throwable e) {
                failures.add(e);
            }
        }
        left--;
    }
}
