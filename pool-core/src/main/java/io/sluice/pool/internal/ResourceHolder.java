package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.TransactionContext.Participant;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One physical resource in its pool: the state word and its transitions, each named from-to and
 * telling whether it won.
 *
 * <p>{@code AVAILABLE} is only ever written over a word without marks, so what is doomed or in a
 * transaction can never be acquired; nor can what is held, which has a mark of its own then.
 * Whoever moves a holder out of {@code AVAILABLE} or ends a lease owns it until it moves it on.
 */
final class ResourceHolder<R> extends HotFields<R> {

    private static final VarHandle DOOM;
    private static final VarHandle GONE;
    private static final VarHandle ABANDONED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DOOM = lookup.findVarHandle(ResourceHolder.class, "doom", Doom.class);
            GONE = lookup.findVarHandle(ResourceHolder.class, "gone", CompletableFuture.class);
            ABANDONED = lookup.findVarHandle(ResourceHolder.class, "abandoned", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** When the resource was created, in the ticker's time of this pool. */
    final long createdAt;

    /** When its lifetime is over; {@link Long#MAX_VALUE} for never. */
    final long expiresAt;

    /** The generation it was last proven good in. Plain, the owner's, like {@link #seen}. */
    int generation;

    /** When it was last validated or created. Plain, the owner's, like {@link #seen}. */
    long validatedAt;

    /** Its slot; guarded by the lock of {@link HolderSets}, read racily by ticks as a hint. */
    int slot = -1;

    /**
     * Where the present lease was acquired, if leaks are looked for. Volatile: written after {@link
     * #seen}, read by housekeeping before it.
     */
    volatile @Nullable Throwable site;

    /**
     * The serial of the last lease whose acquire looked at the clock, and how long that took.
     * Plain, of who acquired the lease.
     */
    private long waitedSerial = -1;

    private long waitedNanos;

    /**
     * What takes part in transactions for it; null before the first. Plain, the owner's, like
     * {@link #seen}.
     */
    @Nullable Participant participant;

    /**
     * What the flight recorder began for the present transaction; null if nobody records. Plain:
     * written by who enlists, read by who ends that transaction, before the holder can be in
     * another.
     */
    @Nullable Object transactionBegun;

    /** The serial of the last lease that was reported as a leak. Used by housekeeping only. */
    long reportedLeak = -1;

    /**
     * Why it was doomed. Volatile, compare-and-set before the mark is set; read by who finds the
     * mark. The first reason stays.
     */
    private volatile @Nullable Doom doom;

    /**
     * Completed when the resource is destroyed or was given up: it is none of the pool's then. Null
     * until somebody waits for that, or it is. Volatile, compare-and-set from null, once: who waits
     * and who completes it find the same.
     */
    private volatile @Nullable CompletableFuture<Void> gone;

    /** For a holder that was doomed where there was no memory to say why. */
    private static final Doom UNKNOWN = new Doom(DiscardReason.EVICTED, null);

    private static final CompletableFuture<Void> OVER = CompletableFuture.completedFuture(null);

    /**
     * The stamp of a lease that its owner leaves to the next tick, having neither memory nor stack
     * to go on; 0 if none. Volatile: the last thing that the owner writes; exchanged for 0 by the
     * tick, or by a close. Partner: {@link #word}.
     */
    volatile long abandoned;

    /**
     * Whether a discard failed, so that the holder is reserved by nobody. Volatile: set by the
     * thread that had reserved it, cleared by the tick or by a close, which discards it. A field of
     * its own: a thread whose lease was taken away may still write {@link #abandoned}.
     */
    volatile boolean orphaned;

    /** Why a holder must not serve again. */
    record Doom(DiscardReason reason, @Nullable Throwable cause) {}

    ResourceHolder(
            R resource,
            Epoch epoch,
            WaiterQueue<R> waiters,
            HolderReturn<R> owner,
            long createdAt,
            long expiresAt,
            int generation) {
        super(resource, epoch, waiters, owner);
        this.createdAt = createdAt;
        this.expiresAt = expiresAt;
        this.generation = generation;
        this.validatedAt = createdAt;
    }

    @Override
    public R resource() {
        return resource;
    }

    @Override
    public long stamp() {
        return stamp;
    }

    /** The acquire of the present lease took so long. */
    void waited(long nanos) {
        waitedSerial = StateWord.serial(word);
        waitedNanos = nanos;
    }

    @Override
    public long waitedNanos(long stamp) {
        return waitedSerial == StateWord.serial(stamp) ? waitedNanos : 0;
    }

    /** When it was last used, or created, in the ticker's time of this pool; racy. */
    long lastUse() {
        return Math.max(seen, createdAt);
    }

    /** Whether it has neither begun to serve nor passed a validation. For its owner. */
    boolean isNew() {
        return seen == 0 && validatedAt == createdAt;
    }

    /** Returns what is completed when {@link #nowGone} is called, or was. */
    CompletableFuture<Void> whenGone() {
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
    void nowGone() {
        if (!GONE.compareAndSet(this, null, OVER)) { // takes no memory
            whenGone().complete(null);
        }
    }

    ResourceState state() {
        return ResourceState.of(word);
    }

    // AVAILABLE →

    /** Begins a lease. */
    boolean availableToAccessible() {
        long expected = word;
        // Read before trying: a failed compare-and-set would take the cache line from whoever works
        // with it.
        if (StateWord.isAvailable(expected)
                && WORD.compareAndSet(this, expected, expected + StateWord.ACQUIRE)) {
            stamp = expected + StateWord.ACQUIRE;
            return true;
        }
        return false;
    }

    /**
     * Begins a lease as {@link #availableToAccessible} does, without a look before: for the home of
     * a thread, which is nearly always available. The caller notes the new stamp if it won, or
     * {@linkplain #takeBack takes the lease back}.
     *
     * @param last the {@link #stamp} before; one that is out of date makes this fail
     * @return zero when it won: a number and no truth, so that the caller can ask for more things
     *     with the same branch
     */
    long homeToAccessible(long last) {
        long expected = last + StateWord.RELEASE;
        return (long) WORD.compareAndExchange(this, expected, last + StateWord.ONE_LEASE)
                ^ expected;
    }

    /**
     * Takes a lease back that {@link #homeToAccessible} has begun, if it has: something was
     * announced. Nobody has used or looked at the holder, so {@link #seen} stays, and who acquires
     * it next looks; so does {@link #stamp}, so that one does not find it at home. It is put to use
     * by the pool: handed over or made available, held while the pool is suspended, and discarded
     * if it is doomed.
     *
     * @param missed what that returned
     * @param last what it was given
     */
    void takeBack(long missed, long last) {
        if (missed == 0) {
            StackRoom.require(); // from here to the queue
            if (accessibleToReserved(last + StateWord.ONE_LEASE)) {
                owner.publish(this);
            }
        }
    }

    /** Begins a lease that is in a transaction, as {@link #homeToAccessible} begins a plain one. */
    long homeToInTransaction(long last) {
        long expected = last + StateWord.RELEASE;
        return (long) WORD.compareAndExchange(this, expected, expected + StateWord.ACQUIRE_IN_TX)
                ^ expected;
    }

    /** Takes an idle holder for the pool itself. */
    boolean availableToReserved() {
        long expected = word;
        return StateWord.isAvailable(expected)
                && WORD.compareAndSet(
                        this, expected, StateWord.withState(expected, StateWord.RESERVED));
    }

    /** Takes a holder that is idle for the pool itself, held or not. */
    boolean idleToReserved() {
        return availableToReserved() || heldToReserved();
    }

    /** Keeps an idle holder from everybody: the pool is suspended. */
    boolean availableToHeld() {
        long expected = word;
        return StateWord.isAvailable(expected)
                && WORD.compareAndSet(this, expected, expected | StateWord.HELD);
    }

    /** Takes a held holder for the pool itself. */
    boolean heldToReserved() {
        long expected = word;
        return StateWord.is(expected, StateWord.AVAILABLE)
                && StateWord.has(expected, StateWord.HELD)
                && WORD.compareAndSet(
                        this,
                        expected,
                        StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.HELD);
    }

    // ACCESSIBLE →

    /**
     * Ends a plain lease with nothing to clean. A mark, another lease or another state makes it
     * fail.
     */
    boolean accessibleToAvailable(long stamp) {
        // The word that was found, compared here, is two instructions less than the answer whether.
        return (long) WORD.compareAndExchange(this, stamp, stamp + StateWord.RELEASE) == stamp;
    }

    /** Ends a plain lease; the caller owns the holder if this wins, doomed or not. */
    boolean accessibleToReserved(long stamp) {
        for (; ; ) {
            long expected = word;
            if ((expected & ~StateWord.DOOMED) != stamp
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)) {
                return false;
            }
            long next = StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.HANDLES;
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    /**
     * Takes a holder away from whoever has it, at the end of a drain: their release finds another
     * state and does nothing.
     */
    boolean anyLeaseToReserved() {
        for (; ; ) {
            long expected = word;
            if (!StateWord.is(expected, StateWord.ACCESSIBLE)
                    && !StateWord.is(expected, StateWord.INACCESSIBLE)) {
                return false;
            }
            long next = (expected & StateWord.SERIAL) | StateWord.DOOMED | StateWord.RESERVED;
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    // RESERVED →, by the owner; only a doom can come between

    /** Begins a lease for a waiter without ever being available; fails on a doomed holder. */
    boolean reservedToAccessible() {
        long expected = word;
        if (StateWord.is(expected, StateWord.RESERVED)
                && !StateWord.has(expected, StateWord.MARKS)
                && WORD.compareAndSet(this, expected, StateWord.nextLease(expected))) {
            stamp = StateWord.nextLease(expected);
            return true;
        }
        return false;
    }

    /** Makes the holder available; fails on a doomed one. */
    boolean reservedToAvailable() {
        long expected = word;
        return StateWord.is(expected, StateWord.RESERVED)
                && !StateWord.has(expected, StateWord.MARKS)
                && WORD.compareAndSet(
                        this, expected, StateWord.withState(expected, StateWord.AVAILABLE));
    }

    /** Makes the holder available to nobody before the pool is resumed; fails on a doomed one. */
    boolean reservedToHeld() {
        long expected = word;
        return StateWord.is(expected, StateWord.RESERVED)
                && !StateWord.has(expected, StateWord.MARKS)
                && WORD.compareAndSet(
                        this,
                        expected,
                        StateWord.withState(expected, StateWord.AVAILABLE) | StateWord.HELD);
    }

    /** Ends the life of the holder. Under the lock, together with the edit of the sets. */
    boolean reservedToClosed() {
        for (; ; ) {
            long expected = word;
            if (!StateWord.is(expected, StateWord.RESERVED)) {
                return false;
            }
            if (WORD.compareAndSet(
                    this, expected, StateWord.withState(expected, StateWord.CLOSED))) {
                return true;
            }
        }
    }

    // inside a global transaction

    /** Puts a plain lease into a transaction. Fails if the lease is over or doomed. */
    boolean plainToInTransaction(long stamp) {
        return WORD.compareAndSet(this, stamp, stamp | StateWord.IN_TX | StateWord.FIRST);
    }

    void noteTransactionBegun(@Nullable Object begun) {
        if (transactionBegun != begun) { // a reference stored into an old object has its price
            transactionBegun = begun;
        }
    }

    /** Takes a lease out of a transaction that refused it. */
    void inTransactionToPlain() {
        for (; ; ) {
            long expected = word;
            long next = expected & ~(StateWord.IN_TX | StateWord.FIRST | StateWord.ENDED);
            if (WORD.compareAndSet(this, expected, next)) {
                return;
            }
        }
    }

    /** Opens one more handle for the transaction that owns the holder. */
    boolean share(long stamp) {
        for (; ; ) {
            long expected = word;
            if (StateWord.handles(expected) == StateWord.MOST_HANDLES
                    || !StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)
                    || StateWord.has(expected, StateWord.ENDED)
                    || !StateWord.has(expected, StateWord.IN_TX)) {
                return false;
            }
            if (WORD.compareAndSet(this, expected, expected + StateWord.ONE_HANDLE)) {
                return true;
            }
        }
    }

    /** Whether the transaction that owns the holder may open one more handle now. */
    boolean isOpenTo(long stamp) {
        long seen = word;
        return StateWord.sameLease(seen, stamp)
                && StateWord.has(seen, StateWord.IN_TX)
                && !StateWord.has(seen, StateWord.ENDED)
                && StateWord.handles(seen) != StateWord.MOST_HANDLES
                && (StateWord.is(seen, StateWord.ACCESSIBLE)
                        || StateWord.is(seen, StateWord.INACCESSIBLE));
    }

    /**
     * Closes the handle that was made first; the last one makes the holder inaccessible. Fails when
     * that handle is closed, or is the last and the transaction over.
     */
    boolean closeFirst(long stamp) {
        // It is the only one, as a rule. A word that was changed just now is slow to be read.
        for (long expected = StateWord.firstInTransaction(stamp); ; expected = word) {
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)
                    || !StateWord.has(expected, StateWord.FIRST)) {
                return false;
            }
            long next = expected - StateWord.FIRST - StateWord.ONE_HANDLE;
            if (StateWord.handles(next) == 0) {
                if (StateWord.has(next, StateWord.ENDED)) {
                    return false;
                }
                next = StateWord.withState(next, StateWord.INACCESSIBLE);
            }
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    /** Closes one of several handles. Fails when it is the last. */
    boolean closeOneOfSeveral(long stamp) {
        for (; ; ) {
            long expected = word;
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)
                    || StateWord.handles(expected) < 2) {
                return false;
            }
            if (WORD.compareAndSet(this, expected, expected - StateWord.ONE_HANDLE)) {
                return true;
            }
        }
    }

    /** The last handle is closed before the transaction has ended. */
    boolean accessibleToInaccessible(long stamp) {
        for (; ; ) {
            long expected = word;
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)
                    || !StateWord.has(expected, StateWord.IN_TX)
                    || StateWord.has(expected, StateWord.ENDED)
                    || StateWord.handles(expected) != 1) {
                return false;
            }
            long next =
                    (StateWord.withState(expected, StateWord.INACCESSIBLE) & ~StateWord.FIRST)
                            - StateWord.ONE_HANDLE;
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    /** The same transaction acquires again. */
    boolean inaccessibleToAccessible(long stamp) {
        for (; ; ) {
            long expected = word;
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.INACCESSIBLE)) {
                return false;
            }
            long next = StateWord.withState(expected, StateWord.ACCESSIBLE) + StateWord.ONE_HANDLE;
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    /** The transaction has ended and no handle is open: the caller owns the holder. */
    boolean inaccessibleToReserved(long stamp) {
        for (long expected = StateWord.inaccessible(stamp); ; expected = word) {
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.INACCESSIBLE)) {
                return false;
            }
            long next = StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.IN_TX;
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    /** The transaction has ended while handles are open. */
    boolean accessibleToEnded(long stamp) {
        for (; ; ) {
            long expected = word;
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)
                    || !StateWord.has(expected, StateWord.IN_TX)) {
                return false;
            }
            if (WORD.compareAndSet(this, expected, expected | StateWord.ENDED)) {
                return true;
            }
        }
    }

