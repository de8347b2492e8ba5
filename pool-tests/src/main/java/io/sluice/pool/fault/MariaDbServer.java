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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A MariaDB of our own that fails on command and comes back on the same port with the same data.
 * Its administrator has no password. It does not wait for the disk. Needs one of MariaDB's drivers
 * and the archive of the server on the class path. Thread-safe; one command at a time.
 */
public final class MariaDbServer extends OwnServer {

    /** The administrator: has no password, and a connection even when all others are taken. */
    public static final String ADMIN = "root";

    /** Longer than a session takes to end that ends at all. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path root;
    private final List<String> settings;

    private MariaDbServer(Path root, List<String> settings) {
        this.root = root;
        this.settings = settings;
    }

    /**
     * Makes a server and starts it.
     *
     * @param settings options of the server, such as {@code --max-connections=5}
     */
    public static MariaDbServer create(String... settings) {
        Path fresh = MariaDbBinaries.freshData();
        try {
            MariaDbServer server =
                    new MariaDbServer(
                            Files.createTempDirectory("sluice-mariadb"), List.of(settings));
            Folders.copy(fresh, server.data());
            server.startFirst();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path data() {
        return root.resolve("data");
    }

    /** The URL of a database for MariaDB's driver, which from 4.0 on demands TLS by default. */
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database + "?sslMode=disable";
    }

    /** The same for MySQL's driver. */
    public String urlForMySql(String database) {
        return "jdbc:mysql://127.0.0.1:" + port() + "/" + database;
    }

    // coming and going

    @Override
    ServerProcess launch() {
        List<String> command = new ArrayList<>(MariaDbBinaries.command(data()));
        command.addAll(
                List.of(
                        "--bind-address=127.0.0.1",
                        "--port=" + port(),
                        "--skip-name-resolve",
                        "--tmpdir=" + root,
                        // Within the data folder: a path may be longer than sockets permit.
                        "--socket=socket",
                        "--pid-file=pid"));
        command.addAll(settings);
        return ServerProcess.start(command, "ready for connections");
    }

    /** Stops the server in the orderly way: it ends the sessions of its clients. */
    public void stop() {
        end("TERM");
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
        return new IllegalStateException(this + " failed to " + what, e);
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

    /** Ends the sessions of a user; returns when they have let go of what they held. */
    public void endSessions(String user) {
        run("KILL USER " + user);
        long since = System.nanoTime();
        while (!sessions(user).isEmpty()) {
            if (System.nanoTime() - since > END_NANOS) {
                throw new IllegalStateException(this + " did not end the sessions of " + user);
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    @Override
    void delete() {
        Folders.delete(root);
    }
}
