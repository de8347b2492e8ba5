package io.sluice.pool.fault;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the programs of the embedded PostgreSQL are, and how they are called. Thread-safe. */
final class PostgresBinaries {

    /** Longer than a start takes that comes at all, on a busy machine. */
    private static final Duration STARTUP_LIMIT = Duration.ofSeconds(30);

    /** Found out once per JVM; guarded by the class. */
    private static @Nullable Path folder;

    private PostgresBinaries() {}

    /**
     * Returns how one of the programs is called. PostgreSQL refuses to run as root; a user
     * namespace hides from it that it does.
     *
     * @param program {@code postgres} or {@code initdb}
     */
    static List<String> command(String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(folder().resolve(program).toString());
        command.addAll(arguments);
        return command;
    }

    private static synchronized Path folder() {
        if (folder == null) {
            folder = unpacked();
        }
        return folder;
    }

    /** The library unpacks its archive to run a server, and does not say where to: we ask that. */
    private static Path unpacked() {
        try (EmbeddedPostgres server =
                        EmbeddedPostgres.builder().setPGStartupWait(STARTUP_LIMIT).start();
                Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery(
                                "SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
            result.next();
            return Path.of(result.getString(1));
        } catch (IOException | RuntimeException | SQLException e) {
            throw new IllegalStateException(
                    "cannot start the embedded PostgreSQL; it needs some space in "
                            + System.getProperty("java.io.tmpdir")
                            + " and, when run as root, user namespaces ('unshare -U true' must"
                            + " work), or another user",
                    e);
        }
    }
}
