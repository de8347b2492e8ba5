package io.sluice.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of Hibernate on connections of the pool, on PostgreSQL. */
class SessionsTest {

    @BeforeEach
    void clear() throws SQLException {
        Database.execute("DELETE FROM item");
    }

    private static SessionFactory factory(String... keysAndValues) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("jakarta.persistence.jdbc.url", Database.ADDRESS);
        settings.put("jakarta.persistence.jdbc.user", "app");
        settings.put("jakarta.persistence.jdbc.password", "secret");
        settings.put("hibernate.sluice.dataSource.ApplicationName", "hibernate");
        settings.put("hibernate.sluice.maxSize", "2");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return Factories.build(settings);
    }

    private static String ask(Session session, String sql) {
        return session.createNativeQuery(sql, String.class).getSingleResult();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void transactionsAreCommittedAndRolledBack(String autoCommit) throws SQLException {
        try (SessionFactory factory =
                factory(
                        "hibernate.connection.autocommit",
                        autoCommit,
                        "hibernate.connection.provider_disables_autocommit",
                        autoCommit.equals("true") ? "false" : "true")) {
            factory.inTransaction(session -> session.persist(new Item(1)));
            assertThatThrownBy(
                            () ->
                                    factory.inTransaction(
                                            session -> {
                                                session.persist(new Item(2));
                                                session.flush();
                                                throw new IllegalStateException("enough");
                                            }))
                    .hasMessage("enough");

            assertThat(Database.count("item")).isEqualTo(1);
            factory.inTransaction(
                    session ->
                            assertThat(session.createQuery("from item", Item.class).list())
                                    .extracting(Item::getId)
                                    .containsExactly(1));
            assertThat(Factories.pool(factory).leases()).isEmpty();
        }
    }

    @Test
    void connectionsHaveTheAutoCommitAndTheIsolationOfTheSettings() {
        try (SessionFactory factory =
                factory(
                        "hibernate.connection.autocommit", "false",
                        "hibernate.connection.isolation", "SERIALIZABLE")) {
            factory.inSession(
                    session -> {
                        assertThat(session.<Boolean>doReturningWork(Connection::getAutoCommit))
                                .isFalse();
                        assertThat(ask(session, "SHOW transaction_isolation"))
                                .isEqualTo("serializable");
                    });
        }
    }

    @Test
    void whatASessionHasChangedIsResetForTheNextOne() {
        try (SessionFactory factory = factory("hibernate.sluice.maxSize", "1")) {
            factory.inSession(
                    session ->
                            session.doWork(
                                    connection -> {
                                        connection.setReadOnly(true);
                                        connection.setTransactionIsolation(
                                                Connection.TRANSACTION_SERIALIZABLE);
                                    }));

            factory.inSession(
                    session -> {
                        assertThat(session.<Boolean>doReturningWork(Connection::isReadOnly))
                                .isFalse();
                        assertThat(ask(session, "SHOW transaction_isolation"))
                                .isEqualTo("read committed");
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({
        // connections in use: in a new session, in a transaction, and after it
        "IMMEDIATE_ACQUISITION_AND_HOLD, 1, 1, 1",
        "DELAYED_ACQUISITION_AND_HOLD, 0, 1, 1",
        "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION, 0, 1, 0",
        "DELAYED_ACQUISITION_AND_RELEASE_BEFORE_TRANSACTION_COMPLETION, 0, 1, 0",
        // between the statements of a transaction it would be another connection
        "DELAYED_ACQUISITION_AND_RELEASE_AFTER_STATEMENT, 0, 1, 0"
    })
    void connectionsAreReleasedAsHibernateIsTold(String mode, int before, int within, int after) {
        try (SessionFactory factory = factory("hibernate.connection.handling_mode", mode);
                Session session = factory.openSession()) {
            SluiceDataSource pool = Factories.pool(factory);
            assertThat(pool.leases()).as("in a new session").hasSize(before);
            session.beginTransaction();
            assertThat(session.find(Item.class, 1)).isNull();
            assertThat(pool.leases()).as("in a transaction").hasSize(within);
            session.getTransaction().commit();
            assertThat(pool.leases()).as("after the transaction").hasSize(after);
        }
    }

    @Test
    void theSchemaIsExportedOnConnectionsOfThePool() throws SQLException {
        Database.execute("DROP TABLE item");
        try (SessionFactory factory = factory("hibernate.hbm2ddl.auto", "create")) {
            factory.inTransaction(session -> session.persist(new Item(1)));
            assertThat(Database.count("item")).isEqualTo(1);
            assertThat(Factories.pool(factory).leases()).isEmpty();
        }
    }

    @Test
    void theEndOfTheSessionFactoryClosesThePool() throws SQLException {
        SessionFactory factory = factory("hibernate.sluice.dataSource.ApplicationName", "closing");
        factory.inTransaction(session -> session.persist(new Item(1)));
        SluiceDataSource pool = Factories.pool(factory);
        ConnectionProvider provider = Factories.provider(factory);
        assertThat(Database.count("pg_stat_activity WHERE application_name = 'closing'"))
                .isEqualTo(1);

        factory.close();

        await("the server has ended the sessions")
                .until(
                        () -> Database.count("pg_stat_activity WHERE application_name = 'closing'"),
                        sessions -> sessions == 0);
        assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
        assertThatThrownBy(provider::getConnection).isInstanceOf(SQLException.class);
        ((SluiceConnectionProvider) provider).stop(); // once more does nothing
    }

    @Test
    void aTimeOutSaysWhatThePoolSays() throws SQLException {
        try (SessionFactory factory =
                        factory(
                                "hibernate.sluice.name", "orders",
                                "hibernate.sluice.maxSize", "1",
                                "hibernate.sluice.validateAfterIdle", "1h",
                                "hibernate.sluice.acquireTimeout", "10ms");
                Connection taken = Factories.pool(factory).getConnection()) {
            assertThatThrownBy(() -> factory.inTransaction(session -> session.find(Item.class, 1)))
                    .hasStackTraceContaining("orders")
                    .hasStackTraceContaining(Thread.currentThread().getName());
            assertThat(taken.isValid(5)).isTrue();
        }
    }
}
