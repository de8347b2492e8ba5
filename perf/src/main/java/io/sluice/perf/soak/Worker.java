package io.sluice.perf.soak;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that uses a pool in every way that an application may, and checks what it gets. */
final class Worker extends Thread {

    /** By how much an acquire may be late beside what the machine stood still. */
    private static final Duration LATE = Duration.ofMillis(500);

    private static final int MOST_PAUSE_MICROS = 20_000;

    /** One of so many leases asks the server for the settings of its session. */
    private static final int SETTINGS = 4;

    private enum Use {
        AUTO_COMMIT,
        COMMIT,
        ROLLBACK,
        ABANDON,
        SETTINGS,
        WRONG_STATEMENT,
        CLOSED_TWICE
    }

    private final Site site;
    private final Watch watch;
    private final int id;
    private final Random random;
    private final Ledger ledger = new Ledger();
    private long token;

    /** When the last good call began. Volatile; written by this thread only. */
    private volatile long lastGood = System.nanoTime();

    /** How many connections it was given. Volatile; written by this thread only. */
    private volatile long leases;

    /** How many calls failed. Volatile; written by this thread only. */
    private volatile long failures;

    /** Volatile; set once, by the thread that ends the work. */
    private volatile boolean over;

    Worker(Site site, int id) {
        super(site.name() + "-worker-" + id);
        this.site = site;
        this.watch = site.watch();
        this.id = id;
        this.random = new Random(site.plan().seed() + id);
        setDaemon(true);
    }

    long lastGood() {
        return lastGood;
    }

    long leases() {
        return leases;
    }

    long failures() {
        return failures;
    }

    void end() {
        over = true;
        LockSupport.unpark(this);
    }

