package io.sluice.perf.server;

import io.sluice.perf.command.MeasurementException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of our own, in a temporary folder that is deleted afterwards. Mostly it does not
 * wait for the disk, which would hide the differences between pools. Not thread-safe.
 */
public record OwnPostgres(EmbeddedPostgres server) implements AutoCloseable {

    private static final String USER = "postgres";

    /** Connections besides those of the pools, for us. */
    private static final int SPARE_CONNECTIONS = 20;

    /** Something to do with a database. */
    public interface Work<T> {

        /** Does it. */
        T with(Database database) throws Exception;
    }

    /**
     * Does something with a database that was named or, if there is none, with one of our own.
     *
     * @param connections how many a pool has; another may close while it opens
     * @param durable whether our own waits for the disk
     */
    public static <T> T orNamed(
            @Nullable Database named, int connections, boolean durable, Work<T> work)
            throws Exception {
        if (named != null) {
            return work.with(named);
        }
        System.err.println("starting a PostgreSQL");
        try (OwnPostgres own = start(2 * connections + SPARE_CONNECTIONS, durable)) {
            return work.with(own.database());
        }
    }

    /**
     * Starts a server that does not wait for the disk.
     *
     * @param maxConnections how many connections it has to take
     */
    public static OwnPostgres start(int maxConnections) {
        return start(maxConnections, /* durable= */ false);
    }

    private static OwnPostgres start(int maxConnections, boolean durable) {
        String waits = durable ? "on" : "off";
        try {
            return new OwnPostgres(
                    EmbeddedPostgres.builder()
                            .setServerConfig("max_connections", Integer.toString(maxConnections))
                            .setServerConfig("shared_buffers", "256MB")
                            .setServerConfig("fsync", waits)
                            .setServerConfig("synchronous_commit", waits)
                            .setServerConfig("full_page_writes", waits)
                            .setPGStartupWait(Duration.ofSeconds(30))
                            .start());
        } catch (IOException | RuntimeException e) {
            throw new MeasurementException(
                    "cannot start a PostgreSQL of our own; it needs some space in "
                            + System.getProperty("java.io.tmpdir")
                            + " and, when run as root, user namespaces ('unshare -U true' must"
                            + " work). Run as another user, or name a server with --url",
                    e);
        }
    }

    /** Returns the database with its user. */
    public Database database() {
        // Not the server's own URL, which contains the user: pools get the user apart, and say so.
        String url = "jdbc:postgresql://localhost:" + server.getPort() + "/" + USER;
        return new Database(url, USER, null, true);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
