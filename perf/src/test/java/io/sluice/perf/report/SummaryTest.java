package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static Summary summary(boolean quick, int seconds, int others) {
        return new Summary(
                quick,
                null,
                true,
                List.of(
                        new Outcome("xa", Duration.ofSeconds(seconds), null, null, null),
                        new Outcome("bank", Duration.ofSeconds(others), null, null, null)));
    }

    @Test
    void roughRunThatTakesTooLongIsNamed() {
        String said = "less than 60 s on a machine that does nothing else; xa took 61 s.";

        assertThat(summary(true, 61, 60).toText()).contains(said);
        assertThat(SummaryPage.of(summary(true, 61, 60))).contains(said);
        assertThat(summary(true, 61, 75).toText())
                .contains("xa took 61 s, bank took 75 s.", Summary.ONLY_ROUGH);
    }

    @Test
    void nothingIsSaidOfThoseInTimeOrOfFullRuns() {
        assertThat(summary(true, 60, 59).tooLongInWords()).isEmpty();
        assertThat(summary(false, 9999, 9999).tooLongInWords()).isEmpty();
        assertThat(summary(false, 9999, 9999).toText()).doesNotContain(Summary.ONLY_ROUGH);
    }

    @Test
    void roughRunIsHeldToNoTarget() {
        List<Outcome> measured =
                List.of(new Outcome("cycle", Duration.ofSeconds(1), slower(), null, null));

        assertThat(new Summary(false, null, true, measured).targets())
                .extracting(Target::verdict)
                .contains(Target.Verdict.MISSED);
        assertThat(new Summary(true, null, true, measured).targets())
                .extracting(Target::verdict)
                .contains(Target.Verdict.ROUGH)
                .doesNotContain(Target.Verdict.MISSED, Target.Verdict.REACHED);
        assertThat(SummaryPage.of(new Summary(true, null, true, measured)))
                .doesNotContain("not reached");
    }

    @Test
    void readersSeeTargetsOnlyIfTheyAskForThem() throws IOException {
        Summary summary = new Summary(false, null, false, List.of());

        assertThat(summary.toText()).doesNotContain(Target.EXPLAINED);
        assertThat(SummaryPage.of(summary)).doesNotContain(Target.EXPLAINED);
        assertThat(JsonReport.of(summary)).contains("\"targets\"");
    }

    private static Report slower() {
        Report report = ReportFixture.report();
        return new Report(
                report.command(),
                report.question(),
                report.date(),
                report.machine(),
                report.settings(),
                report.sections(),
                List.of(row("sluice", 10.0), row("hikari", 20.0)),
                report.raw());
    }

    private static Map<String, Object> row(String pool, double cycles) {
        return Map.of(
                "measure", "throughput", "row", "1t", "pool", pool, "cyclesPerSecond", cycles);
    }
}
