package io.sluice.perf.study.contention;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the figures of single rounds, and the stacks: as flame graphs, and as text in the forms of
 * async-profiler.
 */
final class ContentionFiles {

    private final ContentionPlan plan;
    private final List<ContentionTurn> turns;

    ContentionFiles(ContentionPlan plan, List<ContentionTurn> turns) {
        this.plan = plan;
        this.turns = turns;
    }

    /** Returns all files, by name. */
    Map<String, String> all() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("contention-turns.csv", figures());
        files.put("contention-locks.csv", locks());
        plan.peers().forEach(peer -> addStacks(files, peer));
        return files;
    }

    /** Adds the stacks of all rounds by JFR, and those of the last by async-profiler. */
    private void addStacks(Map<String, String> files, Peer peer) {
        List<ContentionTurn> ofPeer = turns.stream().filter(turn -> turn.peer() == peer).toList();
        WaitStacks stacks = WaitStacks.of(ofPeer);
        String collapsed = StackTexts.collapsed(stacks.all());
        String name = "contention-" + peer;
        files.put(
                name + "-flame.html",
                StackTexts.flameGraph(
                        "Waits of " + peer + ", " + plan.row().title() + ", in ns", collapsed));
        files.put(name + ".collapsed", collapsed);
        files.put(name + ".txt", StackTexts.traces(stacks.all()));
        LockProfile profile = ofPeer.get(ofPeer.size() - 1).profile();
        if (profile != null) {
            files.put(name + "-async.collapsed", profile.collapsed());
            files.put(name + "-async.txt", profile.text());
        }
    }

    private String figures() {
        Csv csv =
                new Csv(
                        "row",
                        "pool",
                        "round",
                        "leasesPerSecond",
                        "watchedLeases",
                        "watchedNanos",
                        "kind",
                        "waits",
                        "waitNanos");
        for (ContentionTurn turn : turns) {
            for (WaitKind kind : WaitKind.values()) {
                csv.add(
                        turn.row(),
                        turn.peer(),
                        turn.round(),
                        turn.perSecond(),
                        turn.watchedLeases(),
                        turn.watchedNanos(),
                        kind,
                        turn.count(kind),
                        turn.nanos(kind));
            }
        }
        return csv.toString();
    }

    /** Every class of lock of every turn. */
    private String locks() {
        Csv csv =
                new Csv(
                        "row",
                        "pool",
                        "round",
                        "kind",
                        "lock",
                        "place",
                        "waits",
                        "waitNanos",
                        "longestNanos");
        for (ContentionTurn turn : turns) {
            for (LockSum sum : turn.sums()) {
                csv.add(
                        turn.row(),
                        turn.peer(),
                        turn.round(),
                        sum.kind(),
                        sum.lock(),
                        sum.place(),
                        sum.count(),
                        sum.nanos(),
                        sum.longest());
            }
        }
        return csv.toString();
    }
}
