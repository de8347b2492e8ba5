package io.sluice.perf.study.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesReportTest implements CompleteReport {

    private static LinesTurn turn(Peer peer, double moved, String... written) {
        return new LinesTurn(
                peer,
                8,
                2,
                3,
                moved,
                List.of(new LinesRound(2, 3, moved - 1), new LinesRound(2, 3, moved + 1)),
                List.of(written));
    }

    @Override
    public Report complete() {
        return new LinesReport(
                        new LinesPlan(List.of(8), List.of(Peer.SLUICE, Peer.HIKARI)),
                        List.of(
                                turn(Peer.SLUICE, 1),
                                turn(Peer.HIKARI, 4, "some.Bag", "some.Bag", "some.Queue")))
                .report();
    }

    @Test
    void everyRoundIsWritten() {
        assertThat(complete().raw().get("lines-turns.csv"))
                .isEqualTo(
                        """
                        threads,pool,round,atomic,read,moved
                        8,sluice,1,2.000,3.000,0.000
                        8,sluice,2,2.000,3.000,2.000
                        8,hikari,1,2.000,3.000,3.000
                        8,hikari,2,2.000,3.000,5.000
                        """);
    }

    @Test
    void everyObjectThatAllWriteIsWritten() {
        assertThat(complete().raw().get("lines-written.csv"))
                .isEqualTo(
                        """
                        threads,pool,object,lines
                        8,hikari,some.Bag,2
                        8,hikari,some.Queue,1
                        """);
    }
}
