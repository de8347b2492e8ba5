package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.DiscardReason;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The part of a holder that tells why it leaves its pool. A superclass, not a field: each idle
 * resource would take another object.
 */
public abstract class HolderEnd<R> extends HotFields<R> {

    @SuppressWarnings("rawtypes") // the class of the field's owner
    private static final AtomicReferenceFieldUpdater<HolderEnd, Doom> DOOM =
            AtomicReferenceFieldUpdater.newUpdater(HolderEnd.class, Doom.class, "doom");

    /** Why a holder must not be used again. */
    public record Doom(DiscardReason reason, @Nullable Throwable cause) {}

    /** For a holder doomed without memory to record why. */
    private static final Doom UNKNOWN = new Doom(DiscardReason.EVICTED, null);

    /**
     * Why it was doomed; the first reason stays. Shared: CAS from null, before the mark is set;
     * volatile read, after the mark was found. Partner: {@code HotFields.word}. A thread that sees
     * {@code DOOMED} sees a reason.
     */
    private volatile @Nullable Doom doom;

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
}
