package io.sluice.perf.spike;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.PeerSpreads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether a pool in use today beats Sluice in both columns of a row: the time to serve all, and how
 * many connections were made for it. Compares medians.
 *
 * @param betterInBoth who is better in both
 * @param noWorse who is as good in one and better in the other
 */
record SpikeVerdict(List<Peer> betterInBoth, List<Peer> noWorse) {

    static SpikeVerdict of(PeerSpreads times, PeerSpreads made) {
        List<Peer> both = new ArrayList<>();
        List<Peer> noWorse = new ArrayList<>();
        if (times.median(Peer.SLUICE).isPresent()) {
            for (Peer peer : times.peers()) {
                int byTime = compare(times, peer);
                int byMade = compare(made, peer);
                if (byTime < 0 && byMade < 0) {
                    both.add(peer);
                } else if (byTime + byMade < 0 && byTime <= 0 && byMade <= 0) {
                    noWorse.add(peer);
                }
            }
        }
        return new SpikeVerdict(List.copyOf(both), List.copyOf(noWorse));
    }

    /** Returns the verdict in one line. */
    String toLine() {
        if (!betterInBoth.isEmpty()) {
            return "better in both columns: " + names(betterInBoth);
        }
        return noWorse.isEmpty()
                ? "no peer is better in both columns"
                : "no peer is better in both columns; as good in one and better in the other: "
                        + names(noWorse);
    }

    /** Returns who is better in both columns, for a cell. */
    String toCell() {
        if (!betterInBoth.isEmpty()) {
            return names(betterInBoth);
        }
        return noWorse.isEmpty() ? "nobody" : "nobody; in one, and as good: " + names(noWorse);
    }

    private static int compare(PeerSpreads figures, Peer peer) {
        return Double.compare(figures.of(peer).median(), figures.of(Peer.SLUICE).median());
    }

    private static String names(List<Peer> peers) {
        return peers.stream().map(Peer::toString).collect(Collectors.joining(", "));
    }
}
