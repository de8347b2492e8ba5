package io.sluice.perf.xa;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Spent;
import io.sluice.perf.stub.StubXaDataSource;
import io.sluice.perf.wrappers.StatementWork;
import io.sluice.pool.fault.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * One contestant in one row. Runs in a virtual machine of its own, started by {@link XaCommand}.
 *
 * @param threads how many threads run transactions, on as many connections
 * @param warmupMillis how long they warm up
 * @param millis how long they are measured, and are watched, each
 * @param count how many transactions or statements a batch has, where they are counted
 * @param postgres the URL of the PostgreSQL, or empty
 */
record XaFork(
        XaRow row,
        XaPeer peer,
        int threads,
        int warmupMillis,
        int millis,
        int count,
        String postgres)
        implements ForkedJvm.Order {

    /** The name of the threads that use connections. */
    static final String CLIENT = "client";

    private static final String H2 = "org.h2.jdbcx.JdbcDataSource";

    /** How many rows a table has: one for each thread. */
    private static final int ROWS = 1000;

    /** How many batches there are before the one that counts. */
    private static final int BATCHES = 4;

    private static final int SECOND = 1000;
    private static final int CROWD = 100;
    private static final int CROWD_CYCLES = 200;
    private static final int WARM_UP_THREADS = 10;

    @Override
    public Map<String, Object> measure() throws Exception {
        return switch (row) {
            case STUB -> transactions();
            case PLAIN -> cycles();
            case GROWTH, GROWTH_1MS -> growth();
            case STATEMENTS -> statements();
            default -> load();
        };
    }

    /** Makes an H2 in memory with the table. */
    private static XaSettings.Database h2(String name) throws SQLException {
        String url = "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            createTable(connection);
        }
        return XaSettings.Database.of(H2, url, "sa");
    }

    /** Makes the table that transactions work on. */
    static void createTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT)");
            for (int id = 0; id < ROWS; id++) {
                statement.execute("INSERT INTO account VALUES (" + id + ", 0)");
            }
        }
    }

    private List<XaSettings.Database> databases() throws SQLException {
        XaSettings.Database server =
                XaSettings.Database.of(
                        "org.postgresql.xa.PGXADataSource", postgres, PostgresServer.ADMIN);
        return switch (row) {
            case H2_1 -> List.of(h2("one"));
            case H2_2 -> List.of(h2("one"), h2("two"));
            case POSTGRES -> List.of(server);
            default -> List.of(server, h2("two"));
        };
    }

    // one thread on a driver that takes no time

    private OpenXa openOnStubs() throws Exception {
        XaSettings.Database stub =
                new XaSettings.Database(StubXaDataSource.class.getName(), Map.of());
        return peer.open(new XaSettings(List.of(stub), 1, 1, true));
    }

    private Map<String, Object> transactions() throws Exception {
        OpenXa xa = openOnStubs();
        DataSource source = xa.sources().get(0);
        return timed(
                "Transaction",
                () -> {
                    for (int i = 0; i < count; i++) {
                        xa.begin().run();
                        source.getConnection().close();
                        xa.commit().run();
                    }
                    return count;
                });
    }

    private Map<String, Object> cycles() throws Exception {
        DataSource source = openOnStubs().sources().get(0);
        return timed(
                "Cycle",
                () -> {
                    for (int i = 0; i < count; i++) {
                        source.getConnection().close();
                    }
                    return count;
                });
    }

    private static Map<String, Object> timed(String what, Callable<Integer> batch)
            throws Exception {
        for (int i = 0; i < BATCHES; i++) {
            batch.call();
        }
        Spent each = Spent.on(batch);
        return Map.of("nanosPer" + what, each.nanos(), "bytesPer" + what, each.bytes());
    }

    // threads in transactions

    private Map<String, Object> load() throws Exception {
        List<XaSettings.Database> databases = databases();
        OpenXa xa = peer.open(new XaSettings(databases, threads, threads, false));
        LongAdder done = new LongAdder();
        CountDownLatch stop = new CountDownLatch(1);
        List<FutureTask<Void>> clients = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int row = i;
            clients.add(
                    start(
                            () -> {
                                while (stop.getCount() > 0) {
                                    transaction(xa, row);
                                    done.increment();
                                }
                                return null;
                            }));
        }
        List<List<Number>> seconds = new ArrayList<>();
        let(done, warmupMillis, seconds);
        long count = -done.sum();
        long cpu = -Spent.processCpuNanos();
        long nanos = -System.nanoTime();
        let(done, millis, seconds);
        nanos += System.nanoTime();
        cpu += Spent.processCpuNanos();
        count += done.sum();
        LockWatch watch =
                LockWatch.during(peer.packages, () -> TimeUnit.MILLISECONDS.sleep(millis));
        stop.countDown();
        for (FutureTask<Void> client : clients) {
            client.get();
        }
        double watched = millis / 1e3;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("transactionsPerSecond", 1e9 * count / nanos);
        figures.put("cpuNanosPerTransaction", (double) cpu / Math.max(1, count));
        figures.put("blockedSeconds", watch.get("blocked") / 1e9 / watched);
        figures.put("parkedSeconds", watch.get("parked") / 1e9 / watched);
        figures.put("poolBlockedMillis", watch.get("poolBlocked") / 1e6 / watched);
        figures.put("poolContentions", watch.get("poolContentions") / watched);
        figures.put("poolShare", watch.share("pool"));
        figures.put("managerShare", watch.share("manager"));
        figures.put("databaseShare", watch.share("database"));
        figures.put("locks", watch.locks());
        figures.put("seconds", seconds);
        return figures;
    }

    /** Lets transactions go on for a while, and adds their rates in each second of it. */
    private static void let(LongAdder done, int millis, List<List<Number>> rates)
            throws InterruptedException {
        for (int left = millis; left > 0; left -= SECOND) {
            long count = -done.sum();
            long nanos = -System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(Math.min(left, SECOND));
            nanos += System.nanoTime();
            count += done.sum();
            rates.add(List.of(rates.size() + 1, 1e9 * count / nanos));
        }
    }

    private static void transaction(OpenXa xa, int row) throws Exception {
        xa.begin().run();
        for (DataSource source : xa.sources()) {
            try (Connection connection = source.getConnection();
                    PreparedStatement statement =
                            connection.prepareStatement(
                                    "UPDATE account SET balance = balance + 1 WHERE id = ?")) {
                statement.setInt(1, row);
                statement.executeUpdate();
            }
        }
        xa.commit().run();
    }

    /** Runs something on a thread of its own. */
    private static FutureTask<Void> start(Callable<Void> work) {
        FutureTask<Void> task = new FutureTask<>(work);
        Thread thread = new Thread(task, CLIENT);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    // a crowd of threads on a pool that grows

    /** Measures one pool, and watches the locks of another. */
    private Map<String, Object> growth() throws Exception {
        List<XaSettings.Database> databases = new ArrayList<>();
        for (String name : List.of("warm", "timed", "watched")) {
            String url = Objects.requireNonNull(h2(name).properties().get("url"));
            SlowXaDataSource.addFunction(url);
            databases.add(
                    new XaSettings.Database(SlowXaDataSource.class.getName(), Map.of("url", url)));
        }
        OpenXa xa = peer.open(new XaSettings(databases, 0, CROWD, false));
        crowd(xa.sources().get(0), WARM_UP_THREADS, count, "balance");
        String column = row.isRemote() ? SlowXaDataSource.FUNCTION + "(balance)" : "balance";
        long nanos = -System.nanoTime();
        crowd(xa.sources().get(1), CROWD, CROWD_CYCLES, column);
        nanos += System.nanoTime();
        LockWatch watch =
                LockWatch.during(
                        peer.packages,
                        () -> crowd(xa.sources().get(2), CROWD, CROWD_CYCLES, column));
        return Printed.begin()
                .with("elapsedMillis", nanos / 1e6)
                .with("poolBlockedMillis", watch.get("poolBlocked") / 1e6)
                .with("poolContentions", watch.get("poolContentions"))
                .with("poolWaitMillis", watch.get("poolWait") / 1e6)
                .with("locks", watch.locks())
                .figures();
    }

    private static void crowd(DataSource source, int threads, int cycles, String column)
            throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Void>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int row = i;
            all.add(
                    start(
                            () -> {
                                go.await();
                                for (int cycle = 0; cycle < cycles; cycle++) {
                                    query(source, column, row);
                                }
                                return null;
                            }));
        }
        go.countDown();
        for (FutureTask<Void> one : all) {
            one.get();
        }
    }

    private static void query(DataSource source, String column, int row) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(
                                "SELECT " + column + " FROM account WHERE id = ?")) {
            statement.setInt(1, row);
            if (!statement.executeQuery().next()) {
                throw new IllegalStateException("account " + row + " is not there");
            }
        }
    }

    // statements

    private Map<String, Object> statements() throws Exception {
        XaSettings.Database h2 =
                new XaSettings.Database(H2, Map.of("url", StatementWork.prepareH2()));
        OpenXa xa = peer.open(new XaSettings(List.of(h2), 1, 1, false));
        StatementWork work = new StatementWork(xa.sources().get(0));
        for (int i = 0; i < BATCHES; i++) {
            int ignored = work.run(count);
        }
        return Map.of("cpuNanosPerStatement", Spent.on(() -> work.run(BATCHES * count)).cpuNanos());
    }
}
