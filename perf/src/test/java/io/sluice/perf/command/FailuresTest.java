package io.sluice.perf.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void causesFollowTheirFailureInOneLine() {
        Exception failure =
                new MeasurementException(
                        "cannot open sluice",
                        new SQLException("refused\n  by the server", new ArithmeticException()));

        assertThat(Failures.oneLine(failure))
                .isEqualTo(
                        "cannot open sluice: SQLException: refused by the server:"
                                + " ArithmeticException");
    }

    @Test
    void whatWasSaidAlreadyIsNotSaidAgain() {
        Exception cause = new IllegalStateException("no room");

        assertThat(Failures.oneLine(new RuntimeException(cause)))
                .isEqualTo("RuntimeException: java.lang.IllegalStateException: no room");
    }

    @Test
    void passwordsAreNotShown() {
        Exception failure =
                new UsageException(
                        "--url=jdbc:postgresql://h/d?user=u&Password=secret&ssl=true; refused");

        assertThat(Failures.oneLine(failure))
                .contains("Password=***&ssl=true")
                .doesNotContain("secret");
    }

    @Test
    void endlessChainOfCausesEnds() {
        Exception first = new Exception("a");
        Exception second = new Exception("b", first);
        first.initCause(second);

        assertThat(Failures.oneLine(first)).isEqualTo("Exception: a: Exception: b");
    }
}
