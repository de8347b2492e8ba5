package io.sluice.perf.study.contention;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All waits of a kind at one class of lock.
 *
 * @param kind the kind
 * @param lock the class
 * @param place the method of the pool in which most of the time was waited
 * @param count how many waits
 * @param nanos how long they were together
 * @param longest how long the longest was, in nanoseconds
 */
record LockSum(WaitKind kind, String lock, String place, long count, long nanos, long longest) {

    /** What a sum is about. */
    private record Key(WaitKind kind, String lock) {}

    /** Returns whether another sum is about the same. */
    boolean isOfTheSame(LockSum other) {
        return kind == other.kind && lock.equals(other.lock);
    }

    /** Returns a sum for each kind and class, the contentions first, the longest first. */
    static List<LockSum> of(Collection<WaitStack> stacks) {
        Map<Key, List<WaitStack>> byKey = new LinkedHashMap<>();
        for (WaitStack stack : stacks) {
            byKey.computeIfAbsent(new Key(stack.kind(), stack.lock()), key -> new ArrayList<>())
                    .add(stack);
        }
        return byKey.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .sorted(
                        Comparator.comparing((LockSum sum) -> !sum.kind.contention())
                                .thenComparing(LockSum::nanos, Comparator.reverseOrder()))
                .toList();
    }

    private static LockSum of(Key key, List<WaitStack> stacks) {
        Map<String, Long> places = new LinkedHashMap<>();
        stacks.forEach(stack -> places.merge(stack.place(), stack.nanos(), Long::sum));
        return new LockSum(
                key.kind,
                key.lock,
                places.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(""),
                stacks.stream().mapToLong(WaitStack::count).sum(),
                stacks.stream().mapToLong(WaitStack::nanos).sum(),
                stacks.stream().mapToLong(WaitStack::longest).max().orElse(0));
    }
}
