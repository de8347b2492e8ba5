package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the application has put back itself is not set again, as far as that is certain. */
class PutBackTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private SluiceDataSource pool;

    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool = SluiceDataSource.create(settings.dataSource(database).maxSize(1).build());
    }

    /** Returns what the close of a lease costs that did this. */
    private List<String> closing(Work work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            work.on(connection);
            database.takeCalls();
            database.takeReads();
        }
        assertThat(database.takeReads())
                .as("what is asked")
                .filteredOn(read -> !read.equals("c1.getAutoCommit()"))
                .isEmpty();
        return database.takeCalls();
    }

    private static void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aTransactionThatPutsEverythingBackCostsNothingMore() throws SQLException {
        open(JdbcPoolConfig.builder());
        assertThat(
                        closing(
                                c -> {
                                    int before = c.getTransactionIsolation();
                                    c.setTransactionIsolation(8);
                                    c.setReadOnly(true);
                                    c.setAutoCommit(false);
                                    execute(c);
                                    c.commit();
                                    c.setAutoCommit(true);
                                    c.setReadOnly(false);
                                    c.setTransactionIsolation(before);
                                }))
                .isEmpty();
    }

    @Test
    void whatIsSetToWhatItIsAnywayCostsNothingMore() throws SQLException {
        open(JdbcPoolConfig.builder().schema("app"));
        assertThat(
                        closing(
                                c -> {
                                    c.setSchema("app");
                                    c.setReadOnly(false);
                                    c.setAutoCommit(true);
                                    execute(c);
                                }))
                .isEmpty();
    }

    @Test
    void whereAStatementCameAfterItTheValueIsSetAgain() throws SQLException {
        open(JdbcPoolConfig.builder());
        assertThat(
                        closing(
                                c -> {
                                    c.setSchema("other");
                                    c.setSchema("public");
                                    execute(c);
                                }))
                .containsExactly("c1.setSchema(public)");
        assertThat(
                        closing(
                                c -> {
                                    c.setSchema("other");
                                    c.setSchema("public");
                                    execute(c);
                                    c.setTransactionIsolation(8);
                                    c.setTransactionIsolation(2);
                                }))
                .as("another attribute was put back since")
                .containsExactly("c1.setSchema(public)");
    }

    /** As with DuckDB, where a catalog brings its default schema. */
    @Test
    void aCatalogIsSetAgainTogetherWithItsSchema() throws SQLException {
        open(JdbcPoolConfig.builder().schema("app"));
        assertThat(closing(c -> c.setCatalog("main")))
                .as("it was the present one")
                .containsExactly("c1.setCatalog(main)", "c1.setSchema(app)");
    }

    /** As with SQLite. */
    @Test
    void aDriverThatLeavesAutoCommitModeForASavepointIsSetBack() throws SQLException {
        open(JdbcPoolConfig.builder());
        database.byDefault("AutoCommit", false);
        database.resetsAt("setSavepoint");
        assertThat(
                        closing(
                                c -> {
                                    c.setSavepoint();
                                    execute(c);
                                }))
                .containsExactly("c1.rollback()", "c1.setAutoCommit(true)");
    }

    @Test
    void aDriverThatRefusesSavepointsInAutoCommitModeIsLeftAlone() throws SQLException {
        open(JdbcPoolConfig.builder());
        database.onThrow("setSavepoint", new SQLException("auto-commit mode", "25000"));
        assertThat(
                        closing(
                                c ->
                                        assertThatThrownBy(() -> c.setSavepoint("a"))
                                                .hasMessage("auto-commit mode")))
                .isEmpty();
    }

    @Test
    void aCommitAfterAStatementDoesNotHideIt() throws SQLException {
        open(JdbcPoolConfig.builder().autoCommit(false));
        assertThat(
                        closing(
                                c -> {
                                    c.setReadOnly(true);
                                    c.commit();
                                    c.setReadOnly(false);
                                    execute(c);
                                    c.commit();
                                }))
                .containsExactly("c1.setReadOnly(false)");
    }

    @Test
    void anObjectOfTheDriverMayHaveChangedIt() throws SQLException {
        open(JdbcPoolConfig.builder());
        assertThat(
                        closing(
                                c -> {
                                    c.setSchema("other");
                                    c.setSchema("public");
                                    c.unwrap(BareConnection.class);
                                }))
                .containsExactly("c1.setSchema(public)");
    }

    @Test
    void anAttributePutBackInATransactionIsSetAgainAfterItsRollback() throws SQLException {
        open(JdbcPoolConfig.builder());
        assertThat(
                        closing(
                                c -> {
                                    c.setSchema("other");
                                    c.setAutoCommit(false);
                                    c.setSchema("public");
                                    c.rollback();
                                    c.setAutoCommit(true);
                                }))
                .containsExactly("c1.setSchema(public)");
    }

    @Test
    void anAttributeChangedAgainIsSetBack() throws SQLException {
        open(JdbcPoolConfig.builder());
        assertThat(
                        closing(
                                c -> {
                                    c.setSchema("other");
                                    c.setSchema("public");
                                    c.setSchema("other");
                                }))
                .containsExactly("c1.setSchema(public)");
    }

    @Test
    void anAttributePutBackByOneLeaseSaysNothingOfTheNext() throws SQLException {
        open(JdbcPoolConfig.builder());
        closing(
                c -> {
                    c.setSchema("other");
                    c.setSchema("public");
                });
        assertThat(
                        closing(
                                c -> {
                                    c.setTransactionIsolation(8);
                                    c.setTransactionIsolation(2);
                                    c.setSchema("other");
                                }))
                .containsExactly("c1.setSchema(public)");
    }

    @Test
    void aTransactionWithoutAutoCommitThatPutsReadOnlyBackIsNotRolledBack() throws SQLException {
        open(JdbcPoolConfig.builder().autoCommit(false));
        for (int lease = 0; lease < 2; lease++) {
            assertThat(
                            closing(
                                    c -> {
                                        c.setReadOnly(true);
                                        execute(c);
                                        c.commit();
                                        c.setReadOnly(false);
                                    }))
                    .as("lease %d", lease)
                    .isEmpty();
        }
    }

    @Test
    void whatOpensNoTransactionIsSetBackWithoutACommit() throws SQLException {
        open(JdbcPoolConfig.builder().autoCommit(false));
        closing(c -> c.setReadOnly(true));
        assertThat(closing(c -> c.setReadOnly(true))).containsExactly("c1.setReadOnly(false)");
    }

    @Test
    void whatTheApplicationWasToldIsNotAskedAgain() throws SQLException {
        open(JdbcPoolConfig.builder());
        List<Work> works =
                List.of(
                        c -> c.setTransactionIsolation(c.getTransactionIsolation()),
                        c -> c.setReadOnly(c.isReadOnly()),
                        c -> c.setCatalog(c.getCatalog()));
        database.takeReads();
        for (Work work : works) {
            try (Connection connection = pool.getConnection()) {
                work.on(connection);
            }
        }
        assertThat(database.takeReads())
                .containsExactly(
                        "c1.getTransactionIsolation()", "c1.isReadOnly()", "c1.getCatalog()");
    }

    @Test
    void whatTheApplicationWasToldAfterAStatementIsNotWhatToReturnTo() throws SQLException {
        open(JdbcPoolConfig.builder());
        try (Connection connection = pool.getConnection()) {
            execute(connection); // which may have been SET TRANSACTION
            database.takeReads();
            connection.getTransactionIsolation();
            connection.setTransactionIsolation(8);
            assertThat(database.takeReads())
                    .containsExactly(
                            "c1.getTransactionIsolation()", "c1.getTransactionIsolation()");
        }
    }
}
