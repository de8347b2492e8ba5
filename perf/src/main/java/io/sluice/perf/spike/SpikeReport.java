package io.sluice.perf.spike;

import io.sluice.perf.command.Failures;
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
import java.util.function.ToDoubleFunction;

/** Turns the turns of {@code spike} into tables, charts and results. */
final class SpikeReport {

    /** How many points a line of the chart has. */
    private static final int POINTS = 160;

    private final SpikePlan plan;
    private final Map<String, String> server;
    private final Turns<SpikeTurn> turns;
    private final List<Section> sections = new ArrayList<>();
    private final List<List<String>> verdicts = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    SpikeReport(SpikePlan plan, Map<String, String> server, Turns<SpikeTurn> turns) {
        this.plan = plan;
        this.server = server;
        this.turns = turns;
    }

    Report report() {
        plan.rows().forEach(this::add);
        sections.add(
                new Section(
                        "Verdicts",
                        "Time to serve all, connections made (medians), and who is better than"
                                + " Sluice in both. "
                                + SpikeVerdict.CRITERION,
                        new Table(verdictHeader(), verdicts),
                        List.of()));
        turns.addTo(sections, "row");
        return new Report(
                "spike",
                "How long do many requests at once wait on a pool that has none or few"
                        + " connections, and how many does it make for them?",
                Instant.now(),
                Machine.current(),
                settings(),
                sections,
                results,
                Map.of("spike-turns.csv", turnsCsv(), "spike-waiting.csv", waitingCsv()));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = plan.settings();
        if (!server.isEmpty()) {
            settings.put("PostgreSQL", server.toString().replaceAll("[{}]", "").replace("=", " "));
        }
        turns.putInto(settings);
        turns.taken().stream()
                .filter(turn -> turn.firstError() != null)
                .findFirst()
                .ifPresent(
                        turn -> {
                            Throwable error = turn.firstError();
                            settings.put(
                                    "first error",
                                    turn.peer()
                                            + " in "
                                            + turn.row()
                                            + ": "
                                            + (error == null ? "" : Failures.oneLine(error)));
                        });
        return settings;
    }

    private void add(SpikeRow row) {
        List<SpikeTurn> ofRow =
                turns.taken().stream().filter(turn -> turn.row().equals(row)).toList();
        PeerSpreads times = spreads(ofRow, SpikeTurn::serveMillis);
        PeerSpreads made = spreads(ofRow, SpikeTurn::made);
        PeerSpreads longest = spreads(ofRow, SpikeTurn::longestMillis);
        PeerSpreads p99 = spreads(ofRow, SpikeTurn::p99Millis);
        SpikeVerdict verdict = SpikeVerdict.of(times, made);
        List<List<String>> lines = new ArrayList<>();
        List<String> inShort = new ArrayList<>(List.of(row.toString()));
        for (Peer peer : plan.peers()) {
            Map<String, Object> result = result(row, peer);
            results.add(result);
            if (times.median(peer).isEmpty()) {
                inShort.add("failed");
                continue;
            }
            List<SpikeTurn> ofPeer = ofRow.stream().filter(turn -> turn.peer() == peer).toList();
            long errors = ofPeer.stream().mapToLong(SpikeTurn::errors).sum();
            long leaked = ofPeer.stream().mapToLong(SpikeTurn::leaked).sum();
            lines.add(
                    List.of(
                            peer.toString(),
                            millis(times.of(peer).median()),
                            Figures.range(times.of(peer), SpikeReport::millis),
                            Figures.count(made.of(peer).median()),
                            Figures.range(made.of(peer), Figures::count),
                            millis(p99.of(peer).median()),
                            millis(longest.of(peer).median()),
                            Figures.range(longest.of(peer), SpikeReport::millis),
                            Long.toString(errors),
                            Long.toString(leaked)));
            inShort.add(
                    millis(times.of(peer).median()) + ", " + Figures.count(made.of(peer).median()));
            times.putInto(result, "serveAllMillis", peer);
            made.putInto(result, "connectionsMade", peer);
            p99.putInto(result, "waitMillisP99", peer);
            longest.putInto(result, "waitMillisLongest", peer);
            result.put("errors", errors);
            result.put("leaked", leaked);
            result.put(
                    "betterThanSluiceInBoth", verdict.betterInBoth().contains(peer) ? "yes" : "no");
        }
        inShort.add(verdict.toCell());
        verdicts.add(inShort);
        sections.add(
                new Section(
                        row.title(),
                        "Verdict: " + verdict.toLine() + ".",
                        new Table(
                                List.of(
                                        "pool",
                                        "all served in",
                                        "range",
                                        "connections made",
                                        "range",
                                        "wait p99",
                                        "longest wait",
                                        "range",
                                        "errors",
                                        "leaked"),
                                lines),
                        List.of(chart(ofRow))));
    }

