package io.sluice.pool.internal.queue;

import io.sluice.pool.internal.holder.HotFields;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The members of the pool in one array, and where each thread looks first.
 *
 * <p>A thread first tries its home, the holder that it or a thread with a similar id used last. So
 * it mostly finds the same resource, warm in its core's cache, without a thread-local. Of two
 * threads that meet at a holder, the second moves on.
 *
 * <p>If the home is taken, a thread scans the first {@code spread} slots, starting at a slot
 * computed from its id. A scan that must go further raises the spread, a period without such scans
 * lowers it: resources beyond it are unused and can idle out.
 */
public final class HolderSlots<R> {

    /** The length of {@link #homes}; a power of two. */
    private static final int HOMES = 256;

    /**
     * The members, without gaps from slot 0. Shared: volatile, as are the elements; both written
     * under the lock. Partner: {@code HolderSets.lock}. The write of an element publishes its
     * holder. A scan of an array that was replaced meanwhile may miss a holder, as after a move.
     */
    private volatile AtomicReferenceArray<@Nullable ResourceHolder<R>> slots;

    /**
     * How many slots are taken. Shared: volatile, written under the lock. Partner: {@code
     * HolderSets.lock}. A bound for scans: a slot below it may be empty for a moment.
     */
    private volatile int seated;

    /**
     * Where a thread looks first, by the low bits of its id; {@link #nobody} if clear. A holder
     * found elsewhere becomes the home. There are more entries than threads run at once, so that
     * two of those seldom share one. Shared: racy, by a thread with a lease of the holder and by
     * ticks; cleared under {@code HolderSets.lock} when the holder leaves. Partner: {@code
     * HotFields.word}. It decides whatever is found; before the first write it says reserved. After
     * a lease was taken away by force, its thread may write an entry late. That entry leads to a
     * closed holder until a tick or a scan replaces it.
     */
    private final ResourceHolder<R>[] homes;

    /**
     * The empty home: a holder without a resource that no thread can acquire. It saves the fast
     * path a null check.
     */
    private final ResourceHolder<R> nobody;

    /**
     * From how many slots, from the first on, homes are taken; a power of two. Shared: volatile,
     * racy updates. Partner: none (a hint: the next scan makes up for a lost update).
     */
    private volatile int spread = 1;

    /** Whether the spread was raised since the last tick. Shared: racy. Partner: none (a hint). */
    private boolean raised;

    @SuppressWarnings({"unchecked", "rawtypes"}) // a generic array
    public HolderSlots(int maxSize) {
        this.slots = new AtomicReferenceArray<>(maxSize);
        this.homes = new ResourceHolder[HOMES];
        this.nobody = nobody();
        Arrays.fill(homes, nobody);
    }

    @SuppressWarnings("NullAway") // no resource; its word keeps all threads away
    private static <R> ResourceHolder<R> nobody() {
        ResourceHolder<R> nobody =
                new ResourceHolder<>(null, null, null, null, 0, Long.MAX_VALUE, 0);
        nobody.link();
        return nobody;
    }

    // the scan

    /** Takes an available holder for a lease of the calling thread, or returns null. */
    public @Nullable ResourceHolder<R> poll() {
        Thread thread = Thread.currentThread();
        int index = homeOf(HotFields.idOf(thread));
        ResourceHolder<R> holder = homes[index];
        if (!holder.availableToAccessible()) {
            holder = scan(index);
            if (holder == null) {
                return null;
            }
        }
        try {
            holder.acquiredBy(thread);
        } catch (StackOverflowError e) {
            holder.abandoned = holder.stamp;
            throw e;
        }
        return holder;
    }

    /** The homes of all threads, indexed by {@link #homeOf}; no element is null. */
    public ResourceHolder<R>[] homes() {
        return homes;
    }

    /**
     * The low bits of the id, which differ for threads started one after the other. The fast path
     * begins with this, so it is cheap: a constant mask, not the table's length.
     */
    public static int homeOf(long threadId) {
        return (int) threadId & (HOMES - 1);
    }

