package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BankReportTest implements CompleteReport {

    private final BankTally tally = new BankTally();
    private final BankPlan plan = new BankPlan(Databases.POSTGRES_H2, 3, 4, false, 17);

    @BeforeEach
    void threeRounds() {
        for (int round = 0; round < 3; round++) {
            for (Point point : Point.values()) {
                tally.killed(point, 0);
            }
        }
        tally.found(List.of("h2 a", "postgres a"));
        tally.recovered(
                19, new BankWorker.Recovered(new Books(0, List.of(), List.of(), 0), List.of()));
        tally.compare(Set.of(1L, 2L, 3L));
    }

    @Override
    public Report complete() {
        return BankCommand.report(plan, tally);
    }

    @Test
    void totalsAndPointsAreReported() {
        Report made = complete();

        assertThat(made.toText())
                .contains("3 rounds of 6 kills", "seed 17", "fsync=on", "WRITE_DELAY=0")
                .contains("money lost", "between-commits", "rolled back");
        assertThat(made.results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "bank"),
                        entry("rounds", 3L),
                        entry("kills", 18L),
                        entry("transfersCommitted", 3L),
                        entry("inDoubtFound", 2L),
                        entry("recovered", 2L),
                        entry("inDoubtAtEnd", 0L),
                        entry("moneyLost", 0L));
        assertThat(made.results())
                .filteredOn(result -> result.get("measure").equals("kills"))
                .hasSize(6);
    }

    @Test
    void theOtherDatabaseIsNamedWithWhatDecidesWhatACrashTakes() {
        BankPlan mariaDb = new BankPlan(Databases.POSTGRES_MARIADB, 3, 4, false, 17);

        assertThat(BankCommand.report(mariaDb, tally).toText())
                .contains("MariaDB", "--innodb-flush-log-at-trx-commit=1", "every second round")
                .doesNotContain("H2");
    }

    @Test
    void everyKillIsWrittenWithWhatTheNextWorkerMadeOfIt() {
        assertThat(complete().raw().get("bank-kills.csv"))
                .startsWith("pool,point,round,transfersTold,inDoubtFound,recovered\n")
                .endsWith("sluice,random,3,0,2,2\n")
                .hasLineCount(19);
    }

    @Test
    void nothingIsWrongWhenAllIsWell() {
        assertThat(BankCommand.wrong(tally)).isEmpty();
    }

    @Test
    void pointThatWasNotHitOftenEnoughIsAFailure() {
        BankTally once = new BankTally();
        once.killed(Point.LOGGED, 1);
        once.compare(Set.of(1L));

        assertThat(BankCommand.wrong(once))
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

        assertThat(BankCommand.wrong(once)).containsExactly("worker 2 said: no");
        assertThat(BankCommand.report(plan, once).results().get(0))
                .contains(entry("transfersCommitted", 2L));
    }

    @Test
    void whatAWorkerSaysIsUnderstood() throws IOException {
        BankWorker.Recovered recovered =
                new BankWorker.Recovered(
                        new Books(-7, List.of(3L), List.of(), 1), List.of("h2 'a'"));

        assertThat(BankWorker.Said.of(BankWorker.line("recovered", recovered)))
                .isEqualTo(new BankWorker.Said(null, recovered, null, null, null));
        assertThat(BankWorker.Said.of(BankWorker.line("at", 0L)))
                .isEqualTo(new BankWorker.Said(null, null, null, 0L, null));
    }
}
