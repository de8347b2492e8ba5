package io.sluice.perf.command;

import org.jspecify.annotations.Nullable;

/** A measurement has failed: the message says what failed and what to do about it. */
public final class MeasurementException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what failed and what to do
     */
    public MeasurementException(String message) {
        this(message, null);
    }

    /**
     * Makes the exception.
     *
     * @param message what failed and what to do
     * @param cause the cause; its message is shown behind this one
     */
    public MeasurementException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
