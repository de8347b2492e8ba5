package io.sluice.pool.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL of our own that fails on command and comes back on the same port with the same data.
 * It trusts its administrator and demands a password of everybody else. It does not wait for the
 * disk. Thread-safe; one command at a time.
 */
public final class PostgresServer extends OwnServer {

    /** The administrator: has no password, and a connection even when all others are taken. */
    public static final String ADMIN = "postgres";

    /** Longer than a promotion takes that comes at all. */
    private static final long PROMOTION_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final PostgresFolder folder;

    private PostgresServer(PostgresFolder folder) {
        this.folder = folder;
    }

    /** Makes a server with a setting or two of its own and starts it. */
    public static PostgresServer start(Map<String, String> settings) {
        PostgresServer server = new PostgresServer(PostgresFolder.create());
        try {
            server.folder.initialize(ADMIN, settings);
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

    /** The URL of the database that the server has from the start. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres";
    }

    // coming and going

    @Override
    ServerProcess launch() {
        return ServerProcess.start(
                PostgresBinaries.command(
                        "postgres",
                        List.of("-D", folder.data().toString(), "-p", Integer.toString(port()))),
                "database system is ready to accept");
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

    /** Freezes some sessions: nobody answers on their links, and others can be had. */
    public synchronized void freeze(List<Integer> sessions) {
        running().freeze(sessions);
    }

    // standby

    /** Makes a server that follows this one and takes over when it is promoted. */
    public PostgresServer standby() {
        PostgresServer standby = new PostgresServer(PostgresFolder.create());
        try (Connection admin = admin()) {
            standby.folder.follow(
                    folder, admin, "host=127.0.0.1 port=" + port() + " user=" + ADMIN);
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

    /**
     * Makes a standby a primary; returns as soon as it is one. The server's own command polls ten
     * times a second, which is too late for a measurement that begins here.
     */
    public void promote() {
        try (Connection admin = admin()) {
            long since = System.nanoTime();
            ask(admin, "SELECT pg_promote(false)");
            while (!ask(admin, "SELECT pg_is_in_recovery()::text").equals(List.of("false"))) {
                if (System.nanoTime() - since > PROMOTION_NANOS) {
                    throw new IllegalStateException(this + " was not promoted");
                }
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        } catch (SQLException e) {
            throw failed("be promoted", e);
        }
    }

    // what an administrator does and sees

    /** Opens a connection of the administrator, which is the caller's to close. */
    public Connection admin() throws SQLException {
        return DriverManager.getConnection(url(), ADMIN, "");
    }

    /** Makes a user that may connect and create tables. */
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
        try (Connection admin = admin()) {
            return ask(admin, query, arguments);
        } catch (SQLException e) {
            throw failed(query, e);
        }
    }

    private static List<String> ask(Connection admin, String query, String... arguments)
            throws SQLException {
        try (PreparedStatement statement = admin.prepareStatement(query)) {
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
        }
    }

    private IllegalStateException failed(String what, SQLException e) {
        return new IllegalStateException(this + " failed to " + what, e);
    }

    /** Returns the process ids of the sessions of a user, oldest first. */
    public List<Integer> sessions(String user) {
        try (Connection admin = admin()) {
            return sessions(admin, user);
        } catch (SQLException e) {
            throw failed("tell the sessions of " + user, e);
        }
    }

    /** The same on a given connection of the administrator, for callers that look often. */
    public static List<Integer> sessions(Connection admin, String user) throws SQLException {
        return ask(
                        admin,
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

    @Override
    void delete() {
        folder.delete();
    }
}
