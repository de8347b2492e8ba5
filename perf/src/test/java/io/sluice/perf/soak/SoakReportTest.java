package io.sluice.perf.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoakReportTest implements CompleteReport {

    private final SoakPlan plan =
            new SoakPlan(Duration.ofMinutes(60), 16, 8, 17, SoakPlan.PATIENCE);
    private final Watch watch = new Watch();

    private static SoakRound round(int number, String database, SoakFault fault, long heap) {
        return new SoakRound(
                number,
                database,
                List.of(fault),
                number * 10,
                1500,
                number * 100,
                number * 1000L,
                number * 5L,
                new Resources(heap << 20, 50 + number, 80));
    }

    @Override
    public Report complete() {
        List<SoakRound> rounds =
                List.of(
                        round(2, "postgres", SoakFault.KILLED, 30),
                        round(3, "postgres", SoakFault.KILLED, 20),
                        round(4, "postgres", SoakFault.FLUSHED, 22),
                        round(5, "mariadb", SoakFault.KILLED, 21));
        return SoakCommand.report(plan, rounds, watch, null, Duration.ofMillis(40));
    }

    @Test
    void cyclesFaultsInvariantsAndResourcesAreReported() {
        watch.holds(Invariant.OWNER);

        Report made = complete();

        assertThat(made.toText())
                .contains("3600 s, 16 threads on 8 connections", "seed 17", "stall")
                .containsPattern("postgres +3 +3 +4000 +20")
                .containsPattern("mariadb +1 +1 +5000 +25")
                .containsPattern("killed +3 +3 +300 ms +500 ms")
                .containsPattern("heap, KiB +20480 +21504 +22528")
                .containsPattern("threads +53 +55 +55")
                .containsPattern("a connection has one holder +1 +0 +0")
                .doesNotContain("Violations");
        assertThat(made.results())
                .hasSize(2)
                .first()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .contains(
                                                entry("measure", "soak"),
                                                entry("database", "postgres"),
                                                entry("cycles", 4000L),
                                                entry("violations", 0L)));
        assertThat(made.raw().get("soak-rounds.csv"))
                .contains("2,postgres,killed,20.000,1500.000,200.000,2000,10,31457280,52,80\n");
        assertThat(SoakCommand.wrong(null, watch)).isEmpty();
    }

    @Test
    void aViolationIsReportedWithItsCircumstances() {
        watch.begin("round 7 after 61 s, [postgres [killed]]");
        watch.check(Invariant.WORK, false, () -> "row 3 has 4");

        assertThat(complete().toText())
                .contains("work (round 7 after 61 s, [postgres [killed]]): row 3 has 4");
        assertThat(SoakCommand.wrong(null, watch))
                .singleElement()
                .asString()
                .startsWith("1 violations");
    }

    @Test
    void anEarlyEndIsReported() {
        assertThat(SoakCommand.wrong("no port", watch))
                .containsExactly("the run ended before its time: no port");
        assertThat(
                        SoakCommand.report(plan, List.of(), watch, "no port", Duration.ofMillis(40))
                                .toText())
                .contains("ended before its time", "no port");
    }

    @Test
    void eachFaultIsDrawnAndNamed() {
        assertThat(SoakFault.values())
                .extracting(SoakFault::toString)
                .contains("killed", "suspended-flushed");
        assertThat(SoakFault.KILLED.isOperation()).isFalse();
        assertThat(SoakFault.RESIZED.isOperation()).isTrue();
    }
}
