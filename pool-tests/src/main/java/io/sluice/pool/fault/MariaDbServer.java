package io.sluice.pool.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB of our own that fails on command and comes back on the same port with the same data.
 * Its administrator has no password. It does not wait for the disk. Needs one of MariaDB's drivers
 * and the archive of the server on the class path. Thread-safe; one command at a time.
 */
public final class MariaDbServer implements AutoCloseable {

    /** The administrator: has no password, and a connection even when all others are taken. */
    public static final String ADMIN = "root";

    private final Path root;
    private final int port;
    private final List<String> settings;
    private final Thread atExit = new Thread(this::close, "mariadb-at-exit");

    /** The run that has not ended, or null. Guarded by this. */
    private @Nullable ServerProcess running;

    private MariaDbServer(Path root, int port, List<String> settings) {
        this.root = root;
        this.port = port;
        this.settings = settings;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Makes a server and starts it.
     *
     * @param settings options of the server, such as {@code --max-connections=5}
     */
    public static MariaDbServer create(String... settings) {
        Path fresh = MariaDbBinaries.freshData();
        MariaDbServer server;
        try {
            server =
                    new MariaDbServer(
                            Files.createTempDirectory("sluice-mariadb"),
                            PostgresServer.freePort(),
                            List.of(settings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Folders.copy(fresh, server.data());
            server.start();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private Path data() {
        return root.resolve("data");
    }

    /** The port, the same after each start. */
    public int port() {
        return port;
    }

    /** The URL of a database for MariaDB's driver, which from 4.0 on demands TLS by default. */
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?sslMode=disable";
    }

    /** The same for MySQL's driver. */
    public String urlForMySql(String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database;
    }

    // coming and going

    /** Starts the server again; returns when it accepts connections. */
    public synchronized void start() {
        if (running == null) {
            List<String> command = new ArrayList<>(MariaDbBinaries.command(data()));
            command.addAll(
                    List.of(
                            "--bind-address=127.0.0.1",
                            "--port=" + port,
                            "--skip-name-resolve",
                            "--tmpdir=" + root,
                            // Within the data folder: a path may be longer than sockets permit.
                            "--socket=socket",
                            "--pid-file=pid"));
            command.addAll(settings);
            running = ServerProcess.start(command, "ready for connections");
        }
    }

    /** Stops the server in the orderly way: it ends the sessions of its clients. */
    public synchronized void stop() {
        running().end("TERM");
        running = null;
    }

    /** Kills the server, frozen or not; its clients find their sockets closed. */
    public synchronized void kill() {
        running().kill();
        running = null;
    }

    /** Freezes the server: its port accepts connections and nobody answers. */
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

    // what an administrator does and sees

    /** Opens a connection of the administrator, which is the caller's to close. */
    public Connection admin() throws SQLException {
        return DriverManager.getConnection(url(""), ADMIN, "");
    }

    /** Makes a database and, unless it is there, a user that may do everything in it. */
    public void addDatabase(String name, String user, String password) {
        run("CREATE DATABASE " + name);
        run("CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + password + "'");
        run("GRANT ALL ON " + name + ".* TO " + user);
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
    public List<String> ask(String query) {
        try (Connection admin = admin();
                PreparedStatement statement = admin.prepareStatement(query);
                ResultSet result = statement.executeQuery()) {
            List<String> answers = new ArrayList<>();
            while (result.next()) {
                answers.add(result.getString(1));
            }
            return answers;
        } catch (SQLException e) {
            throw failed(query, e);
        }
    }

    private IllegalStateException failed(String what, SQLException e) {
        return new IllegalStateException("the server on port " + port + " failed to " + what, e);
    }

    /** Returns the ids of the sessions of a user, oldest first. */
    public List<Long> sessions(String user) {
        return ask(
                        "SELECT id FROM information_schema.processlist WHERE user = '"
                                + user
                                + "' ORDER BY id")
                .stream()
                .map(Long::valueOf)
                .toList();
    }

    /** Ends the server and deletes the data. */
    @Override
    public synchronized void close() {
        if (running != null) {
            running.kill();
            running = null;
        }
        if (Thread.currentThread() != atExit) {
            forgetExit();
        }
        Folders.delete(root);
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, and comes here again.
        }
    }
}
