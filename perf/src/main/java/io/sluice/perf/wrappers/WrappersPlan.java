package io.sluice.perf.wrappers;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured, and how.
 *
 * @param rows what lies behind the wrappers
 * @param peers the contestants with the wrappers
 * @param forks how many rounds
 * @param warmups iterations of a fork that do not count
 * @param iterations iterations that do
 * @param statements how many statements an iteration has, or null for the row's default
 * @param quick whether few of them will do
 * @param allocation whether to measure what a statement allocates
 * @param jvmFlags flags of the forks besides the usual
 */
record WrappersPlan(
        List<WrappersRow> rows,
        List<Peer> peers,
        int forks,
        int warmups,
        int iterations,
        @Nullable Integer statements,
        boolean quick,
        boolean allocation,
        List<String> jvmFlags) {

    /** Returns the forks in the order to run them. */
    List<Step<WrappersRow>> steps() {
        return Step.interleaved(forks, rows, peers, (row, peer) -> true);
    }

    /** Returns how many statements an iteration has. */
    int statements(WrappersRow row) {
        return statements == null ? row.statements(quick) : statements;
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(jvmFlags);
        settings.put(
                "forks",
                String.format(
                        Locale.ROOT,
                        "%d per contestant, interleaved, each %d + %d iterations",
                        forks,
                        warmups,
                        iterations));
        for (WrappersRow row : rows) {
            settings.put(
                    "statements of an iteration on " + row,
                    String.format(
                            Locale.ROOT,
                            "%d, %d per lease, %d calls each",
                            statements(row),
                            StatementWork.STATEMENTS_PER_LEASE,
                            StatementWork.CALLS_PER_STATEMENT));
        }
        return settings;
    }
}
