package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The real driver against servers that refuse, do not answer, or swallow what is sent to them. The
 * caller would wait for a day; the limit of each test shows that it does not.
 */
@Timeout(60)
class UnreachableServerTest {

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static JdbcPoolConfig.Builder settings(int port) {
        return JdbcPoolConfig.builder()
                .name("far")
                .url("jdbc:postgresql://127.0.0.1:" + port + "/orders")
                .username("app")
                .password("secret")
                .connectTimeout(Duration.ofMillis(200))
                .acquireTimeout(Duration.ofDays(1));
    }

    private ServerSocket server(int backlog) throws IOException {
        ServerSocket server = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
        open.add(server);
        return server;
    }

    /** No process accepts here, and the backlog is full: packets are dropped. */
    private int blackHole() throws IOException {
        ServerSocket server = server(1);
        for (int i = 0; i < 8; i++) {
            SocketChannel channel = SocketChannel.open();
            open.add(channel);
            channel.configureBlocking(false);
            channel.connect(server.getLocalSocketAddress());
        }
        return server.getLocalPort();
    }

    private static void givenUp(int port) {
        assertThatThrownBy(() -> SluiceDataSource.create(settings(port).build()))
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("Pool far")
                .hasMessageContaining("took longer than connectTimeout");
    }

    @Test
    void aBlackHoleIsGivenUpAfterConnectTimeout() throws IOException {
        givenUp(blackHole());
    }

    @Test
    void aServerThatNeverAnswersIsGivenUpAfterConnectTimeout() throws IOException {
        givenUp(server(50).getLocalPort());
    }

    /** Otherwise each attempt costs a thread and a socket until the network comes back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:%d/orders?sslmode=disable",
                "jdbc:mysql://127.0.0.1:%d/orders",
                "jdbc:mariadb://127.0.0.1:%d/orders"
            })
    void aDriverLeavesAServerThatNeverAnswers(String form) throws IOException {
        ServerSocket server = server(50);
        String url = String.format(form, server.getLocalPort());
        assertThatThrownBy(() -> SluiceDataSource.create(settings(1).url(url).build()))
                .isInstanceOf(SQLTransientConnectionException.class);
        assertThatTheClientLeaves(server);
    }

    @Test
    void aDataSourceLeavesAServerThatNeverAnswers() throws IOException {
        ServerSocket server = server(50);
        JdbcPoolConfig config =
                settings(1)
                        .url(null)
                        .dataSourceClassName("org.postgresql.ds.PGSimpleDataSource")
                        .dataSourceProperty("portNumber", Integer.toString(server.getLocalPort()))
                        .dataSourceProperty("serverName", "127.0.0.1")
                        .dataSourceProperty("sslMode", "disable")
                        .build();
        assertThatThrownBy(() -> SluiceDataSource.create(config))
                .isInstanceOf(SQLTransientConnectionException.class);
        assertThatTheClientLeaves(server);
    }

    private static void assertThatTheClientLeaves(ServerSocket server) throws IOException {
        try (Socket client = server.accept()) {
            client.setSoTimeout(20_000);
            while (client.getInputStream().read() >= 0) { // what it has sent
                continue;
            }
        } catch (SocketException e) { // reset: it has left as well
            return;
        }
    }

    @Test
    void aWaiterIsToldOfTheBlackHole() throws Exception {
        try (SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                settings(blackHole())
                                        .startup(Startup.LAZY)
                                        .acquireTimeout(Duration.ofSeconds(3))
                                        .build()))) {
            assertThatThrownBy(pool::getConnection)
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("Pool far")
                    .hasMessageContaining("took longer than connectTimeout");
        }
    }

    @Test
    void aPortThatRefusesIsReportedWithTheDriversState() throws IOException {
        int port;
        try (ServerSocket gone = server(1)) {
            port = gone.getLocalPort();
        }
        assertThatThrownBy(
                        () ->
                                SluiceDataSource.create(
                                        settings(port)
                                                .connectTimeout(Duration.ofSeconds(30))
                                                .build()))
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasRootCauseInstanceOf(java.net.ConnectException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08001");
    }

    @Test
    void aHostWithoutAnAddressIsReportedWithItsName() {
        assertThatThrownBy(
                        () ->
                                SluiceDataSource.create(
                                        settings(5432)
                                                .url(
                                                        "jdbc:postgresql://no-such-host.invalid/orders")
                                                .connectTimeout(Duration.ofSeconds(30))
                                                .build()))
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("UnknownHostException: no-such-host.invalid");
    }
}
