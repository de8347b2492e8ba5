package io.sluice.perf.xa;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Turn;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be measured, and how.
 *
 * @param rows the situations
 * @param peers the contestants
 * @param rounds how many turns each contestant has in each row
 * @param threads how many threads run transactions, on as many connections
 * @param warmupMillis how long they warm up
 * @param millis how long they are measured, and are watched, each
 * @param count how many transactions or statements a batch has, where they are counted
 */
record XaPlan(
        List<XaRow> rows,
        List<XaPeer> peers,
        int rounds,
        int threads,
        int warmupMillis,
        int millis,
        int count) {

    /** Returns the turns in the order to run them: every round begins with another contestant. */
    List<Turn<XaRow, XaPeer>> steps() {
        return Turn.interleaved(rounds, rows, peers, XaRow::admits);
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(List.of());
        settings.put(
                "xa",
                String.format(
                        Locale.ROOT,
                        "%d interleaved rounds; transactions: %d threads on %d connections, %d ms"
                                + " of warm-up, %d ms measured, and as long watched by JFR; stub"
                                + " and statements: batches of %d",
                        rounds,
                        threads,
                        threads,
                        warmupMillis,
                        millis,
                        count));
        settings.put("managers", "none keeps a log on disk; one virtual machine for each turn");
        return settings;
    }
}
