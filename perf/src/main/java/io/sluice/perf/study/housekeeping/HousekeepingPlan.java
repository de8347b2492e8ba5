package io.sluice.perf.study.housekeeping;

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
 * @param peers the contestants whose pools are idle
 * @param times how long idle pools are used, left alone, and watched
 * @param forks how many rounds
 * @param iterations the iterations of JMH in a fork of its own
 * @param jvmFlags flags of the forks besides the usual
 */
record HousekeepingPlan(
        List<HousekeepingRow> rows,
        List<Peer> peers,
        IdleTimes times,
        int forks,
        Iterations iterations,
        List<String> jvmFlags) {

    /** The minimum size of each pool. */
    static final int MIN_SIZE = 2;

    /** The maximum size of each pool. */
    static final int MAX_SIZE = 10;

    /** The size of the smaller of the two pools whose heap is compared. */
    static final int FEW = 100;

    /** The size of the larger one. */
    static final int MANY = 1100;

    /** Returns the idle pools in the order to watch them. */
    List<Step<HousekeepingRow>> idleSteps() {
        return Step.interleaved(forks, idleRows(), peers, (row, peer) -> true);
    }

    /** Returns the rows with idle pools. */
    List<HousekeepingRow> idleRows() {
        return rows(HousekeepingRow.Kind.IDLE);
    }

    /** Returns the pools whose heap is measured, in the order to do it. */
    List<Step<HousekeepingRow>> heldSteps() {
        return Step.interleaved(forks, heldRows(), peers, (row, peer) -> true);
    }

    /** Returns the rows in which the heap is measured. */
    List<HousekeepingRow> heldRows() {
        return rows(HousekeepingRow.Kind.HELD);
    }

    /** Returns the rows in which a thread is woken. */
    List<HousekeepingRow> wakeRows() {
        return rows(HousekeepingRow.Kind.WAKE);
    }

    private List<HousekeepingRow> rows(HousekeepingRow.Kind kind) {
        return rows.stream().filter(row -> row.kind() == kind).toList();
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
        return bareRuns() + idleSteps().size() + heldSteps().size() + wakeSteps().size();
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
        if (!heldRows().isEmpty()) {
            settings.put(
                    "idle connections",
                    String.format(
                            Locale.ROOT,
                            "%d and %d in a pool of each, on a stub, %d rounds; used once, left alone"
                                    + " for %d ms",
                            FEW,
                            MANY,
                            forks,
                            times.settle()));
        }
        if (!wakeRows().isEmpty()) {
            settings.put("waking", forks + " forks, interleaved, each " + iterations);
        }
        return settings;
    }
}
