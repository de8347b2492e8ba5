package io.sluice.pool.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of our own that fails on command and comes back on the same port with the same data.
 * It trusts its administrator and demands a password of everybody else. It does not wait for the
 * disk. Thread-safe; one command at a time.
 */
public final class PostgresServer implements AutoCloseable {

    /** The administrator, who has no password and a connection even when all others are taken. */
    public static final String ADMIN = "postgres";

    private static final Map<String, String> SETTINGS =
            Map.of(
                    "listen_addresses", "127.0.0.1",
                    "unix_socket_directories", "",
                    "shared_buffers", "32MB",
                    "fsync", "off",
                    "full_page_writes", "off",
                    "synchronous_commit", "on", // or a kill takes what was committed
                    "wal_level", "replica",
                    "wal_keep_size", "256MB",
                    "hot_standby", "on");

    private final Path folder;
    private final int port;
    private final Thread atExit = new Thread(this::close, "postgres-at-exit");

    /** The run that has not ended, or null. Guarded by this. */
    private @Nullable ServerProcess running;

    private PostgresServer(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Makes a server with a setting or two of its own and starts it. */
    public static PostgresServer start(Map<String, String> settings) {
        PostgresServer server = new PostgresServer(newFolder(), freePort());
        try {
            server.initialize(settings);
            server.start();
            return server;
        } catch (IOException e) {
            server.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void initialize(Map<String, String> settings) throws IOException {
        ServerProcess.run(
                PostgresBinaries.command(
                        "initdb",
                        List.of(
                                "-D",
                                data().toString(),
                                "-U",
                                ADMIN,
                                "-A",
                                "trust",
                                "-N",
                                "-E",
                                "UTF8",
                                "--locale=C")));
        Map<String, String> all = new TreeMap<>(SETTINGS);
        all.putAll(settings);
        StringBuilder text = new StringBuilder();
        all.forEach((key, value) -> text.append(setting(key, value)));
        Files.writeString(data().resolve("postgresql.auto.conf"), text);
        Files.writeString(
                data().resolve("pg_hba.conf"),
                """
                host all         %1$s 127.0.0.1/32 trust
                host replication %1$s 127.0.0.1/32 trust
                host all         all  127.0.0.1/32 scram-sha-256
                """
                        .formatted(ADMIN));
    }

    static String setting(String key, String value) {
        return key + " = '" + value.replace("'", "''") + "'\n";
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("sluice-postgres");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    /** The port, the same after each start. */
    public int port() {
        return port;
    }

    /** The URL of the database that the server has from the start. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    // coming and going

    /** Starts the server again; returns when it accepts connections. */
    public synchronized void start() {
        if (running == null) {
            running = ServerProcess.start(data(), port);
        }
    }

    /** Stops the server in the orderly way: it ends the sessions of its clients and says so. */
    public void stop() {
        end("INT");
    }

    /**
     * Stops the server at once: it tells its clients that it crashed, and recovers at its start.
     */
    public void stopAtOnce() {
        end("QUIT");
    }

    private synchronized void end(String signal) {
        running().end(signal);
        running = null;
    }

    /** Kills each process of the server, frozen or not; its clients find their sockets closed. */
    public synchronized void kill() {
        running().kill();
        running = null;
    }

    /** Freezes each process of the server: its port accepts connections and nobody answers. */
    public synchronized void freeze() {
        running().freeze();
    }

    /** Lets a frozen server go on. */
    public synchronized void thaw() {
        running().thaw();
    }

    private ServerProcess running() {
        if (running == null) {
            throw new IllegalStateException("the server on port " + port + " is not running");
        }
        return running;
    }

    // standby

    /** Makes a server that follows this one and takes over when it is promoted. */
    public PostgresServer standby() {
        PostgresServer standby = new PostgresServer(newFolder(), freePort());
        try (Connection admin = admin()) {
            BaseBackup.copy(admin, data(), standby.data());
            Files.writeString(
                    standby.data().resolve("postgresql.auto.conf"),
                    Files.readString(standby.data().resolve("postgresql.auto.conf"))
                            + setting(
                                    "primary_conninfo",
                                    "host=127.0.0.1 port=" + port + " user=" + ADMIN));
            Files.createFile(standby.data().resolve("standby.signal"));
            standby.start();
            standby.awaitStreaming();
            return standby;
        } catch (IOException e) {
            standby.close();
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            standby.close();
            throw failed("make a standby", e);
        } catch (RuntimeException e) {
            standby.close();
            throw e;
        }
    }

    private synchronized void awaitStreaming() {
        running().awaitStreaming();
    }

    /** Makes a standby a primary; returns when it is one. */
    public void promote() {
        List<String> promoted = ask("SELECT pg_promote(true, 60)::text");
        if (!promoted.equals(List.of("true"))) {
            throw new IllegalStateException("the standby on port " + port + " was not promoted");
        }
    }

    // what an administrator does and sees

    /** Opens a connection of the administrator, which is the caller's to close. */
    public Connection admin() throws SQLException {
        return DriverManager.getConnection(url(), ADMIN, "");
    }

    /** Makes a user who may connect and create tables. */
    public void addUser(String name, String password) {
        run("SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', ?::text, ?::text)", name, password);
        run("SELECT format('GRANT CREATE ON SCHEMA public TO %I', ?::text)", name);
    }

    /** Changes the password of a user; sessions that exist go on. */
    public void changePassword(String user, String password) {
        run("SELECT format('ALTER ROLE %I PASSWORD %L', ?::text, ?::text)", user, password);
    }

    private void run(String template, String... arguments) {
        ask(template, arguments).forEach(this::run);
    }

    /** Runs a command as the administrator. */
    public void run(String command) {
        try (Connection admin = admin();
                PreparedStatement statement = admin.prepareStatement(command)) {
            statement.execute();
        } catch (SQLException e) {
            throw failed(command, e);
        }
    }

    /** Asks as the administrator; returns the first column of what comes, as text. */
    public List<String> ask(String query, String... arguments) {
        try (Connection admin = admin();
                PreparedStatement statement = admin.prepareStatement(query)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            List<String> answers = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    answers.add(result.getString(1));
                }
            }
            return answers;
        } catch (SQLException e) {
            throw failed(query, e);
        }
    }

    private IllegalStateException failed(String what, SQLException e) {
        return new IllegalStateException("the server on port " + port + " failed to " + what, e);
    }

    /** Returns the process ids of the sessions of a user, oldest first. */
    public List<Integer> sessions(String user) {
        return ask(
                        "SELECT pid::text FROM pg_stat_activity"
                                + " WHERE usename = ? ORDER BY backend_start, pid",
                        user)
                .stream()
                .map(Integer::valueOf)
                .toList();
    }

    /**
     * Ends a session; returns when it has ended.
     *
     * @return false if there was no such session any more
     */
    public boolean terminate(int session) {
        return ask("SELECT pg_terminate_backend(?::int, 10000)::text", Integer.toString(session))
                .equals(List.of("true"));
    }

    /** Kills what runs and deletes the data. */
    @Override
    public synchronized void close() {
        if (running != null) {
            running.kill();
            running = null;
        }
        if (Thread.currentThread() != atExit) {
            forgetExit();
        }
        delete(folder);
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, and comes here again.
        }
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
