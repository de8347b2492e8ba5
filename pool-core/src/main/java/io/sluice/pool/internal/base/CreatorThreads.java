package io.sluice.pool.internal.base;

import io.sluice.pool.spi.Ticker;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The daemon threads on which a pool connects, validates, destroys, aborts and calls its listener.
 * They end when idle. Tasks run with the context class loader of the thread that opened the pool,
 * which drivers and providers may need; idle threads have none.
 *
 * <p>The executor itself is unbounded, so that a hanging driver call never blocks another task. The
 * callers limit their tasks: creation by permits and the number of hanging attempts, destruction
 * and validation by the number of members.
 */
public final class CreatorThreads extends ThreadPoolExecutor {

    private static final long IDLE_SECONDS = 2;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String poolName;
    private final Ticker ticker;

    /**
     * Tasks for which there was no memory or no thread, newest first. Shared: CAS by the thread
     * that could not start one; atomic exchange for null by {@link #startPending}. Partner: {@code
     * AlarmEntry.task}. The first task is added before the alarm is set; that is cleared before
     * this is read.
     */
    private final AtomicReference<@Nullable Task> pending = new AtomicReference<>();

    /** Starts the pending tasks. Made in advance: there may be no memory for another. */
    private final PreparedAlarm retry = new PreparedAlarm(this::startPending);

    /** A task that can be queued without allocating: it contains the link to the next. */
    public static class Task extends Once {

        /**
         * Shared: plain, written before the task enters {@link #pending}, read after it was taken.
         * Partner: {@code pending}.
         */
        private @Nullable Task next;

        public Task(Runnable work) {
            super(work);
        }
    }

    /**
     * Of the thread that opened the pool; null once the pool is closed. Shared: volatile, by the
     * close. Partner: none (a task that begins beside the close may have either).
     */
    private volatile @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /** For the thread that opens the pool. */
    public CreatorThreads(String poolName, Ticker ticker) {
        super(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                numbered("sluice-" + poolName + "-creator-"));
        this.poolName = poolName;
        this.ticker = ticker;
    }

    private static ThreadFactory numbered(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> daemon(prefix + count.incrementAndGet(), task);
    }

    /**
     * Returns a daemon thread that inherits nothing from the thread that triggers it: no
     * thread-locals, class loader, thread group or access control context.
     */
    @SuppressWarnings("removal") // up to JDK 23 a thread keeps its creator's access control context
    public static Thread daemon(String name, Runnable task) {
        return AccessController.doPrivileged(
                (PrivilegedAction<Thread>)
                        () -> {
                            Thread thread =
                                    new Thread(
                                            rootGroup(),
                                            task,
                                            name,
                                            0,
                                            /* inheritThreadLocals= */ false);
                            thread.setDaemon(true);
                            thread.setContextClassLoader(null);
                            return thread;
                        });
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * Runs a task for certain: if no thread is available it is retried later, not run on the
     * caller, which must not block. Fails only if there is no memory to keep the task.
     */
    public void run(Runnable work, Ticker ticker) {
        run(new Task(work), ticker);
    }

    /** Like the other run, for a task made in advance. Never fails. */
    public void run(Task task, Ticker ticker) {
        boolean counts = false;
        try {
            ticker.taskBegins();
            task.countIn();
            counts = true;
            super.execute(task);
            return;
        } catch (Throwable e) { // out of memory or threads, which may pass
            runLater(task, ticker);
        }
        if (counts) { // until here: the timer of a closed pool must not end before it has the alarm
            ended(task);
        }
    }

    /** Runs a task in a while, when there may be memory again. Never fails. */
    public void runLater(Task task, Ticker ticker) {
        Task head;
        do {
            head = pending.get();
            task.next = head;
        } while (!pending.compareAndSet(head, task));
        if (head != null) {
            return; // one alarm serves all
        }
        try {
            ticker.schedule(retry, AGAIN_NANOS);
        } catch (Throwable e) { // no thread for the timer: its next use runs it, or a tick before
        }
    }

    /** Starts the tasks that could not be started before. */
    public void startPending() {
        Task task = pending.getAndSet(null);
        while (task != null) {
            Task next = task.next;
            task.next = null;
            run(task, ticker);
            task = next;
        }
    }

    /** The pool is closed: idle threads only wait for tasks that are pending. */
    public void end() {
        loader = null;
        setKeepAliveTime(2 * AGAIN_NANOS, TimeUnit.NANOSECONDS);
    }

    @Override
    public void execute(Runnable work) {
        Once task = work instanceof Once once ? once : new Once(work);
        ticker.taskBegins();
        task.countIn();
        try {
            super.execute(task);
        } catch (Throwable e) { // out of memory or threads, or closed; perhaps after it has run
            ended(task);
            throw e;
        }
    }

    private void ended(Once task) {
        if (task.countOut()) {
            ticker.taskEnds();
        }
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        thread.setContextClassLoader(loader);
    }

    @Override
    public void afterExecute(Runnable task, @Nullable Throwable failure) {
        ended((Once) task);
        Thread.currentThread().setContextClassLoader(null);
        if (failure != null) {
            SafeLog.write(
                    System.Logger.Level.ERROR,
                    "Pool " + poolName + ": unexpected failure of a creator thread",
                    failure);
        }
    }
}
