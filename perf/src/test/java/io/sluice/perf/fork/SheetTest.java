package io.sluice.perf.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Section;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SheetTest {

    private static final Sheet<Integer, String> SHEET =
            new Sheet<Integer, String>("fruit", "weight", fruit -> BarChart.Tone.PEER)
                    .fact("crate", (crate, fruit) -> crate)
                    .range("grams", "grams", Figures::count)
                    .chart("Grams")
                    .ratio("÷ fig", "ratioToFig", "fig")
                    .most("longest", "length", Figures::count)
                    .spread("", "seeds", Figures::count)
                    .value("rounds", "rounds", List::size)
                    .value("", "rotten", some -> "no");

    private static final List<Measured<Integer, String>> ALL =
            List.of(
                    measured("apple", 1, Map.of("grams", 100.0, "length", 9.0, "seeds", 5)),
                    measured("fig", 1, Map.of("grams", 50.0, "length", 4.0, "seeds", 900)),
                    measured("apple", 2, Map.of("grams", 200.0, "length", 8.0, "seeds", 7)));

    private static Measured<Integer, String> measured(
            String fruit, int round, Map<String, Object> figures) {
        return new Measured<>(3, fruit, round, new Printed(figures));
    }

    @Test
    void everyFigureStandsInTheTable() {
        Section section = SHEET.section("crate 3", "", List.of(), ALL);

        assertThat(section.table().header())
                .containsExactly("fruit", "grams", "range", "÷ fig", "longest", "rounds");
        assertThat(section.table().rows())
                .containsExactly(
                        List.of("apple", "150", "100 – 200", "3.00", "9", "2"),
                        List.of("fig", "50", "", "1.00", "4", "1"));
        assertThat(section.charts()).hasSize(1);
    }

    @Test
    void everyFigureStandsInTheResults() {
        List<Map<String, Object>> results = SHEET.results(ALL);

        assertThat(results).hasSize(2);
        assertThat(results.get(0))
                .hasToString(
                        "{pool=apple, measure=weight, crate=3, grams=150.0, gramsMin=100.0,"
                                + " gramsMax=200.0, ratioToFig=3.0, length=9.0, seeds=6.0,"
                                + " seedsMin=5.0, seedsMax=7.0, rounds=2, rotten=no}");
    }

    @Test
    void everyRoundIsWritten() {
        assertThat(SHEET.csv(ALL))
                .isEqualTo(
                        """
                        pool,crate,round,grams,length,seeds
                        apple,3,1,100.000,9.000,5
                        fig,3,1,50.000,4.000,900
                        apple,3,2,200.000,8.000,7
                        """);
    }

    @Test
    void figureThatARoundLacksIsUnknown() {
        List<Measured<Integer, String>> some = List.of(measured("fig", 1, Map.of("length", 4.0)));

        Section section = SHEET.section("crate 3", "", ALL, some);

        assertThat(section.table().rows()).hasSize(2);
        assertThat(section.charts()).isEmpty();
        assertThat(SHEET.results(some).get(0)).doesNotContainKeys("grams", "ratioToFig", "seeds");
        assertThat(SHEET.csv(some)).endsWith("fig,3,1,,4.000,\n");
    }
}
