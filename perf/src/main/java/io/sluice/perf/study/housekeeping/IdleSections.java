package io.sluice.perf.study.housekeeping;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Turns what idle pools did into tables, charts and results. */
final class IdleSections {

    private static final List<String> HEADER =
            List.of(
                    "pool",
                    "threads",
                    "started",
                    "ended",
                    "wake-ups/s",
                    "range",
                    "CPU/s",
                    "range",
                    "process CPU/s");

    private static final String EXPLAINED =
            "Threads are those that were not there before the pools, started and ended those of them"
                    + " that did so while they were watched. Wake-ups are their voluntary context"
                    + " switches, as Linux counts them in /proc/self/task/*/status, and their ends;"
                    + " CPU/s is their CPU time in a second, and the process is all of the virtual"
                    + " machine. (none) is one without pools.";

    private static final String UNKNOWN = "–";

    private final List<IdleTurn> turns;

    IdleSections(List<IdleTurn> turns) {
        this.turns = turns;
    }

    /** Returns the table and the charts of a row. */
    Section section(HousekeepingRow row) {
        List<IdleTurn> ofRow = of(row);
        List<List<String>> lines = new ArrayList<>();
        lines.add(line(of(null)));
        ofRow.stream()
                .map(IdleTurn::peer)
                .distinct()
                .sorted()
                .forEach(peer -> lines.add(line(of(row, peer))));
        List<BarChart> charts = new ArrayList<>();
        if (counted(ofRow)) {
            charts.add(
                    spreads(ofRow, IdleSections::wakeUps)
                            .chart("Wake-ups per second, fewer is better", Figures::count));
        }
        charts.add(
                spreads(ofRow, IdleTurn::cpuNanos)
                        .chart(
                                "CPU time of the pools' threads in a second, less is better",
                                Figures::nanos));
        return new Section(row.title(), EXPLAINED, new Table(HEADER, lines), charts);
    }

    /** Returns the same figures for programs. */
    List<Map<String, Object>> results(List<HousekeepingRow> rows) {
        List<Map<String, Object>> results = new ArrayList<>();
        results.add(result(of(null)));
        for (HousekeepingRow row : rows) {
            of(row).stream()
                    .map(IdleTurn::peer)
                    .distinct()
                    .sorted()
                    .forEach(peer -> results.add(result(of(row, peer))));
        }
        return results;
    }

    /** Returns every turn. */
    String turns() {
        Csv csv =
                new Csv(
                        "row",
                        "pool",
                        "round",
                        "connections",
                        "threads",
                        "started",
                        "ended",
                        "wakeUpsPerSecond",
                        "cpuNanosPerSecond",
                        "processCpuNanosPerSecond");
        for (IdleTurn turn : turns) {
            csv.add(
                    turn.row(),
                    turn.pool(),
                    turn.round(),
                    turn.connections(),
                    turn.threads(),
                    turn.started(),
                    turn.ended(),
                    turn.wakeUps(),
                    turn.cpuNanos(),
                    turn.processCpuNanos());
        }
        return csv.toString();
    }

    /** Returns every kind of thread of every turn: how many there were, and what they did. */
    String kinds() {
        Csv csv =
                new Csv(
                        "row",
                        "pool",
                        "round",
                        "kind",
                        "threads",
                        "wakeUpsPerSecond",
                        "cpuNanosPerSecond");
        for (IdleTurn turn : turns) {
            for (Object kind : turn.kinds()) {
                List<?> figures = (List<?>) kind;
                csv.add(
                        turn.row(),
                        turn.pool(),
                        turn.round(),
                        figures.get(0).toString().replace(',', ';'),
                        figures.get(1),
                        turn.wakeUps() == null ? null : figures.get(2),
                        figures.get(3));
            }
        }
        return csv.toString();
    }

    private List<IdleTurn> of(@Nullable HousekeepingRow row) {
        return turns.stream().filter(turn -> turn.row() == row).toList();
    }

    private List<IdleTurn> of(HousekeepingRow row, @Nullable Peer peer) {
        return of(row).stream().filter(turn -> turn.peer() == peer).toList();
    }

    private static boolean counted(List<IdleTurn> some) {
        return some.stream().allMatch(turn -> turn.wakeUps() != null);
    }

    private static double wakeUps(IdleTurn turn) {
        return Objects.requireNonNull(turn.wakeUps());
    }

    private static PeerSpreads spreads(List<IdleTurn> some, ToDoubleFunction<IdleTurn> figure) {
        return PeerSpreads.of(some, turn -> Objects.requireNonNull(turn.peer()), figure);
    }

    private static Spread spread(List<IdleTurn> some, ToDoubleFunction<IdleTurn> figure) {
        return Spread.of(some.stream().map(figure::applyAsDouble).toList());
    }

    private static List<String> line(List<IdleTurn> some) {
        Spread cpu = spread(some, IdleTurn::cpuNanos);
        Spread wakes = counted(some) ? spread(some, IdleSections::wakeUps) : null;
        return List.of(
                some.get(0).pool(),
                Figures.count(spread(some, IdleTurn::threads).median()),
                Figures.count(spread(some, IdleTurn::started).median()),
                Figures.count(spread(some, IdleTurn::ended).median()),
                wakes == null ? UNKNOWN : Figures.count(wakes.median()),
                wakes == null ? "" : Figures.range(wakes, Figures::count),
                Figures.nanos(cpu.median()),
                Figures.range(cpu, Figures::nanos),
                Figures.nanos(spread(some, IdleTurn::processCpuNanos).median()));
    }

    private static Map<String, Object> result(List<IdleTurn> some) {
        IdleTurn any = some.get(0);
        HousekeepingRow row = any.row();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", any.pool());
        result.put("measure", "idle");
        result.put("pools", row == null ? 0 : row.count());
        result.put("connections", spread(some, IdleTurn::connections).median());
        result.put("threads", spread(some, IdleTurn::threads).median());
        result.put("threadsStarted", spread(some, IdleTurn::started).median());
        result.put("threadsEnded", spread(some, IdleTurn::ended).median());
        if (counted(some)) {
            spread(some, IdleSections::wakeUps).putInto(result, "wakeUpsPerSecond");
        }
        spread(some, IdleTurn::cpuNanos).putInto(result, "cpuNanosPerSecond");
        spread(some, IdleTurn::processCpuNanos).putInto(result, "processCpuNanosPerSecond");
        return result;
    }
}
