package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.routing.SluiceRouting;
import io.sluice.pool.fault.PostgresServer;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Read-only transactions of Spring run on a standby, by a {@link SluiceRouting}. */
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

    private static JdbcPoolConfig.Builder pool(String url, TargetRole role) {
        return JdbcPoolConfig.builder()
                .name(role.name())
                .url(url)
                .username(PostgresServer.ADMIN)
                .password("")
                .targetRole(role)
                .validateAfterIdle(Duration.ZERO);
    }

    private static String url(PostgresServer... servers) {
        return Stream.of(servers)
                .map(server -> "127.0.0.1:" + server.port())
                .collect(Collectors.joining(",", "jdbc:postgresql://", "/postgres"));
    }

    @Test
    void readOnlyTransactionsRunOnTheStandbyAndOnThePrimaryWhenItIsGone() throws SQLException {
        try (PostgresServer server = PostgresServer.start(Map.of());
                PostgresServer follower = server.standby();
                SluiceDataSource primary =
                        SluiceDataSource.create(
                                pool(url(server, follower), TargetRole.PRIMARY).build());
                SluiceDataSource standby =
                        SluiceDataSource.create(
                                pool(url(server, follower), TargetRole.PREFER_STANDBY).build());
                SluiceDataSource strict =
                        SluiceDataSource.create(
                                pool(url(follower), TargetRole.STANDBY)
                                        .acquireTimeout(Duration.ofSeconds(2))
                                        .build())) {
            Orders orders = transactional(new SluiceRouting(primary, standby));
            Orders withoutFallback = transactional(new SluiceRouting(primary, strict));

            assertThat(orders.write()).isEqualTo(server.port());
            assertThat(orders.read()).isEqualTo(follower.port());
            assertThat(withoutFallback.read()).isEqualTo(follower.port());
            long before = acquired(primary) + acquired(standby);
            orders.doNothing();
            assertThat(acquired(primary) + acquired(standby))
                    .as("a transaction without a statement takes no connection")
                    .isEqualTo(before);

            follower.kill();
            assertThat(orders.read()).as("falls back").isEqualTo(server.port());
            assertThatThrownBy(withoutFallback::read)
                    .hasRootCauseInstanceOf(ConnectException.class);
            assertThat(withoutFallback.write()).isEqualTo(server.port());
        }
    }

    @Test
    void readOnlyTransactionsLeaveAStandbyThatLags() throws SQLException {
        try (PostgresServer server = PostgresServer.start(Map.of());
                PostgresServer follower = server.standby();
                SluiceDataSource primary =
                        SluiceDataSource.create(
                                pool(url(server, follower), TargetRole.PRIMARY).build());
                SluiceDataSource standby =
                        SluiceDataSource.create(
                                pool(url(server, follower), TargetRole.PREFER_STANDBY)
                                        .maxStandbyLag(Duration.ofSeconds(1))
                                        .build())) {
            server.run("CREATE TABLE thing (id int)");
            Orders orders = transactional(new SluiceRouting(primary, standby));
            await("it has caught up").until(orders::read, port -> port == follower.port());

            follower.run("SELECT pg_wal_replay_pause()");
            server.run("INSERT INTO thing VALUES (1)");
            await("falls back").until(orders::read, port -> port == server.port());
            follower.run("SELECT pg_wal_replay_resume()");
        }
    }

    private static long acquired(SluiceDataSource pool) {
        return pool.snapshot().counters().acquired();
    }
}
