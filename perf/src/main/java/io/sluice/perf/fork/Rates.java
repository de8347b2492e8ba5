package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/** Turns forks into tables, charts and results: medians, ranges, and ratios of medians. */
public final class Rates {

    private final Operation operation;
    private final ForkPlan plan;
    private final List<Fork> forks;

    /**
     * Takes the forks.
     *
     * @param operation what was measured
     * @param plan the contestants, rows and rounds
     * @param forks the results; may be none
     */
    public Rates(Operation operation, ForkPlan plan, List<Fork> forks) {
        this.operation = operation;
        this.plan = plan;
        this.forks = forks;
    }

    /** Adds a section for each row, and a result for each row and contestant. */
    public void addTo(List<Section> sections, List<Map<String, Object>> results) {
        for (Row row : plan.rows()) {
            List<Fork> ofRow = forks.stream().filter(fork -> fork.row() == row).toList();
            if (!ofRow.isEmpty()) {
                sections.add(section(row, ofRow, results));
            }
        }
    }

    /** Adds the file with the figures of every fork, if there was one. */
    public void addTo(Map<String, String> raw) {
        if (forks.isEmpty()) {
            return;
        }
        Csv csv = new Csv("row", "pool", "round", operation.perSecond(), operation.bytesPer());
        for (Fork fork : forks) {
            csv.add(
                    fork.row(),
                    fork.peer(),
                    fork.round(),
                    fork.perSecond(),
                    fork.bytesPerOperation());
        }
        raw.put(plan.threadKind().reportName(operation.name()) + "-forks.csv", csv.toString());
    }

    /** Begins a result: the contestant, what was measured, and where. */
    public static Map<String, Object> result(Row row, Peer peer, String measure) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", measure);
        result.put("row", row.toString());
        result.put("threads", row.threads(peer, Runtime.getRuntime().availableProcessors()));
        result.put("connections", row.connections());
        result.put("tokens", row.tokens());
        return result;
    }

    private Section section(Row row, List<Fork> ofRow, List<Map<String, Object>> results) {
        PeerSpreads rates = PeerSpreads.of(ofRow, Fork::peer, Fork::perSecond);
        PeerSpreads bytes =
                PeerSpreads.of(
                        ofRow.stream().filter(fork -> fork.bytesPerOperation() != null).toList(),
                        Fork::peer,
                        fork -> Objects.requireNonNull(fork.bytesPerOperation()));
        Peer bound = row.contended() ? Peer.IDEAL : Peer.FLOOR;
        OptionalDouble bestPeer = rates.largestOfPeers();
        OptionalDouble limit = rates.median(bound);
        List<List<String>> lines = new ArrayList<>();
        for (Peer peer : rates.peers()) {
            double rate = rates.of(peer).median();
            OptionalDouble allocated = bytes.median(peer);
            lines.add(
                    List.of(
                            peer.toString(),
                            Figures.count(rate),
                            Figures.range(rates.of(peer), Figures::count),
                            ratio(rate, bestPeer),
                            ratio(rate, limit),
                            allocated.isPresent() ? Figures.count(allocated.getAsDouble()) : ""));
            Map<String, Object> result = result(row, peer, "throughput");
            rates.putInto(result, operation.perSecond(), peer);
            bestPeer.ifPresent(best -> result.put("ratioToBestPeer", rate / best));
            limit.ifPresent(
                    best ->
                            result.put(
                                    bound == Peer.FLOOR ? "ratioToFloor" : "ratioToIdeal",
                                    rate / best));
            if (allocated.isPresent()) {
                bytes.putInto(result, operation.bytesPer(), peer);
            }
            results.add(result);
        }
        Table table = new Table(header(bound), lines);
        return new Section(
                row.title(),
                "",
                plan.allocation() ? table : table.withoutLastColumn(),
                List.of(rates.chart(chartTitle(), Figures::count)));
    }

    private List<String> header(Peer bound) {
        return List.of(
                "pool",
                operation.plural() + "/s",
                "range",
                "÷ best peer",
                "÷ " + bound,
                "bytes/" + operation.name());
    }

    private String chartTitle() {
        String plural = operation.plural();
        return Character.toUpperCase(plural.charAt(0))
                + plural.substring(1)
                + " per second, more is better";
    }

    private static String ratio(double rate, OptionalDouble to) {
        return to.isPresent() ? Figures.ratio(rate / to.getAsDouble()) : "";
    }
}
