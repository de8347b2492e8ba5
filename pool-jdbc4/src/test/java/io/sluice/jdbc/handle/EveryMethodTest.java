package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * Checks the handles against the interfaces of the JDK that runs the test, default methods
 * included: every method is declared by the passing layer, reaches the driver once with its
 * arguments in order, gives back the driver's result or a handle of it, tells failures, and is
 * refused after close. A method that a newer JDK adds turns this test red until it is wrapped or
 * listed here.
 */
class EveryMethodTest {
    /**
     * Methods that JDKs after 17 add and that our classes inherit, with the reason why that is
     * right. They cannot be declared while the sources are compiled for 17, for there is nothing to
     * call.
     */
    private static final Map<String, String> INHERITED =
            Map.of(
                    "Connection.enquoteIdentifier(String,boolean)",
                    "since 26; works on text, or on the metadata, which is a handle",
                    "Connection.enquoteLiteral(String)",
                    "since 26; works on text only",
                    "Connection.enquoteNCharLiteral(String)",
                    "since 26; works on text only",
                    "Connection.isSimpleIdentifier(String)",
                    "since 26; works on text, or on the metadata, which is a handle");

    /** Answered by the handle itself. */
    private static final Set<String> OWN_ANSWER =
            Set.of(
                    "Connection.close()",
                    "Statement.getConnection()",
                    "PreparedStatement.getConnection()",
                    "CallableStatement.getConnection()",
                    "DatabaseMetaData.getConnection()",
                    "ResultSet.getStatement()");

    /** Constants of the driver whose methods may throw nothing and so cannot be refused. */
    private static final Set<String> CONSTANTS =
            Set.of(
                    "DatabaseMetaData.getDriverMajorVersion()",
                    "DatabaseMetaData.getDriverMinorVersion()");

    private interface Check {
        void run(Subject subject, Method method) throws Throwable;
    }

    @TestFactory
    Stream<DynamicTest> isDeclaredByThePassingLayer() {
        return each(
                (subject, method) -> {
                    Class<?> declaring =
                            subject.handle
                                    .getMethod(method.getName(), method.getParameterTypes())
                                    .getDeclaringClass();
                    assertThat(declaring.isInterface()).as("inherited default method").isFalse();
                    assertThat(passingLayers(subject.handle))
                            .as("a passing class that declares it")
                            .anyMatch(layer -> declares(layer, method));
                });
    }

    @TestFactory
    Stream<DynamicTest> reachesTheDriverOnceWithItsArgumentsInOrderAndGivesBackTheResult() {
        return each(
                (subject, method) -> {
                    for (int round = 0; round < 2; round++) {
                        passes(subject, method, round);
                    }
                });
    }

    private static void passes(Subject subject, Method method, int round) throws Throwable {
        Subject.Opened opened = subject.open();
        Samples samples = new Samples(opened.driver, round);
        Object[] arguments = samples.arguments(method);
        Object result = samples.of(method.getReturnType());
        opened.driver.onReturn(method.getName(), result);

        Object answer = call(method, opened.handle, arguments);

        if (OWN_ANSWER.contains(name(subject, method))) {
            assertThat(opened.driver.calls).isEmpty();
            assertOwnAnswer(opened, method, answer);
            return;
        }
        boolean asksForMode = method.getName().equals("setSavepoint"); // afterwards
        assertThat(opened.driver.calls).hasSize(asksForMode ? 2 : 1);
        FakeDriver.Call call = opened.driver.calls.get(0);
        assertThat(call.target()).isSameAs(Subject.delegateOf(opened.handle));
        assertThat(call.name()).isEqualTo(method.getName());
        assertThat(call.method().getParameterTypes()).isEqualTo(method.getParameterTypes());
        assertThat(call.arguments()).hasSize(arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            assertSame(call.arguments().get(i), arguments[i], "argument " + i);
        }
        if (result instanceof Statement
                || result instanceof ResultSet
                || result instanceof DatabaseMetaData) {
            assertThat(answer).isNotSameAs(result);
            assertThat(Subject.delegateOf(answer)).isSameAs(result);
        } else {
            assertSame(answer, result, "result");
        }
        assertThat(opened.owner.failures).isEmpty();
    }

