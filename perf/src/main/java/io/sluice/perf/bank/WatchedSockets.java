package io.sluice.perf.bank;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of MariaDB's driver in the worker. They announce the statements that prepare and
 * commit a branch to {@link Points}: before one is sent, and when its answer is there.
 */
public final class WatchedSockets extends SocketFactory {

    /** The length of a packet, its number, and the command that runs a statement. */
    private static final int HEADER = 5;

    /** Enough to tell statements apart. */
    private static final int TEXT = 32;

    /** Made by the driver. */
    public WatchedSockets() {}

    /** Returns the begin of the statement in a packet. */
    static String statement(byte[] packet, int offset, int length) {
        int text = Math.min(length - HEADER, TEXT);
        return text <= 0
                ? ""
                : new String(packet, offset + HEADER, text, StandardCharsets.ISO_8859_1);
    }

    @Override
    public Socket createSocket() {
        return new Socket() {

            /** What was sent and is not answered. For the one thread that uses the connection. */
            private @Nullable String sent;

            @Override
            public OutputStream getOutputStream() throws IOException {
                return new FilterOutputStream(super.getOutputStream()) {
                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        sent = statement(bytes, offset, length);
                        Points.look(sent, /* begins= */ true);
                        out.write(bytes, offset, length);
                    }
                };
            }

            @Override
            public InputStream getInputStream() throws IOException {
                return new FilterInputStream(super.getInputStream()) {
                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        int count = in.read(bytes, offset, length);
                        String answered = sent;
                        sent = null;
                        Points.look(answered, /* begins= */ false);
                        return count;
                    }
                };
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
    }
}