    /**
     * The last handle is closed after the transaction has ended: the caller owns the holder. Given
     * the stamp of the first handle, fails if another is the last.
     */
    boolean endedToReserved(long stamp) {
        for (; ; ) {
            long expected = word;
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)
                    || !StateWord.has(expected, StateWord.ENDED)
                    || StateWord.has(stamp & ~expected, StateWord.FIRST)
                    || StateWord.handles(expected) != 1) {
                return false;
            }
            long next = (expected & (StateWord.SERIAL | StateWord.DOOMED)) | StateWord.RESERVED;
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    // any state →

    /**
     * Marks the holder so that it never serves again.
     *
     * @return true when it was available: it is now reserved by the caller, who must discard it
     */
    boolean markDoomed(DiscardReason reason, @Nullable Throwable cause) {
        // Before the mark: who finds the mark finds the reason.
        DOOM.compareAndSet(this, null, new Doom(reason, cause));
        for (; ; ) {
            long expected = word;
            if (StateWord.is(expected, StateWord.CLOSED)
                    || StateWord.has(expected, StateWord.DOOMED)) {
                return false;
            }
            boolean idle = StateWord.is(expected, StateWord.AVAILABLE);
            long next =
                    idle
                            ? StateWord.withState(expected, StateWord.RESERVED) & ~StateWord.HELD
                            : expected;
            if (WORD.compareAndSet(this, expected, next | StateWord.DOOMED)) {
                return idle;
            }
        }
    }

