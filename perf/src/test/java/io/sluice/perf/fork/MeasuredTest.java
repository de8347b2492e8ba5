package io.sluice.perf.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredTest {

    private static final List<Turn<String, Peer>> TURNS =
            List.of(
                    new Turn<>("row", Peer.SLUICE, 1),
                    new Turn<>("row", Peer.C3P0, 1),
                    new Turn<>("row", Peer.SLUICE, 2));

    private static List<Measured<String, Peer>> attempt(Measured.Measurement<String, Peer> attempt)
            throws Exception {
        return Measured.attempt("test", TURNS, attempt, Measured::label);
    }

    private static Report report(List<Measured<String, Peer>> turns) {
        Findings findings = new Findings("test", "Why?", Map.of());
        findings.addFailures(turns, "row");
        return findings.report();
    }

    @Test
    void failedTurnKeepsTheFiguresOfTheOthers() throws Exception {
        List<Measured<String, Peer>> turns =
                attempt(
                        (row, peer) -> {
                            if (peer == Peer.C3P0) {
                                throw new MeasurementException("it hangs");
                            }
                            return new Printed(Map.of("figure", 1));
                        });

        assertThat(turns).extracting(Measured::failure).containsExactly(null, "it hangs", null);
        assertThat(Sheet.succeeded(turns)).extracting(Measured::round).containsExactly(1, 2);
        Report report = report(turns);
        assertThat(report.settings())
                .containsEntry("turns that failed", "1 of 3, listed at the end");
        assertThat(report.sections().get(0).table().header())
                .containsExactly("row", "pool", "round", "why");
        assertThat(report.sections().get(0).table().rows())
                .containsExactly(List.of("row", "c3p0", "1", "it hangs"));
    }

    @Test
    void classThatIsMissingFailsTheTurnOnly() throws Exception {
        assertThat(
                        attempt(
                                (row, peer) -> {
                                    throw new NoClassDefFoundError("com/example/Pool");
                                }))
                .hasSize(3)
                .extracting(Measured::failure)
                .containsOnly("NoClassDefFoundError: com/example/Pool");
    }

    @Test
    void interruptEndsTheMeasurement() {
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(
                        () ->
                                attempt(
                                        (row, peer) -> {
                                            throw new InterruptedException();
                                        }));
    }

    @Test
    void reportWithoutFailuresSaysNothingOfThem() throws Exception {
        Report report = report(attempt((row, peer) -> new Printed(Map.of())));

        assertThat(report.settings()).isEmpty();
        assertThat(report.sections()).isEmpty();
    }
}
