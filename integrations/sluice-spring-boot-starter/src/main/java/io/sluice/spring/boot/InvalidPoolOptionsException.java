package io.sluice.spring.boot;

/** Says that Sluice refuses the options of a pool. The message names each option and a remedy. */
public final class InvalidPoolOptionsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidPoolOptionsException(String message) {
        super(message);
    }

    InvalidPoolOptionsException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }
}
