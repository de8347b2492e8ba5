package io.sluice.perf.bank;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.TransactionManager;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The virtual machine that is killed. It recovers what the one before has left, checks the books,
 * and then transfers until it is killed; without a point to be killed at, it ends after the check.
 * It reports each step by a line on standard output.
 */
final class BankWorker {

    static final String FOUND = "found ";
    static final String RECOVERED = "recovered ";
    static final String COMMITTED = "committed ";
    static final String FAILED = "failed ";
    static final String AT = "at ";

    /** Longer than any connect or recovery takes that ends at all, on any machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long TRANSFERS_OF_A_WORKER = 1_000_000;
    private static final int MOST = 100;

    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final WorkerOrder order;
    private final TransactionManager manager;
    private final SluiceDataSource postgres;
    private final SluiceDataSource h2;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    private BankWorker(WorkerOrder order) throws Exception {
        this.order = order;
        if (order.sideBySide()) {
            H2Lock.sideBySide();
        }
        this.manager = BankManager.start(Path.of(order.log()));
        this.postgres =
                pool(
                        JdbcPoolConfig.builder()
                                .name("bank-postgres")
                                .xaDataSourceClassName("org.postgresql.xa.PGXADataSource")
                                .dataSourceProperties(Map.of("url", order.postgres()))
                                .username(order.user())
                                .password(order.password()));
        this.h2 =
                pool(
                        JdbcPoolConfig.builder()
                                .name("bank-h2")
                                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                .dataSourceProperties(Map.of("url", order.h2()))
                                .username(BankRun.H2_USER)
                                .password(""));
    }

    private SluiceDataSource pool(JdbcPoolConfig.Builder config) throws SQLException {
        return SluiceDataSource.create(
                config.maxSize(order.threads() + 1)
                        .connectTimeout(PATIENCE)
                        .transactionManager("narayana")
                        .build());
    }

    /**
     * Works until it is killed.
     *
     * @param args the parts of a {@link WorkerOrder}
     */
    public static void main(String[] args) throws Exception {
        System.setOut(System.err); // what others print does not get between our lines
        new BankWorker(WorkerOrder.of(args)).run();
    }

    private void run() throws Exception {
        recover();
        Point point = order.point();
        if (point == null || point == Point.IN_RECOVERY) {
            postgres.close();
            h2.close();
            return;
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < order.threads(); i++) {
            int number = i;
            threads.add(new Thread(() -> transferForEver(number), "teller-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void recover() throws SQLException, IOException {
        List<String> inDoubt = Books.inDoubt(postgres, h2);
        out.println(FOUND + JSON.std.asString(inDoubt));
        if (order.point() == Point.IN_RECOVERY) {
            Points.arm(Point.IN_RECOVERY, this::sayAt);
        }
        long since = System.nanoTime();
        do {
            BankManager.recover();
            inDoubt = Books.inDoubt(postgres, h2);
        } while (!inDoubt.isEmpty() && System.nanoTime() - since < PATIENCE.toNanos());
        Map<String, Object> recovered = books().toMap();
        recovered.put("left", inDoubt);
        out.println(RECOVERED + JSON.std.asString(recovered));
    }

    private Books books() throws SQLException {
        try (Connection one = postgres.getConnection();
                Connection other = h2.getConnection()) {
            return Books.of(Ledger.read(one), Ledger.read(other));
        }
    }

    private void sayAt(Point point, long transfer) {
        out.println(AT + transfer);
    }

    private void transferForEver(int thread) {
        Random random = new Random(31L * order.number() + thread);
        try {
            while (true) {
                long id = TRANSFERS_OF_A_WORKER * order.number() + begun.incrementAndGet();
                // Threads keep to accounts of their own, or they would wait for each other's rows
                // in an order that neither database sees.
                int account =
                        thread
                                + order.threads()
                                        * random.nextInt(Ledger.ACCOUNTS / order.threads());
                transfer(id, account, random.nextInt(2 * MOST + 1) - MOST, random.nextBoolean());
                out.println(COMMITTED + id);
                Point point = order.point();
                if (done.incrementAndGet() == order.after() && point != null && point.isNamed()) {
                    Points.arm(point, this::sayAt);
                }
            }
        } catch (Exception e) {
            out.println(FAILED + e.toString().replaceAll("\\R", " "));
            e.printStackTrace();
        }
    }

    private void payInH2(int account, long id, long amount) throws SQLException {
        try (Connection connection = h2.getConnection()) {
            // Not before: the pool may be opening connections, which takes turns as well. Not left
            // to the announcements of H2: a session begins its transaction before its first
            // statement.
            H2Lock.lock();
            try {
                Ledger.pay(connection, account, id, amount);
            } finally {
                H2Lock.unlock();
            }
        }
    }

    private void payInPostgres(int account, long id, long amount) throws SQLException {
        try (Connection connection = postgres.getConnection()) {
            Ledger.pay(connection, account, id, amount);
        }
    }

    private void transfer(long id, int account, long amount, boolean h2First) throws Exception {
        manager.begin();
        try {
            if (h2First) {
                payInH2(account, id, -amount);
                payInPostgres(account, id, amount);
            } else {
                payInPostgres(account, id, amount);
                payInH2(account, id, -amount);
            }
        } catch (SQLException | RuntimeException e) {
            manager.rollback();
            throw e;
        }
        Points.enter(id, h2First);
        try {
            manager.commit();
        } finally {
            Points.leave();
        }
    }
}
