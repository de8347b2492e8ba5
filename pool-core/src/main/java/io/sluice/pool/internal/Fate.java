package io.sluice.pool.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one attempt to create, for who waits for its end. Told once, by whoever has the
 * resource then: a holder that has joined the pool knows its own end, and nothing of the attempt
 * stays with it. Thread-safe.
 */
final class Fate<R> {

    private final Runnable first;

    /** Completed with the holder that has joined, or with null where none will. */
    private final CompletableFuture<@Nullable ResourceHolder<R>> told = new CompletableFuture<>();

    /**
     * The same and its holder's end; null until somebody waits for it. Compare-and-set from null,
     * once: an attempt that hangs for ever keeps no more than this of those who wait for it. No
     * partner.
     */
    private final AtomicReference<@Nullable CompletableFuture<Void>> over = new AtomicReference<>();

    /**
     * @param first run before anybody who waits learns of it
     */
    Fate(Runnable first) {
        this.first = first;
    }

    /** The resource has a holder, which is a member of the pool. */
    void joined(ResourceHolder<R> holder) {
        tell(holder);
    }

    /** It has failed; or the resource, which has no holder, is destroyed or was given up. */
    void gone() {
        tell(null);
    }

    private void tell(@Nullable ResourceHolder<R> holder) {
        first.run();
        told.complete(holder);
    }

    /** Completed when nothing is left of it, its holder included. */
    CompletableFuture<Void> over() {
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
