package io.sluice.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why options of a pool are refused. */
final class InvalidPoolOptionsFailureAnalyzer
        extends AbstractFailureAnalyzer<InvalidPoolOptionsException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, InvalidPoolOptionsException cause) {
        return new FailureAnalysis(
                "Sluice refuses the options of a pool: " + cause.getMessage(),
                "Correct the properties of the pool, below sluice.datasource unless they have a"
                        + " prefix of their own. An option such as maxSize may be written max-size.",
                cause);
    }
}
