package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.spi.BranchGate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a connection handle tells its owner, and what becomes of its children. */
class ConnectionHandleTest {
    /** An interface of the vendor that the driver's connection has. */
    interface VendorConnection {}

    private interface Change {
        void make(Connection connection) throws SQLException;
    }

    private final FakeDriver driver = new FakeDriver();
    private final FakeOwner owner = new FakeOwner();
    private final Connection delegate = driver.make(Connection.class, VendorConnection.class);
    private final ConnectionHandle connection = new ConnectionHandle(owner.over(delegate), 42);

    private static final ShardingKey KEY = new ShardingKey() {};

    private static final Map<ConnectionAttribute, List<Change>> CHANGES =
            Map.of(
                    ConnectionAttribute.SHARDING_KEY,
                    List.of(
                            c -> c.setShardingKey(KEY),
                            c -> c.setShardingKey(KEY, KEY),
                            c -> c.setShardingKeyIfValid(KEY, 1),
                            c -> c.setShardingKeyIfValid(KEY, KEY, 1)),
                    ConnectionAttribute.AUTO_COMMIT,
                    List.of(c -> c.setAutoCommit(false)),
                    ConnectionAttribute.ISOLATION,
                    List.of(c -> c.setTransactionIsolation(8)),
                    ConnectionAttribute.READ_ONLY,
                    List.of(c -> c.setReadOnly(true)),
                    ConnectionAttribute.CATALOG,
                    List.of(c -> c.setCatalog("c")),
                    ConnectionAttribute.SCHEMA,
                    List.of(c -> c.setSchema("s")),
                    ConnectionAttribute.HOLDABILITY,
                    List.of(c -> c.setHoldability(1)),
                    ConnectionAttribute.NETWORK_TIMEOUT,
                    List.of(c -> c.setNetworkTimeout(Runnable::run, 5)),
                    ConnectionAttribute.TYPE_MAP,
                    List.of(c -> c.setTypeMap(Map.of())),
                    ConnectionAttribute.CLIENT_INFO,
                    List.of(
                            c -> c.setClientInfo("name", "value"),
                            c -> c.setClientInfo(new Properties())));

    private Stream<DynamicTest> eachChange(TestOfChange test) {
        return Arrays.stream(ConnectionAttribute.values())
                .flatMap(
                        attribute ->
                                CHANGES.get(attribute).stream()
                                        .map(
                                                change ->
                                                        DynamicTest.dynamicTest(
                                                                attribute.name(),
                                                                () -> {
                                                                    new ConnectionHandleTest()
                                                                            .run(
                                                                                    test, attribute,
                                                                                    change);
                                                                })));
    }

    private interface TestOfChange {
        void run(ConnectionHandleTest fresh, ConnectionAttribute attribute, Change change)
                throws Exception;
    }

    private void run(TestOfChange test, ConnectionAttribute attribute, Change change)
            throws Exception {
        test.run(this, attribute, change);
    }

    // The end of a lease

