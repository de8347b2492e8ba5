package io.sluice.perf.xa;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Spent;
import io.sluice.perf.stub.StubXaDataSource;
import io.sluice.perf.wrappers.StatementWork;
import io.sluice.pool.fault.PostgresServer;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * One contestant in one row. Runs in a virtual machine of its own, started by {@link XaCommand}.
 */
record XaFork(Order order) {

    /** The name of the threads that use connections. */
    static final String CLIENT = "client";

    private static final String H2 = "org.h2.jdbcx.JdbcDataSource";

    /** How many rows a table has: one for each thread. */
    private static final int ROWS = 1000;

    /** How many batches there are before the one that counts. */
    private static final int BATCHES = 4;

    private static final int SECOND = 1000;

    /**
     * What to measure.
     *
     * @param threads how many threads run transactions, on as many connections
     * @param warmupMillis how long they warm up
     * @param millis how long they are measured, and are watched, each
     * @param count how many transactions or statements a batch has, where they are counted
     * @param postgres the URL of the PostgreSQL, or empty
     */
    record Order(
            XaRow row,
            XaPeer peer,
            int threads,
            int warmupMillis,
            int millis,
            int count,
            String postgres) {}

    /** Measures. */
    public static void main(String[] args) {
        ForkedJvm.answer(Order.class, args, order -> new XaFork(order).measure());
    }

    private Map<String, Object> measure() throws Exception {
        return switch (order.row) {
            case STUB -> transactions();
            case PLAIN -> cycles();
            case GROWTH, GROWTH_1MS -> new XaCrowd(order).growth();
            case STATEMENTS -> statements();
            default -> load();
        };
    }

    /** Makes an H2 in memory with the table. */
    static XaSettings.Database h2(String name) throws SQLException {
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
        XaSettings.Database postgres =
                XaSettings.Database.of(
                        "org.postgresql.xa.PGXADataSource", order.postgres, PostgresServer.ADMIN);
        return switch (order.row) {
            case H2_1 -> List.of(h2("one"));
            case H2_2 -> List.of(h2("one"), h2("two"));
            case POSTGRES -> List.of(postgres);
            default -> List.of(postgres, h2("two"));
        };
    }

    // one thread on a driver that takes no time

    private OpenXa openOnStubs() throws Exception {
        XaSettings.Database stub =
                new XaSettings.Database(StubXaDataSource.class.getName(), Map.of());
        return order.peer.open(new XaSettings(List.of(stub), 1, 1, true));
    }

    private Map<String, Object> transactions() throws Exception {
        OpenXa xa = openOnStubs();
        DataSource source = xa.sources().get(0);
        return timed(
                "Transaction",
                () -> {
                    for (int i = 0; i < order.count; i++) {
                        xa.begin().run();
                        source.getConnection().close();
                        xa.commit().run();
                    }
                    return order.count;
                });
    }

    private Map<String, Object> cycles() throws Exception {
        DataSource source = openOnStubs().sources().get(0);
        return timed(
                "Cycle",
                () -> {
                    for (int i = 0; i < order.count; i++) {
                        source.getConnection().close();
                    }
                    return order.count;
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
        OpenXa xa = order.peer.open(new XaSettings(databases, order.threads, order.threads, false));
        LongAdder done = new LongAdder();
        CountDownLatch stop = new CountDownLatch(1);
        List<FutureTask<Void>> clients = new ArrayList<>();
        for (int i = 0; i < order.threads; i++) {
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
        let(done, order.warmupMillis, seconds);
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long count = -done.sum();
        long cpu = -system.getProcessCpuTime();
        long nanos = -System.nanoTime();
        let(done, order.millis, seconds);
        nanos += System.nanoTime();
        cpu += system.getProcessCpuTime();
        count += done.sum();
        LockWatch watch =
                LockWatch.during(
                        order.peer.packages(), () -> TimeUnit.MILLISECONDS.sleep(order.millis));
        stop.countDown();
        for (FutureTask<Void> client : clients) {
            client.get();
        }
        double watched = order.millis / 1e3;
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
    static FutureTask<Void> start(Callable<Void> work) {
        FutureTask<Void> task = new FutureTask<>(work);
        Thread thread = new Thread(task, CLIENT);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    // statements

    private Map<String, Object> statements() throws Exception {
        XaSettings.Database h2 =
                new XaSettings.Database(H2, Map.of("url", StatementWork.prepareH2()));
        OpenXa xa = order.peer.open(new XaSettings(List.of(h2), 1, 1, false));
        StatementWork work = new StatementWork(xa.sources().get(0));
        for (int i = 0; i < BATCHES; i++) {
            int ignored = work.run(order.count);
        }
        Spent each = Spent.on(() -> work.run(BATCHES * order.count));
        return Map.of("cpuNanosPerStatement", each.cpuNanos());
    }
}
