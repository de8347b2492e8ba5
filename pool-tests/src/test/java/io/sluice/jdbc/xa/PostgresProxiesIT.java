package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.TransactionManager;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/** Statements do not pass the reflective proxies of PostgreSQL's driver, and need not. */
@Tag("once")
class PostgresProxiesIT {

    private final TransactionManager transactions = Manager.NARAYANA.get();
    private SluiceDataSource pool;

    @BeforeEach
    void open() throws Exception {
        XaDatabase.POSTGRES.newTable();
        pool =
                SluiceDataSource.create(
                        XaDatabase.POSTGRES
                                .source(JdbcPoolConfig.builder().name("numbers").maxSize(1))
                                .transactionManager(Manager.NARAYANA.option())
                                .build());
        transactions.begin();
    }

    @AfterEach
    void close() throws Exception {
        transactions.rollback();
        pool.close();
        assertThat(XaDatabase.POSTGRES.committed()).isZero();
    }

    @Test
    void aStatementIsTheDriversOwn() throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT 1")) {
            assertThat(Proxy.isProxyClass(statement.unwrap(PGStatement.class).getClass()))
                    .isFalse();
            assertThat(Proxy.isProxyClass(prepared.unwrap(PGStatement.class).getClass())).isFalse();
        }
    }

    /** What an application gets from unwrap could end the branch; the driver refuses that. */
    @Test
    void whatIsUnwrappedHasTheGuardsOfTheDriver() throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");
            Connection unwrapped = (Connection) connection.unwrap(PGConnection.class);

            assertThat(connection.isWrapperFor(PGConnection.class)).isTrue();
            assertThat(Proxy.isProxyClass(unwrapped.getClass())).isTrue();
            assertThatThrownBy(unwrapped::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(unwrapped::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> unwrapped.setAutoCommit(true))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(unwrapped::setSavepoint).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void ourOwnGuardsStandBeforeTheDriver() throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setSavepoint("here"))
                    .isInstanceOf(SQLException.class);
            assertThat(statement.getConnection()).isSameAs(connection);
        }
    }

    /**
     * Prints what a statement costs its thread in front of the proxies and behind them, in turns;
     * the documentation has the figures of one run. What is allocated is no matter of chance.
     */
    @Test
    void theProxiesCostObjectsAndTimePerStatement() throws Exception {
        XAConnection session = XaDatabase.POSTGRES.driver().getXAConnection();
        Connection proxied = session.getConnection();
        Connection direct = proxied.unwrap(Connection.class);
        Cost before = null;
        Cost behind = null;
        for (int round = 0; round < 6; round++) {
            before = statements(proxied);
            behind = statements(direct);
            System.out.printf("proxies: %s in front, %s behind%n", before, behind);
        }
        session.close();

        assertThat(behind.bytes()).isLessThan(before.bytes());
    }

    /** Of one statement, in nanoseconds of processor time and bytes. */
    private record Cost(long nanos, long bytes) {}

    private static Cost statements(Connection connection) throws SQLException {
        int count = 2000;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long bytes = threads.getThreadAllocatedBytes(thread);
        long nanos = threads.getThreadCpuTime(thread);
        for (int i = 0; i < count; i++) {
            try (PreparedStatement statement = connection.prepareStatement("SELECT ?::int")) {
                statement.setInt(1, i);
                try (ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).isTrue();
                }
            }
        }
        return new Cost(
                (threads.getThreadCpuTime(thread) - nanos) / count,
                (threads.getThreadAllocatedBytes(thread) - bytes) / count);
    }
}