    /** Marks the holder only if it is in use and its lease is this one. */
    @Override
    public boolean evict(long stamp) {
        for (; ; ) {
            long expected = word;
            if (!StateWord.sameLease(expected, stamp)
                    || !StateWord.is(expected, StateWord.ACCESSIBLE)) {
                return false;
            }
            if (StateWord.has(expected, StateWord.DOOMED)
                    || WORD.compareAndSet(this, expected, expected | StateWord.DOOMED)) {
                return true;
            }
        }
    }

    boolean isDoomed() {
        return StateWord.has(word, StateWord.DOOMED);
    }

    Doom whyDoomed() {
        Doom why = doom;
        return why == null ? UNKNOWN : why;
    }

    // the lease, as the application ends it

    @Override
    public boolean release(long stamp) {
        // Old waiters are served before anybody can barge in; everything the epoch tells is dealt
        // with on the slow side. One branch for both, see DefaultResourcePool.acquirePlain.
        if (((seen ^ epoch.value) | waiters.old) == 0 && accessibleToAvailable(stamp)) {
            published(stamp);
            return true;
        }
        return OutOfLine.releaseSlowly(this, stamp);
    }

    /**
     * Publish, then look for waiters: a waiter enqueues, then looks for something available. One
     * sees the other.
     */
    private void published(long stamp) {
        long lease = StateWord.serial(stamp);
        if (waiters.waiting != 0 && waiters.hasToKnow(lease)) {
            OutOfLine.released(waiters, lease);
        }
    }

