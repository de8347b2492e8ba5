package io.sluice.pool.internal.holder;

import io.sluice.pool.internal.base.OutOfLine;
import io.sluice.pool.internal.base.StackRoom;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext.Participant;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One physical resource in its pool: its state word and the transitions. Most methods are named
 * from-to and return whether they won.
 *
 * <p>{@code AVAILABLE} is only written over a word without marks, so a doomed holder, or one in a
 * transaction, cannot be acquired. While the pool is suspended, an idle holder is {@code AVAILABLE}
 * with the mark {@code HELD}, which no acquire expects. The thread that moves a holder out of
 * {@code AVAILABLE} or ends its lease owns it until the next transition.
 */
public final class ResourceHolder<R> extends HolderEnd<R> {

    private static final VarHandle ABANDONED;

    // See OutOfLine.
    private static MethodHandle publishUnused;
    private static MethodHandle releaseSlowly;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            publishUnused =
                    OutOfLine.of(lookup, "publishUnused", void.class, long.class, long.class);
            releaseSlowly = OutOfLine.of(lookup, "releaseSlowly", boolean.class, long.class);
            ABANDONED = lookup.findVarHandle(Holder.class, "abandoned", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final HolderReturn<ResourceHolder<R>> pool;

    /** When the resource was created, in the ticker's time of this pool. */
    public final long createdAt;

    /** When its lifetime is over; {@link Long#MAX_VALUE} for never. */
    public final long expiresAt;

    /** The generation in which its creation began. */
    public final int bornIn;

    /**
     * The generation it was last proven good in. Shared: plain, like {@code seen}. Partner: {@code
     * word}.
     */
    public int generation;

    /**
     * When it was last validated or created. Shared: plain, like {@code seen}. Partner: {@code
     * word}.
     */
    public long validatedAt;

    /**
     * Its index in {@code HolderSlots.slots}; -1 if it has none. Shared: plain, under the lock;
     * racy read by ticks, as a hint. Partner: {@code HolderSets.lock}.
     */
    public int slot = -1;

    /**
     * When the present lease began, if it is timed; else 0. Shared: plain, like {@code seen}.
     * Partner: {@code word}.
     */
    public long timedSince;

    /**
     * Where the present lease was acquired, if leaks are looked for. Shared: volatile, by the
     * owner, after {@code seen}; volatile read by housekeeping, before {@code seen} and between two
     * reads of {@code word}. Partner: {@code seen}, {@code word}. A reader that sees the site sees
     * the beginning of its lease; equal words mean the same lease.
     */
    public volatile @Nullable Throwable site;

    /**
     * The serial of the last lease whose acquire was timed. Shared: plain, by the thread that
     * acquired the lease. Partner: none (confined to the lease, which the serial identifies).
     */
    private long waitedSerial = -1;

    /**
     * How long that acquire took. Shared: plain, like {@code waitedSerial}. Partner: none (same).
     */
    private long waitedNanos;

    /**
     * The object that represents it in global transactions; null before the first. Shared: plain,
     * by the owner. Partner: {@code word}.
     */
    public @Nullable Participant participant;

    /**
     * What the flight recorder began for the present transaction; null if it is off. Shared: plain,
     * by the thread that enlists; plain read by the thread that ends the transaction, before the
     * holder can be in another. Partner: {@code word}.
     */
    public @Nullable Object transactionBegun;

    /**
     * How many of its leases no caller has had. Shared: plain, by the owner; racy read by counts.
     * Partner: none (a count that misses it is one too high until the next lease).
     */
    private int unused;

    /** The serial of the last lease that was reported as a leak. Used by housekeeping only. */
    public long reportedLeak = -1;

    /**
     * What the tick before found in {@link #closing}, of a lease that went on; else 0. Shared:
     * racy, by ticks and a close. Partner: none (two at once end a lease a tick too early).
     */
    public long closingBefore;

    /** In {@link #abandoned}: a thread is about to put a stamp in place of {@link #PRESENT}. */
    private static final long CLAIMED = 1L << 61;

    /** In {@link #abandoned}: it is unknown whether a transaction has the resource. */
    public static final long ENLISTING = StateWord.DOOMED;

    /** In {@link #abandoned}: the transaction is over, and could not end the lease. */
    public static final long OVER = StateWord.ENDED;

    /**
     * Why the holder was to be discarded when that failed; else null. It is reserved then, and no
     * thread of the pool works on it. Shared: volatile, by the thread whose discard failed; cleared
     * by the tick or a close, before it discards. Partner: {@code HolderSets.lock}. If several
     * threads discard, the lock admits one. {@code abandoned} cannot serve here, because a former
     * lessee may still write it.
     */
    public volatile @Nullable DiscardReason orphaned;

    /**
     * Whether a thread may still use its resource, which has to end by force. Shared: plain, before
     * {@code orphaned} is written; read after that was. Partner: {@code orphaned}.
     */
    public boolean isOrphanedByForce;

    public ResourceHolder(
            R resource,
            Epoch epoch,
            WaitSignals waiters,
            HolderReturn<ResourceHolder<R>> pool,
            long createdAt,
            long expiresAt,
            int bornIn) {
        super(resource, epoch, waiters);
        this.pool = pool;
        this.createdAt = createdAt;
        this.expiresAt = expiresAt;
        this.bornIn = bornIn;
        this.generation = bornIn;
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

    /** Notes how long the acquire of the current lease took. */
    public void waited(long nanos) {
        waitedSerial = StateWord.serial(word);
        waitedNanos = nanos;
    }

    @Override
    public long waitedNanos(long stamp) {
        return waitedSerial == StateWord.serial(stamp) ? waitedNanos : 0;
    }

    /** When it was last used or created, in the ticker's time; racy. */
    public long lastUse() {
        return Math.max(seen, createdAt);
    }

    /** Whether it has neither been used nor validated. For its owner. */
    public boolean isNew() {
        return seen == 0 && validatedAt == createdAt;
    }

    public ResourceState state() {
        return StateWord.state(word);
    }

    /** Makes a transition; retries if the word changes, and fails if the word forbids it. */
    private boolean move(Transition transition) {
        return move(word, transition);
    }

    /** The same, but also fails if this lease is over. */
    private boolean move(long stamp, Transition transition) {
        for (; ; ) {
            long expected = word;
            long next = transition.next(expected);
            if (next == Transition.NONE || !StateWord.sameLease(expected, stamp)) {
                return false;
            }
            if (WORD.compareAndSet(this, expected, next)) {
                return true;
            }
        }
    }

    // AVAILABLE →

    /** Begins a lease. */
    public boolean availableToAccessible() {
        long expected = word;
        // Read first: a failed compare-and-set would steal the cache line from the thread working
        // with it.
        if (StateWord.isAvailable(expected)
                && WORD.compareAndSet(this, expected, expected + StateWord.ACQUIRE)) {
            stamp = expected + StateWord.ACQUIRE;
            return true;
        }
        return false;
    }

    /**
     * Begins a lease like {@link #availableToAccessible}, without reading the word first: for a
     * thread's home, which is nearly always available. On success the caller sets the new stamp, or
     * {@linkplain #takeBack takes the lease back}.
     *
     * @param last the {@link #stamp} before; a stale one makes this fail
     * @return how the word differs from an available one: zero on success. The caller combines it
     *     with other differences into one branch
     */
    public long tryHome(long last) {
        long expected = last + StateWord.RELEASE;
        return (long) WORD.compareAndExchange(this, expected, last + StateWord.ONE_LEASE)
                ^ expected;
    }

    /**
     * Publishes the holder of a lease that {@link #tryHome} began although the epoch has changed;
     * does nothing if it began none. {@link #seen} stays, so the next acquire checks the holder.
     * {@link #stamp} stays too, so the next acquire at home fails.
     *
     * @param difference the result of tryHome
     * @param last the argument of tryHome
     */
    public void takeBack(long difference, long last) {
        try {
            publishUnused.invokeExact(this, difference, last);
        } catch (Throwable e) {
            throw OutOfLine.rethrown(e);
        }
    }

    void publishUnused(long difference, long last) {
        if (difference == 0) {
            StackRoom.require(); // for the calls from here to the queue
            if (accessibleToReserved(last + StateWord.ONE_LEASE)) {
                noteUnused();
                publish();
            }
        }
    }

    /** Notes that the lease which the owner has just ended was not given to its caller. */
    public void noteUnused() {
        unused++;
    }

    /** Returns how many leases callers have had so far. */
    public long leases() {
        return StateWord.serial(word) - unused;
    }

    public boolean availableToReserved() {
        return move(Transition.AVAILABLE_TO_RESERVED);
    }

    public boolean idleToReserved() {
        return availableToReserved() || heldToReserved();
    }

    /** Holds an idle holder because the pool is suspended. */
    public boolean availableToHeld() {
        return move(Transition.AVAILABLE_TO_HELD);
    }

    public boolean heldToReserved() {
        return move(Transition.HELD_TO_RESERVED);
    }

    // ACCESSIBLE →

    /**
     * Ends a plain lease that left nothing to clean. Fails on a mark, another lease or another
     * state.
     */
    public boolean accessibleToAvailable(long stamp) {
        // Comparing the returned word saves two instructions over compareAndSet's boolean.
        return (long) WORD.compareAndExchange(this, stamp, stamp + StateWord.RELEASE) == stamp;
    }

    /** Ends a plain lease; on success the caller owns the holder, doomed or not. */
    public boolean accessibleToReserved(long stamp) {
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
     * Takes a holder away from its lease at the end of a drain; the late release then does nothing.
     */
    public boolean anyLeaseToReserved() {
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

    // RESERVED →, by the owner; only a doom can interfere

    /** Begins a lease for a waiter without becoming available; fails on a doomed holder. */
    public boolean reservedToAccessible() {
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
    public boolean reservedToAvailable() {
        return move(Transition.RESERVED_TO_AVAILABLE);
    }

    /** Makes the holder idle but held until the pool is resumed; fails on a doomed one. */
    public boolean reservedToHeld() {
        return move(Transition.RESERVED_TO_HELD);
    }

    /** Closes the holder. Under the lock, together with the change of the sets. */
    public boolean reservedToClosed() {
        return move(Transition.RESERVED_TO_CLOSED);
    }

    // inside a global transaction

    /** Marks a plain lease as in a transaction. Fails if the lease is over or doomed. */
    public boolean plainToInTransaction(long stamp) {
        return WORD.compareAndSet(this, stamp, stamp | StateWord.IN_TX | StateWord.FIRST);
    }

    public void noteTransactionBegun(@Nullable Object begun) {
        if (transactionBegun != begun) { // such a store into an old object is not free
            transactionBegun = begun;
        }
    }

    /** Takes a lease out of a transaction that refused it. */
    public void inTransactionToPlain() {
        for (; ; ) {
            long expected = word;
            long next = expected & ~(StateWord.IN_TX | StateWord.FIRST | StateWord.ENDED);
            if (WORD.compareAndSet(this, expected, next)) {
                return;
            }
        }
    }

    /** Opens one more handle for the transaction that owns the holder. */
    public boolean share(long stamp) {
        return move(stamp, Transition.SHARE);
    }

    /** Whether the transaction that owns the holder may open one more handle now. */
    public boolean isOpenTo(long stamp) {
        long current = word;
        return StateWord.sameLease(current, stamp)
                && StateWord.has(current, StateWord.IN_TX)
                && !StateWord.has(current, StateWord.ENDED)
                && StateWord.handles(current) != StateWord.MOST_HANDLES
                && (StateWord.is(current, StateWord.ACCESSIBLE)
                        || StateWord.is(current, StateWord.INACCESSIBLE));
    }

    /** Whether this lease is in a transaction and has an open handle. */
    public boolean isOpenInTransaction(long stamp) {
        long current = word;
        return StateWord.sameLease(current, stamp)
                && StateWord.is(current, StateWord.ACCESSIBLE)
                && StateWord.has(current, StateWord.IN_TX);
    }

    /** Whether the transaction of this lease is over although a handle is open. */
    public boolean isEnded(long stamp) {
        long current = word;
        return StateWord.sameLease(current, stamp) && StateWord.has(current, StateWord.ENDED);
    }

    /**
     * Closes the first handle; the last handle to close makes the holder inaccessible. Fails if
     * this handle is already closed, or is the only open one and the transaction has ended.
     */
    public boolean closeFirst(long stamp) {
        // Guesses that it is the only handle, because a word just changed is slow to read.
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

    /** Closes one of several handles. Fails if it is the last. */
    public boolean closeOneOfSeveral(long stamp) {
        return move(stamp, Transition.CLOSE_ONE_OF_SEVERAL);
    }

    /** Closes the last handle before the transaction has ended. */
    public boolean accessibleToInaccessible(long stamp) {
        return move(stamp, Transition.ACCESSIBLE_TO_INACCESSIBLE);
    }

    /** Reopens the holder for the same transaction. */
    public boolean inaccessibleToAccessible(long stamp) {
        return move(stamp, Transition.INACCESSIBLE_TO_ACCESSIBLE);
    }

    /**
     * Ends the lease of a finished transaction without open handles; the caller owns the holder.
     */
    public boolean inaccessibleToReserved(long stamp) {
        // A guess first, as in closeFirst.
        long guess = StateWord.inaccessible(stamp);
        return WORD.compareAndSet(this, guess, Transition.INACCESSIBLE_TO_RESERVED.next(guess))
                || move(stamp, Transition.INACCESSIBLE_TO_RESERVED);
    }

    /** Marks the transaction as ended while handles are open. */
    public boolean accessibleToEnded(long stamp) {
        return move(stamp, Transition.ACCESSIBLE_TO_ENDED);
    }

    /**
     * Closes the last handle after the transaction has ended; the caller owns the holder. Fails for
     * a stamp of the first handle if that handle is already closed.
     */
    public boolean endedToReserved(long stamp) {
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
     * Marks the holder as doomed, so that it is discarded when its lease ends.
     *
     * @return true if it was available: it is now reserved by the caller, which must discard it
     */
    public boolean markDoomed(DiscardReason reason, @Nullable Throwable cause) {
        // Before the mark: a thread that sees the mark finds the reason.
        decide(reason, cause);
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

    /** Marks the holder as doomed, only if it is in use by this lease. */
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

    public boolean isDoomed() {
        return StateWord.has(word, StateWord.DOOMED);
    }

    // the lease as the application ends it

    @Override
    public boolean release(long stamp) {
        // Entitled waiters come first, and epoch changes are handled on the slow path: one branch
        // for both, see DefaultResourcePool.acquirePlain.
        if (((seen ^ epoch.value) | waiters.entitled) == 0 && accessibleToAvailable(stamp)) {
            published(stamp);
            return true;
        }
        try {
            return (boolean) releaseSlowly.invokeExact(this, stamp);
        } catch (Throwable e) {
            throw OutOfLine.rethrown(e);
        }
    }

    /**
     * Checks for waiters, after the holder was made available. A waiter enqueues, then checks for
     * holders, so one sees the other.
     */
    public void published(long stamp) {
        long lease = StateWord.serial(stamp);
        if (waiters.waiting != 0 && waiters.hasToKnow(lease)) {
            waiters.released(lease);
        }
    }

    /**
     * Like {@link #release}, for a holder whose transaction is over. The caller has reserved the
     * holder, the resource has been reset, and {@link #published} follows.
     *
     * @return false, with nothing done, if the slow path is needed or the holder is doomed
     */
    public boolean releaseAtRest() {
        long reserved = StateWord.withState(stamp & StateWord.SERIAL, StateWord.RESERVED);
        return ((seen ^ epoch.value) | waiters.entitled) == 0
                && WORD.compareAndSet(
                        this, reserved, StateWord.withState(reserved, StateWord.AVAILABLE));
    }

    @Override
    public boolean releaseInTransaction(long stamp) {
        if (StateWord.has(stamp, StateWord.FIRST)) {
            return closeFirst(stamp) || pool.releaseInTransaction(this, stamp);
        }
        // Checked first: the attempt of release would be a failed compare-and-set.
        return StateWord.has(word, StateWord.IN_TX)
                ? pool.releaseInTransaction(this, stamp)
                : release(stamp);
    }

    boolean releaseSlowly(long stamp) {
        if (!reserve(stamp)) {
            return StateWord.has(word, StateWord.IN_TX) && pool.releaseInTransaction(this, stamp);
        }
        pool.requeue(this);
        return true;
    }

    /** Whether the present lease is a plain one with this stamp, doomed or not. */
    public boolean isPlainLease(long stamp) {
        long now = word;
        return StateWord.is(now, StateWord.ACCESSIBLE) && (now & ~StateWord.DOOMED) == stamp;
    }

    /**
     * Makes each kind of access once, while there is memory: the JVM takes some for the first. For
     * a holder that no thread can acquire.
     */
    public void link() {
        settleAbandoned(0);
        takeBack(tryHome(stamp), stamp);
        acquiredByCaller();
        acquiredByNone();
        forget(Thread.currentThread());
    }

    /**
     * Returns the mark of an abandoned lease, with its stamp; 0 if there is none, or if another
     * thread is about to put the stamp there.
     */
    public long stampedMark() {
        long mark = abandoned;
        if (!StateWord.has(mark, PRESENT)) {
            return mark;
        }
        if (StateWord.has(mark, CLAIMED) || !ABANDONED.compareAndSet(this, mark, mark | CLAIMED)) {
            return 0;
        }
        // No other lease has begun: its own thread has left this one, and force ends the holder.
        long stamped = stamp | (mark & ~PRESENT);
        abandoned = stamped;
        return stamped;
    }

    /** Forgets an abandoned lease that is over, unless another was abandoned meanwhile. */
    public void settleAbandoned(long stamp) {
        ABANDONED.compareAndSet(this, stamp, 0L);
    }

    @Override
    public boolean reserve(long stamp) {
        StackRoom.require(); // without stack space the lease continues
        return accessibleToReserved(stamp);
    }

    @Override
    public void requeue() {
        pool.requeue(this);
    }

    @Override
    public void discard(DiscardReason reason, @Nullable Throwable cause) {
        pool.discard(this, reason, cause);
    }

    /** Discards a reserved, doomed holder for the reason of its doom. */
    public void discardDoomed() {
        Doom why = whyDoomed();
        discard(why.reason(), why.cause());
    }

    /**
     * Makes a reserved holder available or hands it over, unchecked; discards it if it is doomed.
     */
    public void publish() {
        pool.publish(this);
    }

    @Override
    public void doom(DiscardReason reason, @Nullable Throwable cause) {
        if (markDoomed(reason, cause)) {
            pool.discard(this, reason, cause);
        }
    }

    @Override
    public void runAside(Runnable task) {
        pool.runAside(task);
    }

    @Override
    public String toString() {
        return "ResourceHolder[" + StateWord.toString(word) + "]";
    }
}
