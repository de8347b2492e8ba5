package io.sluice.perf.soak;

import java.util.HashSet;
import java.util.Set;

/**
 * The numbers that the row of one worker may have. A change whose outcome is unknown may still come
 * about later, but only while the number is the one that it was to replace. For one thread.
 */
final class Ledger {

    private final Set<Long> possible = new HashSet<>(Set.of(0L));
    private long last;

    /** Returns a number that was not used before. */
    long next() {
        return ++last;
    }

    /** Returns whether the row may have a number. */
    boolean mayHave(long number) {
        return possible.contains(number);
    }

    /** A number was committed. */
    void committed(long number) {
        possible.clear();
        possible.add(number);
    }

    /** The outcome of a commit is unknown. */
    void unknown(long number) {
        possible.add(number);
    }

    @Override
    public String toString() {
        return possible.toString();
    }
}
