package io.sluice.perf.study.contention;

import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of one fork.
 *
 * @param row the workload
 * @param peer the contestant
 * @param round which round it belongs to, from 1
 * @param perSecond leases per second without JFR and profiler
 * @param watchedLeases leases while JFR watched
 * @param watchedNanos how long it watched, from the begin of the threads to their end
 * @param lostBytes the bytes of events that it could not write
 * @param stacks the waits
 * @param sums the same by kind and class of lock
 * @param profile the later profile of async-profiler, if there is one
 * @param profileMissing why there is none
 */
record ContentionTurn(
        ContentionRow row,
        Peer peer,
        int round,
        double perSecond,
        double watchedLeases,
        double watchedNanos,
        long lostBytes,
        List<WaitStack> stacks,
        List<LockSum> sums,
        @Nullable LockProfile profile,
        String profileMissing) {

    private static final double LEASES_TO_TELL = 1e6;

    static ContentionTurn of(Step<ContentionRow> step, Printed printed) {
        List<WaitStack> stacks =
                printed.figures().get("stacks") instanceof List<?> list
                        ? list.stream().map(stack -> WaitStack.of((Map<?, ?>) stack)).toList()
                        : List.of();
        return new ContentionTurn(
                step.row(),
                step.peer(),
                step.round(),
                1e9 * printed.get("measuredLeases") / printed.get("measuredNanos"),
                printed.get("watchedLeases"),
                printed.get("watchedNanos"),
                (long) printed.get("lostBytes"),
                stacks,
                LockSum.of(stacks),
                printed.figures().get("profile") instanceof Map<?, ?> profile
                        ? LockProfile.of(profile)
                        : null,
                String.valueOf(printed.figures().get("profileMissing")));
    }

    /** Returns how many waits of a kind there were. */
    double count(WaitKind kind) {
        return of(kind).mapToLong(LockSum::count).sum();
    }

    /** Returns how long the waits of a kind were together, in nanoseconds. */
    double nanos(WaitKind kind) {
        return of(kind).mapToLong(LockSum::nanos).sum();
    }

    private Stream<LockSum> of(WaitKind kind) {
        return sums.stream().filter(sum -> sum.kind() == kind);
    }

    /** Returns the waits of the same kind and class as another sum, possibly none. */
    LockSum sum(LockSum other) {
        return sums.stream()
                .filter(other::isOfTheSame)
                .findFirst()
                .orElseGet(() -> new LockSum(other.kind(), other.lock(), other.place(), 0, 0, 0));
    }

    /** Returns how many waits for locks there were. */
    double contentions() {
        return count(WaitKind.MONITOR) + count(WaitKind.LOCK);
    }

    /** Returns how many waits for locks there were per million leases. */
    double contentionsPerMillion() {
        return watchedLeases == 0 ? 0 : LEASES_TO_TELL * contentions() / watchedLeases;
    }

    /** Returns how long the waits for locks were together, in nanoseconds. */
    double blockedNanos() {
        return nanos(WaitKind.MONITOR) + nanos(WaitKind.LOCK);
    }

    /** Returns how long the longest wait for a lock was, in nanoseconds. */
    double longestBlockedNanos() {
        return largestOfLocks(LockSum::longest);
    }

    /** Returns the part of the workload's time that is spent waiting for the worst lock. */
    double largestShare() {
        return share(largestOfLocks(LockSum::nanos));
    }

    private double largestOfLocks(ToLongFunction<LockSum> figure) {
        return sums.stream()
                .filter(sum -> sum.kind().contention())
                .mapToLong(figure)
                .max()
                .orElse(0);
    }

    /** Returns a part of the workload's time, which is the time of all its threads. */
    double share(double nanos) {
        return nanos / (watchedNanos * row.threads());
    }
}
