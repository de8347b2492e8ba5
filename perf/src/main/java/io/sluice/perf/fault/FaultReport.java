package io.sluice.perf.fault;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.LineChart;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import io.sluice.perf.turn.Turns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Turns the turns of {@code faults} into tables, timelines and results. */
final class FaultReport {

    private static final String EXPLAINED =
            "Recovered is the time from the end of the fault, when the command that ends it had"
                    + " returned, until every thread had been served and none failed any more."
                    + " Refused calls got an error instead of a connection;"
                    + " broken ones had a connection that failed. Late are acquires that took 50 ms"
                    + " more beyond the time-out than a thread that merely parks. Stuck counts the"
                    + " rounds in which a thread had to be interrupted in the end. Leaked are"
                    + " connections that the pool counts and the server does not, or the other way"
                    + " round, 3 s after the end. Connects are counted by the network; in a failover"
                    + " there is none between. Counts are those of all rounds.";

    private final FaultPlan plan;
    private final Turns<FaultTurn> turns;
    private final List<Section> sections = new ArrayList<>();
    private final List<List<String>> inShort = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    FaultReport(FaultPlan plan, Turns<FaultTurn> turns) {
        this.plan = plan;
        this.turns = turns;
    }

    Report report() {
        plan.faults().forEach(this::add);
        sections.add(
                new Section(
                        "In short",
                        "Time to recover, and calls that failed in all rounds.",
                        new Table(shortHeader(), inShort),
                        List.of()));
        turns.addTo(sections, "fault");
        return new Report(
                "faults",
                "What do threads see of a pool while the server or the network misbehaves, and how"
                        + " soon is all well again?",
                Instant.now(),
                Machine.current(),
                settings(),
                sections,
                results,
                Map.of("faults-turns.csv", turnsCsv(), "faults-timeline.csv", timelineCsv()));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = plan.settings();
        turns.taken().stream()
                .mapToInt(turn -> turn.seen().parking().parks())
                .min()
                .ifPresent(
                        least ->
                                settings.put(
                                        "parking threads",
                                        "by how much they are late is the 99.9th percentile of "
                                                + least
                                                + " times they park, or more, in each turn"));
        turns.putInto(settings);
        turns.taken().stream()
                .filter(turn -> turn.stuck() != null)
                .findFirst()
                .ifPresent(
                        turn ->
                                settings.put(
                                        "first stuck thread",
                                        turn.fault() + " " + turn.peer() + ": in " + turn.stuck()));
        return settings;
    }

    private void add(Fault fault) {
        List<FaultTurn> ofFault =
                turns.taken().stream().filter(turn -> turn.fault() == fault).toList();
        PeerSpreads recover = recovery(ofFault);
        List<List<String>> lines = new ArrayList<>();
        List<String> cells = new ArrayList<>(List.of(fault.toString()));
        for (Peer peer : plan.peers()) {
            List<FaultTurn> ofPeer = ofFault.stream().filter(turn -> turn.peer() == peer).toList();
            results.add(result(fault, peer, ofPeer));
            if (ofPeer.isEmpty()) {
                cells.add("failed");
                continue;
            }
            String median = recovered(recover.of(peer).median());
            long refused = sum(ofPeer, turn -> turn.seen().refused());
            long broken = sum(ofPeer, turn -> turn.seen().broken());
            lines.add(
                    List.of(
                            peer.toString(),
                            median,
                            Figures.range(recover.of(peer), this::recovered),
                            Long.toString(refused),
                            Long.toString(broken),
                            Long.toString(sum(ofPeer, turn -> turn.seen().wrong())),
                            Long.toString(sum(ofPeer, turn -> turn.seen().late())),
                            millis(largest(ofPeer, turn -> turn.seen().latestMillis())),
                            Long.toString(stuck(ofPeer)),
                            Long.toString(sum(ofPeer, FaultTurn::leakedInPool)),
                            Long.toString(sum(ofPeer, FaultTurn::leakedOnServer)),
                            connects(ofPeer).stream()
                                    .mapToObj(Long::toString)
                                    .findFirst()
                                    .orElse("-")));
            cells.add(median + ", " + (refused + broken));
        }
        inShort.add(cells);
        sections.add(
                new Section(
                        fault + ": " + fault.title(),
                        fault == plan.faults().get(0) ? EXPLAINED : "",
                        new Table(
                                List.of(
                                        "pool",
                                        "recovered in",
                                        "range",
                                        "refused",
                                        "broken",
                                        "wrong",
                                        "late",
                                        "latest by",
                                        "stuck",
                                        "leaked in pool",
                                        "on server",
                                        "connects"),
                                lines),
                        List.of(chart(ofFault))));
    }

    private List<String> shortHeader() {
        List<String> header = new ArrayList<>(List.of("fault"));
        plan.peers().forEach(peer -> header.add(peer.toString()));
        return header;
    }

