package io.sluice.perf.queue;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Turn;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be measured, and how.
 *
 * @param rows the situations
 * @param structures the contestants
 * @param forks how many rounds
 * @param warmups iterations of a fork that do not count
 * @param iterations iterations that do
 * @param iterationTime how long each of them takes
 * @param jvmFlags flags of the forks besides the usual
 */
record QueuePlan(
        List<QueueRow> rows,
        List<Structure> structures,
        int forks,
        int warmups,
        int iterations,
        Duration iterationTime,
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
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("flags of the forks", String.join(" ", ForkedJvm.telling(jvmFlags)));
        settings.put(
                "forks",
                String.format(
                        Locale.ROOT,
                        "%d per structure, interleaved, each %d + %d iterations of %d ms",
                        forks,
                        warmups,
                        iterations,
                        iterationTime.toMillis()));
        settings.put("resources", RESOURCES + ", so that nobody waits for one");
        return settings;
    }
}