    @Test
    void closingTellsTheOwnerAndCallsNoDriver() throws SQLException {
        connection.close();

        assertThat(owner.released).containsExactly(connection);
        assertThat(driver.calls).isEmpty();
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void closingTwiceReleasesOnce() throws SQLException {
        connection.close();
        connection.close();

        assertThat(owner.released).hasSize(1);
    }

    @Test
    void theHandleRefusesBeforeTheOwnerHearsOfTheClose() throws SQLException {
        List<Boolean> closedAtRelease = new ArrayList<>();
        FakeOwner looking =
                new FakeOwner() {
                    @Override
                    public void release(ConnectionHandle handle) throws SQLException {
                        closedAtRelease.add(handle.isClosed());
                    }
                };
        new ConnectionHandle(looking.over(delegate), 1).close();

        assertThat(closedAtRelease).containsExactly(true);
        assertThat(driver.calls).isEmpty();
    }

    @Test
    void aCloseThatFailedIsACloseNonetheless() {
        SQLException failure = new SQLException("reset failed");
        FakeOwner failing =
                new FakeOwner() {
                    @Override
                    public void release(ConnectionHandle handle) throws SQLException {
                        released.add(handle);
                        throw failure;
                    }
                };
        ConnectionHandle handle = new ConnectionHandle(failing.over(delegate), 1);

        assertThatThrownBy(handle::close).isSameAs(failure);
        assertThat(handle.isMarkedClosed()).isTrue();
        assertThat(failing.failures).isEmpty();
    }

    @Test
    void aFreshHandleHasItsStampAndNothingToCleanUp() {
        assertThat(connection.stamp()).isEqualTo(42);
        assertThat(connection.changes()).isZero();
        assertThat(connection.aborted()).isFalse();
        assertThat(connection.ran()).isFalse();
        assertThat(connection.mayHaveOpenTransaction()).isFalse();
        assertThat(connection.hasOpenChildren()).isFalse();
        assertThat(driver.calls).isEmpty();
    }

    @Test
    void isUntouchedUntilAnythingHappens() throws SQLException {
        assertThat(connection.untouched()).isTrue();
        connection.getAutoCommit();
        assertThat(connection.untouched()).as("answered from memory").isTrue();
        List<Work> touches =
                List.of(
                        c -> c.createStatement(),
                        c -> c.getMetaData().getCatalogs(),
                        c -> c.setHoldability(1),
                        c -> c.unwrap(VendorConnection.class),
                        c -> c.abort(Runnable::run));
        for (Work touch : touches) {
            ConnectionHandle lease = new ConnectionHandle(owner.over(delegate), 1);
            touch.on(lease);
            assertThat(lease.untouched()).isFalse();
        }
    }

    /** It may set anything, as the text of a statement does. */
    @Test
    void isUncertainOnceAPreparedStatementGetsAnotherText() throws SQLException {
        PreparedStatement prepared = connection.prepareStatement("sql");
        assertThat(connection.isUncertain()).isFalse();

        prepared.execute("other sql");

        assertThat(connection.isUncertain()).isTrue();
    }

    @Test
    void allStatementsAreCancelledDespiteFailures() throws SQLException {
        List<Statement> statements =
                List.of(connection.createStatement(), connection.prepareStatement("sql"));
        connection.getMetaData().getCatalogs();
        driver.onThrow("cancel", new SQLException("not supported"));

        connection.cancelStatements();

        for (Statement statement : statements) {
            assertThat(driver.count(Subject.delegateOf(statement), "cancel")).isOne();
        }
    }

    @Test
    void aConnectionThatItsDriverClosedSaysSoAndIsStillToBeReleased() throws SQLException {
        driver.close(delegate);

        assertThat(connection.isClosed()).isTrue();
        connection.close();
        assertThat(owner.released).containsExactly(connection);
    }

    @Test
    void anAbortReachesTheDriverAndMakesTheLeaseUnclean() throws SQLException {
        List<Boolean> abortedAtCall = new ArrayList<>();
        driver.on(
                "abort",
                (target, arguments) -> {
                    abortedAtCall.add(connection.aborted());
                    return null;
                });
        connection.abort(Runnable::run);

        assertThat(abortedAtCall).containsExactly(true);
        assertThat(connection.aborted()).isTrue();
        assertThat(connection.changes()).isNotZero();
        assertThat(owner.released).isEmpty();
        connection.close();
        assertThat(owner.released).containsExactly(connection);
    }

    /** The connection goes on, and what is lost later may concern others. */
    @Test
    void anAbortThatAPreparedBranchOutlivesIsNoneToTheOwner() throws SQLException {
        BranchGate gate = new BranchGate();
        gate.open(42);
        assertThat(gate.pin(42)).isTrue();
        FakeOwner gated = new FakeOwner(gate);
        Connection handle = new ConnectionHandle(gated.over(delegate), 42);

        handle.abort(Runnable::run);
        assertThat(driver.calls).isEmpty();
        assertThat(gated.abortsInLease).isFalse();

        gate.unpin(42);
        handle.abort(Runnable::run);
        assertThat(driver.calls).hasSize(1);
        assertThat(gated.abortsInLease).isTrue();
    }

    // Attributes

    @TestFactory
    Stream<DynamicTest> aChangeIsToldToTheOwnerBeforeTheDriverIsCalled() {
        return eachChange(
                (fresh, attribute, change) -> {
                    List<Integer> callsAtTelling = new ArrayList<>();
                    FakeOwner looking =
                            new FakeOwner() {
                                @Override
                                public void changing(
                                        ConnectionHandle handle, ConnectionAttribute changing) {
                                    this.changing.add(changing);
                                    callsAtTelling.add(fresh.driver.calls.size());
                                    callsAtTelling.add(handle.changes());
                                }
                            };
                    ConnectionHandle handle = new ConnectionHandle(looking.over(fresh.delegate), 1);
                    fresh.driver.onReturn("setShardingKeyIfValid", true);
                    change.make(handle);

                    assertThat(looking.changing).containsExactly(attribute);
                    assertThat(callsAtTelling).containsExactly(0, 0);
                    assertThat(fresh.driver.calls).hasSize(1);
                    assertThat(handle.changes()).isEqualTo(attribute.bit());
                });
    }

    @TestFactory
    Stream<DynamicTest> aChangeTheOwnerRefusesDoesNotReachTheDriver() {
        return eachChange(
                (fresh, attribute, change) -> {
                    fresh.owner.refusal = new SQLException("not now", "25001");

                    assertThatThrownBy(() -> change.make(fresh.connection))
                            .hasMessage("not now")
                            .isInstanceOf(
                                    attribute == ConnectionAttribute.CLIENT_INFO
                                            ? SQLClientInfoException.class
                                            : SQLException.class);
                    assertThat(fresh.driver.calls).isEmpty();
                    assertThat(fresh.connection.changes()).isZero();
                    assertThat(fresh.owner.failures).isEmpty();
                });
    }

    @TestFactory
    Stream<DynamicTest> aChangeThatFailedCountsAsChanged() {
        return eachChange(
                (fresh, attribute, change) -> {
                    SQLException failure =
                            attribute == ConnectionAttribute.CLIENT_INFO
                                    ? new SQLClientInfoException()
                                    : new SQLException();
                    fresh.driver.calls.clear();
                    change.make(fresh.connection);
                    String setter = fresh.driver.callNames().get(0);
                    ConnectionHandle next =
                            new ConnectionHandle(fresh.owner.over(fresh.delegate), 2);
                    fresh.driver.onThrow(setter, failure);

                    assertThatThrownBy(() -> change.make(next)).isSameAs(failure);
                    assertThat(next.changes()).isEqualTo(attribute.bit());
                });
    }

    @Test
    void everyAttributeHasABitOfItsOwnAndTheyAddUp() throws SQLException {
        int sum = 0;
        for (ConnectionAttribute attribute : ConnectionAttribute.values()) {
            assertThat(Integer.bitCount(attribute.bit())).isOne();
            assertThat(sum & attribute.bit()).isZero();
            sum |= attribute.bit();
            for (Change change : CHANGES.get(attribute)) {
                change.make(connection);
            }
            assertThat(connection.changes()).isEqualTo(sum);
        }
        connection.setAutoCommit(true);
        assertThat(connection.changes()).isEqualTo(sum);
        assertThat(connection.aborted()).isFalse();
    }

    @Test
    void autoCommitIsWhatTheApplicationSetLast() throws SQLException {
        assertThat(connection.autoCommit(true)).isTrue();
        assertThat(connection.autoCommit(false)).isFalse();

        connection.setAutoCommit(false);
        assertThat(connection.autoCommit(true)).isFalse();

        connection.setAutoCommit(true);
        assertThat(connection.autoCommit(false)).isTrue();

        driver.onThrow("setAutoCommit", new SQLException());
        assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
        assertThat(connection.autoCommit(true)).as("not known counts as off").isFalse();
    }

    @Test
    void anAttributeAtRestLeavesAutoCommitAsItWasSet() throws SQLException {
        FakeOwner resting =
                new FakeOwner() {
                    @Override
                    public boolean isAtRest(ConnectionAttribute attribute, Object value) {
                        return attribute == ConnectionAttribute.READ_ONLY;
                    }
                };
        ConnectionHandle handle = new ConnectionHandle(resting.over(delegate), 1);
        handle.setAutoCommit(false);
        handle.setAutoCommit(true);

        handle.setReadOnly(false);

        assertThat(handle.autoCommit(false)).isTrue();
        assertThat(handle.changes()).isEqualTo(ConnectionAttribute.AUTO_COMMIT.bit());
        assertThat(handle.isUncertain()).isFalse();
    }

    @Test
    void aChangeThatFailedLeavesAnUncertainConnection() throws SQLException {
        driver.onThrow("setSchema", new SQLException("no such schema"));
        assertThatThrownBy(() -> connection.setSchema("s")).isInstanceOf(SQLException.class);
        driver.byDefault("setSchema");

        connection.setSchema("s");

        assertThat(connection.isUncertain()).isTrue();
    }

    // Transactions

    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    private static final Map<String, Work> WORK =
            Map.ofEntries(
                    Map.entry("prepareStatement", c -> c.prepareStatement("sql")),
                    Map.entry("prepareCall", c -> c.prepareCall("sql")),
                    Map.entry("execute", c -> c.createStatement().execute("sql")),
                    Map.entry("executeQuery", c -> c.createStatement().executeQuery("sql")),
                    Map.entry("executeUpdate", c -> c.createStatement().executeUpdate("sql")),
                    Map.entry("executeLarge", c -> c.createStatement().executeLargeUpdate("sql")),
                    Map.entry("executeBatch", c -> c.createStatement().executeBatch()),
                    Map.entry("executeLargeBatch", c -> c.createStatement().executeLargeBatch()),
                    Map.entry("getMoreResults", c -> c.createStatement().getMoreResults()),
                    Map.entry("getMoreResults(int)", c -> c.createStatement().getMoreResults(1)),
                    Map.entry("getGeneratedKeys", c -> c.createStatement().getGeneratedKeys()),
                    Map.entry("metadata", c -> c.getMetaData().getTables(null, null, null, null)),
                    Map.entry("setSavepoint", c -> c.setSavepoint()),
                    Map.entry("setSavepoint(name)", c -> c.setSavepoint("a")),
                    Map.entry("releaseSavepoint", c -> c.releaseSavepoint(null)),
                    Map.entry("rollback to savepoint", c -> c.rollback(null)),
                    Map.entry("getSchema", c -> c.getSchema()),
                    Map.entry("getCatalog", c -> c.getCatalog()),
                    Map.entry("setSchema", c -> c.setSchema("s")),
                    Map.entry("setCatalog", c -> c.setCatalog("c")),
                    Map.entry("getIsolation", c -> c.getTransactionIsolation()),
                    Map.entry("setIsolation", c -> c.setTransactionIsolation(2)),
                    Map.entry("setReadOnly", c -> c.setReadOnly(true)),
                    Map.entry("getClientInfo", c -> c.getClientInfo()),
                    Map.entry("getClientInfo(name)", c -> c.getClientInfo("n")),
                    Map.entry("setClientInfo", c -> c.setClientInfo("n", "v")),
                    Map.entry("setClientInfo(all)", c -> c.setClientInfo(new Properties())),
                    Map.entry("isValid", c -> c.isValid(1)),
                    Map.entry("createArrayOf", c -> c.createArrayOf("t", null)),
                    Map.entry("createStruct", c -> c.createStruct("t", null)),
                    Map.entry("createBlob", c -> c.createBlob()),
                    Map.entry("createClob", c -> c.createClob()),
                    Map.entry("createNClob", c -> c.createNClob()),
                    Map.entry("createSQLXML", c -> c.createSQLXML()),
                    Map.entry("unwrap", c -> c.unwrap(VendorConnection.class)));

    private static final List<String> LENDING =
            List.of("createBlob", "createClob", "createNClob", "createSQLXML", "unwrap");

    private Stream<DynamicTest> eachWork(TestOfWork test) {
        return WORK.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(
                        entry ->
                                DynamicTest.dynamicTest(
                                        entry.getKey(),
                                        () -> {
                                            ConnectionHandleTest fresh = new ConnectionHandleTest();
                                            test.run(fresh, entry.getKey(), entry.getValue());
                                        }));
    }

    private interface TestOfWork {
        void run(ConnectionHandleTest fresh, String name, Work work) throws Exception;
    }

    @TestFactory
    Stream<DynamicTest> whatCanReachTheServerMayOpenATransactionUntilItEnds() {
        return eachWork(
                (fresh, name, work) -> {
                    work.on(fresh.connection);
                    assertThat(fresh.connection.mayHaveOpenTransaction()).isTrue();
                    assertThat(fresh.connection.ran()).isTrue();

                    fresh.connection.commit();
                    assertThat(fresh.connection.mayHaveOpenTransaction())
                            .as("after commit")
                            .isEqualTo(LENDING.contains(name));
                    assertThat(fresh.connection.ran()).isTrue();

                    work.on(fresh.connection);
                    fresh.connection.rollback();
                    assertThat(fresh.connection.mayHaveOpenTransaction())
                            .as("after rollback")
                            .isEqualTo(LENDING.contains(name));
                    assertThat(fresh.connection.ran()).isTrue();
                });
    }

    @TestFactory
    Stream<DynamicTest> whatIsAskedOfTheServerBeforeAChangeIsWork() {
        // The owner asks for the former value; where that fails, a transaction may be open.
        return WORK.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("set"))
                .filter(entry -> !entry.getKey().startsWith("setSavepoint"))
                .map(
                        entry ->
                                DynamicTest.dynamicTest(
                                        entry.getKey(),
                                        () -> {
                                            FakeOwner asking =
                                                    new FakeOwner().over(driver.connection());
                                            asking.refusal = new SQLException("time-out");
                                            ConnectionHandle handle =
                                                    new ConnectionHandle(asking, 1);
                                            assertThatThrownBy(() -> entry.getValue().on(handle))
                                                    .isInstanceOf(SQLException.class);
                                            assertThat(handle.mayHaveOpenTransaction()).isTrue();
                                        }));
    }

