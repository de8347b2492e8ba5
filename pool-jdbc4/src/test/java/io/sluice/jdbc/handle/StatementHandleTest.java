package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statements and their result sets: which closes which, and when. */
class StatementHandleTest {
    interface VendorStatement {}

    private final FakeDriver driver = new FakeDriver();
    private final FakeOwner owner = new FakeOwner();
    private final ConnectionHandle connection =
            new ConnectionHandle(owner.over(driver.connection()), 1);

    private StatementHandle statement() throws SQLException {
        return (StatementHandle) connection.createStatement();
    }

    private static void assertRefuses(ResultSet results) throws SQLException {
        assertThat(results.isClosed()).isTrue();
        assertThatThrownBy(results::next).hasMessage("ResultSet is closed");
    }

    @Test
    void aHandleLeadsBackToTheHandlesItCameFrom() throws SQLException {
        for (Statement statement :
                List.of(
                        connection.createStatement(),
                        connection.prepareStatement("sql"),
                        connection.prepareCall("sql"))) {
            assertThat(statement.getConnection()).isSameAs(connection);
            ResultSet results = statement.executeQuery("sql");
            assertThat(results.getStatement()).isSameAs(statement);
            assertThat(results.getStatement().getConnection()).isSameAs(connection);
        }
        PreparedStatement prepared = connection.prepareStatement("sql");
        assertThat(prepared.executeQuery().getStatement()).isSameAs(prepared);
    }

    @Test
    void closingAStatementClosesTheDriversOnceAndRefusesItsResultSets() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");
        statement.close();
        statement.close();

