package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.spi.BranchGate;
import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Calls for which a driver may ask its server are inside the gate of their transaction while the
 * driver executes them, so that the end of the branch waits for them.
 */
class InsideTheGateTest {

    /**
     * For a prepared statement, the setters of parameters: the server learns of these at execution.
     */
    private static final Set<Class<?>> BOUND =
            Set.of(
                    boolean.class,
                    byte.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    byte[].class,
                    String.class,
                    java.math.BigDecimal.class,
                    java.net.URL.class,
                    java.sql.Date.class,
                    java.sql.Time.class,
                    java.sql.Timestamp.class,
                    java.sql.RowId.class);

    /**
     * For a connection, calls that end it, that are refused in a transaction, and that every driver
     * answers from memory.
     */
    private static final Set<String> NOT_INSIDE =
            Set.of(
                    "close",
                    "isClosed",
                    "abort",
                    "commit",
                    "rollback",
                    "setAutoCommit",
                    "setSavepoint",
                    "releaseSavepoint",
                    "setReadOnly",
                    "getAutoCommit",
                    "getHoldability",
                    "getNetworkTimeout",
                    "getTypeMap",
                    "clearWarnings",
                    "nativeSQL",
                    "beginRequest",
                    "endRequest");

    private static final Pattern EXECUTION =
            Pattern.compile("execute.*|getMoreResults|getGeneratedKeys");

    private static final Pattern MOVE_OR_WRITE =
            Pattern.compile(
                    "next|previous|first|last|absolute|relative|beforeFirst|afterLast"
                            + "|(insert|update|delete|refresh)Row");

    private final BranchGate gate = new BranchGate();

    InsideTheGateTest() {
        gate.open(Subject.STAMP);
    }

    @TestFactory
    Stream<DynamicTest> metadata() {
        return each(Subject.META_DATA, Arrays.stream(Subject.META_DATA.type.getMethods()))
                .filter(test -> !test.getDisplayName().startsWith("getDriverM")); // constants
    }

    @TestFactory
    Stream<DynamicTest> calls() {
        return each(
                Subject.CALLABLE_STATEMENT,
                Arrays.stream(Subject.CALLABLE_STATEMENT.type.getDeclaredMethods()));
    }

    @TestFactory
    Stream<DynamicTest> executionsDescriptionsAndLargeObjects() {
        return each(
                Subject.PREPARED_STATEMENT,
                Arrays.stream(PreparedStatement.class.getDeclaredMethods())
                        .filter(InsideTheGateTest::isMoreThanBound));
    }

    @TestFactory
    Stream<DynamicTest> callsOfAConnection() {
        return each(
                Subject.CONNECTION,
                Arrays.stream(Subject.CONNECTION.type.getDeclaredMethods())
                        .filter(method -> !NOT_INSIDE.contains(method.getName())));
    }

    @TestFactory
    Stream<DynamicTest> executionsOfAText() {
        return each(
                Subject.STATEMENT,
                Arrays.stream(Statement.class.getDeclaredMethods())
                        .filter(method -> EXECUTION.matcher(method.getName()).matches()));
    }

    @TestFactory
    Stream<DynamicTest> executionsOfStatementsThatAreKept() {
        return Stream.of(Subject.PREPARED_STATEMENT, Subject.CALLABLE_STATEMENT)
                .flatMap(
                        subject ->
                                each(
                                        subject,
                                        Arrays.stream(PreparedStatement.class.getDeclaredMethods())
                                                .filter(m -> m.getName().startsWith("execute")),
                                        keeping()));
    }

    private FakeOwner keeping() {
        FakeOwner owner = new FakeOwner(gate);
        owner.statements = new FakeStore();
        return owner;
    }

    @TestFactory
    Stream<DynamicTest> movesAndWritesOfAResultSet() {
        return each(
                Subject.RESULT_SET,
                Arrays.stream(ResultSet.class.getDeclaredMethods())
                        .filter(method -> MOVE_OR_WRITE.matcher(method.getName()).matches()));
    }

    /** Calls for which MariaDB's driver asks its server, as for those of a connection. */
    @TestFactory
    Stream<DynamicTest> warnings() {
        return Stream.of(Subject.STATEMENT, Subject.PREPARED_STATEMENT, Subject.RESULT_SET)
                .flatMap(
                        subject ->
                                each(
                                        subject,
                                        Arrays.stream(subject.type.getMethods())
                                                .filter(
                                                        method ->
                                                                method.getName()
                                                                        .equals("getWarnings"))));
    }

    /** Calls for which H2's driver asks and tells its server. */
    @TestFactory
    Stream<DynamicTest> timeLimits() {
        return Stream.of(Subject.STATEMENT, Subject.PREPARED_STATEMENT)
                .flatMap(
                        subject ->
                                each(
                                        subject,
                                        Arrays.stream(Statement.class.getDeclaredMethods())
                                                .filter(
                                                        method ->
                                                                method.getName()
                                                                        .endsWith(
                                                                                "QueryTimeout"))));
    }

