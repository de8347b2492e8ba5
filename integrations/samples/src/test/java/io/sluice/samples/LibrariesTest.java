package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Libraries that take a data source. Each returns the connections that it has taken. */
class LibrariesTest {

    private SluiceDataSource pool;

    @BeforeEach
    void open() throws SQLException {
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .url(Databases.create())
                                .username(Databases.USER)
                                .password(Databases.PASSWORD)
                                .maxSize(2)
                                .build());
    }

    private void createTable() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE item (id INT PRIMARY KEY)");
        }
    }

    @AfterEach
    void close() {
        assertThat(pool.leases()).as("connections that were not returned").isEmpty();
        pool.close();
    }

    private List<Integer> ids(String table) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM " + table)) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    @Test
    void jooq() throws SQLException {
        createTable();
        addWithJooq(pool);
        assertThat(ids("item")).containsExactly(1);
    }

    private static void addWithJooq(DataSource pool) {
        DSLContext jooq = DSL.using(pool, SQLDialect.POSTGRES);
        jooq.transaction(
                transaction -> transaction.dsl().insertInto(DSL.table("item")).values(1).execute());
    }

    @Test
    void myBatis() throws SQLException {
        createTable();
        addWithMyBatis(pool);
        assertThat(ids("item")).containsExactly(2);
    }

    private static void addWithMyBatis(DataSource pool) {
        Environment environment = new Environment("orders", new JdbcTransactionFactory(), pool);
        Configuration configuration = new Configuration(environment);
        configuration.addMapper(Items.class);
        SqlSessionFactory sessions = new SqlSessionFactoryBuilder().build(configuration);
        try (SqlSession session = sessions.openSession()) {
            session.getMapper(Items.class).add(2);
            session.commit();
        }
    }

    @Test
    void jdbi() throws SQLException {
        createTable();
        addWithJdbi(pool);
        assertThat(ids("item")).containsExactly(3);
    }

    private static void addWithJdbi(DataSource pool) {
        Jdbi jdbi = Jdbi.create(pool);
        jdbi.useTransaction(handle -> handle.execute("INSERT INTO item VALUES (?)", 3));
    }

    @Test
    void flyway() throws SQLException {
        migrateWithFlyway(pool);
        assertThat(ids("invoice")).isEmpty();
        assertThat(pool.snapshot().counters().created())
                .as("connections that it needs")
                .isEqualTo(2);
    }

    private static void migrateWithFlyway(DataSource pool) {
        Flyway.configure().dataSource(pool).load().migrate();
    }

    @Test
    void liquibase() throws Exception {
        migrateWithLiquibase(pool);
        assertThat(ids("receipt")).isEmpty();
    }

    private static void migrateWithLiquibase(DataSource pool) throws Exception {
        try (Connection connection = pool.getConnection()) {
            Database database =
                    DatabaseFactory.getInstance()
                            .findCorrectDatabaseImplementation(new JdbcConnection(connection));
            new CommandScope(UpdateCommandStep.COMMAND_NAME)
                    .addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, database)
                    .addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, "changelog.sql")
                    .execute();
        }
    }
}
