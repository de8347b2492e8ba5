package io.sluice.perf.study.contention;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Turns the turns of {@code contention} into tables, charts, results and files. */
final class ContentionReport {

    /** The largest part of the workload's time that a class of lock may have. */
    private static final double MOST_SHARE = 0.001;

    /** Enough digits for a comparison with a thousandth. */
    private static final int SHARE_DECIMALS = 3;

    private static final List<String> HEADER =
            List.of(
                    "pool",
                    "leases/s",
                    "monitors",
                    "locks",
                    "per 1 M leases",
                    "range",
                    "blocked",
                    "longest",
                    "share",
                    "largest",
                    "connections",
                    "pauses",
                    "targets");

    private static final String TARGETS =
            " The targets are no contended monitor, and no class of lock above 0.1 %, in any round.";

    private final ContentionPlan plan;
    private final List<ContentionTurn> turns;
    private final boolean targets;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    /**
     * Makes a report.
     *
     * @param targets whether to show them
     */
    ContentionReport(ContentionPlan plan, List<ContentionTurn> turns, boolean targets) {
        this.targets = targets;
        this.plan = plan;
        this.turns = turns;
    }

    Report report() {
        addTotals();
        new LockTable(plan, turns).addTo(sections, results);
        new ProfileTable(plan, turns).addTo(sections, results);
        return new Report(
                "contention",
                "Which locks inside a pool do threads find taken, how often and for how long?",
                Instant.now(),
                Machine.current(),
                settings(),
                sections,
                results,
                new ContentionFiles(plan, turns).all());
    }

    private Map<String, String> settings() {
        Map<String, String> settings = plan.settings();
        settings.put(
                "async-profiler",
                turns.stream()
                        .map(ContentionTurn::profile)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .map(profile -> profile.version() + ", lock mode, threshold of 0")
                        .orElseGet(() -> "not used: " + turns.get(0).profileMissing()));
        long lost = turns.stream().mapToLong(ContentionTurn::lostBytes).sum();
        if (lost > 0) {
            settings.put(
                    "lost by JFR",
                    Figures.count((double) lost)
                            + " bytes of events, so the counts are too low; shorten --millis");
        }
        return settings;
    }

    private void addTotals() {
        PeerSpreads perMillion = spreads(ContentionTurn::contentionsPerMillion);
        PeerSpreads shares = spreads(turn -> turn.share(turn.blockedNanos()));
        Table totals = new Table(HEADER, perMillion.peers().stream().map(this::totals).toList());
        sections.add(
                new Section(
                        plan.row().title(),
                        "Monitors and locks are contentions: a thread could not enter, and was put"
                                + " to rest. Blocked is how long, all threads together; share the"
                                + " part of the workload's time, which is that of all its threads;"
                                + " largest the part of the class of lock with the most of it. Of"
                                + " the same time, connections is the part spent waiting for one,"
                                + " pauses what a release let threads rest."
                                + (targets ? TARGETS : ""),
                        targets ? totals : totals.withoutLastColumn(),
                        List.of(
                                perMillion.chart(
                                        "Contentions per million leases, less is better",
                                        Figures::count),
                                shares.chart(
                                        "Part of the time that threads wait for locks, less is"
                                                + " better",
                                        ContentionReport::share))));
    }

    private List<String> totals(Peer peer) {
        PeerSpreads rates = spreads(ContentionTurn::perSecond);
        PeerSpreads monitors = spreads(turn -> turn.count(WaitKind.MONITOR));
        PeerSpreads locks = spreads(turn -> turn.count(WaitKind.LOCK));
        PeerSpreads perMillion = spreads(ContentionTurn::contentionsPerMillion);
        PeerSpreads blocked = spreads(ContentionTurn::blockedNanos);
        PeerSpreads longest = spreads(ContentionTurn::longestBlockedNanos);
        PeerSpreads shares = spreads(turn -> turn.share(turn.blockedNanos()));
        PeerSpreads largest = spreads(ContentionTurn::largestShare);
        PeerSpreads connections = spreads(turn -> turn.share(turn.nanos(WaitKind.CONNECTION)));
        PeerSpreads pauses = spreads(turn -> turn.share(turn.nanos(WaitKind.PAUSE)));
        boolean met = monitors.of(peer).max() == 0 && largest.of(peer).max() <= MOST_SHARE;
        Map<String, Object> result = result(plan, peer, "contention");
        rates.putInto(result, "leasesPerSecond", peer);
        monitors.putInto(result, "contendedMonitors", peer);
        locks.putInto(result, "contendedLocks", peer);
        perMillion.putInto(result, "contentionsPerMillionLeases", peer);
        blocked.putInto(result, "blockedNanos", peer);
        longest.putInto(result, "longestBlockedNanos", peer);
        shares.putInto(result, "blockedShare", peer);
        largest.putInto(result, "largestLockShare", peer);
        connections.putInto(result, "connectionWaitShare", peer);
        pauses.putInto(result, "pauseShare", peer);
        result.put("targetsMet", met ? "yes" : "no");
        results.add(result);
        return List.of(
                peer.toString(),
                Figures.count(rates.of(peer).median()),
                Figures.count(monitors.of(peer).median()),
                Figures.count(locks.of(peer).median()),
                Figures.count(perMillion.of(peer).median()),
                Figures.range(perMillion.of(peer), Figures::count),
                Figures.nanos(blocked.of(peer).median()),
                Figures.nanos(longest.of(peer).max()),
                share(shares.of(peer).median()),
                share(largest.of(peer).median()),
                share(connections.of(peer).median()),
                share(pauses.of(peer).median()),
                met ? "met" : "missed");
    }

    private PeerSpreads spreads(ToDoubleFunction<ContentionTurn> figure) {
        return PeerSpreads.of(turns, ContentionTurn::peer, figure);
    }

    /** Begins a result. */
    static Map<String, Object> result(ContentionPlan plan, Peer peer, String measure) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", measure);
        result.put("row", plan.row().toString());
        result.put("threads", plan.row().threads());
        result.put("connections", plan.row().connections());
        result.put("tokens", plan.row().tokens());
        return result;
    }

    /** Writes a part of the workload's time. */
    static String share(double part) {
        return Figures.percent(part, SHARE_DECIMALS);
    }
}
