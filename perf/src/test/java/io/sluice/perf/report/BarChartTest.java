package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BarChartTest {

    private static String svg(String label) {
        return new BarChart(
                        "Chart",
                        List.of(
                                new BarChart.Bar(
                                        label, new Spread(1, 1, 1, 1), BarChart.Tone.OURS)),
                        Figures::count)
                .toSvg();
    }

    @Test
    void longLabelsHaveRoom() {
        assertThat(svg("sluice")).contains("viewBox=\"0 0 630 62\"", "x=\"90\"");
        assertThat(svg("+UseCompactObjectHeaders")).contains("viewBox=\"0 0 716 62\"", "x=\"176\"");
    }
}
