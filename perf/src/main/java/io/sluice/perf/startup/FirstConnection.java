package io.sluice.perf.startup;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;

/**
 * A process that opens a pool of ten connections, takes one and ends; {@code perf/start-up} starts
 * it. The driver answers at once, so what remains is the JVM and the pool.
 */
public final class FirstConnection {

    private static final int SIZE = 10;

    private FirstConnection() {}

    /**
     * Prints how many milliseconds passed from the first statement to the connection.
     *
     * @param arguments {@code sluice}, {@code mbean} for Sluice with its MBean, {@code hikari}, or
     *     {@code driver} for no pool
     */
    public static void main(String[] arguments) throws SQLException {
        long begun = System.nanoTime();
        switch (arguments[0]) {
            case "sluice" -> sluice(begun, /* withMbean= */ false);
            case "mbean" -> sluice(begun, /* withMbean= */ true);
            case "hikari" -> hikari(begun);
            case "driver" -> {
                try (Connection connection = DriverManager.getConnection(StubDriver.URL)) {
                    report(begun, connection);
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void sluice(long begun, boolean withMbean) throws SQLException {
        SluiceDataSource pool = new SluiceDataSource();
        pool.setUrl(StubDriver.URL);
        pool.setRegisterMbean(withMbean);
        pool.setMaxSize(SIZE);
        try (pool;
                Connection connection = pool.getConnection()) {
            report(begun, connection);
        }
    }

    private static void hikari(long begun) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(StubDriver.URL);
        config.setMaximumPoolSize(SIZE);
        config.setMinimumIdle(0);
        try (HikariDataSource pool = new HikariDataSource(config);
                Connection connection = pool.getConnection()) {
            report(begun, connection);
        }
    }

    private static void report(long begun, Connection connection) throws SQLException {
        double millis = (System.nanoTime() - begun) / 1e6;
        if (connection.isClosed()) {
            throw new IllegalStateException("the connection is closed");
        }
        System.out.printf(Locale.ROOT, "%.1f%n", millis);
    }
}
