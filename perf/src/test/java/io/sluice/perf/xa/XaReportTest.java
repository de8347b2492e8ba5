package io.sluice.perf.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class XaReportTest implements CompleteReport {

    private static Measured<XaRow, XaPeer> turn(
            XaRow row, XaPeer peer, int round, String first, double value) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put(first, value);
        figures.put("poolBlockedMillis", value);
        figures.put("locks", List.of(List.of("pool a.Lock", 3, 0.5)));
        figures.put("seconds", List.of(List.of(1, 10.0), List.of(2, 20.0)));
        return new Measured<>(row, peer, round, new Printed(figures));
    }

    private static Report report() {
        List<Measured<XaRow, XaPeer>> turns = new ArrayList<>();
        for (int round = 1; round <= 2; round++) {
            String nanos = "nanosPerTransaction";
            turns.add(turn(XaRow.STUB, XaPeer.SLUICE, round, nanos, 100 * round));
            turns.add(turn(XaRow.STUB, XaPeer.AGROAL, round, nanos, 300));
            turns.add(turn(XaRow.GROWTH, XaPeer.SLUICE, round, "elapsedMillis", 0.5));
            turns.add(turn(XaRow.GROWTH, XaPeer.BITRONIX, round, "elapsedMillis", 1000));
        }
        return XaCommand.report(Map.of(), turns);
    }

    @Override
    public Report complete() {
        return report();
    }

    @Test
    void resultsAreFlatAndHaveMediansRangesAndRatios() {
        assertThat(report().results()).hasSize(4);
        assertThat(report().results().get(0))
                .contains(
                        entry("pool", "sluice"),
                        entry("measure", "xa"),
                        entry("row", "stub"),
                        entry("nanosPerTransaction", 150.0),
                        entry("nanosPerTransactionMin", 100.0),
                        entry("nanosPerTransactionMax", 200.0),
                        entry("nanosPerTransactionRatio", 0.5));
    }

    @Test
    void smallRatiosKeepTheirDigits() {
        assertThat(report().toText())
                .contains("100 threads on at most 100 connections", "÷ bitronix", "0.00050");
    }

    @Test
    void everyLockIsWritten() {
        assertThat(report().raw().get("xa-locks.csv"))
                .startsWith("row,pool,round,lock,contentions,millis\n")
                .contains("growth,bitronix,2,pool a.Lock,3,0.500\n");
    }

    @Test
    void everySecondIsWritten() {
        assertThat(report().raw().get("xa-seconds.csv"))
                .startsWith("row,pool,round,second,transactions\n")
                .contains("stub,sluice,1,1,10.000\n", "stub,sluice,1,2,20.000\n");
    }

    @Test
    void everyFigureIsWritten() {
        assertThat(report().raw().get("xa-turns.csv"))
                .startsWith("row,pool,round,figure,value\n")
                .contains("stub,sluice,2,nanosPerTransaction,200.000\n");
    }

    @Test
    void contestantsTakeTurnsWhereTheyHaveAMeaning() {
        assertThat(
                        Turn.interleaved(
                                2,
                                List.of(XaRow.STUB, XaRow.GROWTH),
                                List.of(XaPeer.SLUICE, XaPeer.AGROAL, XaPeer.BITRONIX),
                                XaRow::admits))
                .extracting(Turn::row, Turn::contestant, Turn::round)
                .containsExactly(
                        tuple(XaRow.STUB, XaPeer.SLUICE, 1),
                        tuple(XaRow.STUB, XaPeer.AGROAL, 1),
                        tuple(XaRow.GROWTH, XaPeer.SLUICE, 1),
                        tuple(XaRow.GROWTH, XaPeer.BITRONIX, 1),
                        tuple(XaRow.STUB, XaPeer.AGROAL, 2),
                        tuple(XaRow.STUB, XaPeer.SLUICE, 2),
                        tuple(XaRow.GROWTH, XaPeer.BITRONIX, 2),
                        tuple(XaRow.GROWTH, XaPeer.SLUICE, 2));
    }
}
