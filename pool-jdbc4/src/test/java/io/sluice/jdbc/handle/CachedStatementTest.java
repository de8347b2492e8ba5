package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What happens to a driver's statement that is kept between uses. */
class CachedStatementTest {
    private final FakeDriver driver = new FakeDriver();
    private final FakeStore store = new FakeStore();
    private final FakeOwner owner = new FakeOwner().over(driver.connection());
    private ConnectionHandle connection;

    private interface Use {
        void on(PreparedStatement statement) throws SQLException;
    }

    private interface CallUse {
        void on(CallableStatement statement) throws SQLException;
    }

    private interface Change {
        void on(Connection connection) throws SQLException;
    }

    private interface ConnectionSetup {
        PreparedStatement on(Connection connection) throws SQLException;
    }

    @BeforeEach
    void newLease() {
        owner.statements = store;
        connection = new ConnectionHandle(owner, 1);
        // As drivers answer when there are no more results.
        driver.onReturn("getUpdateCount", -1);
    }

    private static Object driverOf(Statement handle) {
        return Subject.delegateOf(handle);
    }

    private static DynamicTest test(String name, org.junit.jupiter.api.function.Executable body) {
        return DynamicTest.dynamicTest(name, body);
    }

    /** Uses "sql" once and tells whether the driver's statement was kept. */
    private boolean keptAfter(Use use) throws SQLException {
        newLease();
        PreparedStatement statement = connection.prepareStatement("sql");
        Object driverStatement = driverOf(statement);
        driver.calls.clear();
        try {
            use.on(statement);
        } finally {
            driver.byDefault("setInt");
            statement.close();
        }
        boolean kept = store.kept.containsValue(driverStatement);
        assertThat(driver.isClosed(driverStatement)).isEqualTo(!kept);
        store.kept.clear();
        return kept;
    }

    @Test
    void theNextUseHasANewHandleOnTheSameStatement() throws SQLException {
        PreparedStatement first = connection.prepareStatement("sql");
        first.close();
        newLease();
        driver.calls.clear();
        PreparedStatement second = connection.prepareStatement("sql");
        assertThat(driver.calls).isEmpty();
        assertThat(second).isNotSameAs(first);
        assertThat(driverOf(second)).isSameAs(driverOf(first));
        assertThat(second.getConnection()).isSameAs(connection);
        assertThatThrownBy(() -> first.setInt(1, 1)).isSameAs(owner.lastClosedError);
        assertThat(first.isClosed()).isTrue();
        first.close();
        assertThat(driver.isClosed(driverOf(second))).isFalse();
        assertThat(second.isClosed()).isFalse();
    }

