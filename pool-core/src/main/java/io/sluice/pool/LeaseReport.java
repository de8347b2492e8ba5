package io.sluice.pool;

import java.time.Duration;
import java.util.List;

/**
 * One lease as seen from outside. It is read without stopping any thread; a lease that ended
 * meanwhile is left out. Immutable.
 *
 * @param thread the name of the thread that acquired it, or its id if it has no name; just after
 *     the lease began it may name the thread of the lease before. "not known" for a lease of {@link
 *     ResourcePool#acquireAsync}, which any thread may use
 * @param held roughly how long, counted from the clock tick before it began: up to a quarter of a
 *     second too long, never too short
 * @param waiting whether that thread itself waits in this pool for another resource
 * @param threadEnded whether that thread has ended: nothing will release it, unless another thread
 *     has the resource
 * @param inaccessible whether the application has closed it while an unfinished global transaction
 *     still owns it
 * @param stack what the thread executes now, innermost frame first, at most twelve frames; for a
 *     thread that waits in this pool, from its call into the pool; empty if it has ended or is not
 *     known
 */
public record LeaseReport(
        String thread,
        Duration held,
        boolean waiting,
        boolean threadEnded,
        boolean inaccessible,
        List<StackTraceElement> stack) {

    /** Makes a report; the stack is copied. */
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
            text.append(", which is itself waiting in this pool");
        }
        if (inaccessible) {
            text.append(", closed by the application but held by an unfinished transaction");
        }
        for (StackTraceElement frame : stack) {
            text.append("\n        at ").append(frame);
        }
        return text.toString();
    }
}
