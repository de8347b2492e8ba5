package io.sluice.pool.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Threads that work through a data source, each again and again with a pause in between: acquire a
 * connection, ask something, hold the connection for a while, change something in auto-commit,
 * check the replies, close. They remember what became of each call. Thread-safe.
 */
public final class Callers implements AutoCloseable {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DataSource source;
    private final long pauseNanos;
    private final long holdNanos;
    private final Caller[] callers;

    /** When the last good call of each caller began, 0 before its first. Atomic elements. */
    private final AtomicLongArray lastGood;

    /** When the last call that was not good began, likewise. Atomic elements. */
    private final AtomicLongArray lastBad;

    /** Volatile; set once, by the thread that stops the callers. */
    private volatile boolean over;

    private Callers(DataSource source, int threads, Duration pause, Duration hold) {
        this.source = source;
        this.pauseNanos = pause.toNanos();
        this.holdNanos = hold.toNanos();
        this.lastGood = new AtomicLongArray(threads);
        this.lastBad = new AtomicLongArray(threads);
        this.callers = new Caller[threads];
        Arrays.setAll(callers, Caller::new);
    }

    /** Makes the table that callers work on; every user may use it. */
    public static void prepare(Connection admin, int threads) throws SQLException {
        Work.prepare(admin, threads);
    }

    /** Starts threads that hold a connection for no longer than their work takes. */
    public static Callers start(DataSource source, int threads, Duration pause) {
        return start(source, threads, pause, Duration.ZERO);
    }

    /**
     * Starts the threads.
     *
     * @param pause how long each rests between two calls; not at all if zero
     * @param hold how long each rests between the query and the update; likewise
     */
    public static Callers start(DataSource source, int threads, Duration pause, Duration hold) {
        Callers started = new Callers(source, threads, pause, hold);
        for (Caller caller : started.callers) {
            caller.start();
        }
        return started;
    }

    /**
     * Waits until each caller had a good call that began after the given moment.
     *
     * @param since a moment of {@link System#nanoTime}
     * @return whether that was so before the limit
     */
    public boolean awaitGood(long since, Duration limit) throws InterruptedException {
        return await(lastGood, since, limit);
    }

    /** Waits until each caller had a call that was not good, likewise. */
    public boolean awaitBad(long since, Duration limit) throws InterruptedException {
        return await(lastBad, since, limit);
    }

    private boolean await(AtomicLongArray last, long since, Duration limit)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!areAllAfter(last, since)) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        return true;
    }

    private static boolean areAllAfter(AtomicLongArray last, long since) {
        for (int i = 0; i < last.length(); i++) {
            long began = last.get(i);
            if (began == 0 || began - since < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Ends the threads after the call each is in.
     *
     * @return all calls, by their beginning
     * @throws IllegalStateException with its stack if one does not end within the limit
     */
    public List<Call> stop(Duration limit) throws InterruptedException {
        over = true;
        long deadline = System.nanoTime() + limit.toNanos();
        List<Call> all = new ArrayList<>();
        for (Caller caller : callers) {
            LockSupport.unpark(caller);
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            caller.join(Math.max(1, left));
            if (caller.isAlive()) {
                IllegalStateException stuck =
                        new IllegalStateException(caller.getName() + " is stuck");
                stuck.setStackTrace(caller.getStackTrace());
                throw stuck;
            }
            all.addAll(caller.calls);
        }
        long first = all.isEmpty() ? 0 : all.get(0).begun();
        all.sort((one, other) -> Long.compare(one.begun() - first, other.begun() - first));
        return all;
    }

    /** Tells the threads to end, and waits for nobody. */
    @Override
    public void close() {
        over = true;
        for (Caller caller : callers) {
            caller.interrupt();
        }
    }

    private final class Caller extends Thread {

        private final int id;

        /** Read by others after this thread has ended. */
        private final List<Call> calls = new ArrayList<>();

        Caller(int id) {
            super("caller-" + id);
            this.id = id;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (long token = 1; !over; token++) {
                Call call = call(token);
                calls.add(call);
                (call.isGood() ? lastGood : lastBad).set(id, call.begun());
                rest(pauseNanos);
            }
        }

        private void rest(long nanos) {
            if (nanos > 0 && !over) {
                LockSupport.parkNanos(Callers.this, nanos);
            }
        }

        private Call call(long token) {
            long begun = System.nanoTime();
            long answered = 0;
            boolean right = true;
            Exception failure = null;
            try (Connection connection = source.getConnection()) {
                answered = System.nanoTime();
                boolean asked = Work.asks(connection, id, token);
                rest(holdNanos);
                right = Work.changes(connection, id, token) && asked;
            } catch (SQLException | RuntimeException e) { // a driver may throw anything
                failure = e;
            }
            long ended = System.nanoTime();
            return answered == 0
                    ? new Call(id, begun, ended, ended, false, false, failure)
                    : new Call(id, begun, answered, ended, true, !right, failure);
        }
    }
}
