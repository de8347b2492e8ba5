package io.sluice.spring.boot;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why an application that wanted a connection at its start got none. */
final class PoolStartFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, SQLException cause) {
        String message = cause.getMessage();
        if (message == null || !message.startsWith("Pool ")) {
            return null; // of a driver
        }
        return new FailureAnalysis(
                message,
                "Check that the database accepts connections, and that spring.datasource.url,"
                        + " username and password are right.",
                cause);
    }
}
