package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static Summary summary(boolean quick, int seconds, int others) {
        return new Summary(
                quick,
                null,
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
}
