package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BankReportTest implements CompleteReport {

    private final BankTally tally = new BankTally();
    private final BankReport report = new BankReport(new BankPlan(3, 4, false, 17), tally);

    @BeforeEach
    void threeRounds() {
        for (int round = 0; round < 3; round++) {
            for (Point point : Point.values()) {
                tally.killed(point, 0);
            }
        }
        tally.found(List.of("h2 a", "postgres a"));
        tally.recovered(
                19, new WorkerProcess.Recovered(new Books(0, Set.of(), Set.of(), 0), List.of()));
        tally.compare(Set.of(1L, 2L, 3L));
    }

    @Override
    public Report complete() {
        return report.report();
    }

    @Test
    void totalsAndPointsAreReported() {
        Report made = report.report();

        assertThat(made.toText())
                .contains("3 rounds of 6 kills", "seed 17", "fsync=on", "WRITE_DELAY=0")
                .contains("money lost", "between-commits", "rolled back");
        assertThat(made.results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "bank"),
                        entry("rounds", 3),
                        entry("kills", 18),
                        entry("transfersCommitted", 3L),
                        entry("inDoubtFound", 2),
                        entry("recovered", 2),
                        entry("inDoubtAtEnd", 0),
                        entry("moneyLost", 0L));
        assertThat(made.results())
                .filteredOn(result -> result.get("measure").equals("kills"))
                .hasSize(6);
    }

    @Test
    void everyKillIsWrittenWithWhatTheNextWorkerMadeOfIt() {
        assertThat(report.report().raw().get("bank-kills.csv"))
                .startsWith("point,hit,transfers_told,in_doubt_found,recovered\n")
                .endsWith("random,3,0,2,2\n")
                .hasLineCount(19);
    }

    @Test
    void nothingIsWrongWhenAllIsWell() {
        assertThat(report.verdict()).isEmpty();
    }

    @Test
    void pointThatWasNotHitOftenEnoughIsAFailure() {
        BankTally once = new BankTally();
        once.killed(Point.LOGGED, 1);
        once.compare(Set.of(1L));

        assertThat(new BankReport(new BankPlan(3, 4, false, 17), once).verdict())
                .hasSize(5)
                .contains(
                        "logged was hit 1 times; expected at least 3",
                        "in-recovery was hit 0 times; expected at least 3");
    }

    @Test
    void runThatEndedEarlyFailsForWhatWasWrongAlone() {
        BankTally once = new BankTally();
        once.killed(Point.LOGGED, 1);
        once.wrong("worker 2 said: no");
        once.ended(Set.of(5L, 6L));

        BankReport early = new BankReport(new BankPlan(3, 4, false, 17), once);
        assertThat(early.verdict()).containsExactly("worker 2 said: no");
        assertThat(early.report().results().get(0)).contains(entry("transfersCommitted", 2L));
    }
}