    /** The owner asks the driver for the former value, to restore it. */
    @TestFactory
    Stream<DynamicTest> ownersThatAreToldOfAChange() {
        return Arrays.stream(Subject.CONNECTION.type.getDeclaredMethods())
                .filter(method -> method.getName().startsWith("set"))
                .filter(method -> !NOT_INSIDE.contains(method.getName()))
                .sorted(Comparator.comparing(Method::toString))
                .map(
                        method ->
                                DynamicTest.dynamicTest(
                                        method.getName()
                                                + Arrays.toString(method.getParameterTypes()),
                                        () -> isToldInside(method)));
    }

    private void isToldInside(Method method) throws Exception {
        AtomicBoolean inside = new AtomicBoolean();
        FakeOwner owner =
                new FakeOwner(gate) {
                    @Override
                    public void changing(ConnectionHandle handle, ConnectionAttribute attribute) {
                        inside.set(!gate.end(Subject.STAMP));
                        gate.reopen(Subject.STAMP);
                    }
                };
        Subject.Opened opened = Subject.CONNECTION.open(owner);

        method.invoke(opened.handle, new Samples(opened.driver, 0).arguments(method));

        assertThat(inside).as("inside while the owner was told").isTrue();
        assertThat(gate.end(Subject.STAMP)).as("nobody is inside afterwards").isTrue();
        gate.reopen(Subject.STAMP);
    }

    /** No call is inside after a change that the owner refuses either. */
    @Test
    void aRefusedChangeHasLeftTheGate() throws Exception {
        FakeOwner owner = new FakeOwner(gate);
        Subject.Opened opened = Subject.CONNECTION.open(owner);
        owner.refusal = new SQLException("not now");

        assertThatThrownBy(
                        () -> opened.connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT))
                .isSameAs(owner.refusal);

        assertThat(gate.end(Subject.STAMP)).as("nobody is inside").isTrue();
    }

    private static boolean isMoreThanBound(Method method) {
        return switch (method.getName()) {
            case "setNull", "clearParameters", "addBatch" -> false;
            default ->
                    !method.getName().startsWith("set")
                            || !BOUND.contains(method.getParameterTypes()[1]);
        };
    }

    private Stream<DynamicTest> each(Subject subject, Stream<Method> methods) {
        return each(subject, methods, new FakeOwner(gate));
    }

    private Stream<DynamicTest> each(Subject subject, Stream<Method> methods, FakeOwner owner) {
        return methods.filter(method -> method.getDeclaringClass() != java.sql.Wrapper.class)
                .filter(method -> !method.getName().equals("getConnection"))
                .sorted(Comparator.comparing(Method::toString)) // the same in each run
                .map(
                        method ->
                                DynamicTest.dynamicTest(
                                        method.getName()
                                                + Arrays.toString(method.getParameterTypes()),
                                        () -> isInside(subject, method, owner)));
    }

    private void isInside(Subject subject, Method method, FakeOwner owner) throws Exception {
        Subject.Opened opened = subject.open(owner);
        Samples samples = new Samples(opened.driver, 0);
        Object[] arguments = samples.arguments(method);
        Object result = samples.of(method.getReturnType());
        AtomicBoolean inside = new AtomicBoolean();
        opened.driver.on(
                method.getName(),
                (target, given) -> {
                    inside.set(!gate.end(Subject.STAMP));
                    gate.reopen(Subject.STAMP);
                    return result;
                });

        method.invoke(opened.handle, arguments);

        assertThat(inside).as("inside while the driver had it").isTrue();
        assertThat(gate.end(Subject.STAMP)).as("nobody is inside afterwards").isTrue();
        gate.reopen(Subject.STAMP);
    }

    /** Both threads are held where it matters: one in the driver, the other before the branch. */
    @Test
    @Timeout(60)
    void theEndOfTheBranchWaitsForMetadataThatIsUnderWay() throws Exception {
        CountDownLatch inTheDriver = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Subject.Opened opened = Subject.META_DATA.open(new FakeOwner(gate));
        opened.driver.on(
                "getUserName",
                (target, given) -> {
                    inTheDriver.countDown();
                    answer.await();
                    return "scott";
                });
        FutureTask<String> question =
                new FutureTask<>(() -> ((DatabaseMetaDataHandle) opened.handle).getUserName());
        new Thread(question, "question").start();
        inTheDriver.await();

        assertThat(gate.end(Subject.STAMP)).as("nobody is inside").isFalse();
        FutureTask<Boolean> manager =
                new FutureTask<>(() -> gate.awaitEmpty(Subject.STAMP, TimeUnit.MINUTES.toNanos(1)));
        Thread ends = new Thread(manager, "manager");
        ends.start();
        await("the manager waits").until(ends::getState, Thread.State.TIMED_WAITING::equals);
        assertThat(question.isDone()).isFalse();
        answer.countDown();

        assertThat(manager.get()).isTrue();
        assertThat(question.get()).isEqualTo("scott");
    }
}
