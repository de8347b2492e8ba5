package io.sluice.perf.spike;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a pool in use today beats Sluice in both columns of a row: the time to serve all, and how
 * many connections were made for it. {@link #CRITERION} says what that means.
 *
 * @param given whether there is a verdict: there is none where Sluice was not measured
 * @param betterInBoth the pools that are better in both
 * @param noWorse the pools that are as good in one and better in the other
 */
record SpikeVerdict(boolean given, List<Peer> betterInBoth, List<Peer> noWorse) {

    /** What is compared, and how; the same in the help, in the report and in docs. */
    static final String CRITERION =
            "A pool is better than Sluice in time if the slowest of its rounds was faster than the"
                    + " fastest of Sluice's, and as good if their ranges overlap; it is better in"
                    + " connections if its median is lower.";

    /** Compares the pools in a row. */
    static SpikeVerdict of(List<Measured<SpikeRow, Peer>> row) {
        Spread ourTime = spread(row, Peer.SLUICE, "serveAllMillis");
        Spread ourMade = spread(row, Peer.SLUICE, "connectionsMade");
        if (ourTime == null || ourMade == null) {
            return new SpikeVerdict(false, List.of(), List.of());
        }
        List<Peer> both = new ArrayList<>();
        List<Peer> noWorse = new ArrayList<>();
        for (Peer peer : Peer.values()) {
            Spread time = spread(row, peer, "serveAllMillis");
            Spread made = spread(row, peer, "connectionsMade");
            if (time == null || made == null) {
                continue;
            }
            int byTime = compareRanges(time, ourTime);
            int byMade = Double.compare(made.median(), ourMade.median());
            if (byTime < 0 && byMade < 0) {
                both.add(peer);
            } else if (Math.min(byTime, byMade) < 0 && Math.max(byTime, byMade) == 0) {
                noWorse.add(peer);
            }
        }
        return new SpikeVerdict(true, both, noWorse);
    }

    private static @Nullable Spread spread(
            List<Measured<SpikeRow, Peer>> row, Peer peer, String figure) {
        return Sheet.spread(Sheet.where(row, turn -> turn.contestant() == peer), figure);
    }

    /** Returns the verdict in one line. */
    String toLine() {
        if (!given) {
            return "none, for sluice was not measured";
        }
        if (!betterInBoth.isEmpty()) {
            return "better in both columns: " + names(betterInBoth);
        }
        return noWorse.isEmpty()
                ? "no peer is better in both columns"
                : "no peer is better in both columns; as good in one and better in the other: "
                        + names(noWorse);
    }

    /** Returns the pools that are better in both columns, for a cell. */
    String toCell() {
        if (!given) {
            return "-";
        }
        if (!betterInBoth.isEmpty()) {
            return names(betterInBoth);
        }
        return noWorse.isEmpty() ? "nobody" : "nobody; in one, and as good: " + names(noWorse);
    }

    /** Ranges that overlap count as equal. */
    private static int compareRanges(Spread one, Spread other) {
        if (one.max() < other.min()) {
            return -1;
        }
        return one.min() > other.max() ? 1 : 0;
    }

    private static String names(List<Peer> peers) {
        return peers.stream().map(Peer::toString).collect(Collectors.joining(", "));
    }
}
