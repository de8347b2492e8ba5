package io.sluice.perf.wrappers;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
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
import java.util.OptionalDouble;

/**
 * Turns the forks of {@code wrappers} into tables, charts and results: medians, ranges, and ratios
 * of medians.
 */
final class WrappersReport {

    private static final String EXPLAINED =
            "CPU is that of the thread that runs the statements. The share is the part of it that is"
                    + " not the driver's: 1 − CPU of raw ÷ CPU.";

    private final WrappersPlan plan;
    private final List<WrappersTurn> turns;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    WrappersReport(WrappersPlan plan, List<WrappersTurn> turns) {
        this.plan = plan;
        this.turns = turns;
    }

    Report report() {
        for (WrappersRow row : plan.rows()) {
            add(row, turns.stream().filter(turn -> turn.row() == row).toList());
        }
        return new Report(
                "wrappers",
                "How much CPU do handles take, and how much do reflective proxies?",
                Instant.now(),
                Machine.current(),
                plan.settings(),
                sections,
                results,
                Map.of("wrappers-forks.csv", csv()));
    }

    private void add(WrappersRow row, List<WrappersTurn> ofRow) {
        PeerSpreads cpu = PeerSpreads.of(ofRow, WrappersTurn::peer, WrappersTurn::cpuNanos);
        PeerSpreads call =
                PeerSpreads.of(
                        ofRow,
                        WrappersTurn::peer,
                        turn -> turn.nanos() / StatementWork.CALLS_PER_STATEMENT);
        PeerSpreads bytes =
                PeerSpreads.of(
                        ofRow.stream().filter(turn -> turn.bytes() != null).toList(),
                        WrappersTurn::peer,
                        turn -> Objects.requireNonNull(turn.bytes()));
        OptionalDouble raw = cpu.median(Peer.RAW);
        OptionalDouble proxies = cpu.median(Peer.PROXIES);
        List<List<String>> lines = new ArrayList<>();
        for (Peer peer : cpu.peers()) {
            double own = cpu.of(peer).median();
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("pool", peer.toString());
            result.put("measure", "wrappers");
            result.put("row", row.toString());
            result.put("callsPerStatement", StatementWork.CALLS_PER_STATEMENT);
            cpu.putInto(result, "cpuNanosPerStatement", peer);
            call.putInto(result, "nanosPerCall", peer);
            raw.ifPresent(driver -> result.put("wrapperCpuShare", 1 - driver / own));
            proxies.ifPresent(most -> result.put("ratioToProxies", own / most));
            OptionalDouble allocated = bytes.median(peer);
            if (allocated.isPresent()) {
                bytes.putInto(result, "bytesPerStatement", peer);
            }
            results.add(result);
            lines.add(
                    List.of(
                            peer.toString(),
                            Figures.nanos(own),
                            Figures.range(cpu.of(peer), Figures::nanos),
                            Figures.nanos(call.of(peer).median()),
                            raw.isPresent() ? Figures.percent(1 - raw.getAsDouble() / own) : "",
                            proxies.isPresent() ? Figures.ratio(own / proxies.getAsDouble()) : "",
                            allocated.isPresent() ? Figures.count(allocated.getAsDouble()) : ""));
        }
        Table table =
                new Table(
                        List.of(
                                "pool",
                                "CPU/statement",
                                "range",
                                "time/call",
                                "share",
                                "÷ proxies",
                                "bytes/statement"),
                        lines);
        sections.add(
                new Section(
                        row.title(),
                        EXPLAINED,
                        plan.allocation() ? table : table.withoutLastColumn(),
                        List.of(
                                cpu.chart(
                                        "CPU time per statement, less is better",
                                        Figures::nanos))));
    }

    private String csv() {
        Csv csv =
                new Csv(
                        "row",
                        "pool",
                        "round",
                        "cpuNanosPerStatement",
                        "nanosPerStatement",
                        "bytesPerStatement");
        for (WrappersTurn turn : turns) {
            csv.add(
                    turn.row(),
                    turn.peer(),
                    turn.round(),
                    turn.cpuNanos(),
                    turn.nanos(),
                    turn.bytes());
        }
        return csv.toString();
    }
}
