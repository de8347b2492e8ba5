package io.sluice.pool.internal.report;

import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolReport;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.TransactionalResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Inspects the leases of a running pool. No lock is held while a stack trace is taken, and acquire
 * and release do nothing for it.
 *
 * <p>Unordered fields of a lease, its thread and its start, are read between two reads of the word;
 * a lease that ended meanwhile is left out. Nothing here needs linking at first use, see {@link
 * TimeoutReporter}.
 */
public final class LeaseDiagnostics<R> {

    private static final int MOST_LEASES = 5;
    private static final int MOST_FRAMES = 12;

    private final Epoch epoch;
    private final HolderSets<R> sets;
    private final WaiterQueue<R> waiters;
    private final DetachedWaiters<R> requests;
    private final IntFunction<PoolSnapshot> snapshot;

    /**
     * @param snapshot returns the counts of the pool for a number of waiting threads
     */
    public LeaseDiagnostics(
            Epoch epoch,
            HolderSets<R> sets,
            WaiterQueue<R> waiters,
            DetachedWaiters<R> requests,
            IntFunction<PoolSnapshot> snapshot) {
        this.epoch = epoch;
        this.sets = sets;
        this.waiters = waiters;
        this.requests = requests;
        this.snapshot = snapshot;
    }

    /** One lease, as read from its holder's fields. */
    private record Seen<R>(
            ResourceHolder<R> holder, long word, @Nullable Thread thread, long since) {

        /** Orders by start: the longest first. */
        static final Comparator<Seen<?>> BY_BEGINNING =
                new Comparator<>() {
                    @Override
                    public int compare(Seen<?> one, Seen<?> other) {
                        return Long.compare(one.since, other.since);
                    }
                };

        static <R> @Nullable Seen<R> of(ResourceHolder<R> holder) {
            long word = holder.word;
            Seen<R> seen = new Seen<>(holder, word, holder.thread, holder.lastUse());
            return seen.isOver() ? null : seen;
        }

        boolean isOver() {
            long now = holder.word;
            return !StateWord.sameLease(now, word)
                    || !(StateWord.is(now, StateWord.ACCESSIBLE)
                            || StateWord.is(now, StateWord.INACCESSIBLE));
        }
    }

    /** The counts, without the leases. */
    PoolReport countsOnly() {
        return new PoolReport(snapshot.apply(waiters.waiting), List.of(), null);
    }

    /** Inspects the pool. */
    PoolReport take() {
        List<Seen<R>> leases = seen(sets.leased());
        // The queue first: threads that left it since the leases were read are in the other set.
        Set<Thread> waiting = new HashSet<>(waiters.threads());
        waiting.addAll(waiters.timedOut());
        PoolSnapshot counts = snapshot.apply(waiting.size() + requests.count());
        String deadlock =
                leases.size() == counts.maxSize() ? describeDeadlock(leases, waiting) : null;
        return new PoolReport(counts, longest(leases, waiting, MOST_LEASES), deadlock);
    }

    /** The longest of these holders' leases, longest first, at most five. */
    List<LeaseReport> longest(List<ResourceHolder<R>> holders) {
        return longest(seen(holders), new HashSet<>(waiters.threads()), MOST_LEASES);
    }

    /** All leases, longest first. */
    public List<LeaseReport> all() {
        List<Seen<R>> leases = seen(sets.leased());
        return longest(leases, new HashSet<>(waiters.threads()), leases.size());
    }

    private static <R> List<Seen<R>> seen(List<ResourceHolder<R>> holders) {
        List<Seen<R>> leases = new ArrayList<>();
        for (ResourceHolder<R> holder : holders) {
            Seen<R> lease = Seen.of(holder);
            if (lease != null) {
                leases.add(lease);
            }
        }
        return leases;
    }

    private List<LeaseReport> longest(List<Seen<R>> leases, Set<Thread> waiting, int most) {
        leases.sort(Seen.BY_BEGINNING);
        long now = epoch.now();
        List<LeaseReport> longest = new ArrayList<>();
        for (Seen<R> lease : leases.subList(0, Math.min(most, leases.size()))) {
            LeaseReport report = report(lease, now, waiting);
            if (!lease.isOver()) { // else the stack may belong to a later lease
                longest.add(report);
            }
        }
        return longest;
    }

    private static LeaseReport report(Seen<?> lease, long now, Set<Thread> waiting) {
        Thread thread = lease.thread;
        boolean waits = thread != null && waiting.contains(thread);
        return new LeaseReport(
                nameOf(thread),
                Duration.ofNanos(Math.max(0, now - lease.since)),
                waits,
                thread != null && !thread.isAlive(),
                StateWord.is(lease.word, StateWord.INACCESSIBLE),
                thread == null ? List.of() : stackOf(thread, waits));
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
    private static String nameOf(@Nullable Thread thread) {
        if (thread == null) {
            return "not known";
        }
        // Virtual threads mostly have no name.
        return thread.getName().isEmpty()
                ? "#".concat(Long.toString(thread.getId()))
                : thread.getName();
    }

    private static List<StackTraceElement> stackOf(Thread thread, boolean waits) {
        StackTraceElement[] frames = thread.getStackTrace();
        // The report says that it waits; show the frames that called the pool.
        int first = waits ? PoolFrames.caller(frames) : 0;
        List<StackTraceElement> stack = new ArrayList<>(MOST_FRAMES);
        for (int i = first; i < frames.length && stack.size() < MOST_FRAMES; i++) {
            stack.add(plain(frames[i]));
        }
        return stack;
    }

    /** Class loaders and module versions would only make the lines longer. */
    private static StackTraceElement plain(StackTraceElement frame) {
        return new StackTraceElement(
                frame.getClassName(),
                frame.getMethodName(),
                frame.getFileName(),
                frame.getLineNumber());
    }

    /** A prepared branch keeps its resource until it is settled, whatever its thread does. */
    private static boolean isPinned(ResourceHolder<?> holder) {
        return holder.resource instanceof TransactionalResource transactional
                && transactional.isPinned();
    }

    /**
     * Returns what to do if every lease is held by a thread that waits here for another; null if
     * one is held by a thread that does not.
     */
    private static @Nullable String describeDeadlock(
            List<? extends Seen<?>> leases, Set<Thread> waiting) {
        Map<Thread, Integer> held = new HashMap<>();
        int most = 0;
        for (Seen<?> lease : leases) {
            Thread thread = lease.thread;
            if (thread == null || !waiting.contains(thread) || isPinned(lease.holder)) {
                return null;
            }
            int leasesOfThread = held.getOrDefault(thread, 0) + 1;
            held.put(thread, leasesOfThread);
            most = Math.max(most, leasesOfThread);
        }
        int threads = waiting.size();
        // Linked at first use, but a deadlocked thread is in no hurry.
        String leak =
                "One thread holds "
                        + most
                        + " leases; if it needs fewer, it leaks them: set leakThreshold to"
                        + " see where they were acquired. ";
        return "Likely deadlock: every lease is held by a thread that is itself waiting in"
                + " this pool. "
                + (most > 1 ? leak : "")
                + "Do not acquire a lease while holding another, or set maxSize to at least"
                + " threads * (leases per thread - 1) + 1: for "
                + threads
                + " waiting threads with "
                + (most + 1)
                + " leases each, that is "
                + (threads * most + 1);
    }
}
