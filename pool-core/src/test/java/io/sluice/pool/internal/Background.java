package io.sluice.pool.internal;

import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work on a thread of its own. */
final class Background<T> {

    private final FutureTask<T> task;
    private final Thread thread;

    private Background(Callable<T> work) {
        task = new FutureTask<>(work);
        thread = new Thread(task, "test-background");
        thread.setDaemon(true);
        thread.start();
    }

    static <T> Background<T> start(Callable<T> work) {
        return new Background<>(work);
    }

    static Background<Void> start(Runnable work) {
        return new Background<>(
                () -> {
                    work.run();
                    return null;
                });
    }

    /** The result; a failure of the work is thrown as it is. */
    T get() throws Exception {
        try {
            return task.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        } catch (TimeoutException e) {
            AssertionError stuck = new AssertionError("still busy", e);
            stuck.setStackTrace(thread.getStackTrace());
            throw stuck;
        }
    }

    /** Waits until the thread waits for something. */
    void awaitBlocked() {
        await("a thread that waits")
                .until(
                        thread::getState,
                        Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)::contains);
    }

    boolean isDone() {
        return task.isDone();
    }

    Thread thread() {
        return thread;
    }
}
