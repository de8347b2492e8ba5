package io.sluice.jdbc.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Starts a pool on a thread of its own, for callers that must not wait. Callers that come meanwhile
 * share that thread, which tells them in the order of their calls. Thread-safe.
 */
public final class StartAside {

    private final Lifecycle lifecycle;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Those still to be told, in order; null if no start is under way. Shared: plain, under the
     * lock. Partner: {@code lock}. A caller joins them, or begins another start.
     */
    private @Nullable Deque<Caller> callers;

    /** A caller that does not wait for the start. */
    @FunctionalInterface
    public interface Caller {

        /**
         * The start is over. Must neither block nor fail.
         *
         * @param opened the running pool, or null if the start has failed
         * @param failure why it has failed, as {@link Lifecycle#started()} throws it; else null
         */
        void told(@Nullable OpenPool opened, @Nullable Throwable failure);
    }

    public StartAside(Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    /**
     * Starts the pool, unless that is under way, and tells the caller when that is over.
     *
     * @throws OutOfMemoryError if no thread can start; the caller is not told then
     */
    public void begin(Caller caller) {
        String name = "sluice-" + lifecycle.name() + "-start";
        lock.lock();
        try {
            if (callers != null) {
                callers.addLast(caller);
                return;
            }
            Deque<Caller> first = new ArrayDeque<>(List.of(caller));
            Thread starter = new Thread(this::run, name);
            starter.setDaemon(true);
            starter.start();
            callers = first; // last: no caller may join a start whose thread could not begin
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        OpenPool opened;
        try {
            opened = lifecycle.started();
        } catch (Throwable e) { // the callers must be told
            failed(e);
            return;
        }
        // One by one: those that come meanwhile are told after those before them.
        for (Caller next = next(); next != null; next = next()) {
            tell(next, opened, null);
        }
    }

    private @Nullable Caller next() {
        lock.lock();
        try {
            Caller next = callers == null ? null : callers.pollFirst();
            if (next == null) {
                callers = null;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Tells those that have come so far; the next caller starts anew. */
    private void failed(Throwable why) {
        Deque<Caller> told;
        lock.lock();
        try {
            told = callers;
            callers = null;
        } finally {
            lock.unlock();
        }
        if (told != null) {
            told.forEach(caller -> tell(caller, null, why));
        }
    }

    private static void tell(
            Caller caller, @Nullable OpenPool opened, @Nullable Throwable failure) {
        try {
            caller.told(opened, failure);
        } catch (Throwable e) { // out of memory
            // The others must be told nonetheless.
        }
    }
}