    private static void assertOwnAnswer(Subject.Opened opened, Method method, Object answer) {
        switch (method.getName()) {
            case "close" -> assertThat(opened.owner.released).containsExactly(opened.connection);
            case "getConnection" -> assertThat(answer).isSameAs(opened.connection);
            default -> assertThat(answer).isSameAs(opened.statement).isNotNull();
        }
    }

    /** As the connections of routing and of tenants pass it. */
    private static final class PassingConnection extends DelegatingConnection {
        private final Connection driver;

        PassingConnection(Connection driver) {
            this.driver = driver;
        }

        @Override
        protected Connection delegate() {
            return driver;
        }

        @Override
        protected SQLException failed(SQLException failure) {
            return failure;
        }
    }

    @TestFactory
    Stream<DynamicTest> isPassedOnByAConnectionThatAddsNothing() {
        return each(
                Stream.of(Subject.CONNECTION),
                (subject, method) -> {
                    for (int round = 0; round < 2; round++) {
                        isPassedOn(method, round);
                    }
                });
    }

    private static void isPassedOn(Method method, int round) throws Throwable {
        FakeDriver driver = new FakeDriver();
        Samples samples = new Samples(driver, round);
        Object[] arguments = samples.arguments(method);
        Object result = samples.of(method.getReturnType());
        driver.onReturn(method.getName(), result);

        Object answer = call(method, new PassingConnection(driver.connection()), arguments);

        assertSame(answer, result, "result");
        assertThat(driver.callNames()).containsExactly(method.getName());
        assertThat(driver.calls.get(0).arguments()).containsExactly(arguments);
    }

    @TestFactory
    Stream<DynamicTest> tellsAFailureOfTheDriverOnceAndThrowsWhatTheOwnerMakesOfIt() {
        return each(
                (subject, method) -> {
                    if (OWN_ANSWER.contains(name(subject, method))
                            || CONSTANTS.contains(name(subject, method))) {
                        return;
                    }
                    Subject.Opened opened = subject.open();
                    boolean clientInfo = method.getName().equals("setClientInfo");
                    SQLException failure =
                            clientInfo
                                    ? new SQLClientInfoException()
                                    : new SQLException("from the driver");
                    SQLException replacement = new SQLException("from the owner", "57P01", 5);
                    opened.owner.replacement = given -> replacement;
                    opened.driver.onThrow(method.getName(), failure);
                    Object[] arguments = new Samples(opened.driver, 0).arguments(method);

                    Throwable thrown = catchThrowable(() -> call(method, opened.handle, arguments));

                    assertThat(opened.owner.failures).containsExactly(failure);
                    if (clientInfo) {
                        assertThat(thrown)
                                .isInstanceOf(SQLClientInfoException.class)
                                .hasMessage("from the owner")
                                .hasCause(replacement);
                        assertThat(((SQLException) thrown).getSQLState()).isEqualTo("57P01");
                        assertThat(((SQLException) thrown).getErrorCode()).isEqualTo(5);
                    } else {
                        assertThat(thrown).isSameAs(replacement);
                    }
                    assertThat(opened.owner.closedErrors).isEmpty();
                });
    }

    @TestFactory
    Stream<DynamicTest> isRefusedAfterCloseAndDoesNotReachTheDriver() {
        return each(
                (subject, method) -> {
                    Subject.Opened opened = subject.open();
                    Subject.close(opened);
                    refuses(opened, subject, method);
                });
    }

    @TestFactory
    Stream<DynamicTest> isRefusedAfterTheConnectionWasClosedAndItsChildrenWereMissed() {
        return each(
                (subject, method) -> {
                    Subject.Opened opened = subject.open();
                    opened.connection.markClosed();
                    if (method.getName().equals("close") && subject != Subject.CONNECTION) {
                        return; // closes what was missed
                    }
                    refuses(opened, subject, method);
                });
    }

