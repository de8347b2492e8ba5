package io.sluice.pool.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A network between clients and a server, on the loopback interface, that fails on command. What is
 * set applies to the links that exist and to those that come. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {

    private static final int BACKLOG = 256;
    private static final int CONNECT_MILLIS = 1_000;

    private final int target;
    private final int port;
    private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();

    /** When clients connected; guarded by itself. */
    private final List<Long> connects = new ArrayList<>();

    /** Clients that were accepted and will not be served; guarded by this. */
    private final List<Socket> unserved = new ArrayList<>();

    /** Whether new clients are left without an answer; guarded by this. */
    private boolean hanging;

    /** Null while connecting is refused; guarded by this. */
    private @Nullable ServerSocket listening;

    /** Lets clients in; null before the first is. Guarded by this. */
    private @Nullable Thread accepting;

    /** Volatile; set by the commanding thread, read by the copying threads. */
    private volatile boolean dropping;

    /** Volatile; set by the commanding thread, read by the copying threads. */
    private volatile long delayNanos;

    private TcpProxy(int target, ServerSocket listening) {
        this.target = target;
        this.port = listening.getLocalPort();
        this.listening = listening;
    }

    /** Starts a network to a server on this machine, which need not run yet. */
    public static TcpProxy to(int targetPort) {
        ServerSocket listening = listen(0);
        TcpProxy proxy = new TcpProxy(targetPort, listening);
        proxy.acceptFrom(listening);
        return proxy;
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port that clients connect to. */
    public int port() {
        return port;
    }

    /** How many links there are: clients that were connected through to the server. */
    public int links() {
        return links.size();
    }

    /** When clients connected, in {@link System#nanoTime}; refused ones do not count. */
    public List<Long> connects() {
        synchronized (connects) {
            return List.copyOf(connects);
        }
    }

    /** Forgets when clients connected so far; for runs that go on for long. */
    public void forgetConnects() {
        synchronized (connects) {
            connects.clear();
        }
    }

    // what the network does

    /**
     * All is well again for new links and for those that lost nothing. A link that lost bytes stays
     * silent towards its client, and its server learns that it is gone. A client that connected and
     * got no answer is reset; {@link #serve} lets it hang on.
     */
    public synchronized void heal() {
        hanging = false;
        dropping = false;
        delayNanos = 0;
        links.forEach(ProxyLink::healed);
        unserved.forEach(ProxyLink::reset);
        unserved.clear();
        if (listening == null) {
            listening = listen(port);
            acceptFrom(listening);
        }
    }

    /**
     * Swallows whatever is sent, in both directions, without a sign; a new client gets no answer.
     */
    public synchronized void drop() {
        dropping = true;
        hanging = true;
    }

    /** Holds back whatever is sent for so long, in either direction. */
    public void delay(Duration each) {
        delayNanos = each.toNanos();
    }

    /** Ends the direction towards the client of each link; what clients send goes through. */
    public synchronized void halfClose() {
        links.forEach(ProxyLink::endTowardsClient);
    }

    /** Ends the direction towards the server of each link; what servers send goes through. */
    public synchronized void halfCloseTowardsServer() {
        links.forEach(ProxyLink::endTowardsServer);
    }

    /** Resets each link on both sides. */
    public synchronized void reset() {
        links.forEach(ProxyLink::reset);
    }

    /** New clients are accepted and never answered; links that exist go on. */
    public synchronized void hang() {
        hanging = true;
    }

    /** New clients are served again; a client that was left without an answer gets none. */
    public synchronized void serve() {
        hanging = false;
    }

    /** New clients are refused; links that exist go on. */
    public void refuse() {
        Thread last;
        synchronized (this) {
            if (listening != null) {
                ProxyLink.closeQuietly(listening);
                listening = null;
            }
            last = accepting;
        }
        // The system lets clients in until the thread has left its call. Without the lock, which
        // that thread may want for the last of them.
        if (last != null) {
            awaitEnd(last);
        }
    }

    private static void awaitEnd(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) { // then it ends when it ends
            Thread.currentThread().interrupt();
        }
    }

    // carrying

    private synchronized void acceptFrom(ServerSocket socket) {
        accepting = start("accept", () -> acceptAll(socket));
    }

    private void acceptAll(ServerSocket socket) {
        for (; ; ) {
            try {
                accepted(socket.accept());
            } catch (IOException e) {
                return; // closed: nobody is let in any more
            }
        }
    }

    private void accepted(Socket client) {
        synchronized (connects) {
            connects.add(System.nanoTime());
        }
        link(client);
    }

    /** Under the lock: a command finds a link whole or not at all. */
    private synchronized void link(Socket client) {
        if (hanging) {
            unserved.add(client);
            return;
        }
        Socket server = new Socket();
        try {
            server.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), target),
                    CONNECT_MILLIS);
            ProxyLink link = new ProxyLink(this, client, server);
            links.add(link);
            link.open();
        } catch (IOException e) { // nobody listens there
            ProxyLink.reset(client);
            ProxyLink.reset(server);
        }
    }

    boolean isDropping() {
        return dropping;
    }

    long delayNanos() {
        return delayNanos;
    }

    void closed(ProxyLink link) {
        links.remove(link);
    }

    Thread start(String role, Runnable body) {
        Thread thread = new Thread(body, "proxy-" + port + "-" + role);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Resets all links, and refuses new ones. */
    @Override
    public void close() {
        refuse();
        synchronized (this) {
            reset();
            unserved.forEach(ProxyLink::reset);
            unserved.clear();
        }
    }
}