        assertThat(driver.count(statement.statement(), "close")).isOne();
        assertRefuses(results);
        results.close();
        assertThat(driver.count(Subject.delegateOf(results), "close"))
                .as("left to the driver's statement")
                .isZero();
        assertThat(connection.hasOpenChildren()).isFalse();
    }

    @Test
    void closingTheConnectionClosesStatementsAndRefusesTheirResultSets() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");
        connection.close();

        assertThat(driver.isClosed(statement.statement())).isTrue();
        assertThatThrownBy(() -> statement.execute("sql")).hasMessage("Statement is closed");
        assertRefuses(results);
    }

    @Test
    void closingAResultSetForgetsItAndClosesTheDriversOnce() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");
        results.close();
        results.close();

        assertThat(driver.count(Subject.delegateOf(results), "close")).isOne();
        assertThat(statement.hasChildren()).isFalse();
        assertThat(connection.hasOpenChildren()).isTrue();
    }

    @Test
    void aFailedCloseIsToldAndTheHandleIsClosed() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");
        SQLException failure = new SQLException();
        driver.onThrow("close", failure);

        assertThatThrownBy(results::close).isSameAs(failure);
        assertThatThrownBy(statement::close).isSameAs(failure);
        assertThat(owner.failures).containsExactly(failure, failure);
        assertThat(connection.hasOpenChildren()).isFalse();
        connection.close();
        assertThat(owner.failures).hasSize(2);
    }

    private interface Execution {
        void run(Statement statement) throws SQLException;
    }

    @Test
    void executingAgainRefusesTheFormerResultSetsBeforeTheDriverIsCalled() throws SQLException {
        Map<String, Execution> onAny =
                Map.ofEntries(
                        Map.entry("execute", s -> s.execute("sql")),
                        Map.entry("execute keys", s -> s.execute("sql", 1)),
                        Map.entry("execute indexes", s -> s.execute("sql", new int[0])),
                        Map.entry("execute names", s -> s.execute("sql", new String[0])),
                        Map.entry("query", s -> s.executeQuery("sql")),
                        Map.entry("update", s -> s.executeUpdate("sql")),
                        Map.entry("update keys", s -> s.executeUpdate("sql", 1)),
                        Map.entry("update indexes", s -> s.executeUpdate("sql", new int[0])),
                        Map.entry("update names", s -> s.executeUpdate("sql", new String[0])),
                        Map.entry("large", s -> s.executeLargeUpdate("sql")),
                        Map.entry("large keys", s -> s.executeLargeUpdate("sql", 1)),
                        Map.entry("large indexes", s -> s.executeLargeUpdate("sql", new int[0])),
                        Map.entry("large names", s -> s.executeLargeUpdate("sql", new String[0])),
                        Map.entry("batch", s -> s.executeBatch()),
                        Map.entry("large batch", s -> s.executeLargeBatch()),
                        Map.entry("prepared", s -> ((PreparedStatement) s).execute()),
                        Map.entry("prepared query", s -> ((PreparedStatement) s).executeQuery()),
                        Map.entry("prepared update", s -> ((PreparedStatement) s).executeUpdate()),
                        Map.entry(
                                "prepared large",
                                s -> ((PreparedStatement) s).executeLargeUpdate()));
        for (Map.Entry<String, Execution> execution : onAny.entrySet()) {
            PreparedStatementHandle statement =
                    (PreparedStatementHandle) connection.prepareStatement("sql");
            ResultSet former = statement.executeQuery();
            ResultSet keys = statement.getGeneratedKeys();
            List<Boolean> closedAtCall = new ArrayList<>();
            for (String method :
                    List.of(
                            "execute",
                            "executeQuery",
                            "executeUpdate",
                            "executeLargeUpdate",
                            "executeBatch",
                            "executeLargeBatch")) {
                driver.on(
                        method,
                        (target, arguments) -> {
                            closedAtCall.add(former.isClosed());
                            return switch (method) {
                                case "execute" -> false;
                                case "executeUpdate" -> 0;
                                case "executeLargeUpdate" -> 0L;
                                case "executeQuery" -> driver.make(ResultSet.class);
                                default -> null;
                            };
                        });
            }
            execution.getValue().run(statement);

            assertThat(closedAtCall).as(execution.getKey()).containsExactly(true);
            assertRefuses(former);
            assertRefuses(keys);
            assertThat(driver.count(Subject.delegateOf(former), "close"))
                    .as("left to the driver")
                    .isZero();
            assertThat(statement.isClosed()).isFalse();
        }
    }

    @Test
    void theSameResultSetOfTheDriverIsTheSameHandle() throws SQLException {
        StatementHandle statement = statement();
        driver.onReturn("getResultSet", driver.make(ResultSet.class));
        ResultSet queried = statement.getResultSet();

        assertThat(statement.getResultSet()).isSameAs(queried);

        ResultSet keys = driver.make(ResultSet.class);
        driver.onReturn("getGeneratedKeys", keys);
        assertThat(statement.getGeneratedKeys())
                .isSameAs(statement.getGeneratedKeys())
                .isNotSameAs(queried);
    }

    @Test
    void noResultSetIsNoHandle() throws SQLException {
        driver.onReturn("getResultSet", null);
        driver.onReturn("getGeneratedKeys", null);
        driver.onReturn("getCatalogs", null);
        StatementHandle statement = statement();

        assertThat(statement.getResultSet()).isNull();
        assertThat(statement.getGeneratedKeys()).isNull();
        assertThat(connection.getMetaData().getCatalogs()).isNull();
        assertThat(statement.hasChildren()).isFalse();
    }

    @Test
    void generatedKeysAreTracked() throws SQLException {
        StatementHandle statement = statement();
        statement.executeUpdate("sql", Statement.RETURN_GENERATED_KEYS);
        ResultSet keys = statement.getGeneratedKeys();

        assertThat(keys.getStatement()).isSameAs(statement);
        assertThat(statement.hasChildren()).isTrue();
        statement.close();
        assertRefuses(keys);
    }

    @Test
    void goingOnClosesTheCurrentResultAndNotTheKeys() throws SQLException {
        for (boolean plain : List.of(true, false)) {
            StatementHandle statement = statement();
            ResultSet first = statement.getResultSet();
            ResultSet keys = statement.getGeneratedKeys();
            if (plain) {
                statement.getMoreResults();
            } else {
                statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT);
            }
            assertRefuses(first);
            assertThat(keys.isClosed()).isFalse();
            ResultSet second = statement.getResultSet();
            assertThat(second).isNotSameAs(first);
            assertThat(second.next()).isFalse();
        }
    }

    @Test
    void aKeptResultStaysOpenUntilAllAreToClose() throws SQLException {
        StatementHandle statement = statement();
        ResultSet first = statement.getResultSet();
        ResultSet keys = statement.getGeneratedKeys();
        statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
        ResultSet second = statement.getResultSet();
        assertThat(first.isClosed()).isFalse();

        statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT);
        assertThat(first.isClosed()).isFalse();
        assertRefuses(second);

        ResultSet third = statement.getResultSet();
        statement.getMoreResults(Statement.CLOSE_ALL_RESULTS);
        assertRefuses(first);
        assertRefuses(third);
        assertThat(keys.isClosed()).isFalse();
    }

    @Test
    void theResultOfAQueryIsNotReferredToAndGoingOnIsLeftToTheDriver() throws SQLException {
        StatementHandle statement = statement();
        ResultSet first = statement.executeQuery("sql");
        assertThat(statement.hasChildren()).isFalse();

        statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
        statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT);
        assertThat(first.isClosed()).as("the driver has it open").isFalse();

        driver.close(Subject.delegateOf(first));
        assertThat(first.isClosed()).isTrue();
        assertThatThrownBy(first::next).hasMessage("ResultSet is closed");
    }

    @Test
    void goingOnThatTheDriverRefusedClosesNothing() throws SQLException {
        StatementHandle statement = statement();
        ResultSet first = statement.getResultSet();
        driver.onThrow("getMoreResults", new SQLException());

        assertThatThrownBy(statement::getMoreResults).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> statement.getMoreResults(Statement.CLOSE_ALL_RESULTS))
                .isInstanceOf(SQLException.class);
        assertThat(first.isClosed()).isFalse();
    }

    @Test
    void aStatementThatTheDriverClosedOnCompletionIsForgotten() throws SQLException {
        StatementHandle statement = statement();
        driver.on(
                "close",
                (target, arguments) -> {
                    driver.close(target);
                    driver.close(statement.statement());
                    return null;
                });
        statement.closeOnCompletion();
        driver.onReturn("isCloseOnCompletion", true);
        assertThat(statement.isCloseOnCompletion()).isTrue();
        ResultSet results = statement.executeQuery("sql");
        assertThat(connection.hasOpenChildren()).isTrue();

        results.close();

        assertThat(connection.hasOpenChildren()).isFalse();
        assertThat(statement.isMarkedClosed()).isTrue();
        assertThatThrownBy(() -> statement.execute("sql")).hasMessage("Statement is closed");
        statement.close();
        assertThat(driver.count(statement.statement(), "close")).isZero();
    }

    @Test
    void onCompletionAStatementThatTheDriverKeepsOpenStaysOpen() throws SQLException {
        StatementHandle statement = statement();
        statement.closeOnCompletion();
        statement.executeQuery("sql").close();

        assertThat(statement.isClosed()).isFalse();
        assertThat(connection.hasOpenChildren()).isTrue();
    }

    @Test
    void withoutCloseOnCompletionTheDriverIsNotAskedAtEachResultSet() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");
        driver.calls.clear();
        results.close();

        assertThat(driver.callNames()).containsExactly("close");
    }

    @Test
    void whatTheDriverClosedByItselfIsForgottenWhenAsked() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");
        ResultSet tables = connection.getMetaData().getCatalogs();
        driver.close(Subject.delegateOf(results));
        driver.close(Subject.delegateOf(tables));
        assertThat(results.isClosed()).isTrue();
        assertThat(statement.hasChildren()).isFalse();
        assertThat(tables.isClosed()).isTrue();

        driver.close(statement.statement());
        assertThat(connection.hasOpenChildren()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThat(connection.hasOpenChildren()).isFalse();
    }

    @Test
    void theResultsOfAStatementThatTheDriverClosedAreOver() throws SQLException {
        StatementHandle statement = statement();
        ResultSet results = statement.executeQuery("sql");

        driver.close(statement.statement());
        assertThat(statement.isClosed()).isTrue();

        assertRefuses(results);
    }

    @Test
    void anObjectThatTheDriverUsesAgainForAResultGetsANewHandle() throws SQLException {
        StatementHandle statement = statement();
        driver.onReturn("getResultSet", driver.make(ResultSet.class));
        ResultSet former = statement.getResultSet();

        statement.executeUpdate("sql");

        assertRefuses(former);
        assertThat(statement.getResultSet().isClosed()).isFalse();
    }

    @Test
    void nothingThatIsClosedIsKeptBehindWhatStaysOpen() throws SQLException {
        List<Execution> ends =
                List.of(
                        s -> s.getResultSet().close(),
                        s -> s.getMoreResults(),
                        s -> {
                            driver.close(Subject.delegateOf(s.getResultSet()));
                            assertThat(s.getResultSet().isClosed()).isTrue();
                        });
        for (Execution end : ends) {
            StatementHandle statement = statement();
            driver.onReturn("getResultSet", driver.make(ResultSet.class));
            assertThat(statement.getResultSet()).isNotNull();
            ResultSet keys = statement.getGeneratedKeys();

            end.run(statement);

            assertThat(HandleThreadsTest.listed(statement)).containsExactly(keys);
        }
        StatementHandle closed = statement();
        StatementHandle open = statement();
        driver.close(closed.statement());
        assertThat(closed.isClosed()).isTrue();
        assertThat(HandleThreadsTest.listed(connection)).startsWith(open).doesNotContain(closed);
    }

    @Test
    void aResultSetThatArrivesAfterItsStatementWasClosedIsRefused() throws SQLException {
        for (String method : List.of("executeQuery", "getResultSet")) {
            StatementHandle statement = statement();
            driver.on(
                    method,
                    (target, arguments) -> {
                        statement.close(); // as from another thread
                        return driver.make(ResultSet.class);
                    });
            assertThatThrownBy(
                            () -> {
                                if (method.equals("executeQuery")) {
                                    statement.executeQuery("sql");
                                } else {
                                    statement.getResultSet();
                                }
                            })
                    .hasMessage("Statement is closed");
            assertThat(statement.hasChildren()).isFalse();
        }
    }

    @Test
    void movingAndWritingCountAsWork() throws SQLException {
        ResultSet results = statement().executeQuery("sql");
        for (Execution move :
                List.<Execution>of(
                        s -> results.next(),
                        s -> results.previous(),
                        s -> results.first(),
                        s -> results.last(),
                        s -> results.absolute(1),
                        s -> results.relative(1),
                        s -> results.beforeFirst(),
                        s -> results.afterLast(),
                        s -> results.insertRow(),
                        s -> results.updateRow(),
                        s -> results.deleteRow(),
                        s -> results.refreshRow())) {
            connection.commit();
            assertThat(connection.mayHaveOpenTransaction()).isFalse();
            move.run(null);
            assertThat(connection.mayHaveOpenTransaction()).isTrue();
        }
        connection.commit();
        results.getInt(1);
        results.close();
        assertThat(connection.mayHaveOpenTransaction()).isFalse();
    }

    @Test
    void everyCallOnAPreparedStatementCountsAsWork() throws SQLException {
        CallableStatement statement = connection.prepareCall("sql");
        PreparedStatement prepared = connection.prepareStatement("sql");
        for (Execution call :
                List.<Execution>of(
                        s -> prepared.setInt(1, 1),
                        s -> statement.getMetaData(),
                        s -> statement.getParameterMetaData(),
                        s -> statement.setBlob(1, (Blob) null),
                        s -> statement.setClob("n", (Clob) null),
                        s -> statement.getInt(1))) {
            connection.commit();
            assertThat(connection.mayHaveOpenTransaction()).isFalse();
            call.run(statement);
            assertThat(connection.mayHaveOpenTransaction()).isTrue();
        }
    }

    @Test
    void largeObjectsKeepTheTransactionInDoubt() throws SQLException {
        for (Execution get :
                List.<Execution>of(
                        s -> ((CallableStatement) s).getArray(1),
                        s -> ((CallableStatement) s).getBlob("n"),
                        s -> ((CallableStatement) s).getClob(1),
                        s -> ((CallableStatement) s).getNClob("n"),
                        s -> ((CallableStatement) s).getRef(1),
                        s -> ((CallableStatement) s).getSQLXML("n"),
                        s -> s.executeQuery("sql").getArray(1),
                        s -> s.executeQuery("sql").getBlob("n"),
                        s -> s.executeQuery("sql").getClob(1),
                        s -> s.executeQuery("sql").getNClob("n"),
                        s -> s.executeQuery("sql").getRef(1),
                        s -> s.executeQuery("sql").getSQLXML("n"),
                        s -> s.unwrap(String.class),
                        s -> s.executeQuery("sql").unwrap(String.class),
                        s -> s.getConnection().getMetaData().unwrap(String.class))) {
            ConnectionHandle lease = new ConnectionHandle(owner.over(driver.connection()), 1);
            get.run(lease.prepareCall("sql"));
            lease.commit();
            assertThat(lease.mayHaveOpenTransaction()).isTrue();
        }
    }

    @Test
    void unwrapFindsTheHandleFirstThenTheDriversObject() throws SQLException {
        driver.onReturn("createStatement", driver.make(Statement.class, VendorStatement.class));
        StatementHandle statement = statement();

        assertThat(statement.unwrap(Statement.class)).isSameAs(statement);
        assertThat(statement.unwrap(VendorStatement.class)).isSameAs(statement.statement());
        assertThat(statement.isWrapperFor(VendorStatement.class)).isTrue();
        ResultSet results = statement.executeQuery("sql");
        assertThat(results.unwrap(ResultSet.class)).isSameAs(results);
        assertThat(results.isWrapperFor(ResultSetHandle.class)).isTrue();
        assertThat(connection.getMetaData().isWrapperFor(DatabaseMetaDataHandle.class)).isTrue();
    }
}