    @Override
    public void run() {
        while (!over) {
            site.gate().lock();
            try {
                call();
            } finally {
                site.gate().unlock();
            }
            LockSupport.parkNanos(
                    this, TimeUnit.MICROSECONDS.toNanos(random.nextInt(MOST_PAUSE_MICROS)));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // this thread alone writes
    private void call() {
        long calm = site.calm();
        long mark = site.stalls().mark();
        long begun = System.nanoTime();
        try {
            lease(mark, begun);
            lastGood = begun;
            if (calm != 0) {
                watch.holds(Invariant.CALM);
            }
        } catch (SQLException e) {
            failures++;
            judgeCalm(calm, mark, e);
        } catch (RuntimeException | Error e) { // no driver may throw such things
            failures++;
            watch.check(Invariant.ERROR, false, () -> Site.trace(e));
        }
    }

    private void judgeCalm(long calm, long mark, SQLException e) {
        if (calm == 0 || site.calm() != calm) {
            return;
        }
        if (site.stalls().since(mark).compareTo(LATE) > 0) {
            watch.leaveOut(Invariant.CALM);
        } else {
            watch.check(Invariant.CALM, false, () -> site + ", " + Site.trace(e));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // this thread alone writes
    private void lease(long mark, long begun) throws SQLException {
        Connection connection;
        try {
            connection = acquire();
            judgeTime(mark, begun);
        } catch (SQLException e) {
            judgeTime(mark, begun);
            judgeRefusal(e);
            throw e;
        }
        leases++;
        try (connection) {
            Object driver = connection.unwrap(site.server().driverType());
            site.acquired(driver, this);
            try {
                use(connection, driver);
            } catch (SQLException e) {
                if (isLoss(e)) {
                    site.lost(driver);
                }
                throw e;
            } finally {
                site.released(driver, this); // before the pool has it
            }
        }
    }

    private Connection acquire() throws SQLException {
        if (random.nextInt(8) > 0) {
            return site.source().getConnection();
        }
        try {
            return site.source().acquireAsync(SoakPlan.ACQUIRE).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void judgeTime(long mark, long begun) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        Duration late = took.minus(SoakPlan.ACQUIRE).minus(LATE);
        boolean isInTime =
                late.isNegative() || late.compareTo(site.stalls().since(mark).multipliedBy(2)) <= 0;
        watch.check(Invariant.IN_TIME, isInTime, () -> "took " + took.toMillis() + " ms, " + site);
    }

    /** Only a wrong password may refuse for good, and only a pool without connections. */
    private void judgeRefusal(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        boolean isDocumented =
                e instanceof SQLTransientConnectionException
                        || (e instanceof SQLNonTransientConnectionException
                                && state.startsWith("28")
                                && site.isPasswordChanging());
        watch.check(Invariant.ERROR, isDocumented, () -> Site.trace(e));
    }

    private static boolean isLoss(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("08")
                || state.startsWith("57P0")
                || e instanceof SQLNonTransientConnectionException;
    }

    // uses

    private void use(Connection connection, Object driver) throws SQLException {
        checkClean(connection);
        Use use = Use.values()[random.nextInt(Use.values().length)];
        switch (use) {
            case AUTO_COMMIT -> change(connection);
            case COMMIT, ROLLBACK, ABANDON -> {
                connection.setAutoCommit(false);
                transact(connection, use);
            }
            case SETTINGS -> {
                connection.setReadOnly(true);
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                read(connection);
            }
            case WRONG_STATEMENT -> {
                failHarmlessly(connection);
                read(connection);
            }
            case CLOSED_TWICE -> {
                read(connection);
                site.released(driver, this);
                closeTwice(connection);
            }
        }
    }

    private void checkClean(Connection connection) throws SQLException {
        boolean isClean = connection.getAutoCommit() && !connection.isReadOnly();
        watch.check(Invariant.CLEAN, isClean, () -> connection + " is not as it was configured");
        if (random.nextInt(SETTINGS) == 0) {
            String settings = Site.ask(connection, site.server().settings());
            watch.check(
                    Invariant.CLEAN,
                    settings.equals(site.settings()),
                    () -> settings + " in place of " + site.settings());
        }
    }

    private long read(Connection connection) throws SQLException {
        long asked = ++token;
        try (PreparedStatement query =
                connection.prepareStatement("SELECT id, number, ? + 0 FROM work WHERE id = ?")) {
            query.setLong(1, asked);
            query.setInt(2, id);
            try (ResultSet reply = query.executeQuery()) {
                boolean isReply =
                        reply.next() && reply.getInt(1) == id && reply.getLong(3) == asked;
                watch.check(Invariant.REPLY, isReply, () -> "reply to another question: " + site);
                long number = reply.getLong(2);
                watch.check(
                        Invariant.WORK,
                        ledger.mayHave(number),
                        () -> "row " + id + " has " + number + ", expected one of " + ledger);
                return number;
            }
        }
    }

    /** Replaces a number; returns whether the row still had it. */
    private boolean replace(Connection connection, long old, long number) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "UPDATE work SET number = ? WHERE id = ? AND number = ?")) {
            update.setLong(1, number);
            update.setInt(2, id);
            update.setLong(3, old);
            return update.executeUpdate() == 1;
        }
    }

    private void change(Connection connection) throws SQLException {
        long old = read(connection);
        long number = ledger.next();
        try {
            if (replace(connection, old, number)) {
                ledger.committed(number);
            }
        } catch (SQLException e) {
            ledger.unknown(number);
            throw e;
        }
    }

    private void transact(Connection connection, Use use) throws SQLException {
        long number = ledger.next();
        boolean isReplaced = replace(connection, read(connection), number);
        if (use == Use.ROLLBACK) {
            connection.rollback();
        } else if (use == Use.COMMIT && isReplaced) {
            try {
                connection.commit();
                ledger.committed(number);
            } catch (SQLException e) {
                ledger.unknown(number);
                throw e;
            }
        }
    }

    private static void failHarmlessly(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT nothing FROM nowhere");
        } catch (SQLException e) {
            if (isLoss(e)) {
                throw e;
            }
        }
    }

    private void closeTwice(Connection connection) throws SQLException {
        connection.close();
        connection.close();
        boolean isRefused = false;
        try {
            connection.createStatement().close();
        } catch (SQLException e) {
            isRefused = true;
        }
        watch.check(Invariant.CLOSED_HANDLE, isRefused, () -> connection + " made a statement");
    }
}
