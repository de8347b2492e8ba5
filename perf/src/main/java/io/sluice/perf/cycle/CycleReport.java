package io.sluice.perf.cycle;

import io.sluice.perf.fork.Fork;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.Operation;
import io.sluice.perf.fork.Rates;
import io.sluice.perf.fork.Row;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the forks of {@code cycle} into tables, charts and results: medians, ranges, and ratios of
 * medians.
 */
final class CycleReport {

    private static final String WAITS_EXPLAINED =
            "How long an acquire took, and the most leases that began elsewhere while one acquire"
                    + " waited; in arrival order that would be about as many as there are threads.";

    static final Operation CYCLE = new Operation(CycleBenchmark.class, "cycle");

    private final ForkPlan plan;
    private final Duration waitTime;
    private final Rates cycles;
    private final List<WaitTurn> waits;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    CycleReport(ForkPlan plan, Duration waitTime, List<Fork> cycles, List<WaitTurn> waits) {
        this.plan = plan;
        this.waitTime = waitTime;
        this.cycles = new Rates(CYCLE, plan, cycles);
        this.waits = waits;
    }

    Report report() {
        cycles.addTo(sections, results);
        for (Row row : plan.rows()) {
            List<WaitTurn> turns = waits.stream().filter(turn -> turn.row() == row).toList();
            if (!turns.isEmpty()) {
                addWaits(row, turns);
            }
        }
        return new Report(
                name(),
                "What does it cost to acquire a connection and to release it again?",
                Instant.now(),
                Machine.current(),
                settings(),
                sections,
                results,
                raw());
    }

    private String name() {
        return plan.threadKind().reportName("cycle");
    }

    private Map<String, String> settings() {
        Map<String, String> settings = plan.settings();
        if (!waits.isEmpty()) {
            settings.put("waits", waitTime.toMillis() + " ms per contestant and round");
        }
        return settings;
    }

    private void addWaits(Row row, List<WaitTurn> turns) {
        PeerSpreads p999 = PeerSpreads.of(turns, WaitTurn::peer, WaitTurn::p999Micros);
        PeerSpreads max = PeerSpreads.of(turns, WaitTurn::peer, WaitTurn::maxMicros);
        PeerSpreads overtaken = PeerSpreads.of(turns, WaitTurn::peer, WaitTurn::overtakenBy);
        PeerSpreads rates = PeerSpreads.of(turns, WaitTurn::peer, WaitTurn::perSecond);
        List<List<String>> rows = new ArrayList<>();
        for (Peer peer : p999.peers()) {
            rows.add(
                    List.of(
                            peer.toString(),
                            Figures.micros(p999.of(peer).median()),
                            Figures.micros(max.of(peer).median()),
                            Figures.range(max.of(peer), Figures::micros),
                            Figures.count(overtaken.of(peer).median()),
                            Figures.range(overtaken.of(peer), Figures::count),
                            Figures.count(rates.of(peer).median())));
            Map<String, Object> result = Rates.result(row, peer, "waits");
            p999.putInto(result, "waitP999Micros", peer);
            max.putInto(result, "waitMaxMicros", peer);
            overtaken.putInto(result, "overtakenBy", peer);
            rates.putInto(result, "leasesPerSecond", peer);
            results.add(result);
        }
        sections.add(
                new Section(
                        "Waits: " + row.title(),
                        WAITS_EXPLAINED,
                        new Table(
                                List.of(
                                        "pool",
                                        "p99.9",
                                        "longest",
                                        "range",
                                        "overtaken by",
                                        "range",
                                        "leases/s"),
                                rows),
                        List.of(
                                max.chart("Longest wait, less is better", Figures::micros),
                                overtaken.chart(
                                        "Most leases during one wait, less is better",
                                        Figures::count))));
    }

    private Map<String, String> raw() {
        Map<String, String> raw = new LinkedHashMap<>();
        cycles.addTo(raw);
        if (!waits.isEmpty()) {
            Csv csv =
                    new Csv(
                            "row",
                            "pool",
                            "round",
                            "leasesPerSecond",
                            "waitP999Micros",
                            "waitMaxMicros",
                            "overtakenBy");
            for (WaitTurn t : waits) {
                csv.add(
                        t.row(),
                        t.peer(),
                        t.round(),
                        t.perSecond(),
                        t.p999Micros(),
                        t.maxMicros(),
                        t.overtakenBy());
            }
            raw.put(name() + "-waits.csv", csv.toString());
        }
        return raw;
    }
}
