package io.sluice.pool.fault;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A client that is connected through to the server, with a thread for each direction. */
final class ProxyLink {

    private static final int PACKET_BYTES = 16 * 1024;

    private final TcpProxy network;
    private final Socket client;
    private final Socket server;

    /** Something was lost, and what follows would be nonsense. Volatile; set once. */
    private volatile boolean lossy;

    /** The network went well again after something was lost. Volatile; set once. */
    private volatile boolean healed;

    /** The one that was told that nothing comes any more, or null. Volatile; set once. */
    private volatile @Nullable Socket ended;

    ProxyLink(TcpProxy network, Socket client, Socket server) throws SocketException {
        this.network = network;
        this.client = client;
        this.server = server;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    void open() {
        network.start("up", () -> carry(client, server));
        network.start("down", () -> carry(server, client));
    }

    private void carry(Socket from, Socket to) {
        byte[] packet = new byte[PACKET_BYTES];
        try {
            for (; ; ) {
                int length = from.getInputStream().read(packet);
                holdBack();
                noteLoss();
                if (length < 0) {
                    break;
                }
                if (!lossy && to != ended) {
                    to.getOutputStream().write(packet, 0, length);
                }
            }
        } catch (IOException e) {
            noteLoss(); // or reset by one of the three of us
        }
        if (!lossy) {
            close();
        } else if (from == client) {
            closeQuietly(client); // of which the server does not learn
            if (healed) {
                network.closed(this);
            }
        }
    }

    private void noteLoss() {
        if (network.isDropping()) {
            lossy = true;
        }
    }

    private void holdBack() {
        long left = network.delayNanos();
        for (long until = System.nanoTime() + left; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    void endTowardsClient() {
        endTowards(client);
    }

    void endTowardsServer() {
        endTowards(server);
    }

    private void endTowards(Socket one) {
        ended = one; // first: what is sent after the end would fail the whole link
        try {
            one.shutdownOutput();
        } catch (IOException e) {
            // It is closed already.
        }
    }

    /** The network is well again: the server of a link that lost something learns that it ended. */
    void healed() {
        if (lossy) {
            healed = true;
            reset(server);
            if (client.isClosed()) {
                network.closed(this);
            }
        }
    }

    void reset() {
        network.closed(this);
        // Both before either is closed: the thread that copies from a closed one closes the other.
        resetsWhenClosed(client);
        resetsWhenClosed(server);
        closeQuietly(client);
        closeQuietly(server);
    }

    private void close() {
        network.closed(this);
        closeQuietly(client);
        closeQuietly(server);
    }

    static void reset(Socket socket) {
        resetsWhenClosed(socket);
        closeQuietly(socket);
    }

    private static void resetsWhenClosed(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            // It is closed already.
        }
    }

    static void closeQuietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
