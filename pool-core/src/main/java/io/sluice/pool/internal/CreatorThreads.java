package io.sluice.pool.internal;

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
 * The threads on which one pool connects, validates, destroys, aborts and calls its listener:
 * daemons that end when they have nothing to do. A task has the context class loader of the thread
 * that opened the pool, or drivers and providers would not find what the application has; an idle
 * thread has none.
 *
 * <p>There is no bound here. What runs is bounded where it is decided: creation by permits and by
 * how many may hang, destruction and validation by the number of members; a call that hangs in a
 * driver then never keeps another from running.
 */
final class CreatorThreads extends ThreadPoolExecutor {

    private static final long IDLE_SECONDS = 2;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String poolName;

    /**
     * Tasks for which there was no memory or no thread, newest first. Compare-and-set by the thread
     * that could not start one; taken all at once by {@link #startPending}. Partner: none.
     */
    private final AtomicReference<@Nullable Task> pending = new AtomicReference<>();

    /** A task that can be kept without taking memory, since it has room for the next one. */
    static final class Task extends Once {

        /** Plain: written before the task is put into {@link #pending}, read after it was taken. */
        private @Nullable Task next;

        Task(Runnable work) {
            super(work);
        }
    }

    /**
     * Of the thread that opened the pool; null once the pool is closed. Volatile, written by the
     * close; a task that begins beside it may have either.
     */
    private volatile @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /** Made by the thread that opens the pool. */
    CreatorThreads(String poolName) {
        super(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                numbered("sluice-" + poolName + "-creator-"));
        this.poolName = poolName;
    }

    private static ThreadFactory numbered(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> daemon(prefix + count.incrementAndGet(), task);
    }

    /**
     * Returns a daemon that inherits nothing from the thread that happens to cause it: no
     * thread-locals, no class loaders, no thread group, and no access control context.
     */
    @SuppressWarnings("removal") // up to JDK 23 a thread keeps the classes that it was made under
    static Thread daemon(String name, Runnable task) {
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
     * Runs a task for certain: if no thread is to be had now it is tried again, rather than run on
     * a caller that must not block. Fails only if there is no memory to keep the task.
     */
    void run(Runnable work, Ticker ticker) {
        run(new Task(work), ticker);
    }

    /** The same for a task that was made before. Never fails. */
    void run(Task task, Ticker ticker) {
        try {
            execute(task);
        } catch (Throwable e) { // out of memory or of threads, which may pass
            if (keep(task)) {
                startPendingSoon(ticker);
            }
        }
    }

    /** Returns whether it is the first: one alarm is for all. */
    private boolean keep(Task task) {
        Task head;
        do {
            head = pending.get();
            task.next = head;
        } while (!pending.compareAndSet(head, task));
        return head == null;
    }

    private void startPendingSoon(Ticker ticker) {
        try {
            ticker.schedule(() -> startPending(ticker), AGAIN_NANOS);
        } catch (Throwable e) { // out of memory: the next tick of the pool starts them
            return;
        }
    }

    /** Starts what could not be started so far. */
    void startPending(Ticker ticker) {
        Task task = pending.getAndSet(null);
        while (task != null) {
            Task next = task.next;
            task.next = null;
            run(task, ticker);
            task = next;
        }
    }

    /** The pool is gone: threads end as soon as they have nothing to do. */
    void end() {
        loader = null;
        setKeepAliveTime(0, TimeUnit.SECONDS);
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        thread.setContextClassLoader(loader);
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
        Thread.currentThread().setContextClassLoader(null);
        if (failure != null) {
            SafeLog.write(
                    System.Logger.Level.ERROR,
                    "Pool " + poolName + ": a creator thread failed",
                    failure);
        }
    }
}
