package io.sluice.perf.study.contention;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Waits of the same kind with the same stack, added up.
 *
 * @param kind the kind
 * @param lock the class that the threads waited at
 * @param frames the stack, innermost first, classes with their methods
 * @param count how many waits
 * @param nanos how long they were together
 * @param longest how long the longest was, in nanoseconds
 */
record WaitStack(
        WaitKind kind, String lock, List<String> frames, long count, long nanos, long longest) {

    /** Packages that are not of a pool: the class library's and the measurement's. */
    private static final Pattern NOT_OF_A_POOL =
            Pattern.compile(
                    "(javax?|jdk|(com\\.)?sun|io\\.sluice\\.perf\\.(fork|stub|turn))\\.|"
                            + Pattern.quote(ContentionFork.class.getName()));

    private static final String NOTHING = "nothing";

    /**
     * Returns a single wait, or null if it belongs neither to the workload nor to the pool.
     *
     * @param event the name of the event
     * @param waitedAt the class that the thread waited at, or null if unknown
     * @param frames the stack
     * @param nanos how long it was
     */
    static @Nullable WaitStack of(
            String event, @Nullable String waitedAt, List<String> frames, long nanos) {
        WaitKind kind = WaitKind.of(event, waitedAt, frames);
        if (kind == null || frames.stream().noneMatch(WaitStack::isOfAPool)) {
            return null;
        }
        return new WaitStack(kind, waitedAt == null ? NOTHING : waitedAt, frames, 1, nanos, nanos);
    }

    private static boolean isOfAPool(String frame) {
        return !NOT_OF_A_POOL.matcher(frame).lookingAt();
    }

    /** Returns whether others are of the same kind at the same class of lock. */
    boolean isOfTheSame(WaitStack other) {
        return kind == other.kind && lock.equals(other.lock);
    }

    /** Returns the innermost method of the pool. */
    String place() {
        return frames.stream().filter(WaitStack::isOfAPool).findFirst().orElse(NOTHING);
    }

    /** Returns the same without the stack but for its place. */
    WaitStack atItsPlace() {
        return new WaitStack(kind, lock, List.of(place()), count, nanos, longest);
    }

    /** Returns the same with more waits. */
    WaitStack plus(WaitStack more) {
        long most = Math.max(longest, more.longest);
        return new WaitStack(kind, lock, frames, count + more.count, nanos + more.nanos, most);
    }

    /**
     * Returns a line as flame graphs are made of: what was waited for, the stack from its outermost
     * frame on, the class of the lock, and the nanoseconds.
     */
    String collapsed() {
        List<String> line = new ArrayList<>(List.of(lock));
        frames.forEach(frame -> line.add(frame.replaceAll("\\.(?=.*\\.)", "/")));
        line.add("[" + kind.title + "]");
        Collections.reverse(line);
        return String.join(";", line) + " " + nanos + "\n";
    }
}
