package io.sluice.perf.spike;

import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be measured, and how.
 *
 * @param rows the situations
 * @param peers the contestants
 * @param connections how many connections a pool may have
 * @param connectTime how long a connect takes on the stub
 * @param rounds how many turns each contestant has in each row
 */
record SpikePlan(
        List<SpikeRow> rows, List<Peer> peers, int connections, Duration connectTime, int rounds) {

    /** Returns the turns in the order to run them. */
    List<Step<SpikeRow>> steps() {
        return Step.interleaved(rounds, rows, peers, (row, peer) -> true);
    }

    /** Returns the turns before them that do not count: one of each contestant on each server. */
    List<Step<SpikeRow>> warmUps() {
        List<Step<SpikeRow>> steps = new ArrayList<>();
        for (SpikeServer server : SpikeServer.values()) {
            rows.stream()
                    .filter(row -> row.server() == server)
                    .findFirst()
                    .ifPresent(row -> peers.forEach(peer -> steps.add(new Step<>(row, peer, 0))));
        }
        return steps;
    }

    /** Returns whether anything is measured on a server. */
    boolean uses(SpikeServer server) {
        return rows.stream().anyMatch(row -> row.server() == server);
    }

    /** Returns the time of a connect besides what the driver needs. */
    Duration connectTime(SpikeServer server) {
        return server == SpikeServer.STUB ? connectTime : Duration.ZERO;
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "spike",
                String.format(
                        Locale.ROOT,
                        "at most %d connections, %d interleaved rounds, a new pool for each turn",
                        connections,
                        rounds));
        if (uses(SpikeServer.STUB)) {
            settings.put("connect time of the stub", connectTime.toMillis() + " ms");
        }
        settings.put(
                "pools",
                "at least as many connections as they start with; acquire time-out 30 s; no check"
                        + " at the start; everything else each pool's own default");
        return settings;
    }
}
