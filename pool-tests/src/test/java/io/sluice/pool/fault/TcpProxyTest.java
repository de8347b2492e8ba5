package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The network between a client and a server that is told what to do; each byte is a packet. */
@Timeout(60)
class TcpProxyTest {

    private static final int END = -1;

    private final List<AutoCloseable> open = new ArrayList<>();
    private ServerSocket listening;
    private TcpProxy proxy;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        proxy = TcpProxy.to(listening.getLocalPort());
        open.add(listening);
        open.add(proxy);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private Socket client() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        open.add(client);
        return client;
    }

    private Socket server() throws IOException {
        Socket server = listening.accept();
        open.add(server);
        return server;
    }

    private static boolean passes(Socket from, Socket to) throws IOException {
        from.getOutputStream().write(7);
        return read(to) == 7;
    }

    private static int read(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        return socket.getInputStream().read();
    }

    /** Nothing comes for as long as one can watch in a test. */
    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(100);
        assertThatThrownBy(() -> socket.getInputStream().read())
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void whatIsSentPassesInBothDirectionsAndTheEndDoes() throws IOException {
        Socket client = client();
        Socket server = server();
        assertThat(passes(client, server)).isTrue();
        assertThat(passes(server, client)).isTrue();
        assertThat(proxy.connects()).hasSize(1);
        server.close();
        assertThat(read(client)).isEqualTo(END);
        await("the link is gone").until(() -> proxy.links() == 0);
    }

    @Test
    void whatIsDroppedNeverComesAndItsServerLearnsOfItLater() throws IOException {
        Socket client = client();
        Socket server = server();
        Socket quietClient = client();
        Socket quietServer = server();
        proxy.drop();
        client.getOutputStream().write(7);
        assertSilent(server);
        client.close();
        assertSilent(server);
        Socket late = client();
        assertSilent(late);

        proxy.heal();
        assertThatThrownBy(() -> read(server)).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> read(late)).isInstanceOf(SocketException.class);
        assertThat(passes(quietClient, quietServer)).isTrue();
        assertThat(passes(client(), server())).isTrue();
        await("the link that lost something is gone").until(() -> proxy.links() == 2);
    }

    @Test
    void whatIsDelayedComesLater() throws IOException {
        Socket client = client();
        Socket server = server();
        proxy.delay(Duration.ofMillis(50));
        long sent = System.nanoTime();
        assertThat(passes(client, server)).isTrue();
        assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(50_000_000);
    }

    @Test
    void aHalfClosedLinkEndsForTheClientOnly() throws IOException {
        Socket client = client();
        Socket server = server();
        proxy.halfClose();
        assertThat(read(client)).isEqualTo(END);
        assertThat(passes(client, server)).isTrue();
        server.getOutputStream().write(7); // goes nowhere
        client.close();
        assertThat(read(server)).isEqualTo(END);
    }

    @Test
    void aLinkThatIsHalfClosedTheOtherWayEndsForTheServerOnly() throws IOException {
        Socket client = client();
        Socket server = server();
        proxy.halfCloseTowardsServer();
        assertThat(read(server)).isEqualTo(END);
        assertThat(passes(server, client)).isTrue();
        client.getOutputStream().write(7); // goes nowhere
        assertThat(passes(server, client)).isTrue();
        server.close();
        assertThat(read(client)).isEqualTo(END);
    }

    @Test
    void aResetReachesBothSides() throws IOException {
        Socket client = client();
        Socket server = server();
        proxy.reset();
        assertThatThrownBy(() -> read(client)).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> read(server)).isInstanceOf(SocketException.class);
        assertThat(proxy.links()).isZero();
    }

    @Test
    void aClientThatConnectsWhileItHangsIsNeverAnswered() throws IOException {
        Socket client = client();
        Socket server = server();
        proxy.hang();
        Socket late = client();
        assertSilent(late);
        assertThat(passes(client, server)).isTrue();
        proxy.serve();
        assertThat(passes(client(), server())).isTrue();
        assertSilent(late);
    }

    @Test
    void aClientIsRefusedUntilItHeals() throws IOException {
        proxy.refuse();
        assertThatThrownBy(this::client).isInstanceOf(SocketException.class);
        proxy.heal();
        assertThat(passes(client(), server())).isTrue();
    }

    @Test
    void aClientOfAMissingServerIsReset() throws IOException {
        listening.close();
        Socket client = client();
        assertThatThrownBy(() -> read(client)).isInstanceOf(SocketException.class);
    }
}
