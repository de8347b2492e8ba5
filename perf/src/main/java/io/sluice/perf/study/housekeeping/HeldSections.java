package io.sluice.perf.study.housekeeping;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns what pools keep for idle connections into a table, a chart and results. */
final class HeldSections {

    private static final List<String> HEADER =
            List.of(
                    "pool",
                    "bytes/connection",
                    "range",
                    "the stub's own",
                    "threads/connection",
                    "threads of " + HousekeepingPlan.MANY);

    private static final String EXPLAINED =
            "What a pool of "
                    + HousekeepingPlan.MANY
                    + " connections keeps on the heap that one of "
                    + HousekeepingPlan.FEW
                    + " does not, by their difference in number and less the connection of the stub"
                    + " itself, which has a column of its own. All were used once and are idle;"
                    + " what is left after several collections counts. Threads in the same way.";

    private final List<HeldTurn> turns;
    private final PeerSpreads bytes;
    private final PeerSpreads own;
    private final PeerSpreads threadsEach;
    private final PeerSpreads threads;

    HeldSections(List<HeldTurn> turns) {
        this.turns = turns;
        bytes = PeerSpreads.of(turns, HeldTurn::peer, HeldTurn::bytesPerConnection);
        own = PeerSpreads.of(turns, HeldTurn::peer, HeldTurn::connectionBytes);
        threadsEach = PeerSpreads.of(turns, HeldTurn::peer, HeldTurn::threadsPerConnection);
        threads = PeerSpreads.of(turns, HeldTurn::peer, HeldTurn::manyThreads);
    }

    /** Returns the table and the chart. */
    Section section(HousekeepingRow row) {
        List<List<String>> lines = new ArrayList<>();
        for (Peer peer : bytes.peers()) {
            Spread each = bytes.of(peer);
            lines.add(
                    List.of(
                            peer.toString(),
                            Figures.count(each.median()),
                            Figures.range(each, Figures::count),
                            Figures.count(own.of(peer).median()),
                            hundredths(threadsEach.of(peer).median()),
                            Figures.count(threads.of(peer).median())));
        }
        return new Section(
                row.title(),
                EXPLAINED,
                new Table(HEADER, lines),
                List.of(
                        bytes.chart(
                                "Bytes of heap per idle connection, fewer is better",
                                Figures::count)));
    }

    /** Rounds, so that one thread that ended meanwhile, divided by a thousand, counts as none. */
    private static String hundredths(double value) {
        return Figures.count(Math.rint(100 * value) / 100 + 0.0); // and not minus zero
    }

    /** Returns the same figures for programs. */
    List<Map<String, Object>> results() {
        List<Map<String, Object>> results = new ArrayList<>();
        for (Peer peer : bytes.peers()) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("pool", peer.toString());
            result.put("measure", "held");
            result.put("connections", HousekeepingPlan.MANY);
            bytes.putInto(result, "bytesPerConnection", peer);
            result.put("stubBytesPerConnection", own.of(peer).median());
            threadsEach.putInto(result, "threadsPerConnection", peer);
            result.put("threads", threads.of(peer).median());
            results.add(result);
        }
        return results;
    }

    /** Returns every turn. */
    String turns() {
        Csv csv =
                new Csv(
                        "pool",
                        "round",
                        "bytesPerConnection",
                        "threadsPerConnection",
                        "stubBytesPerConnection",
                        "bytesOf" + HousekeepingPlan.FEW,
                        "bytesOf" + HousekeepingPlan.MANY,
                        "threadsOf" + HousekeepingPlan.FEW,
                        "threadsOf" + HousekeepingPlan.MANY);
        for (HeldTurn turn : turns) {
            csv.add(
                    turn.peer(),
                    turn.round(),
                    turn.bytesPerConnection(),
                    turn.threadsPerConnection(),
                    turn.connectionBytes(),
                    turn.fewBytes(),
                    turn.manyBytes(),
                    turn.fewThreads(),
                    turn.manyThreads());
        }
        return csv.toString();
    }
}
