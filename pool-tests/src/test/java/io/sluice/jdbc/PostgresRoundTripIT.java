package io.sluice.jdbc;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Round trips on PostgreSQL: its driver writes to the socket once for each. */
class PostgresRoundTripIT extends RoundTripContract {

    /** Of all sockets of this JVM that count. */
    static final AtomicInteger WRITES = new AtomicInteger();

    @BeforeAll
    static void makeSchema() throws SQLException {
        try (Connection admin = Postgres.direct()) {
            Postgres.run(admin, "CREATE SCHEMA IF NOT EXISTS other");
            Postgres.run(admin, "GRANT ALL ON SCHEMA other TO " + Postgres.USER);
        }
    }

    @Override
    DataSource source() {
        return new RememberingDataSource(
                Postgres.url() + "?socketFactory=" + CountingSockets.class.getName(),
                Postgres.USER,
                Postgres.PASSWORD);
    }

    @Override
    int takeTrips() {
        return WRITES.getAndSet(0);
    }

    @Override
    int transaction() {
        return 2; // BEGIN goes with the statement
    }

    @Override
    int transactionWithIsolation() {
        return 5;
    }

    @Override
    int readOnlyTransaction() {
        return 2;
    }

    @Test
    void aSchemaThatIsSetAndPutBack() throws SQLException {
        atMost(
                3,
                true,
                false,
                c -> {
                    c.setSchema("other");
                    execute(c);
                    c.setSchema("public");
                });
    }

    /** The driver's question begins no transaction, and a rollback of none is no trip. */
    @Test
    void aValidationWithAutoCommitOff() throws SQLException {
        atMost(
                3,
                false,
                true,
                c -> {
                    execute(c);
                    c.commit();
                });
    }

    /** Counts what is written by the connections of the pool that is open. */
    public static final class CountingSockets extends SocketFactory {

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public OutputStream getOutputStream() throws IOException {
                    return new FilterOutputStream(super.getOutputStream()) {
                        @Override
                        public void write(byte[] bytes, int offset, int length) throws IOException {
                            WRITES.incrementAndGet();
                            out.write(bytes, offset, length);
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
}
