package io.sluice.pool.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/**
 * A program of our own that listens on a port, fails on command, and comes back on the same port.
 * It ends with this JVM at the latest. Thread-safe; one command at a time.
 */
abstract class OwnServer implements AutoCloseable {

    private final int port = freePort();
    private final Thread atExit = new Thread(this::close, getClass().getSimpleName() + "-at-exit");

    /** The run that has not ended, or null. Guarded by this. */
    private @Nullable ServerProcess running;

    OwnServer() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the program; returns when it accepts connections. */
    abstract ServerProcess launch();

    /** Deletes its files. */
    abstract void delete();

    /** The port, the same after each start. */
    public final int port() {
        return port;
    }

    /** Starts it, unless it runs; returns when it accepts connections. */
    public final synchronized void start() {
        if (running == null) {
            running = launch();
        }
    }

    /** Starts one that was just made, or closes it. */
    final void startFirst() {
        try {
            start();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Ends it in its own way, by a signal. */
    final synchronized void end(String signal) {
        running().end(signal);
        running = null;
    }

    /** Kills all its processes, frozen or not; its clients find their sockets closed. */
    public final synchronized void kill() {
        running().kill();
        running = null;
    }

    /** Freezes all its processes: its port accepts connections and nobody answers. */
    public final synchronized void freeze() {
        running().freeze();
    }

    /** Lets what is frozen go on. */
    public final synchronized void thaw() {
        running().thaw();
    }

    /** Returns the present run; called with this locked. */
    final ServerProcess running() {
        if (running == null) {
            throw new IllegalStateException(this + " is not running");
        }
        return running;
    }

    /** Kills what runs and deletes its files. */
    @Override
    public final synchronized void close() {
        if (running != null) {
            kill();
        }
        if (Thread.currentThread() != atExit) {
            forgetExit();
        }
        delete();
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, and comes here again.
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " on port " + port;
    }
}
