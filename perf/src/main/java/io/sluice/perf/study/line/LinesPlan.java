package io.sluice.perf.study.line;

import io.sluice.perf.peer.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is to be counted.
 *
 * @param threads how many clients, row by row
 * @param peers the contestants
 */
record LinesPlan(List<Integer> threads, List<Peer> peers) {

    /** As in the rows of {@code cycle} in which no thread waits. */
    private static final int FEWEST_CONNECTIONS = 16;

    /** Returns how many connections so many clients have: enough that no client waits for one. */
    static int connections(int threads) {
        return Math.max(FEWEST_CONNECTIONS, 2 * threads);
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "cycles",
                LinesFork.ROUNDS
                        + " rounds, in each "
                        + LinesFork.WARM_UP
                        + " of each thread before and "
                        + LinesFork.COUNTED
                        + " that count; means");
        settings.put(
                "turns",
                "one thread at a time acquires or releases, drawn by lot, the same draws for all;"
                        + " the clock stands still");
        settings.put(
                "model",
                "a core for each thread, caches without limit, lines of "
                        + Line.BYTES
                        + " bytes, every object at the beginning of one");
        return settings;
    }
}