    @Test
    void whatStaysInTheDriverOpensNoTransaction() throws SQLException {
        connection.setAutoCommit(false);
        connection.getAutoCommit();
        connection.createStatement().close();
        connection.nativeSQL("sql");
        connection.getWarnings();
        connection.clearWarnings();
        connection.getHoldability();
        connection.commit();
        connection.rollback();

        assertThat(connection.mayHaveOpenTransaction()).isFalse();
        assertThat(connection.ran()).isFalse();
    }

    @Test
    void aFailedCommitOrRollbackLeavesTheTransactionOpen() throws SQLException {
        connection.createStatement().execute("sql");
        driver.onThrow("commit", new SQLException());
        assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        assertThat(connection.mayHaveOpenTransaction()).isTrue();

        driver.onThrow("rollback", new IllegalStateException());
        assertThatThrownBy(connection::rollback).isInstanceOf(IllegalStateException.class);
        assertThat(connection.mayHaveOpenTransaction()).isTrue();
    }

    @Test
    void whatBeginsWhileTheDriverCommitsIsNotLost() throws SQLException {
        Statement statement = connection.createStatement();
        statement.execute("sql");
        for (String end : List.of("commit", "rollback")) {
            driver.on(
                    end,
                    (target, arguments) -> {
                        statement.execute("meanwhile, as from another thread");
                        return null;
                    });
        }
        connection.commit();
        assertThat(connection.mayHaveOpenTransaction()).isTrue();
        connection.rollback();
        assertThat(connection.mayHaveOpenTransaction()).isTrue();
    }