    private Map<String, Object> result(Fault fault, Peer peer, List<FaultTurn> ofPeer) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", "faults");
        result.put("fault", fault.toString());
        result.put("threads", plan.threads());
        result.put("connections", plan.connections());
        result.put("rounds", ofPeer.size());
        result.put("roundsFailed", turns.failed(fault, peer));
        if (ofPeer.isEmpty()) {
            return result;
        }
        result.put(
                "roundsRecovered", ofPeer.stream().filter(turn -> turn.seen().recovered()).count());
        recovery(ofPeer).putInto(result, "recoverMillis", peer);
        result.put("refused", sum(ofPeer, turn -> turn.seen().refused()));
        result.put("broken", sum(ofPeer, turn -> turn.seen().broken()));
        result.put("wrongResults", sum(ofPeer, turn -> turn.seen().wrong()));
        result.put("late", sum(ofPeer, turn -> turn.seen().late()));
        result.put("latestMillis", largest(ofPeer, turn -> turn.seen().latestMillis()));
        result.put("roundsStuck", stuck(ofPeer));
        result.put("leakedInPool", sum(ofPeer, FaultTurn::leakedInPool));
        result.put("leakedOnServer", sum(ofPeer, FaultTurn::leakedOnServer));
        connects(ofPeer).ifPresent(connects -> result.put("connects", connects));
        return result;
    }

    private LineChart chart(List<FaultTurn> ofFault) {
        List<FaultTurn> typical =
                plan.peers().stream().flatMap(peer -> typical(ofFault, peer).stream()).toList();
        return new LineChart(
                "Calls done per second, over time; the round with the median recovery of each",
                typical.stream()
                        .map(
                                turn ->
                                        new LineChart.Line(
                                                turn.peer().toString(), turn.seen().timeline()))
                        .toList(),
                typical.stream().limit(1).map(turn -> turn.seen().mark()).toList(),
                Figures::count);
    }

    /** Returns the turn with the median recovery, if any; of two in the middle the faster one. */
    private static Optional<FaultTurn> typical(List<FaultTurn> ofFault, Peer peer) {
        List<FaultTurn> sorted =
                ofFault.stream()
                        .filter(turn -> turn.peer() == peer)
                        .sorted(Comparator.comparingDouble(turn -> turn.seen().recoverMillis()))
                        .toList();
        return sorted.stream().skip((sorted.size() - 1) / 2).findFirst();
    }

    private static PeerSpreads recovery(List<FaultTurn> turns) {
        return PeerSpreads.of(turns, FaultTurn::peer, turn -> turn.seen().recoverMillis());
    }

    /** Returns how often a contestant connected, if that was counted. */
    private static OptionalLong connects(List<FaultTurn> turns) {
        return turns.stream().anyMatch(turn -> turn.connects().isEmpty())
                ? OptionalLong.empty()
                : OptionalLong.of(sum(turns, turn -> turn.connects().orElse(0)));
    }

    private static long sum(List<FaultTurn> turns, ToLongFunction<FaultTurn> figure) {
        return turns.stream().mapToLong(figure).sum();
    }

    private static double largest(List<FaultTurn> turns, ToDoubleFunction<FaultTurn> figure) {
        return turns.stream().mapToDouble(figure).max().orElse(0);
    }

    private static long stuck(List<FaultTurn> turns) {
        return turns.stream().filter(turn -> turn.stuck() != null).count();
    }

    private String recovered(double millis) {
        return millis < plan.watch().toMillis()
                ? millis(millis)
                : "not in " + millis(plan.watch().toNanos() / 1e6);
    }

    private static String millis(double millis) {
        return millis == 0 ? "0" : Figures.micros(1e3 * millis);
    }

    private String turnsCsv() {
        Csv csv =
                new Csv(
                        "fault",
                        "pool",
                        "round",
                        "recoverMillis",
                        "refused",
                        "broken",
                        "lost",
                        "wrongResults",
                        "late",
                        "latestMillis",
                        "parkingLateMillisP999",
                        "parkingLateMillisMax",
                        "parkingCount",
                        "poolTotal",
                        "poolLeased",
                        "serverSessions",
                        "connects");
        for (FaultTurn turn : turns.taken()) {
            csv.add(
                    turn.fault(),
                    turn.peer(),
                    turn.round(),
                    turn.seen().recoverMillis(),
                    turn.seen().refused(),
                    turn.seen().broken(),
                    turn.seen().lost(),
                    turn.seen().wrong(),
                    turn.seen().late(),
                    turn.seen().latestMillis(),
                    turn.seen().parking().p999().toNanos() / 1e6,
                    turn.seen().parking().most().toNanos() / 1e6,
                    turn.seen().parking().parks(),
                    turn.atEnd().total(),
                    turn.atEnd().leased(),
                    turn.sessions(),
                    turn.connects().isPresent() ? turn.connects().getAsInt() : null);
        }
        return csv.toString();
    }

    private String timelineCsv() {
        Csv csv = new Csv("fault", "pool", "round", "seconds", "callsPerSecond");
        for (FaultTurn turn : turns.taken()) {
            for (LineChart.Point point : turn.seen().timeline()) {
                csv.add(turn.fault(), turn.peer(), turn.round(), point.seconds(), point.value());
            }
        }
        return csv.toString();
    }
}
