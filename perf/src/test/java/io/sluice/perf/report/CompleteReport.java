package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What every command's report has to have, for the tests of each of them. */
public interface CompleteReport {

    /** Returns a report of the command about something that it has measured. */
    Report complete();

    @Test
    default void reportHasAChartAndRawFigures() {
        Report report = complete();

        assertThat(report.sections()).anySatisfy(part -> assertThat(part.charts()).isNotEmpty());
        assertThat(report.raw()).isNotEmpty();
        assertThat(report.raw().keySet()).allMatch(file -> file.startsWith(report.command() + "-"));
        assertThat(report.raw().values()).anyMatch(text -> text.lines().count() > 1);
    }
}