    @Test
    void anExecutionThatACommitOvertakesIsNotLost() throws SQLException {
        PreparedStatement prepared = connection.prepareStatement("sql");
        ResultSet results = connection.createStatement().executeQuery("sql");
        Map<String, Work> executions =
                Map.of(
                        "execute", c -> prepared.execute(),
                        "executeUpdate", c -> prepared.executeUpdate(),
                        "executeLargeUpdate", c -> prepared.executeLargeUpdate(),
                        "executeQuery", c -> prepared.executeQuery(),
                        "executeBatch", c -> prepared.executeBatch(),
                        "executeLargeBatch", c -> prepared.executeLargeBatch(),
                        "updateRow", c -> results.updateRow(),
                        "insertRow", c -> results.insertRow(),
                        "deleteRow", c -> results.deleteRow(),
                        "refreshRow", c -> results.refreshRow());
        for (Map.Entry<String, Work> execution : executions.entrySet()) {
            driver.on(
                    execution.getKey(),
                    (target, arguments) -> {
                        connection.commit(); // as from another thread
                        return switch (execution.getKey()) {
                            case "execute" -> false;
                            case "executeUpdate" -> 0;
                            case "executeLargeUpdate" -> 0L;
                            default -> null;
                        };
                    });
            execution.getValue().on(connection);
            assertThat(connection.mayHaveOpenTransaction()).as(execution.getKey()).isTrue();
        }
    }