    @Test
    void theEndOfTheLeaseKeepsWhatWasLeftOpen() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("sql");
        ResultSet results = statement.executeQuery();
        connection.close();
        assertThat(store.kept).containsValue((PreparedStatement) driverOf(statement));
        assertThat(driver.isClosed(Subject.delegateOf(results))).isTrue();
        assertThat(results.isClosed()).isTrue();
        assertThatThrownBy(results::next).isSameAs(owner.lastClosedError);
        assertThatThrownBy(statement::executeQuery).isSameAs(owner.lastClosedError);
    }

    @Test
    void aSecondOneAtTheSameTimeIsTheDriversOwnAndOneOfThemIsKept() throws SQLException {
        PreparedStatement first = connection.prepareStatement("sql");
        PreparedStatement second = connection.prepareStatement("sql");
        assertThat(driverOf(second)).isNotSameAs(driverOf(first));
        second.close();
        first.close();
        assertThat(store.kept.values()).containsExactly((PreparedStatement) driverOf(second));
        assertThat(driver.isClosed(driverOf(first))).isTrue();
        assertThat(driver.isClosed(driverOf(second))).isFalse();
    }

    @Test
    void whatMustMakeRoomIsClosedAndItsFailureIsToldButNotThrown() throws SQLException {
        PreparedStatement evicted = driver.make(PreparedStatement.class);
        store.evicted = evicted;
        SQLException failure = new SQLException("cannot close");
        PreparedStatement statement = connection.prepareStatement("sql");
        driver.onThrow("close", failure);
        statement.close();
        assertThat(driver.count(evicted, "close")).isOne();
        assertThat(driver.count(driverOf(statement), "close")).isZero();
        assertThat(owner.failures).containsExactly(failure);
    }

    @Test
    void whatMustMakeRoomAndFailsOtherwiseIsNoConcernOfTheCloserEither() throws SQLException {
        store.evicted = driver.make(PreparedStatement.class);
        RuntimeException failure = new IllegalStateException("odd");
        PreparedStatement statement = connection.prepareStatement("sql");
        driver.onThrow("close", failure);
        statement.close();
        assertThat(owner.failures)
                .singleElement()
                .extracting(Throwable::getCause)
                .isSameAs(failure);
    }

    @TestFactory
    Stream<DynamicTest> eachWayToPrepareReachesTheDriverAsItIsAndIsKeptApart() {
        int[] indexes = {2, 3};
        String[] names = {"a", null};
        Map<String, ConnectionSetup> ways =
                Map.ofEntries(
                        Map.entry("[sql]", c -> c.prepareStatement("sql")),
                        Map.entry("[other]", c -> c.prepareStatement("other")),
                        Map.entry("[sql, 7, 8]", c -> c.prepareStatement("sql", 7, 8)),
                        Map.entry("[sql, 8, 7]", c -> c.prepareStatement("sql", 8, 7)),
                        Map.entry("[sql, 7, 8, 9]", c -> c.prepareStatement("sql", 7, 8, 9)),
                        Map.entry("[sql, 1]", c -> c.prepareStatement("sql", 1)),
                        Map.entry("[sql, 2]", c -> c.prepareStatement("sql", 2)),
                        Map.entry("[sql, [2, 3]]", c -> c.prepareStatement("sql", indexes)),
                        Map.entry("[sql, []]", c -> c.prepareStatement("sql", new int[0])),
                        Map.entry("[sql, [a, null]]", c -> c.prepareStatement("sql", names)),
                        Map.entry("[sql, null]", c -> c.prepareStatement("sql", (int[]) null)),
                        Map.entry("call [sql]", c -> c.prepareCall("sql")),
                        Map.entry("call [sql, 7, 8]", c -> c.prepareCall("sql", 7, 8)),
                        Map.entry("call [sql, 7, 8, 9]", c -> c.prepareCall("sql", 7, 8, 9)),
                        Map.entry("[null]", c -> c.prepareStatement(null)));
        return ways.entrySet().stream()
                .map(
                        way ->
                                test(
                                        way.getKey(),
                                        () -> {
                                            newLease();
                                            store.kept.clear();
                                            driver.calls.clear();
                                            PreparedStatement first = way.getValue().on(connection);
                                            assertThat(text(driver.calls.get(0)))
                                                    .isEqualTo(way.getKey());
                                            first.close();
                                            for (ConnectionSetup other : ways.values()) {
                                                PreparedStatement second = other.on(connection);
                                                assertThat(driverOf(second) == driverOf(first))
                                                        .isEqualTo(other == way.getValue());
                                            }
                                        }));
    }

    private static String text(FakeDriver.Call call) {
        List<Object> arguments =
                call.arguments().stream().map(CachedStatementTest::listed).toList();
        return (call.name().equals("prepareCall") ? "call " : "") + arguments;
    }

    private static Object listed(Object argument) {
        if (argument instanceof int[] numbers) {
            return Arrays.toString(numbers);
        }
        if (argument instanceof String[] texts) {
            return Arrays.toString(texts);
        }
        return String.valueOf(argument);
    }

    @Test
    void anArrayThatIsChangedLaterChangesNoKey() throws SQLException {
        int[] indexes = {1};
        PreparedStatement first = connection.prepareStatement("sql", indexes);
        indexes[0] = 2;
        first.close();
        assertThat(driverOf(connection.prepareStatement("sql", indexes)))
                .isNotSameAs(driverOf(first));
        assertThat(driverOf(connection.prepareStatement("sql", new int[] {1})))
                .isSameAs(driverOf(first));
    }

    @Test
    void parametersAndWarningsAreClearedAndTheBatchIfThereIsOne() throws SQLException {
        assertThat(keptAfter(statement -> statement.setInt(1, 5))).isTrue();
        assertThat(driver.callNames())
                .containsExactly("setInt", "clearParameters", "clearWarnings");
        assertThat(keptAfter(PreparedStatement::addBatch)).isTrue();
        assertThat(driver.callNames())
                .containsExactly("addBatch", "clearParameters", "clearBatch", "clearWarnings");
        assertThat(keptAfter(statement -> statement.addBatch("sql"))).isTrue();
        assertThat(driver.callNames()).contains("clearBatch");
    }

    @TestFactory
    Stream<DynamicTest> aSettingGoesBackToWhatItWas() {
        return Stream.of(
                setting("getMaxRows", "setMaxRows", s -> s.setMaxRows(5)),
                setting("getMaxRows", "setMaxRows", s -> s.setLargeMaxRows(5)),
                setting("getMaxFieldSize", "setMaxFieldSize", s -> s.setMaxFieldSize(5)),
                setting("getQueryTimeout", "setQueryTimeout", s -> s.setQueryTimeout(5)),
                setting("getFetchSize", "setFetchSize", s -> s.setFetchSize(5)),
                setting("getFetchDirection", "setFetchDirection", s -> s.setFetchDirection(5)));
    }

    private DynamicTest setting(String getter, String setter, Use use) {
        return test(
                setter,
                () -> {
                    driver.onReturn(getter, 42);
                    assertThat(
                                    keptAfter(
                                            statement -> {
                                                use.on(statement);
                                                driver.onReturn(getter, 5);
                                                use.on(statement);
                                            }))
                            .isTrue();
                    FakeDriver.Call last =
                            driver.calls.stream()
                                    .filter(call -> call.name().equals(setter))
                                    .reduce((before, after) -> after)
                                    .orElseThrow();
                    assertThat(last.arguments()).containsExactly(42);
                    assertThat(driver.callNames()).containsOnlyOnce(getter);
                });
    }

    @Test
    void poolableGoesBackAsWell() throws SQLException {
        assertThat(keptAfter(statement -> statement.setPoolable(true))).isTrue();
        assertThat(driver.calls.stream().filter(call -> call.name().equals("setPoolable")))
                .extracting(FakeDriver.Call::arguments)
                .containsExactly(List.of(true), List.of(false));
    }

    @TestFactory
    Stream<DynamicTest> whatCannotBeTakenBackEndsTheStatement() {
        return Stream.<Map.Entry<String, Use>>of(
                        Map.entry("not poolable", s -> s.setPoolable(false)),
                        Map.entry("cursor name", s -> s.setCursorName("c")),
                        Map.entry("escape processing", s -> s.setEscapeProcessing(false)),
                        Map.entry("close on completion", Statement::closeOnCompletion),
                        Map.entry("the driver's object", this::unwraps),
                        Map.entry("the driver's object of a result set", this::unwrapsResults),
                        Map.entry("a failure", this::fails),
                        Map.entry("a failure of a result set", this::failsWhileReading),
                        Map.entry("a setting that cannot be read", this::setsUnreadable))
                .map(
                        entry ->
                                test(
                                        entry.getKey(),
                                        () -> assertThat(keptAfter(entry.getValue())).isFalse()));
    }

    private void unwraps(PreparedStatement statement) throws SQLException {
        FakeDriver.Call[] none = driver.calls.toArray(new FakeDriver.Call[0]);
        assertThat(none).isEmpty();
        Statement seen = statement.unwrap(Statement.class);
        assertThat(seen).isSameAs(statement); // a handle leaves no trace
        Object own = driverOf(statement);
        assertThat((Object) statement.unwrap(own.getClass().asSubclass(Object.class)))
                .isSameAs(own);
    }

    private void unwrapsResults(PreparedStatement statement) throws SQLException {
        ResultSet results = statement.executeQuery();
        Object own = Subject.delegateOf(results);
        assertThat((Object) results.unwrap(own.getClass().asSubclass(Object.class))).isSameAs(own);
    }

    private void fails(PreparedStatement statement) {
        driver.onThrow("setInt", new SQLException("no such parameter"));
        assertThat(catchThrowable(() -> statement.setInt(9, 9))).isInstanceOf(SQLException.class);
    }

    private void failsWhileReading(PreparedStatement statement) throws SQLException {
        ResultSet results = statement.executeQuery();
        driver.onThrow("next", new SQLException("the connection was reset"));
        assertThat(catchThrowable(results::next)).isInstanceOf(SQLException.class);
    }

    private void setsUnreadable(PreparedStatement statement) throws SQLException {
        driver.onThrow("getFetchSize", new SQLException("not supported", "0A000"));
        statement.setFetchSize(3);
        assertThat(driver.callNames()).contains("setFetchSize");
    }

    @Test
    void anUnwrapToTheHandleItselfLeavesNoTrace() throws SQLException {
        assertThat(keptAfter(statement -> statement.unwrap(PreparedStatement.class))).isTrue();
        assertThat(keptAfter(statement -> statement.executeQuery().unwrap(ResultSet.class)))
                .isTrue();
    }

    @TestFactory
    Stream<DynamicTest> aCallThatRegistersItsOutputIsNotUsedAgain() {
        return Stream.<CallUse>of(
                        s -> {},
                        s -> s.registerOutParameter(1, Types.INTEGER),
                        s -> s.registerOutParameter(1, Types.DECIMAL, 2),
                        s -> s.registerOutParameter(1, Types.STRUCT, "t"),
                        s -> s.registerOutParameter("p", Types.INTEGER),
                        s -> s.registerOutParameter("p", Types.DECIMAL, 2),
                        s -> s.registerOutParameter("p", Types.STRUCT, "t"),
                        s -> s.registerOutParameter(1, JDBCType.INTEGER),
                        s -> s.registerOutParameter(1, JDBCType.DECIMAL, 2),
                        s -> s.registerOutParameter(1, JDBCType.STRUCT, "t"),
                        s -> s.registerOutParameter("p", JDBCType.INTEGER),
                        s -> s.registerOutParameter("p", JDBCType.DECIMAL, 2),
                        s -> s.registerOutParameter("p", JDBCType.STRUCT, "t"))
                .map(
                        use ->
                                test(
                                        "a call",
                                        () -> {
                                            store.kept.clear();
                                            CallableStatement call = connection.prepareCall("sql");
                                            driver.calls.clear();
                                            use.on(call);
                                            int registered = driver.calls.size();
                                            call.close();
                                            assertThat(store.kept).hasSize(1 - registered);
                                        }));
    }

    @Test
    void everyOpenResultSetIsClosedBeforeTheStatementIsKept() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("sql");
        driver.onReturn("getMoreResults", true);
        ResultSet first = statement.executeQuery();
        statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
        ResultSet second = statement.getResultSet();
        ResultSet keys = statement.getGeneratedKeys();
        statement.close();
        for (ResultSet results : List.of(first, second, keys)) {
            assertThat(driver.count(Subject.delegateOf(results), "close")).isOne();
            assertThat(results.isClosed()).isTrue();
        }
        assertThat(store.kept).hasSize(1);
        List<String> names = driver.callNames();
        assertThat(names.lastIndexOf("close")).isLessThan(names.indexOf("clearParameters"));
    }

    @Test
    void theResultsOfAStatementThatIsNotKeptAreOver() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("sql");
        ResultSet results = statement.executeQuery();
        statement.setPoolable(false);
        statement.close();
        assertThat(results.isClosed()).isTrue();
        assertThatThrownBy(results::next).isSameAs(owner.lastClosedError);
        assertThat(store.kept).isEmpty();
    }

    @Test
    void aResultThatWasNotFetchedIsSkipped() throws SQLException {
        assertThat(keptAfter(PreparedStatement::execute)).isTrue();
        assertThat(driver.callNames())
                .containsSubsequence("execute", "getMoreResults", "getUpdateCount")
                .contains("clearParameters");
    }

    @Test
    void aStatementWithMoreResultsIsNotKept() throws SQLException {
        driver.onReturn("getMoreResults", true);
        assertThat(keptAfter(PreparedStatement::execute)).isFalse();
        driver.onReturn("getMoreResults", false);
        driver.onReturn("getUpdateCount", 3);
        PreparedStatement statement = connection.prepareStatement("sql");
        statement.execute();
        statement.close();
        assertThat(store.kept).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> aStatementThatCannotBeRenewedIsClosedAndItsCloserSeesNothing() {
        return Stream.of("clearParameters", "clearBatch", "clearWarnings", "setMaxRows")
                .map(
                        method ->
                                test(
                                        method,
                                        () -> {
                                            newLease();
                                            owner.failures.clear();
                                            SQLException failure = new SQLException(method);
                                            PreparedStatement s = connection.prepareStatement("q");
                                            s.addBatch();
                                            s.setMaxRows(1);
                                            driver.onThrow(method, failure);
                                            s.close();
                                            driver.byDefault(method);
                                            assertThat(store.kept).isEmpty();
                                            assertThat(driver.isClosed(driverOf(s))).isTrue();
                                            assertThat(owner.failures).containsExactly(failure);
                                        }));
    }

    @Test
    void aStatementThatFailsOtherwiseAtThatIsClosedToo() throws SQLException {
        RuntimeException failure = new IllegalStateException("odd");
        PreparedStatement statement = connection.prepareStatement("sql");
        driver.onThrow("clearParameters", failure);
        assertThatThrownBy(statement::close).isSameAs(failure);
        assertThat(driver.isClosed(driverOf(statement))).isTrue();
        assertThat(store.kept).isEmpty();
    }

    @Test
    void aFailureToCloseWhatIsNotKeptIsThrown() throws SQLException {
        SQLException failure = new SQLException("cannot close");
        PreparedStatement statement = connection.prepareStatement("sql");
        statement.setPoolable(false);
        driver.onThrow("close", failure);
        assertThatThrownBy(statement::close).isSameAs(failure);
        assertThat(owner.failures).containsExactly(failure);
    }

    @Test
    void aFailureToPrepareIsTold() {
        SQLException failure = new SQLException("syntax");
        driver.onThrow("prepareStatement", failure);
        assertThatThrownBy(() -> connection.prepareStatement("sql")).isSameAs(failure);
        assertThat(owner.failures).containsExactly(failure);
    }

    @TestFactory
    Stream<DynamicTest> aLeaseThatChangedWhatStatementsStandForUsesNoKeptOnes() {
        return Stream.<Map.Entry<String, Change>>of(
                        Map.entry("catalog", c -> c.setCatalog("x")),
                        Map.entry("schema", c -> c.setSchema("x")),
                        Map.entry("holdability", c -> c.setHoldability(1)),
                        Map.entry("type map", c -> c.setTypeMap(Map.of())))
                .map(
                        change ->
                                test(
                                        change.getKey(),
                                        () -> {
                                            newLease();
                                            store.kept.clear();
                                            connection.prepareStatement("sql").close();
                                            Object kept = store.kept.values().iterator().next();
                                            change.getValue().on(connection);
                                            PreparedStatement own =
                                                    connection.prepareStatement("sql");
                                            assertThat(driverOf(own)).isNotSameAs(kept);
                                            own.close();
                                            assertThat(driver.isClosed(driverOf(own))).isTrue();
                                        }));
    }

    @Test
    void aStatementPreparedWhileAnotherThreadChangesTheSchemaIsNotKept() throws SQLException {
        driver.on(
                "prepareStatement",
                (target, arguments) -> {
                    connection.setSchema("other");
                    return driver.make(PreparedStatement.class);
                });
        PreparedStatement statement = connection.prepareStatement("sql");
        statement.close();
        assertThat(store.kept).isEmpty();
        assertThat(driver.isClosed(driverOf(statement))).isTrue();
    }

    @Test
    void aStatementThatIsClosedWhileItExecutesIsNotKept() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("sql");
        driver.on(
                "executeUpdate",
                (target, arguments) -> {
                    statement.close(); // as another thread would
                    return 1;
                });
        statement.executeUpdate();
        assertThat(store.kept).isEmpty();
        assertThat(driver.isClosed(driverOf(statement))).isTrue();
    }

    @Test
    void aStatementThatArrivesAfterTheCloseIsRefusedAndNotLost() {
        driver.on(
                "prepareStatement",
                (target, arguments) -> {
                    connection.close();
                    return driver.make(PreparedStatement.class);
                });
        assertThatThrownBy(() -> connection.prepareStatement("sql"))
                .isSameAs(owner.lastClosedError);
        assertThat(store.kept).hasSize(1);
    }

    @Test
    void onAClosedConnectionNothingIsTaken() throws SQLException {
        connection.prepareStatement("sql").close();
        connection.close();
        driver.calls.clear();
        assertThatThrownBy(() -> connection.prepareStatement("sql"))
                .isSameAs(owner.lastClosedError);
        assertThat(store.kept).hasSize(1);
        assertThatThrownBy(() -> connection.prepareStatement("other"))
                .isSameAs(owner.lastClosedError);
        assertThat(driver.calls).as("on a connection that may be another's by now").isEmpty();
    }

    private PreparedStatement open(Class<?> type) throws SQLException {
        return type == CallableStatement.class
                ? connection.prepareCall("sql")
                : connection.prepareStatement("sql");
    }

    private Stream<DynamicTest> eachMethod(MethodUse use) {
        return Stream.of(PreparedStatement.class, CallableStatement.class)
                .flatMap(
                        type ->
                                Arrays.stream(type.getMethods())
                                        .filter(m -> !Modifier.isStatic(m.getModifiers()))
                                        .sorted(Comparator.comparing(Method::toString))
                                        .map(
                                                m ->
                                                        test(
                                                                type.getSimpleName() + "." + m,
                                                                () -> {
                                                                    newLease();
                                                                    store.kept.clear();
                                                                    use.on(open(type), m);
                                                                })));
    }

    private interface MethodUse {
        void on(PreparedStatement handle, Method method) throws Throwable;
    }

    private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @TestFactory
    Stream<DynamicTest> aHandleOfAFormerUseReachesNothing() {
        return eachMethod(
                (former, method) -> {
                    former.close();
                    boolean isCall = former instanceof CallableStatement;
                    PreparedStatement present =
                            open(isCall ? CallableStatement.class : PreparedStatement.class);
                    assertThat(driverOf(present)).isSameAs(driverOf(former));
                    driver.calls.clear();
                    Object[] arguments = new Samples(driver, 0).arguments(method);
                    switch (method.getName()) {
                        case "close" -> former.close();
                        case "isClosed" -> assertThat(former.isClosed()).isTrue();
                        default ->
                                assertThatThrownBy(() -> call(method, former, arguments))
                                        .isSameAs(owner.lastClosedError);
                    }
                    assertThat(driver.calls).isEmpty();
                });
    }

    @TestFactory
    Stream<DynamicTest> everyMethodReachesTheDriverWithItsArgumentsLast() {
        return eachMethod(
                (handle, method) -> {
                    if (Set.of("close", "getConnection").contains(method.getName())) {
                        return; // have answers of their own
                    }
                    Samples samples = new Samples(driver, 0);
                    Object[] arguments = samples.arguments(method);
                    driver.calls.clear();
                    driver.onReturn(method.getName(), samples.of(method.getReturnType()));
                    call(method, handle, arguments);
                    driver.byDefault(method.getName());
                    FakeDriver.Call last = driver.calls.get(driver.calls.size() - 1);
                    assertThat(last.target()).isSameAs(driverOf(handle));
                    assertThat(last.method().getParameterTypes())
                            .isEqualTo(method.getParameterTypes());
                    assertThat(last.name()).isEqualTo(method.getName());
                    assertThat(last.arguments()).containsExactly(arguments);
                });
    }
}
