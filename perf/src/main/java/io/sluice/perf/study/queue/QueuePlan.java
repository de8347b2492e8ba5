package io.sluice.perf.study.queue;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Iterations;
import io.sluice.perf.fork.Turn;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured, and how.
 *
 * @param rows the situations
 * @param structures the contestants
 * @param forks how many rounds
 * @param iterations what JMH does in each of them
 * @param jvmFlags flags of the forks besides the usual
 */
record QueuePlan(
        List<QueueRow> rows,
        List<Structure> structures,
        int forks,
        Iterations iterations,
        List<String> jvmFlags) {

    /** As many resources as there are connections in the uncontended rows of {@code cycle}. */
    static final int RESOURCES = 16;

    /**
     * Returns the forks in the order to run them: structures take turns within a row, and every
     * round starts with another one.
     */
    List<Turn<QueueRow, Structure>> steps() {
        return Turn.interleaved(forks, rows, structures, (row, structure) -> true);
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = ForkedJvm.settings(jvmFlags);
        settings.put("forks", forks + " per structure, interleaved, each " + iterations);
        settings.put("resources", RESOURCES + ", so that nobody waits for one");
        return settings;
    }
}
