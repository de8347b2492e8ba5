package io.sluice.perf.study.contention;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Tables every class at which threads of a contestant waited. */
final class LockTable {

    private static final List<String> HEADER =
            List.of(
                    "pool",
                    "what",
                    "class",
                    "mostly in",
                    "waits",
                    "range",
                    "total",
                    "longest",
                    "share");

    private final ContentionPlan plan;
    private final List<ContentionTurn> turns;
    private final List<List<String>> lines = new ArrayList<>();

    LockTable(ContentionPlan plan, List<ContentionTurn> turns) {
        this.plan = plan;
        this.turns = turns;
    }

    /** Adds the section, and a result for each contestant and class. */
    void addTo(List<Section> sections, List<Map<String, Object>> results) {
        for (Peer peer : plan.peers()) {
            List<ContentionTurn> ofPeer =
                    turns.stream().filter(turn -> turn.peer() == peer).toList();
            // Over all rounds together, so that a class of a single round has its line, too.
            for (LockSum sum : LockSum.of(WaitStacks.of(ofPeer).all())) {
                results.add(add(peer, sum, ofPeer));
            }
        }
        sections.add(
                new Section(
                        "What threads waited at",
                        "Medians of the rounds; longest is that of all rounds. A wait for a"
                                + " connection is one within an acquire that is for no lock: there"
                                + " was none, and whatever the pool is made of, the thread would"
                                + " have waited.",
                        new Table(HEADER, lines),
                        List.of()));
    }

    private Map<String, Object> add(Peer peer, LockSum sum, List<ContentionTurn> ofPeer) {
        Spread counts = spread(ofPeer, turn -> turn.sum(sum).count());
        Spread nanos = spread(ofPeer, turn -> turn.sum(sum).nanos());
        Spread shares = spread(ofPeer, turn -> turn.share((double) turn.sum(sum).nanos()));
        lines.add(
                List.of(
                        peer.toString(),
                        sum.kind().title(),
                        withoutPackage(sum.lock()),
                        withoutPackage(sum.place()),
                        Figures.count(counts.median()),
                        Figures.range(counts, Figures::count),
                        Figures.nanos(nanos.median()),
                        Figures.nanos((double) sum.longest()),
                        ContentionReport.share(shares.median())));
        Map<String, Object> result = ContentionReport.result(plan, peer, "contention-lock");
        result.put("kind", sum.kind().toString());
        result.put("lock", sum.lock());
        result.put("place", sum.place());
        result.put("waits", counts.median());
        result.put("waitNanos", nanos.median());
        result.put("longestNanos", sum.longest());
        result.put("share", shares.median());
        return result;
    }

    private static Spread spread(
            List<ContentionTurn> ofPeer, ToDoubleFunction<ContentionTurn> figure) {
        return Spread.of(ofPeer.stream().map(figure::applyAsDouble).toList());
    }

    /** Returns a class, or a class and a method, without the package before it. */
    static String withoutPackage(String name) {
        int begin = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', begin)) {
            if (Character.isUpperCase(name.charAt(begin))) {
                break;
            }
            begin = dot + 1;
        }
        return name.substring(begin);
    }
}
