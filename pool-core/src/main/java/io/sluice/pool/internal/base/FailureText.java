package io.sluice.pool.internal.base;

import org.jspecify.annotations.Nullable;

/** Texts of failures, and failures with suppressed ones. */
public final class FailureText {

    private FailureText() {}

    /** Returns its message, or its class and text if it has none. */
    public static String of(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    /** Returns the failure, with the earlier one as suppressed if there is memory for it. */
    public static Throwable with(Throwable failure, @Nullable Throwable before) {
        if (before != null && before != failure) {
            try {
                failure.addSuppressed(before);
            } catch (Throwable e) { // out of memory: one of them is enough
                return failure;
            }
        }
        return failure;
    }
}
