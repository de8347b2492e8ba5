package io.sluice.pool;

import java.time.Duration;
import java.util.List;

/**
 * One lease as it looked from outside, while the pool and the thread that has it went on. Read
 * without stopping anybody; a lease that ended meanwhile is left out. Immutable.
 *
 * @param thread the name of the thread that acquired it, or its number if it has no name; for a
 *     moment after a lease began it may be that of the lease before
 * @param held for about how long: counted from the tick of the pool's clock before it began, and
 *     therefore too long by up to a quarter of a second, never too short
 * @param waiting whether that thread itself waits in this pool, for another resource
 * @param threadEnded whether that thread has ended: nobody is left to release it, unless it was
 *     passed on
 * @param inaccessible whether the application has closed it already, and a global transaction that
 *     has not ended still owns it
 * @param stack what the thread executes now, innermost frame first, twelve at the most; of one that
 *     waits in this pool from where it asked the pool; empty if it has ended
 */
public record LeaseReport(
        String thread,
        Duration held,
        boolean waiting,
        boolean threadEnded,
        boolean inaccessible,
        List<StackTraceElement> stack) {

    public LeaseReport {
        stack = List.copyOf(stack);
    }

    /** Returns the report as text: one line, and one for each frame, indented. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(held.toMillis()).append(" ms, thread ").append(thread);
        if (threadEnded) {
            text.append(", which has ended");
        }
        if (waiting) {
            text.append(", which waits in this pool for another");
        }
        if (inaccessible) {
            text.append(", closed by the application and kept by an unfinished transaction");
        }
        for (StackTraceElement frame : stack) {
            text.append("\n        at ").append(frame);
        }
        return text.toString();
    }
}
