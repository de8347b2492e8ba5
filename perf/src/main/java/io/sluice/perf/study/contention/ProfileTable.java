package io.sluice.perf.study.contention;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Tables the profiles of async-profiler, if there are any. */
final class ProfileTable {

    private static final List<String> HEADER =
            List.of("pool", "contentions", "range", "blocked", "share", "largest stack");

    private final ContentionPlan plan;
    private final List<ContentionTurn> turns;

    ProfileTable(ContentionPlan plan, List<ContentionTurn> turns) {
        this.plan = plan;
        this.turns = turns.stream().filter(turn -> turn.profile() != null).toList();
    }

    /** Adds the section, and a result for each contestant, if there is anything to show. */
    void addTo(List<Section> sections, List<Map<String, Object>> results) {
        if (turns.isEmpty()) {
            return;
        }
        PeerSpreads counts = spreads(LockProfile::contentions);
        PeerSpreads nanos = spreads(LockProfile::nanos);
        PeerSpreads shares =
                spreads(
                        profile ->
                                profile.nanos() / (profile.watchedNanos() * plan.row().threads()));
        PeerSpreads largest = spreads(LockProfile::largestStack);
        List<List<String>> lines = new ArrayList<>();
        for (Peer peer : counts.peers()) {
            lines.add(
                    List.of(
                            peer.toString(),
                            Figures.count(counts.of(peer).median()),
                            Figures.range(counts.of(peer), Figures::count),
                            Figures.nanos(nanos.of(peer).median()),
                            ContentionReport.share(shares.of(peer).median()),
                            Figures.percent(largest.of(peer).median())));
            Map<String, Object> result =
                    ContentionReport.result(plan, peer, "contention-async-profiler");
            counts.putInto(result, "contentions", peer);
            nanos.putInto(result, "blockedNanos", peer);
            shares.putInto(result, "blockedShare", peer);
            largest.putInto(result, "largestStackShare", peer);
            results.add(result);
        }
        sections.add(
                new Section(
                        "Locks as async-profiler's lock mode sees them",
                        "At another time of the same workload, in the whole virtual machine;"
                                + " semaphores count as locks, whatever they are for. The largest"
                                + " stack is the part of the blocked time that one stack has.",
                        new Table(HEADER, lines),
                        List.of()));
    }

    private PeerSpreads spreads(ToDoubleFunction<LockProfile> figure) {
        return PeerSpreads.of(
                turns,
                ContentionTurn::peer,
                turn -> figure.applyAsDouble(Objects.requireNonNull(turn.profile())));
    }
}
