package io.sluice.pool.internal;

/** Describes a failure within the message of another. */
final class FailureText {

    private FailureText() {}

    /** Returns its message, or its class and text if it has none. */
    static String of(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }
}
