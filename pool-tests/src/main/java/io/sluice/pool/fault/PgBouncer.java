package io.sluice.pool.fault;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PgBouncer of our own in front of a PostgreSQL, on the same port after each start. It is the one
 * that this machine has: {@code /usr/sbin/pgbouncer}, or what the system property {@code
 * sluice.pgbouncer} names. Thread-safe; one command at a time.
 *
 * <p>It has the databases of the server, and one more: {@code single} is its database postgres by
 * one session for all clients.
 */
public final class PgBouncer extends OwnServer {

    private static final String PROGRAM =
            System.getProperty("sluice.pgbouncer", "/usr/sbin/pgbouncer");

    private static final Pattern VERSION = Pattern.compile("PgBouncer (\\d+)\\.(\\d+)");

    /** The first that knows what its clients have prepared: 1.21. */
    private static final int KNOWS_STATEMENTS = 1_021;

    private final Path folder;

    private PgBouncer(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes one and starts it.
     *
     * @param mode {@code session} or {@code transaction}
     * @param postgres the port of the server, on this machine
     * @param users the users that may connect, with their passwords
     */
    public static PgBouncer create(String mode, int postgres, Map<String, String> users) {
        try {
            PgBouncer made = new PgBouncer(Files.createTempDirectory("sluice-pgbouncer"));
            made.configure(mode, postgres, users);
            made.startFirst();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void configure(String mode, int postgres, Map<String, String> users)
            throws IOException {
        StringBuilder list = new StringBuilder();
        users.forEach((user, password) -> list.append("\"%s\" \"%s\"%n".formatted(user, password)));
        Path file = Files.writeString(folder.resolve("users"), list);
        String settings =
                """
                [databases]
                single = host=127.0.0.1 port=%1$d dbname=postgres pool_size=1
                * = host=127.0.0.1 port=%1$d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %2$d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %3$s
                pool_mode = %4$s
                ignore_startup_parameters = extra_float_digits
                """
                        .formatted(postgres, port(), file, mode);
        Files.writeString(
                folder.resolve("ini"),
                knowsStatements() ? settings + "max_prepared_statements = 100\n" : settings);
    }

    /** Whether this version lets clients prepare statements on a server that they share. */
    public static boolean knowsStatements() {
        Matcher version = VERSION.matcher(ServerProcess.run(List.of(PROGRAM, "--version")));
        return version.find()
                && Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2))
                        >= KNOWS_STATEMENTS;
    }

    /** The URL of a database. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
    }

    @Override
    ServerProcess launch() {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            command.addAll(List.of("unshare", "-U")); // it refuses to run as root
        }
        command.addAll(List.of(PROGRAM, folder.resolve("ini").toString()));
        return ServerProcess.start(command, "process up");
    }

    @Override
    void delete() {
        Folders.delete(folder);
    }
}
