package io.sluice.jdbc.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;

/**
 * Makes the sockets of PostgreSQL's driver, and notes each connect that it begins: refused or
 * served, this is what a server or a network sees of a pool that retries. Thread-safe.
 */
public final class ConnectingSockets extends SocketFactory {

    /** What was noted, by the name that the driver passes on; kept, for connects may come late. */
    private static final Map<String, List<Connect>> NOTED = new ConcurrentHashMap<>();

    private static final AtomicInteger NAMES = new AtomicInteger();

    /**
     * A connect.
     *
     * @param port where to
     * @param at when it began, in {@link System#nanoTime}
     */
    record Connect(int port, long at) {}

    private final List<Connect> noted;

    /**
     * Called by the driver, which knows of a name only.
     *
     * @param name what {@link #newName} gave
     */
    public ConnectingSockets(String name) {
        noted = NOTED.get(name);
    }

    /** Begins to note, under a new name. */
    static String newName() {
        String name = "scene-" + NAMES.incrementAndGet();
        NOTED.put(name, new CopyOnWriteArrayList<>());
        return name;
    }

    /** Returns a URL whose connects are noted. */
    static String watched(String url, String name) {
        return url
                + (url.contains("?") ? '&' : '?')
                + "socketFactory="
                + ConnectingSockets.class.getName()
                + "&socketFactoryArg="
                + name;
    }

    /** What was noted so far. */
    static List<Connect> connects(String name) {
        return List.copyOf(NOTED.get(name));
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress to, int timeout) throws IOException {
                noted.add(new Connect(((InetSocketAddress) to).getPort(), System.nanoTime()));
                super.connect(to, timeout);
            }
        };
    }

    // The driver makes sockets and connects them itself.

    @Override
    public Socket createSocket(String host, int port) {
        throw unexpected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
        throw unexpected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw unexpected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
        throw unexpected();
    }

    private static UnsupportedOperationException unexpected() {
        return new UnsupportedOperationException("the driver connects its sockets itself");
    }
}
