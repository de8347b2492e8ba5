package io.sluice.perf.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A small report with awkward texts. */
public final class ReportFixture {

    static final BarChart CHART =
            new BarChart(
                    "Cycles <per> second",
                    List.of(
                            new BarChart.Bar(
                                    "sluice", new Spread(40, 30, 50, 3), BarChart.Tone.OURS),
                            new BarChart.Bar(
                                    "hikari", new Spread(20, 20, 20, 1), BarChart.Tone.PEER),
                            new BarChart.Bar("floor", new Spread(0, 0, 0, 2), BarChart.Tone.BOUND)),
                    Figures::count);

    private ReportFixture() {}

    /** Returns a page without the names of what SVG is, which look like addresses and are none. */
    public static String withoutNames(String page) {
        return page.replaceAll(" xmlns(:xlink)?=\"http://www.w3.org/[0-9a-z/]+\"", "");
    }

    static Report report() {
        return new Report(
                "cycle",
                "What does it cost & why?",
                Instant.parse("2026-11-20T17:19:38.123Z"),
                new Machine("Some VM 17", "Linux 6", "A processor", 2, "1a2b3c4-dirty"),
                Map.of("flags", "-Xmx1g \"quoted\""),
                List.of(
                        new Section(
                                "1 thread",
                                "An explanation.",
                                new Table(
                                        List.of("pool", "cycles/s"),
                                        List.of(List.of("sluice", "40"))),
                                List.of(CHART))),
                List.of(Map.of("pool", "sluice", "cyclesPerSecond", 40.0)),
                Map.of("cycle-forks.csv", "row,pool\n"));
    }
}
