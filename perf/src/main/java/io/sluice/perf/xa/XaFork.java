package io.sluice.perf.xa;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.wrappers.StatementWork;
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

/**
 * One contestant in one row. Runs in a virtual machine of its own, started by {@link XaRuns}, and
 * prints one JSON object.
 */
final class XaFork {

    /** How many rows a table has: one for each thread. */
    static final int ROWS = 1000;

    /** The name of the threads that use connections. */
    static final String CLIENT = "client";

    /** How many batches there are before the one that counts. */
    static final int BATCHES = 4;

    private static final int SECOND = 1000;

    private final XaOrder order;

    private XaFork(XaOrder order) {
        this.order = order;
    }

    /**
     * Measures.
     *
     * @param args the parts of an {@link XaOrder}
     */
    public static void main(String[] args) {
        ForkedJvm.answer(new XaFork(XaOrder.of(args))::measure);
    }

    Map<String, Object> measure() throws Exception {
        return switch (order.row()) {
            case STUB -> new XaCycles(order).inTransactions();
            case PLAIN -> new XaCycles(order).plain();
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
        return new XaSettings.Database(
                "org.h2.jdbcx.JdbcDataSource", Map.of("url", url, "user", "sa", "password", ""));
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

    private XaSettings.Database postgres() {
        return new XaSettings.Database(
                "org.postgresql.xa.PGXADataSource",
                Map.of("url", order.postgres(), "user", order.user(), "password", ""));
    }

    private List<XaSettings.Database> databases() throws SQLException {
        return switch (order.row()) {
            case H2_1 -> List.of(h2("one"));
            case H2_2 -> List.of(h2("one"), h2("two"));
            case POSTGRES -> List.of(postgres());
            default -> List.of(postgres(), h2("two"));
        };
    }

    // threads in transactions

    private Map<String, Object> load() throws Exception {
        List<XaSettings.Database> databases = databases();
        OpenXa xa =
                order.peer()
                        .open(new XaSettings(databases, order.threads(), order.threads(), false));
        LongAdder done = new LongAdder();
        CountDownLatch stop = new CountDownLatch(1);
        List<FutureTask<Void>> clients = new ArrayList<>();
        for (int i = 0; i < order.threads(); i++) {
            int row = i;
            clients.add(
                    start(
                            () -> {
                                while (stop.getCount() > 0) {
                                    transaction(xa, databases.size(), row);
                                    done.increment();
                                }
                                return null;
                            }));
        }
        List<Double> seconds = new ArrayList<>();
        let(done, order.warmupMillis(), seconds);
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long count = -done.sum();
        long cpu = -system.getProcessCpuTime();
        long nanos = -System.nanoTime();
        let(done, order.millis(), seconds);
        nanos += System.nanoTime();
        cpu += system.getProcessCpuTime();
        count += done.sum();
        LockWatch watch =
                LockWatch.during(
                        order.peer().packages(), () -> TimeUnit.MILLISECONDS.sleep(order.millis()));
        stop.countDown();
        for (FutureTask<Void> client : clients) {
            client.get();
        }
        double watched = order.millis() / 1e3;
        Map<String, Object> figures =
                figures(
                        "transactionsPerSecond",
                        1e9 * count / nanos,
                        "cpuNanosPerTransaction",
                        (double) cpu / Math.max(1, count));
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
    private static void let(LongAdder done, int millis, List<Double> rates)
            throws InterruptedException {
        for (int left = millis; left > 0; left -= SECOND) {
            long count = -done.sum();
            long nanos = -System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(Math.min(left, SECOND));
            nanos += System.nanoTime();
            count += done.sum();
            rates.add(1e9 * count / nanos);
        }
    }

    private static void transaction(OpenXa xa, int databases, int row) throws Exception {
        xa.begin();
        for (int i = 0; i < databases; i++) {
            try (Connection connection = xa.source(i).getConnection();
                    PreparedStatement statement =
                            connection.prepareStatement(
                                    "UPDATE account SET balance = balance + 1 WHERE id = ?")) {
                statement.setInt(1, row);
                statement.executeUpdate();
            }
        }
        xa.commit();
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
        String url = StatementWork.prepareH2();
        OpenXa xa =
                order.peer()
                        .open(
                                new XaSettings(
                                        List.of(
                                                new XaSettings.Database(
                                                        "org.h2.jdbcx.JdbcDataSource",
                                                        Map.of("url", url))),
                                        1,
                                        1,
                                        false));
        StatementWork work = new StatementWork(xa.source(0));
        for (int i = 0; i < BATCHES; i++) {
            int ignored = work.run(order.count());
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long cpu = -threads.getCurrentThreadCpuTime();
        int done = work.run(BATCHES * order.count());
        cpu += threads.getCurrentThreadCpuTime();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("cpuNanosPerStatement", (double) cpu / done);
        return figures;
    }

    /** Returns two figures by name. */
    static Map<String, Object> figures(String name, double value, String other, double more) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put(name, value);
        figures.put(other, more);
        return figures;
    }
}
