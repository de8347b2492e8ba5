package io.sluice.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EChartsTest {

    /** Draws a chart of each kind. */
    static final class Draws {

        public static void main(String[] args) {
            System.out.print(ReportFixture.CHART.toSvg());
            System.out.print(new PieChart("Pie", List.of(new PieChart.Slice("all", 1))).toSvg());
            System.out.print(
                    new LineChart(
                                    "Lines",
                                    List.of(
                                            new LineChart.Line(
                                                    "sluice", List.of(new LineChart.Point(0, 1)))),
                                    List.of(),
                                    Figures::count)
                            .toSvg());
        }
    }

    /** Fonts, and all that could ask for them, are in the module that is not there. */
    @Test
    void chartsNeedNeitherFontsNorAScreen() throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--limit-modules",
                                "java.base,java.logging,java.xml",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Draws.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.split("</svg>")).hasSize(4);
    }

    @Test
    void chartsOfOnePageShareNoIds() {
        assertThat(ReportFixture.CHART.toSvg()).doesNotContain(" id=");
    }
}
