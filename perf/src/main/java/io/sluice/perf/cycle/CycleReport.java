package io.sluice.perf.cycle;

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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Turns the forks of {@code cycle} into tables, charts and results: medians, ranges, and ratios of
 * medians.
 */
final class CycleReport {

    private static final String WAITS_EXPLAINED =
            "How long an acquire took, and the most leases that began elsewhere while one acquire"
                    + " waited; in arrival order that would be about as many as there are threads.";

    private final CyclePlan plan;
    private final Duration waitTime;
    private final List<CycleFork> cycles;
    private final List<WaitTurn> waits;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    CycleReport(CyclePlan plan, Duration waitTime, List<CycleFork> cycles, List<WaitTurn> waits) {
        this.plan = plan;
        this.waitTime = waitTime;
        this.cycles = cycles;
        this.waits = waits;
    }

    Report report() {
        for (CycleRow row : plan.rows()) {
            List<CycleFork> forks = cycles.stream().filter(fork -> fork.row() == row).toList();
            if (!forks.isEmpty()) {
                addCycles(row, forks);
            }
        }
        for (CycleRow row : plan.rows()) {
            List<WaitTurn> turns = waits.stream().filter(turn -> turn.row() == row).toList();
            if (!turns.isEmpty()) {
                addWaits(row, turns);
            }
        }
        return new Report(
                "cycle",
                "What does it cost to acquire a connection and to release it again?",
                Instant.now(),
                Machine.current(),
                settings(),
                sections,
                results,
                raw());
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("flags of the forks", String.join(" ", ForkedJvm.telling(plan.jvmFlags())));
        settings.put(
                "forks",
                String.format(
                        Locale.ROOT,
                        "%d per contestant, interleaved, each %d + %d iterations of %d ms",
                        plan.forks(),
                        plan.warmups(),
                        plan.iterations(),
                        plan.iterationTime().toMillis()));
        settings.put("holders promoted to the old generation", plan.promoted() ? "yes" : "no");
        settings.put(
                "pools",
                "all connections made before measuring; fixed size; everything else each pool's own"
                        + " default");
        if (!waits.isEmpty()) {
            settings.put("waits", waitTime.toMillis() + " ms per contestant and round");
        }
        return settings;
    }

    private void addCycles(CycleRow row, List<CycleFork> forks) {
        PeerSpreads rates = PeerSpreads.of(forks, CycleFork::peer, CycleFork::perSecond);
        PeerSpreads bytes =
                PeerSpreads.of(
                        forks.stream().filter(fork -> fork.bytesPerCycle() != null).toList(),
                        CycleFork::peer,
                        fork -> Objects.requireNonNull(fork.bytesPerCycle()));
        Peer bound = row.contended() ? Peer.IDEAL : Peer.FLOOR;
        OptionalDouble bestPeer = rates.largestOfPeers();
        OptionalDouble limit = rates.median(bound);
        List<List<String>> rows = new ArrayList<>();
        for (Peer peer : rates.peers()) {
            double rate = rates.of(peer).median();
            OptionalDouble allocated = bytes.median(peer);
            rows.add(
                    List.of(
                            peer.toString(),
                            Figures.count(rate),
                            Figures.range(rates.of(peer), Figures::count),
                            ratio(rate, bestPeer),
                            ratio(rate, limit),
                            allocated.isPresent() ? Figures.count(allocated.getAsDouble()) : ""));
            Map<String, Object> result = result(row, peer, "throughput");
            rates.putInto(result, "cyclesPerSecond", peer);
            bestPeer.ifPresent(best -> result.put("ratioToBestPeer", rate / best));
            limit.ifPresent(
                    best ->
                            result.put(
                                    bound == Peer.FLOOR ? "ratioToFloor" : "ratioToIdeal",
                                    rate / best));
            if (allocated.isPresent()) {
                bytes.putInto(result, "bytesPerCycle", peer);
            }
            results.add(result);
        }
        List<String> header =
                List.of("pool", "cycles/s", "range", "÷ best peer", "÷ " + bound, "bytes/cycle");
        Table table = new Table(header, rows);
        sections.add(
                new Section(
                        row.title(),
                        "",
                        plan.allocation() ? table : table.withoutLastColumn(),
                        List.of(rates.chart("Cycles per second, more is better", Figures::count))));
    }

    private void addWaits(CycleRow row, List<WaitTurn> turns) {
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
            Map<String, Object> result = result(row, peer, "waits");
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

    private static Map<String, Object> result(CycleRow row, Peer peer, String measure) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", measure);
        result.put("row", row.toString());
        result.put("threads", row.threads(peer, Runtime.getRuntime().availableProcessors()));
        result.put("connections", row.connections());
        result.put("tokens", row.tokens());
        return result;
    }

    private static String ratio(double rate, OptionalDouble to) {
        return to.isPresent() ? Figures.ratio(rate / to.getAsDouble()) : "";
    }

    private Map<String, String> raw() {
        Map<String, String> raw = new LinkedHashMap<>();
        if (!cycles.isEmpty()) {
            Csv csv = new Csv("row", "pool", "round", "cyclesPerSecond", "bytesPerCycle");
            for (CycleFork f : cycles) {
                csv.add(f.row(), f.peer(), f.round(), f.perSecond(), f.bytesPerCycle());
            }
            raw.put("cycle-forks.csv", csv.toString());
        }
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
            raw.put("cycle-waits.csv", csv.toString());
        }
        return raw;
    }
}
