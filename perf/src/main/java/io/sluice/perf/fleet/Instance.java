package io.sluice.perf.fleet;

import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * An instance of an application: threads that run short transactions through one pool, of a query
 * and an update of one row each.
 */
public final class Instance {

    private static final int ROWS = 100_000;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final SluiceDataSource pool;
    private final long begin;
    private final long end;

    private Instance(SluiceDataSource pool, long begin, Duration time) {
        this.pool = pool;
        this.begin = begin;
        this.end = begin + time.toNanos();
    }

    /**
     * With {@code prepare URL} makes the table. With {@code sessions URL SECONDS} prints how many
     * sessions the server had at most, and how many of them worked at most. With {@code run URL
     * MAX_SIZE THREADS AT SECONDS} works from a time on, in milliseconds of the epoch, for so long,
     * and prints transactions, errors, and the percentiles 50, 99 and 99.9 in µs.
     */
    public static void main(String[] arguments) throws Exception {
        String url = arguments[1];
        switch (arguments[0]) {
            case "prepare" -> prepare(url);
            case "sessions" -> watch(url, Integer.parseInt(arguments[2]));
            case "run" ->
                    run(
                            url,
                            Integer.parseInt(arguments[2]),
                            Integer.parseInt(arguments[3]),
                            Long.parseLong(arguments[4]),
                            Duration.ofSeconds(Integer.parseInt(arguments[5])));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void prepare(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS fleet");
            statement.execute("CREATE TABLE fleet (id int PRIMARY KEY, n int NOT NULL)");
            statement.execute(
                    "INSERT INTO fleet SELECT n, 0 FROM generate_series(1, " + ROWS + ") n");
            statement.execute("VACUUM ANALYZE fleet");
        }
    }

    private static void watch(String url, int seconds) throws Exception {
        long most = 0;
        long busy = 0;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement query =
                        connection.prepareStatement(
                                "SELECT count(*), count(*) FILTER (WHERE state <> 'idle')"
                                        + " FROM pg_stat_activity WHERE backend_type ="
                                        + " 'client backend' AND pid <> pg_backend_pid()")) {
            for (int i = 0; i < seconds; i++) {
                Thread.sleep(1000);
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    most = Math.max(most, row.getLong(1));
                    busy = Math.max(busy, row.getLong(2));
                }
            }
        }
        System.out.println(most + " " + busy);
    }

    private static void run(String url, int maxSize, int threads, long at, Duration time)
            throws Exception {
        try (SluiceDataSource pool = new SluiceDataSource()) {
            pool.setUrl(url);
            pool.setMaxSize(maxSize);
            pool.setMinSize(maxSize);
            pool.setAutoCommit(false);
            pool.start();
            long delay = TimeUnit.MILLISECONDS.toNanos(at - System.currentTimeMillis());
            Instance instance = new Instance(pool, System.nanoTime() + delay, time);
            System.out.println(instance.measured(threads));
        }
    }

    private String measured(int threads) throws Exception {
        Histogram times = new Histogram(3);
        long errors = 0;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Client>> clients = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                clients.add(this::work);
            }
            for (Future<Client> client : executor.invokeAll(clients)) {
                times.add(client.get().times());
                errors += client.get().errors();
            }
        } finally {
            executor.shutdown();
        }
        return String.format(
                Locale.ROOT,
                "%d %d %d %d %d",
                times.getTotalCount(),
                errors,
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(99),
                times.getValueAtPercentile(99.9));
    }

    /**
     * What a thread saw.
     *
     * @param times of its transactions with the wait for a connection, in µs
     */
    private record Client(Histogram times, long errors) {}

    /** Works from the warm-up on, and counts from the beginning to the end. */
    private Client work() throws InterruptedException {
        SplittableRandom random = new SplittableRandom();
        Histogram times = new Histogram(3);
        long errors = 0;
        TimeUnit.NANOSECONDS.sleep(begin - WARM_UP_NANOS - System.nanoTime());
        for (; ; ) {
            long before = System.nanoTime();
            if (before >= end) {
                return new Client(times, errors);
            }
            try {
                transaction(1 + random.nextInt(ROWS));
                if (before >= begin) {
                    times.recordValue((System.nanoTime() - before) / 1000);
                }
            } catch (SQLException e) {
                errors++;
            }
        }
    }

    private void transaction(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT n FROM fleet WHERE id = ?");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE fleet SET n = n + 1 WHERE id = ?")) {
            query.setInt(1, id);
            try (ResultSet row = query.executeQuery()) {
                row.next();
            }
            update.setInt(1, id);
            update.executeUpdate();
            connection.commit();
        }
    }
}