    private static void refuses(Subject.Opened opened, Subject subject, Method method)
            throws Throwable {
        opened.driver.calls.clear();
        int released = opened.owner.released.size();
        Object[] arguments = new Samples(opened.driver, 0).arguments(method);
        if (CONSTANTS.contains(name(subject, method))) {
            call(method, opened.handle, arguments);
            assertThat(opened.driver.callNames()).containsExactly(method.getName());
            return;
        }
        switch (method.getName()) {
            case "close", "abort" -> call(method, opened.handle, arguments);
            case "isClosed" -> assertThat(call(method, opened.handle, arguments)).isEqualTo(true);
            case "isValid" -> assertThat(call(method, opened.handle, arguments)).isEqualTo(false);
            default -> {
                Throwable thrown = catchThrowable(() -> call(method, opened.handle, arguments));
                assertThat(thrown).isNotNull();
                if (method.getName().equals("setClientInfo")) {
                    assertThat(thrown).isInstanceOf(SQLClientInfoException.class);
                    assertThat(thrown).hasCause(opened.owner.lastClosedError);
                    assertThat(((SQLException) thrown).getSQLState()).isEqualTo("08003");
                    assertThat(((SQLClientInfoException) thrown).getFailedProperties()).hasSize(1);
                } else {
                    assertThat(thrown).isSameAs(opened.owner.lastClosedError);
                }
                assertThat(opened.owner.closedErrors).containsExactly(subject.closedName());
            }
        }
        assertThat(opened.driver.calls).isEmpty();
        assertThat(opened.owner.failures).isEmpty();
        assertThat(opened.owner.changing).isEmpty();
        assertThat(opened.owner.released).hasSize(released);
    }

    @Test
    void theListsNameNothingThatOurClassesDeclare() {
        Set<String> declared =
                Arrays.stream(Subject.values())
                        .flatMap(
                                subject ->
                                        Arrays.stream(subject.delegating.getDeclaredMethods())
                                                .map(method -> name(subject, method)))
                        .collect(Collectors.toSet());
        assertThat(declared).doesNotContainAnyElementsOf(INHERITED.keySet()).isNotEmpty();
    }

    @Test
    void sawTheInterfacesWhole() {
        // What JDBC 4.3 has; fewer would mean that this test looks at the wrong thing.
        assertThat(each((subject, method) -> {}).count()).isGreaterThanOrEqualTo(839);
    }

    private static Stream<DynamicTest> each(Check check) {
        return each(Arrays.stream(Subject.values()), check);
    }

    private static Stream<DynamicTest> each(Stream<Subject> subjects, Check check) {
        return subjects.flatMap(
                subject ->
                        Arrays.stream(subject.type.getMethods())
                                .filter(m -> !Modifier.isStatic(m.getModifiers()))
                                .filter(m -> !m.isBridge())
                                .filter(m -> !INHERITED.containsKey(name(subject, m)))
                                .sorted(Comparator.comparing(m -> name(subject, m)))
                                .map(m -> test(subject, m, check)));
    }

    private static DynamicTest test(Subject subject, Method method, Check check) {
        Executable body = () -> check.run(subject, method);
        return DynamicTest.dynamicTest(name(subject, method), body);
    }

    private static String name(Subject subject, Method method) {
        return subject.type.getSimpleName()
                + "."
                + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static List<Class<?>> passingLayers(Class<?> handle) {
        return Stream.<Class<?>>iterate(handle, c -> c != Object.class, Class::getSuperclass)
                .filter(c -> c.getSimpleName().startsWith("Delegating"))
                .collect(Collectors.toList());
    }

    private static boolean declares(Class<?> layer, Method method) {
        return Arrays.stream(layer.getDeclaredMethods())
                .anyMatch(
                        m ->
                                m.getName().equals(method.getName())
                                        && Arrays.equals(
                                                m.getParameterTypes(), method.getParameterTypes()));
    }

    private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void assertSame(Object actual, Object expected, String what) {
        if (expected != null && isBoxed(expected.getClass())) {
            assertThat(actual).as(what).isEqualTo(expected);
        } else {
            assertThat(actual).as(what).isSameAs(expected);
        }
    }

    private static boolean isBoxed(Class<?> type) {
        return type == Boolean.class || Number.class.isAssignableFrom(type);
    }
}