    // Children

    @Test
    void childrenAreClosedLastOpenedFirst() throws SQLException {
        connection.createStatement();
        connection.prepareStatement("sql");
        connection.getMetaData().getCatalogs();
        List<Object> opened = new ArrayList<>();
        driver.on(
                "close",
                (target, arguments) -> {
                    opened.add(target.getClass());
                    return null;
                });
        assertThat(connection.hasOpenChildren()).isTrue();
        connection.close();

        assertThat(opened)
                .containsExactly(
                        driver.make(ResultSet.class).getClass(),
                        driver.make(PreparedStatement.class).getClass(),
                        driver.make(Statement.class).getClass());
        assertThat(connection.hasOpenChildren()).isFalse();
    }

    @Test
    void childrenClosedOutOfOrderAreForgottenOneByOne() throws SQLException {
        for (List<Integer> order :
                List.of(
                        List.of(0, 1, 2),
                        List.of(0, 2, 1),
                        List.of(1, 0, 2),
                        List.of(1, 2, 0),
                        List.of(2, 0, 1),
                        List.of(2, 1, 0))) {
            ConnectionHandle lease = new ConnectionHandle(owner.over(delegate), 1);
            List<Statement> statements = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                statements.add(lease.createStatement());
            }
            for (int i = 0; i < 3; i++) {
                assertThat(lease.hasOpenChildren()).isTrue();
                statements.get(order.get(i)).close();
            }
            assertThat(lease.hasOpenChildren()).isFalse();
            lease.close();
            for (Statement statement : statements) {
                assertThat(driver.count(Subject.delegateOf(statement), "close")).isOne();
            }
        }
    }

    @Test
    void aChildInTheMiddleClosedEarlyIsNotClosedAgain() throws SQLException {
        Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        Statement third = connection.createStatement();
        second.close();
        connection.close();

        for (Statement statement : List.of(first, second, third)) {
            assertThat(driver.count(Subject.delegateOf(statement), "close")).isOne();
            assertThat(statement.isClosed()).isTrue();
            statement.close();
            assertThat(driver.count(Subject.delegateOf(statement), "close")).isOne();
        }
    }

    @Test
    void aChildThatClosesItselfWhileItsConnectionIsClosingAllIsClosedOnce() throws SQLException {
        Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        Statement third = connection.createStatement();
        List<Object> closed = new ArrayList<>();
        driver.on(
                "close",
                (target, arguments) -> {
                    closed.add(target);
                    if (target == Subject.delegateOf(third)) {
                        first.close(); // as from another thread
                        third.close();
                    }
                    return null;
                });
        connection.closeChildren();

        assertThat(closed)
                .containsExactly(
                        Subject.delegateOf(third),
                        Subject.delegateOf(first),
                        Subject.delegateOf(second));
        assertThat(connection.hasOpenChildren()).isFalse();
    }

    @Test
    void allChildrenAreClosedEvenIfOneFailsAndTheFirstFailureHasTheOthers() throws SQLException {
        List<Statement> statements =
                List.of(
                        connection.createStatement(),
                        connection.createStatement(),
                        connection.createStatement(),
                        connection.createStatement());
        SQLException first = new SQLException("first");
        RuntimeException second = new IllegalStateException("second");
        SQLException third = new SQLException("third");
        driver.on(
                "close",
                (target, arguments) -> {
                    if (target == Subject.delegateOf(statements.get(3))) {
                        throw first;
                    } else if (target == Subject.delegateOf(statements.get(2))) {
                        throw second;
                    } else if (target == Subject.delegateOf(statements.get(1))) {
                        throw third;
                    }
                    return null;
                });

        assertThatThrownBy(connection::closeChildren).isSameAs(first);
        assertThat(first.getSuppressed()).containsExactly(second, third);
        assertThat(owner.failures).containsExactly(first, third);
        assertThat(driver.callNames()).filteredOn("close"::equals).hasSize(4);
        assertThat(connection.hasOpenChildren()).isFalse();
        for (Statement statement : statements) {
            assertThat(((StatementHandle) statement).isMarkedClosed()).isTrue();
        }
    }

    @Test
    void aFailureThatIsNoSqlExceptionIsThrownAsItIs() throws SQLException {
        connection.createStatement();
        connection.createStatement();
        RuntimeException failure = new IllegalStateException();
        driver.onThrow("close", failure);

        assertThatThrownBy(connection::closeChildren).isSameAs(failure);
        assertThat(driver.callNames()).filteredOn("close"::equals).hasSize(2);
    }

    @Test
    void aStatementThatArrivesAfterTheCloseIsClosedAndRefused() {
        List<Statement> made = new ArrayList<>();
        driver.on(
                "createStatement",
                (target, arguments) -> {
                    connection.close(); // as from another thread
                    Statement statement = driver.make(Statement.class);
                    made.add(statement);
                    return statement;
                });

        assertThatThrownBy(connection::createStatement).hasMessage("Connection is closed");
        assertThat(driver.isClosed(made.get(0))).isTrue();
        assertThat(connection.hasOpenChildren()).isFalse();

        SQLException failure = new SQLException("cannot close");
        driver.onThrow("close", failure);
        ConnectionHandle closed = new ConnectionHandle(owner.over(delegate), 1);
        driver.on(
                "createStatement",
                (target, arguments) -> {
                    closed.close();
                    return driver.make(Statement.class);
                });
        assertThatThrownBy(closed::createStatement)
                .hasMessage("Connection is closed")
                .hasSuppressedException(failure);
    }

    @Test
    void aResultSetAsValueIsAHandleThatTheConnectionCloses() throws SQLException {
        ResultSet cursor = driver.make(ResultSet.class);
        ResultSet rows = connection.createStatement().executeQuery("sql");
        driver.onReturn("getObject", cursor);

        ResultSet handle = (ResultSet) rows.getObject(1);
        ResultSet typed = rows.getObject("c", ResultSet.class);
        ResultSet fromCall = (ResultSet) connection.prepareCall("sql").getObject(1);

        for (ResultSet wrapped : List.of(handle, typed, fromCall)) {
            assertThat(Subject.delegateOf(wrapped)).isSameAs(cursor);
            assertThat(wrapped.getStatement()).isNull();
        }
        rows.getStatement().close();
        assertThat(handle.isClosed()).isFalse();
        connection.close();
        assertThat(driver.isClosed(cursor)).isTrue();
        assertThatThrownBy(handle::next).hasMessage("ResultSet is closed");
    }

    @Test
    void aResultSetOfATypeThatOnlyTheDriverHasKeepsTheTransactionInDoubt() throws SQLException {
        ResultSet cursor = driver.make(ResultSet.class);
        ResultSet rows = connection.createStatement().executeQuery("sql");
        driver.onReturn("getObject", cursor);

        assertThat((Object) rows.getObject(1, cursor.getClass())).isSameAs(cursor);

        connection.commit();
        assertThat(connection.mayHaveOpenTransaction()).isTrue();
    }

    @Test
    void aValueThatCanReachTheServerKeepsTheTransactionInDoubt() throws SQLException {
        ResultSet rows = connection.createStatement().executeQuery("sql");
        for (Class<?> type :
                List.of(
                        java.sql.Blob.class,
                        java.sql.NClob.class,
                        java.sql.Array.class,
                        java.sql.Ref.class,
                        java.sql.SQLXML.class,
                        java.sql.Struct.class)) {
            ConnectionHandle lease = new ConnectionHandle(owner.over(delegate), 1);
            ResultSet own = lease.createStatement().executeQuery("sql");
            driver.onReturn("getObject", driver.make(type));
            own.getObject(1);
            lease.commit();
            assertThat(lease.mayHaveOpenTransaction()).as(type.getName()).isTrue();
        }
        for (Object plain : new Object[] {null, "text", 5, new java.util.Date(), new byte[1]}) {
            driver.onReturn("getObject", plain);
            assertThat(rows.getObject(1)).isSameAs(plain);
            assertThat(rows.getObject(1, Object.class)).isSameAs(plain);
        }
        driver.onReturn("getObject", 5);
        assertThat(rows.getObject(1, int.class)).isEqualTo(5);
        connection.commit();
        assertThat(connection.mayHaveOpenTransaction()).isFalse();
    }

    // Ways out

    @Test
    void unwrapFindsTheHandleFirstThenTheDriversObjectThenAsksTheDriver() throws SQLException {
        assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
        assertThat(connection.unwrap(ConnectionHandle.class)).isSameAs(connection);
        assertThat(connection.ran()).isFalse();
        assertThat(connection.unwrap(VendorConnection.class)).isSameAs(delegate);
        assertThat(driver.calls).isEmpty();

        driver.onReturn("unwrap", "deeper");
        assertThat(connection.unwrap(String.class)).isEqualTo("deeper");

        assertThat(connection.isWrapperFor(Connection.class)).isTrue();
        assertThat(connection.isWrapperFor(VendorConnection.class)).isTrue();
        assertThat(connection.isWrapperFor(String.class)).isFalse();
        driver.onReturn("isWrapperFor", true);
        assertThat(connection.isWrapperFor(String.class)).isTrue();
    }

    @Test
    void metadataAndItsResultSetsLeadBackToTheHandle() throws SQLException {
        ResultSet tables = connection.getMetaData().getTables(null, null, null, null);

        assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
        assertThat(tables.getStatement()).isNull();
        assertThat(connection.hasOpenChildren()).isTrue();
        tables.close();
        assertThat(connection.hasOpenChildren()).isFalse();
        assertThat(driver.isClosed(Subject.delegateOf(tables))).isTrue();
    }

    @Test
    void whatAHandleSaysOfItselfCarriesNothingOfTheDriversText() throws SQLException {
        Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery("sql");
        for (Object handle : List.of(connection, statement, results)) {
            assertThat(handle.toString())
                    .startsWith(handle.getClass().getSimpleName() + "@")
                    .contains("[open, ")
                    .contains(Subject.delegateOf(handle).getClass().getName())
                    .doesNotContain("tiger")
                    .doesNotContain("jdbc:");
        }
        connection.close();
        for (Object handle : List.of(connection, statement, results)) {
            assertThat(handle.toString()).contains("[closed, ");
        }
    }

    @Test
    void aFailureOfClientInfoNamesWhatWasNotSet() {
        owner.refusal = new SQLException("not now", "25001", 3);
        Properties properties = new Properties();
        properties.setProperty("a", "1");
        properties.setProperty("b", "2");

        assertThatThrownBy(() -> connection.setClientInfo(properties))
                .isInstanceOfSatisfying(
                        SQLClientInfoException.class,
                        e -> {
                            assertThat(e.getFailedProperties()).containsOnlyKeys("a", "b");
                            assertThat(e.getSQLState()).isEqualTo("25001");
                            assertThat(e.getErrorCode()).isEqualTo(3);
                        });
        assertThatThrownBy(() -> connection.setClientInfo(null, "x"))
                .isInstanceOf(SQLClientInfoException.class);
        assertThatThrownBy(() -> connection.setClientInfo(null))
                .isInstanceOf(SQLClientInfoException.class);
    }
}
