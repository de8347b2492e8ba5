package io.sluice.perf.study.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinesReportTest implements CompleteReport {

    private static Measured<Integer, Peer> fork(Peer peer, double moved, String... written) {
        Map<String, Object> figures = new HashMap<>(round(moved));
        figures.put("rounds", List.of(round(moved - 1), round(moved + 1), round(moved)));
        figures.put("writtenByAll", List.of(written));
        return new Measured<>(8, peer, 1, new Printed(figures));
    }

    private static Map<String, Object> round(double moved) {
        return Map.of("atomicOperations", 2.0, "sharedLinesRead", 3.0, "linesMoved", moved);
    }

    @Override
    public Report complete() {
        return LinesCommand.report(
                List.of(
                        fork(Peer.SLUICE, 1),
                        fork(Peer.HIKARI, 4, "some.Bag", "some.Bag", "some.Queue")));
    }

    @Test
    void figuresAreOfAllRounds() {
        assertThat(complete().toText())
                .contains("8 threads on 16 connections")
                .containsPattern("sluice +2 +3 +1 +0\\n")
                .containsPattern("hikari +2 +3 +4 +3\\n")
                .contains("What every cycle writes: 8 threads on 16 connections")
                .containsPattern("hikari +2 × some.Bag, some.Queue\\n");
        assertThat(complete().results().get(1))
                .hasToString(
                        "{pool=hikari, measure=lines, threads=8, connections=16,"
                                + " atomicOperations=2.0, sharedLinesRead=3.0, linesMoved=4.0,"
                                + " linesWrittenByAll=3, writtenByAll=2 × some.Bag, some.Queue}");
    }

    @Test
    void everyRoundIsWritten() {
        assertThat(complete().raw().get("lines-turns.csv"))
                .isEqualTo(
                        """
                        pool,threads,connections,round,atomicOperations,sharedLinesRead,linesMoved
                        sluice,8,16,1,2.000,3.000,0.000
                        sluice,8,16,2,2.000,3.000,2.000
                        sluice,8,16,3,2.000,3.000,1.000
                        hikari,8,16,1,2.000,3.000,3.000
                        hikari,8,16,2,2.000,3.000,5.000
                        hikari,8,16,3,2.000,3.000,4.000
                        """);
    }

    @Test
    void everyObjectThatAllWriteIsWritten() {
        assertThat(complete().raw().get("lines-written.csv"))
                .isEqualTo(
                        """
                        threads,pool,round,object,lines
                        8,hikari,1,some.Bag,2
                        8,hikari,1,some.Queue,1
                        """);
    }
}
