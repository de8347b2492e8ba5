package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.DiscardReason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The part of a holder that tells why it leaves its pool, and whether its resource is gone. A
 * superclass, not a field: each idle resource would take another object.
 */
public abstract class HolderEnd<R> extends HotFields<R> {

    private static final VarHandle DOOM;
    private static final VarHandle GONE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DOOM = lookup.findVarHandle(HolderEnd.class, "doom", Doom.class);
            GONE = lookup.findVarHandle(HolderEnd.class, "gone", CompletableFuture.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Why a holder must not be used again. */
    public record Doom(DiscardReason reason, @Nullable Throwable cause) {}

    /** For a holder doomed without memory to record why. */
    private static final Doom UNKNOWN = new Doom(DiscardReason.EVICTED, null);

    /**
     * Stands in {@code gone} where nothing waited. Shared: completed when the class is initialized.
     * Partner: none (never changes).
     */
    private static final CompletableFuture<Void> OVER = CompletableFuture.completedFuture(null);

    /**
     * Why it was doomed; the first reason stays. Shared: CAS from null, before the mark is set;
     * volatile read, after the mark was found. Partner: {@code HotFields.word}. A thread that sees
     * {@code DOOMED} sees a reason.
     */
    private volatile @Nullable Doom doom;

    /**
     * Completed when the resource is destroyed or was given up; null until a thread waits for that,
     * or it has happened. Shared: CAS from null, once; volatile read. Partner: none (waiters and
     * the thread that completes it find the same future).
     */
    private volatile @Nullable CompletableFuture<Void> gone;

    HolderEnd(R resource, Epoch epoch, WaitSignals waiters) {
        super(resource, epoch, waiters);
    }

    /** Records the reason, unless there is one already. */
    final void decide(DiscardReason reason, @Nullable Throwable cause) {
        DOOM.compareAndSet(this, null, new Doom(reason, cause));
    }

    public final Doom whyDoomed() {
        Doom why = doom;
        return why == null ? UNKNOWN : why;
    }

    /** Returns the future that {@link #nowGone} completes. */
    public final CompletableFuture<Void> whenGone() {
        CompletableFuture<Void> waitedFor = gone;
        if (waitedFor == null) {
            CompletableFuture<Void> made = new CompletableFuture<>();
            if (GONE.compareAndSet(this, null, made)) {
                return made;
            }
            waitedFor = Objects.requireNonNull(gone, "it is set once");
        }
        return waitedFor;
    }

    /** The resource is destroyed or was given up. */
    public final void nowGone() {
        if (!GONE.compareAndSet(this, null, OVER)) { // allocates nothing
            whenGone().complete(null);
        }
    }
}
