package io.sluice.pool.internal;

/** What a failure says of itself within the text of another. */
final class FailureText {

    private FailureText() {}

    /** Its message; some failures have none, and only their class tells what they are. */
    static String of(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }
}