    /** Scans the slots within the spread, then the rest. The holder found becomes the home. */
    private @Nullable ResourceHolder<R> scan(int index) {
        int taken = seated;
        int spread = this.spread;
        for (int i = 0; i < spread; i++) {
            ResourceHolder<R> holder = at((index + i) & (spread - 1));
            if (holder != null && holder.availableToAccessible()) {
                homes[index] = holder;
                return holder;
            }
        }
        ResourceHolder<R> found = null;
        for (int slot = spread; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && holder.availableToAccessible()) {
                found = holder; // from here on no calls, which could fail
                homes[index] = holder;
                break;
            }
        }
        if (spread <= taken / 2) {
            this.spread = 2 * spread;
            raised = true;
        }
        return found;
    }

    /** Halves the spread, unless it was raised since the last tick. */
    public void narrow() {
        if (!raised) {
            int half = Math.max(1, spread / 2);
            spread = half;
            for (int i = 0; i < homes.length; i++) {
                ResourceHolder<R> home = homes[i];
                if (home.slot >= half || home.slot < 0) {
                    homes[i] = nobody;
                }
            }
        }
        raised = false;
    }

    /** The holder in a slot, or null; for scans without the lock. */
    public @Nullable ResourceHolder<R> at(int slot) {
        return slots.get(slot);
    }

    // counts; racy

    public boolean hasAvailable() {
        return firstAvailable() != null;
    }

    public @Nullable ResourceHolder<R> firstAvailable() {
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.isAvailable(holder.word)) {
                return holder;
            }
        }
        return null;
    }

    public int available() {
        int available = 0;
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.isAvailable(holder.word)) {
                available++;
            }
        }
        return available;
    }

    /** How many members the pool itself works on. */
    public int reserved() {
        int reserved = 0;
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null && StateWord.is(holder.word, StateWord.RESERVED)) {
                reserved++;
            }
        }
        return reserved;
    }

    /**
     * How many leases the members have had, not counting each member's first. Includes leases that
     * {@link ResourceHolder#takeBack} undid: at most one per member for each value of the epoch.
     */
    public long returned() {
        long returned = 0;
        int taken = seated;
        for (int slot = 0; slot < taken; slot++) {
            ResourceHolder<R> holder = at(slot);
            if (holder != null) {
                returned += Math.max(0, StateWord.serial(holder.word) - 1);
            }
        }
        return returned;
    }

    // adding and removing members: under the lock of HolderSets

    public int seated() {
        return seated;
    }

    /** The member in a slot below {@link #seated}. Under the lock of {@link HolderSets}. */
    public ResourceHolder<R> member(int slot) {
        return Objects.requireNonNull(at(slot), "an empty slot below seated");
    }

    /** Makes room for so many members; never less than there is. */
    void makeRoom(int maxSize) {
        if (maxSize > slots.length()) {
            AtomicReferenceArray<@Nullable ResourceHolder<R>> more =
                    new AtomicReferenceArray<>(maxSize);
            for (int slot = 0; slot < seated; slot++) {
                more.set(slot, at(slot));
            }
            slots = more;
        }
    }

    /** Adds a reserved holder in the next slot. */
    public void seat(ResourceHolder<R> holder) {
        int slot = seated;
        holder.slot = slot;
        slots.set(slot, holder);
        seated = slot + 1;
    }

    /**
     * Removes a holder and moves the last one to its slot, so that no gap is left. A concurrent
     * scan may miss the moved holder, so the caller checks for waiters afterwards, as after a
     * release.
     */
    public void unseat(ResourceHolder<R> holder) {
        int last = seated - 1;
        ResourceHolder<R> moving = member(last);
        moving.slot = holder.slot;
        slots.set(holder.slot, moving);
        holder.slot = -1;
        seated = last;
        slots.set(last, null);
        while (spread > last && spread > 1) {
            spread = spread / 2;
        }
        for (int i = 0; i < homes.length; i++) {
            if (homes[i] == holder) {
                homes[i] = nobody;
            }
        }
    }
}
