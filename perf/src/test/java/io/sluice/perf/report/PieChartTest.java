package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PieChartTest {

    @Test
    void slicesBeginAtTheTopAndHaveTheirShare() {
        PieChart chart =
                new PieChart(
                        "Stops <all>",
                        List.of(new PieChart.Slice("a", 3), new PieChart.Slice("b & c", 1)));

        assertThat(chart.toSvg())
                .contains(
                        "class=\"slice0\" d=\"M100 120L100.00 30.00A90 90 0 1 1 10.00 120.00Z\"",
                        "class=\"slice1\" d=\"M100 120L10.00 120.00A90 90 0 0 1 100.00 30.00Z\"",
                        "75 % a",
                        "25 % b &amp; c",
                        "Stops &lt;all&gt;");
    }

    @Test
    void onlySliceIsAWholeCircle() {
        assertThat(new PieChart("All", List.of(new PieChart.Slice("a", 5))).toSvg())
                .contains("<circle class=\"slice0\"", "100 % a");
    }

    @Test
    void smallSlicesArePutTogether() {
        PieChart chart =
                new PieChart(
                        "Many",
                        IntStream.range(0, 12)
                                .mapToObj(i -> new PieChart.Slice("s" + i, 1))
                                .toList());

        assertThat(chart.toSvg()).contains("4 others", "slice8").doesNotContain("slice9", "s8<");
    }

    @Test
    void nothingAtAllIsDrawn() {
        assertThat(new PieChart("Nothing", List.of(new PieChart.Slice("a", 0))).toSvg())
                .contains("0 % a")
                .doesNotContain("NaN", "<path");
    }
}
