package io.sluice.perf.housekeeping;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Step;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be measured, and how.
 *
 * @param rows the situations
 * @param peers whose pools are idle
 * @param times how long idle pools are used, left alone, and watched
 * @param forks how many rounds
 * @param iterations what JMH does in a fork of its own
 * @param jvmFlags flags of the forks besides the usual
 */
record HousekeepingPlan(
        List<HousekeepingRow> rows,
        List<Peer> peers,
        IdleTimes times,
        int forks,
        Iterations iterations,
        List<String> jvmFlags) {

    /** The least each pool keeps. */
    static final int MIN_SIZE = 2;

    /** The most it may have. */
    static final int MAX_SIZE = 10;

    /** Returns the idle pools in the order to watch them. */
    List<Step<HousekeepingRow>> idleSteps() {
        return Step.interleaved(forks, idleRows(), peers, (row, peer) -> true);
    }

    /** Returns the rows with idle pools. */
    List<HousekeepingRow> idleRows() {
        return rows.stream().filter(HousekeepingRow::idle).toList();
    }

    /** Returns the rows in which somebody is woken. */
    List<HousekeepingRow> wakeRows() {
        return rows.stream().filter(row -> !row.idle()).toList();
    }

    /** Returns the forks of JMH in the order to run them. */
    List<Turn<HousekeepingRow, Background>> wakeSteps() {
        return Turn.interleaved(
                forks, wakeRows(), List.of(Background.values()), (row, background) -> true);
    }

    /** Returns how often a virtual machine without pools is watched, to compare with. */
    int bareRuns() {
        return idleRows().isEmpty() ? 0 : forks;
    }

    /** Returns how many virtual machines there are in all. */
    int size() {
        return bareRuns() + idleSteps().size() + wakeSteps().size();
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(jvmFlags);
        if (!idleRows().isEmpty()) {
            settings.put(
                    "idle pools",
                    String.format(
                            Locale.ROOT,
                            "of %d to %d connections on a stub, %d rounds; used for %d ms, left"
                                    + " alone for %d ms, then watched for %d ms",
                            MIN_SIZE,
                            MAX_SIZE,
                            forks,
                            times.traffic(),
                            times.settle(),
                            times.window()));
        }
        if (!wakeRows().isEmpty()) {
            settings.put("waking", forks + " forks, interleaved, each " + iterations);
        }
        return settings;
    }
}
