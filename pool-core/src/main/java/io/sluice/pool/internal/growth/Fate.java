package io.sluice.pool.internal.growth;

import io.sluice.pool.internal.holder.ResourceHolder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt to create, for threads that wait for its end. Completed once, by the
 * owner of the new resource. A holder that has joined the pool tracks its own end, without a
 * reference to the attempt. Thread-safe.
 */
public final class Fate<R> {

    private final Runnable first;

    /**
     * Completed with the holder that has joined, or with null where none will. Shared: completed
     * once, by the thread that tells, after the attempt has left the set. Partner: {@code
     * Creator.attempts}.
     */
    private final CompletableFuture<@Nullable ResourceHolder<R>> told = new CompletableFuture<>();

    /**
     * The same and its holder's end; null until a thread waits for it. Shared: CAS from null, once;
     * volatile read. Partner: none (an attempt that hangs for ever keeps no more than this one
     * future).
     */
    private final AtomicReference<@Nullable CompletableFuture<Void>> over = new AtomicReference<>();

    /**
     * @param first run before waiting threads are notified
     */
    public Fate(Runnable first) {
        this.first = first;
    }

    /** The resource has a holder that is a member of the pool. */
    public void joined(ResourceHolder<R> holder) {
        tell(holder);
    }

    /** The attempt failed; or its resource, which has no holder, is destroyed or was given up. */
    public void gone() {
        tell(null);
    }

    private void tell(@Nullable ResourceHolder<R> holder) {
        first.run();
        told.complete(holder);
    }

    /** Returns a future completed when the attempt is over and its holder, if any, is gone. */
    public CompletableFuture<Void> over() {
        CompletableFuture<Void> there = over.get();
        if (there != null) {
            return there;
        }
        CompletableFuture<Void> made =
                told.thenCompose(
                        holder ->
                                holder == null
                                        ? CompletableFuture.completedFuture(null)
                                        : holder.whenGone());
        there = over.compareAndExchange(null, made);
        return there == null ? made : there;
    }
}