    /**
     * Does for a holder whose transaction is over what {@link #release} does for a plain lease. The
     * caller has reserved it, and the resource is at rest.
     *
     * @return false if there is more to it, or it is doomed: nothing was done
     */
    boolean releaseAtRest() {
        long reserved = StateWord.withState(stamp & StateWord.SERIAL, StateWord.RESERVED);
        if (((seen ^ epoch.value) | waiters.old) == 0
                && WORD.compareAndSet(
                        this, reserved, StateWord.withState(reserved, StateWord.AVAILABLE))) {
            published(reserved);
            return true;
        }
        return false;
    }

    @Override
    public boolean releaseInTransaction(long stamp) {
        if (StateWord.has(stamp, StateWord.FIRST)) {
            return closeFirst(stamp) || owner.releaseInTransaction(this, stamp);
        }
        // Asked for without trying first what release tries: that is a compare-and-set in vain.
        return StateWord.has(word, StateWord.IN_TX)
                ? owner.releaseInTransaction(this, stamp)
                : release(stamp);
    }

    boolean releaseSlowly(long stamp) {
        StackRoom.require(); // the lease goes on if there is none
        if (!reserve(stamp)) {
            return StateWord.has(word, StateWord.IN_TX) && owner.releaseInTransaction(this, stamp);
        }
        owner.requeue(this);
        return true;
    }

    @Override
    public void abandon(long stamp) {
        abandoned = stamp;
    }

    /** Returns the stamp of the lease that was abandoned, for one caller only; 0 if none was. */
    long takeAbandoned() {
        return (long) ABANDONED.getAndSet(this, 0L);
    }

    @Override
    public boolean reserve(long stamp) {
        return accessibleToReserved(stamp);
    }

    @Override
    public void requeue() {
        owner.requeue(this);
    }

    @Override
    public void discard(DiscardReason reason, @Nullable Throwable cause) {
        owner.discard(this, reason, cause);
    }

    @Override
    public void doom(DiscardReason reason, @Nullable Throwable cause) {
        if (markDoomed(reason, cause)) {
            owner.discard(this, reason, cause);
        }
    }

    @Override
    public void runAside(Runnable task) {
        owner.runAside(task);
    }

    @Override
    public String toString() {
        return "ResourceHolder[" + StateWord.toString(word) + "]";
    }
}
