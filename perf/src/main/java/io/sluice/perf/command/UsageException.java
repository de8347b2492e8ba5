package io.sluice.perf.command;

/**
 * Arguments that parse but make no sense: the message names the option, its value and what is
 * expected.
 */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message the option, its value and what is expected
     */
    public UsageException(String message) {
        super(message);
    }
}
