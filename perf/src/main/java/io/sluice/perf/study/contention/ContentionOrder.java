package io.sluice.perf.study.contention;

import io.sluice.perf.peer.Peer;
import java.util.List;

/**
 * The order for a fork.
 *
 * @param peer the contestant
 * @param row the workload
 * @param millis how long it warms up, is measured, and is watched, each
 */
record ContentionOrder(Peer peer, ContentionRow row, int millis) {

    static ContentionOrder of(String... args) {
        return new ContentionOrder(
                Peer.valueOf(args[0]),
                new ContentionRow(
                        Integer.parseInt(args[1]),
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3])),
                Integer.parseInt(args[4]));
    }

    List<String> toArgs() {
        return List.of(
                peer.name(),
                Integer.toString(row.threads()),
                Integer.toString(row.connections()),
                Integer.toString(row.tokens()),
                Integer.toString(millis));
    }
}
