package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Read-only transactions of Spring run on a standby, as {@code docs/failover.md} has it. */
@Tag("once")
@Timeout(120)
class ReadWriteSplitIT {

    /** Says which server a statement ran on. */
    private static final String PORT = "SELECT inet_server_port()";

    /** The service of an application; each method returns the port of its server. */
    private interface Orders {

        int read();

        int write();

        void doNothing();
    }

    /** The service on a data source. */
    private record OrdersOn(DataSource source) implements Orders {

        @Override
        @Transactional(readOnly = true)
        public int read() {
            return ask();
        }

        @Override
        @Transactional
        public int write() {
            return ask();
        }

        @Override
        @Transactional(readOnly = true)
        public void doNothing() {}

        private int ask() {
            Connection connection = DataSourceUtils.getConnection(source);
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(PORT)) {
                result.next();
                return result.getInt(1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            } finally {
                DataSourceUtils.releaseConnection(connection, source);
            }
        }
    }

    /** What an application context does for such a service. */
    private static Orders transactional(DataSource source) {
        ProxyFactory proxy = new ProxyFactory(new OrdersOn(source));
        proxy.addAdvice(
                new TransactionInterceptor(
                        (TransactionManager) new DataSourceTransactionManager(source),
                        new AnnotationTransactionAttributeSource()));
        return (Orders) proxy.getProxy();
    }

    private static SluiceDataSource pool(String name, String url, TargetRole role)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .name(name)
                        .url(url)
                        .username(PostgresServer.ADMIN)
                        .password("")
                        .targetRole(role)
                        .validateAfterIdle(Duration.ZERO)
                        .build());
    }

    @Test
    void readOnlyTransactionsRunOnTheStandbyAndOnThePrimaryWhenItIsGone() throws SQLException {
        try (PostgresServer server = PostgresServer.start(Map.of());
                PostgresServer follower = server.standby()) {
            String url =
                    "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres"
                            .formatted(server.port(), follower.port());
            try (SluiceDataSource primary = pool("primary", url, TargetRole.PRIMARY);
                    SluiceDataSource standby = pool("standby", url, TargetRole.PREFER_STANDBY)) {
                LazyConnectionDataSourceProxy both = new LazyConnectionDataSourceProxy(primary);
                both.setReadOnlyDataSource(standby);
                Orders orders = transactional(both);

                assertThat(orders.write()).isEqualTo(server.port());
                assertThat(orders.read()).isEqualTo(follower.port());
                long before = acquired(primary) + acquired(standby);
                orders.doNothing();
                assertThat(acquired(primary) + acquired(standby))
                        .as("a transaction without a statement takes no connection")
                        .isEqualTo(before);

                follower.kill();
                assertThat(orders.read()).as("falls back").isEqualTo(server.port());
                assertThat(orders.write()).isEqualTo(server.port());
            }
        }
    }

    private static long acquired(SluiceDataSource pool) {
        return pool.snapshot().counters().acquired();
    }
}
