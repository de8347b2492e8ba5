package io.sluice.perf.bank;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.perf.xa.Narayana;
import jakarta.transaction.TransactionManager;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The virtual machine that is killed. It recovers what the one before has left, checks the books,
 * and then transfers until it is killed; without a point to be killed at, it ends after the check.
 * It reports each step by a line of JSON on standard output.
 */
final class BankWorker {

    /**
     * What to do.
     *
     * @param number the number of the worker, from 1
     * @param point where it waits to be killed, or null if it is to recover and check only
     * @param after how many transfers it commits before the point counts
     * @param threads how many threads transfer
     * @param sideBySide whether threads may be inside H2 at the same time
     * @param log where the manager keeps its log
     * @param databases what the transfers are between
     * @param other the URL of the other database
     * @param postgres the URL of PostgreSQL
     */
    record Order(
            int number,
            @Nullable Point point,
            int after,
            int threads,
            boolean sideBySide,
            String log,
            Databases databases,
            String other,
            String postgres) {}

    /**
     * What a worker says in a line: one of these, and null for the others.
     *
     * @param found the branches in doubt that it found
     * @param recovered what it saw after recovery
     * @param committed a transfer that it has committed
     * @param at the transfer that is at its point
     * @param failed a failure
     */
    record Said(
            @Nullable List<String> found,
            @Nullable Recovered recovered,
            @Nullable Long committed,
            @Nullable Long at,
            @Nullable String failed) {

        static Said of(String line) throws IOException {
            return JSON.std.beanFrom(Said.class, line);
        }
    }

    /**
     * The state after recovery.
     *
     * @param books whether the databases balance
     * @param left the branches that are still in doubt
     */
    record Recovered(Books books, List<String> left) {}

    /** The name in the log, used by the bank alone, and the same after every restart. */
    private static final String NODE = "bank";

    /** Longer than any connect or recovery takes that ends at all, on any machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long TRANSFERS_OF_A_WORKER = 1_000_000;
    private static final int MOST = 100;

    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final Order order;
    private final TransactionManager manager;
    private final SluiceDataSource postgres;
    private final SluiceDataSource other;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    private BankWorker(Order order) throws Exception {
        this.order = order;
        if (order.sideBySide() || order.databases() != Databases.POSTGRES_H2) {
            H2Lock.sideBySide();
        }
        this.manager = manager(order.log());
        String source = "org.postgresql.xa.PGXADataSource";
        this.postgres = pool(source, order.postgres(), BankRun.USER, BankRun.PASSWORD);
        Databases both = order.databases();
        this.other = pool(both.source, order.other(), both.user, both.password);
    }

    /**
     * Starts Narayana, with a log that waits for the disk; pools that are opened later register
     * with its recovery.
     */
    private static TransactionManager manager(String folder) throws Exception {
        Narayana.settings().setXaRecoveryNodes(List.of(NODE));
        // Roll unlogged branches back at once: no other process prepares here.
        Narayana.settings().setOrphanSafetyInterval(0);
        // A decided branch that recovery does not find was committed by a worker that was killed
        // before the log knew it. Left in the log, the decision would be applied to another
        // transaction that H2 lists under that name after a later kill.
        Narayana.settings().setXaAssumeRecoveryComplete(true);
        return Narayana.start(NODE, store -> store.setObjectStoreDir(folder));
    }

    /** Makes one pass of recovery, as its own scan does, without the pause in the middle. */
    private static void passOfRecovery() {
        List<RecoveryModule> modules = new ArrayList<>(RecoveryManager.manager().getModules());
        modules.forEach(RecoveryModule::periodicWorkFirstPass);
        modules.forEach(RecoveryModule::periodicWorkSecondPass);
    }

    private SluiceDataSource pool(String source, String url, String user, String password)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .name("bank-" + url.split(":", 3)[1])
                        .xaDataSourceClassName(source)
                        .dataSourceProperties(Map.of("url", url))
                        .username(user)
                        .password(password)
                        .maxSize(order.threads() + 1)
                        .connectTimeout(PATIENCE)
                        .transactionManager("narayana")
                        .build());
    }

    /**
     * Works until it is killed.
     *
     * @param args an {@link Order}
     */
    public static void main(String[] args) throws Exception {
        System.setOut(System.err); // what others print does not get between our lines
        new BankWorker(JSON.std.beanFrom(Order.class, args[0])).run();
    }

    private void run() throws Exception {
        recover();
        Point point = order.point();
        if (point == null || point == Point.IN_RECOVERY) {
            postgres.close();
            other.close();
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

    private void recover() throws SQLException {
        List<String> inDoubt = Books.inDoubt(postgres, other, order.databases());
        say("found", inDoubt);
        if (order.point() == Point.IN_RECOVERY) {
            Points.arm(Point.IN_RECOVERY, (any, transfer) -> say("at", transfer));
        }
        long since = System.nanoTime();
        do {
            passOfRecovery();
            inDoubt = Books.inDoubt(postgres, other, order.databases());
        } while (!inDoubt.isEmpty() && System.nanoTime() - since < PATIENCE.toNanos());
        say("recovered", new Recovered(books(), inDoubt));
    }

    private Books books() throws SQLException {
        try (Connection one = postgres.getConnection();
                Connection two = other.getConnection()) {
            return Books.of(Ledger.read(one), Ledger.read(two));
        }
    }

    private void say(String what, Object value) {
        try {
            out.println(line(what, value));
        } catch (IOException e) {
            throw new IllegalStateException("cannot say " + value, e);
        }
    }

    /** Returns the line for one of the things that may be {@link Said}. */
    static String line(String what, Object value) throws IOException {
        return JSON.std.asString(Map.of(what, value));
    }

    private void transferForEver(int thread) {
        Random random = new Random(31L * order.number() + thread);
        try {
            while (true) {
                long id = TRANSFERS_OF_A_WORKER * order.number() + begun.incrementAndGet();
                // Threads keep to accounts of their own, or they would wait for each other's rows
                // in an order that neither database sees.
                int own = random.nextInt(Ledger.ACCOUNTS / order.threads());
                int account = thread + order.threads() * own;
                transfer(id, account, random.nextInt(2 * MOST + 1) - MOST, random.nextBoolean());
                say("committed", id);
                Point point = order.point();
                if (done.incrementAndGet() == order.after() && point != null && point.isNamed()) {
                    Points.arm(point, (any, transfer) -> say("at", transfer));
                }
            }
        } catch (Exception e) {
            say("failed", e.toString());
            e.printStackTrace();
        }
    }

    private void payInOther(int account, long id, long amount) throws SQLException {
        try (Connection connection = other.getConnection()) {
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

    private void transfer(long id, int account, long amount, boolean otherFirst) throws Exception {
        manager.begin();
        try {
            if (otherFirst) {
                payInOther(account, id, -amount);
                payInPostgres(account, id, amount);
            } else {
                payInPostgres(account, id, amount);
                payInOther(account, id, -amount);
            }
        } catch (SQLException | RuntimeException e) {
            manager.rollback();
            throw e;
        }
        Points.enter(id, otherFirst);
        try {
            manager.commit();
        } finally {
            Points.leave();
        }
    }
}
