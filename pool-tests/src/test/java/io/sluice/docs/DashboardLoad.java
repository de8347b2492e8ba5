package io.sluice.docs;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.fixture.SilentSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Four minutes in the life of a pool: calm, busy, too busy, without a database, calm again. */
final class DashboardLoad {

    static final int SECONDS = 240;

    private static final int OUTAGE = 150;

    private static final int MOST_THREADS = 40;

    /** What the first threads do from a second on; the others rest. */
    private record Phase(int second, int threads, int holdMillis, int pauseMillis) {}

    private static final List<Phase> PHASES =
            List.of(
                    new Phase(0, 6, 20, 80),
                    new Phase(60, 20, 60, 20),
                    new Phase(100, MOST_THREADS, 400, 10),
                    new Phase(120, 6, 20, 80),
                    new Phase(OUTAGE, 4, 40, 60), // without a database, see run
                    new Phase(170, 6, 20, 80),
                    new Phase(SECONDS, 0, 0, 0));

    private static volatile boolean away;
    private static volatile Phase now = PHASES.get(0);

    private DashboardLoad() {}

    /** A database that takes 30 ms to connect, and is away for a while. */
    private static final class Database extends SilentSource implements DataSource {

        private final JdbcDataSource h2 = new JdbcDataSource();

        Database() {
            h2.setURL("jdbc:h2:mem:dashboard;DB_CLOSE_DELAY=-1");
        }

        @Override
        public Connection getConnection() throws SQLException {
            pause(30);
            if (away) {
                throw new SQLException("connection refused", "08001");
            }
            return h2.getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("wraps nothing");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }

    static SluiceDataSource pool() {
        SluiceDataSource pool = new SluiceDataSource();
        pool.setName("orders");
        pool.setDataSource(new Database());
        pool.setMaxSize(8);
        pool.setMinSize(2);
        pool.setMaxWaiting(24);
        pool.setAcquireTimeout(Duration.ofMillis(600));
        pool.setIdleTimeout(Duration.ofSeconds(15));
        pool.setMaxLifetime(Duration.ofSeconds(40));
        return pool;
    }

    /** Returns when all is over. */
    static void run(SluiceDataSource pool) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(MOST_THREADS);
        long start = System.nanoTime();
        now = PHASES.get(0);
        for (int i = 0; i < MOST_THREADS; i++) {
            int index = i;
            threads.execute(() -> work(pool, index));
        }
        for (Phase phase : PHASES) {
            long wait = start + TimeUnit.SECONDS.toNanos(phase.second()) - System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(wait);
            away = phase.second() == OUTAGE;
            if (away) {
                endDatabase();
            }
            now = phase;
        }
        threads.shutdown();
        if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the load goes on");
        }
    }

    private static void endDatabase() throws SQLException {
        try (Connection connection = new Database().h2.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN IMMEDIATELY");
        }
    }

    private static void work(SluiceDataSource pool, int index) {
        while (now.second() < SECONDS) {
            Phase phase = now;
            if (index < phase.threads()) {
                lease(pool, phase.holdMillis());
            }
            pause(index < phase.threads() ? phase.pauseMillis() : 100);
        }
    }

    private static void lease(SluiceDataSource pool, int holdMillis) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            pause(holdMillis);
        } catch (SQLException e) {
            // It is in the metrics.
        }
    }

    private static void pause(int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
