package io.sluice.testkit;

import java.util.List;

/**
 * A connection that was acquired and not closed. Immutable; nothing in it is null.
 *
 * @param thread the name of the thread that acquired it
 * @param stack where it was acquired, innermost frame first
 * @since 0.1.0
 */
public record OpenLease(String thread, List<StackTraceElement> stack) {

    /** Copies the stack. */
    public OpenLease {
        stack = List.copyOf(stack);
    }

    /** Returns the lease as text: one line, and one for each frame, indented. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("acquired by thread ").append(thread);
        for (StackTraceElement frame : stack) {
            text.append("\n        at ").append(frame);
        }
        return text.toString();
    }
}
