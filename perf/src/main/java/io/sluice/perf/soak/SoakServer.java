package io.sluice.perf.soak;

import io.sluice.pool.fault.MariaDbServer;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.postgresql.PGConnection;

/** A server that fails on command. For one thread. */
interface SoakServer extends AutoCloseable {

    String USER = "soak";
    String PASSWORD = "right";

    /** Returns the port that it listens on. */
    int port();

    /** Returns the URL for a port that leads to it. */
    String url(int port);

    /** Returns a type that the driver's connection has and the pool's has not. */
    Class<?> driverType();

    /** Returns a query for the settings of a session, as one text. */
    String settings();

    void start();

    void stop();

    void kill();

    void freeze();

    void thaw();

    /** Ends some sessions of the pool, at least one if there is any. */
    void terminate(Random random);

    void changePassword(String password);

    /** Returns how many sessions the pool has. */
    int sessions();

    @Override
    void close();

    /** Makes the table with a row for each worker. */
    static void prepare(Connection admin, String grant, int workers) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("CREATE TABLE work (id INT PRIMARY KEY, number BIGINT NOT NULL)");
            for (int id = 0; id < workers; id++) {
                statement.execute("INSERT INTO work VALUES (" + id + ", 0)");
            }
            statement.execute(grant);
        }
    }

    /** Returns some of a list, at least one if there is any. */
    private static <T> List<T> some(List<T> all, Random random) {
        List<T> mixed = new ArrayList<>(all);
        Collections.shuffle(mixed, random);
        return mixed.subList(0, mixed.isEmpty() ? 0 : 1 + random.nextInt(mixed.size()));
    }

    /** Starts a PostgreSQL. */
    static SoakServer postgres(int workers) throws SQLException {
        PostgresServer server = PostgresServer.start(Map.of("max_connections", "100"));
        SoakServer made = new Postgres(server);
        try (Connection admin = server.admin()) {
            server.addUser(USER, PASSWORD);
            prepare(admin, "GRANT SELECT, UPDATE ON work TO " + USER, workers);
            return made;
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Starts a MariaDB. */
    static SoakServer mariaDb(int workers) throws SQLException {
        // Hosts with many broken handshakes would be blocked.
        MariaDbServer server =
                MariaDbServer.create("--max-connections=100", "--max-connect-errors=1000000000");
        SoakServer made = new MariaDb(server);
        try {
            server.addDatabase(MariaDb.DATABASE, USER, PASSWORD);
            try (Connection admin =
                    DriverManager.getConnection(
                            server.url(MariaDb.DATABASE), MariaDbServer.ADMIN, "")) {
                prepare(admin, "FLUSH PRIVILEGES", workers);
            }
            return made;
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** A PostgreSQL. */
    record Postgres(PostgresServer server) implements SoakServer {

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public String url(int port) {
            return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
        }

        @Override
        public Class<?> driverType() {
            return PGConnection.class;
        }

        @Override
        public String settings() {
            return "SELECT concat(current_setting('transaction_isolation'), ' ',"
                    + " current_setting('transaction_read_only'))";
        }

        @Override
        public void start() {
            server.start();
        }

        @Override
        public void stop() {
            server.stop();
        }

        @Override
        public void kill() {
            server.kill();
        }

        @Override
        public void freeze() {
            server.freeze();
        }

        @Override
        public void thaw() {
            server.thaw();
        }

        @Override
        public void terminate(Random random) {
            some(server.sessions(USER), random).forEach(server::terminate);
        }

        @Override
        public void changePassword(String password) {
            server.changePassword(USER, password);
        }

        @Override
        public int sessions() {
            return server.sessions(USER).size();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** A MariaDB. */
    record MariaDb(MariaDbServer server) implements SoakServer {

        private static final String DATABASE = "soak";

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public String url(int port) {
            return "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE + "?sslMode=disable";
        }

        @Override
        public Class<?> driverType() {
            return org.mariadb.jdbc.Connection.class;
        }

        @Override
        public String settings() {
            return "SELECT concat(@@autocommit, ' ', @@tx_isolation, ' ', @@tx_read_only)";
        }

        @Override
        public void start() {
            server.start();
        }

        @Override
        public void stop() {
            server.stop();
        }

        @Override
        public void kill() {
            server.kill();
        }

        @Override
        public void freeze() {
            server.freeze();
        }

        @Override
        public void thaw() {
            server.thaw();
        }

        @Override
        public void terminate(Random random) {
            for (Long session : some(server.sessions(USER), random)) {
                kill(session);
            }
        }

        private void kill(long session) {
            try {
                server.run("KILL " + session);
            } catch (IllegalStateException e) {
                if (server.sessions(USER).contains(session)) { // it has not ended by itself
                    throw e;
                }
            }
        }

        @Override
        public void changePassword(String password) {
            server.run("ALTER USER " + USER + " IDENTIFIED BY '" + password + "'");
        }

        @Override
        public int sessions() {
            return server.sessions(USER).size();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
