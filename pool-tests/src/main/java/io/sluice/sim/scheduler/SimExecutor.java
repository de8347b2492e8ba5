package io.sluice.sim.scheduler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@link ThreadPoolExecutor} as the superclass of rewritten code, as far as that needs it:
 * without core threads, and with a queue that only passes tasks to idle threads.
 */
public class SimExecutor implements Executor {

    private final ThreadFactory threads;
    private final Deque<Worker> idle = new ArrayDeque<>();
    private long keepAliveNanos;

    /** Takes what {@link ThreadPoolExecutor} takes. */
    public SimExecutor(
            int coreSize,
            int maxSize,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory threads) {
        if (coreSize != 0 || maxSize != Integer.MAX_VALUE || queue.remainingCapacity() != 0) {
            throw new UnsupportedOperationException("not simulated: an executor of another kind");
        }
        this.threads = threads;
        this.keepAliveNanos = unit.toNanos(keepAlive);
    }

    /** That of the JDK takes a lock, which may take the permit of the caller. */
    @Override
    public void execute(Runnable task) {
        if (Thread.currentThread() instanceof SimThread caller) {
            caller.permit = false;
        }
        Worker worker = idle.pollLast();
        if (worker == null) {
            threads.newThread(new Worker(task)).start();
        } else {
            worker.task = task;
            Objects.requireNonNull(Simulation.current()).handedOver();
        }
    }

    /** Sets how long idle threads live, for those that are idle as well. */
    public void setKeepAliveTime(long time, TimeUnit unit) {
        keepAliveNanos = unit.toNanos(time);
    }

    /** Called by a thread before it runs a task. */
    protected void beforeExecute(Thread thread, Runnable task) {}

    /** Called by a thread after it ran a task. */
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {}

    private final class Worker implements Runnable {

        private @Nullable Runnable task;
        private long idleSince;

        Worker(Runnable first) {
            task = first;
        }

        @Override
        public void run() {
            while (task != null) {
                Runnable next = task;
                task = null;
                if (!runs(next)) {
                    return;
                }
                awaitTask();
            }
        }

        private boolean runs(Runnable next) {
            boolean ignored = Hooks.interrupted(); // a task starts without the flag
            Throwable failure = null;
            try {
                beforeExecute(Thread.currentThread(), next);
                next.run();
            } catch (Throwable e) {
                failure = e;
            }
            try {
                afterExecute(next, failure);
            } catch (OutOfMemoryError e) { // ends the thread, as of the JDK
                return false;
            }
            return failure == null;
        }

        private void awaitTask() {
            Simulation simulation = Objects.requireNonNull(Simulation.current());
            idleSince = simulation.nanos();
            idle.add(this);
            simulation.await(
                    () -> task != null || simulation.nanos() - idleSince >= keepAliveNanos,
                    keepAliveNanos);
            if (task == null) {
                idle.remove(this);
            }
        }
    }
}