    private List<String> verdictHeader() {
        List<String> header = new ArrayList<>(List.of("row"));
        plan.peers().forEach(peer -> header.add(peer.toString()));
        header.add("better in both");
        return header;
    }

    private Map<String, Object> result(SpikeRow row, Peer peer) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", "spike");
        result.put("row", row.toString());
        result.put("server", row.server().toString());
        result.put("requests", row.requests());
        result.put("connectionsAtStart", row.start());
        result.put("holdMillis", row.hold().toMillis());
        result.put("maxConnections", plan.connections());
        result.put("roundsFailed", turns.failed(row, peer));
        return result;
    }

    private LineChart chart(List<SpikeTurn> ofRow) {
        long longest = ofRow.stream().mapToLong(SpikeTurn::serveNanos).max().orElse(1);
        return new LineChart(
                "Requests that wait, over time; the round with the median time of each",
                plan.peers().stream()
                        .flatMap(peer -> typical(ofRow, peer).stream())
                        .map(turn -> line(turn, longest))
                        .toList(),
                List.of(),
                Figures::count);
    }

    private static LineChart.Line line(SpikeTurn turn, long longest) {
        List<LineChart.Point> points = new ArrayList<>();
        for (int i = 0; i <= POINTS; i++) {
            long nanos = longest / POINTS * i;
            points.add(new LineChart.Point(nanos / 1e9, turn.waitingAt(nanos)));
        }
        return new LineChart.Line(turn.peer().toString(), points);
    }

    /** Returns the turn with the median time, if there is one; of two in the middle the faster. */
    private static Optional<SpikeTurn> typical(List<SpikeTurn> ofRow, Peer peer) {
        List<SpikeTurn> sorted =
                ofRow.stream()
                        .filter(turn -> turn.peer() == peer)
                        .sorted(Comparator.comparingLong(SpikeTurn::serveNanos))
                        .toList();
        return sorted.stream().skip((sorted.size() - 1) / 2).findFirst();
    }

    private static PeerSpreads spreads(List<SpikeTurn> turns, ToDoubleFunction<SpikeTurn> figure) {
        return PeerSpreads.of(turns, SpikeTurn::peer, figure);
    }

    private static String millis(double millis) {
        return Figures.micros(1e3 * millis);
    }

    private String turnsCsv() {
        Csv csv =
                new Csv(
                        "row",
                        "pool",
                        "round",
                        "serveAllMillis",
                        "connectionsMade",
                        "waitMillisP99",
                        "waitMillisLongest",
                        "errors",
                        "leaked");
        for (SpikeTurn turn : turns.taken()) {
            csv.add(
                    turn.row(),
                    turn.peer(),
                    turn.round(),
                    turn.serveMillis(),
                    turn.made(),
                    turn.p99Millis(),
                    turn.longestMillis(),
                    turn.errors(),
                    turn.leaked());
        }
        return csv.toString();
    }

    private String waitingCsv() {
        Csv csv = new Csv("row", "pool", "round", "askedMillis", "answeredMillis");
        for (SpikeTurn turn : turns.taken()) {
            for (SpikeTurn.Wait wait : turn.waits()) {
                csv.add(
                        turn.row(),
                        turn.peer(),
                        turn.round(),
                        wait.from() / 1e6,
                        wait.until() / 1e6);
            }
        }
        return csv.toString();
    }
}
