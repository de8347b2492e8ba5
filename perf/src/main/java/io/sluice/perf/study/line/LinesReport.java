package io.sluice.perf.study.line;

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
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Turns what was counted into tables, charts and results. */
final class LinesReport {

    private static final String EXPLANATION =
            "Atomic: writes that a processor waits for, which are compare-and-sets and the like,"
                    + " volatile writes, and entering or leaving a monitor. Read: lines that others"
                    + " have touched as well and that stay where they are. Moved: lines that come"
                    + " from another core, or are taken from others, once for the acquire and once"
                    + " for the release. By all: lines that nine of ten cycles write, whoever runs"
                    + " them.";

    private final LinesPlan plan;
    private final List<LinesTurn> turns;

    LinesReport(LinesPlan plan, List<LinesTurn> turns) {
        this.plan = plan;
        this.turns = turns;
    }

    Report report() {
        List<Section> sections = new ArrayList<>();
        List<Map<String, Object>> results = new ArrayList<>();
        for (int threads : plan.threads()) {
            List<LinesTurn> ofRow = ofRow(threads);
            sections.add(section(threads, ofRow));
            ofRow.forEach(turn -> results.add(result(turn)));
        }
        int most = plan.threads().get(plan.threads().size() - 1);
        List<LinesTurn> written =
                ofRow(most).stream().filter(turn -> !turn.writtenByAll().isEmpty()).toList();
        if (!written.isEmpty()) {
            sections.add(written(most, written));
        }
        return new Report(
                "lines",
                "Which memory does a cycle touch that other cores touch as well?",
                Instant.now(),
                Machine.current(),
                plan.settings(),
                sections,
                results,
                Map.of("lines-turns.csv", rounds(), "lines-written.csv", written()));
    }

    private String rounds() {
        Csv csv = new Csv("threads", "pool", "round", "atomic", "read", "moved");
        for (LinesTurn turn : turns) {
            for (int i = 0; i < turn.rounds().size(); i++) {
                LinesRound round = turn.rounds().get(i);
                csv.add(
                        turn.threads(),
                        turn.peer(),
                        i + 1,
                        round.atomics(),
                        round.read(),
                        round.moved());
            }
        }
        return csv.toString();
    }

    /** The lines that nearly every cycle writes, by owner, and how many of each. */
    private String written() {
        Csv csv = new Csv("threads", "pool", "object", "lines");
        for (LinesTurn turn : turns) {
            counts(turn)
                    .forEach((name, lines) -> csv.add(turn.threads(), turn.peer(), name, lines));
        }
        return csv.toString();
    }

    private List<LinesTurn> ofRow(int threads) {
        return turns.stream().filter(turn -> turn.threads() == threads).toList();
    }

    private static String title(int threads) {
        return (threads == 1 ? "1 thread" : threads + " threads")
                + " on "
                + LinesPlan.connections(threads)
                + " connections";
    }

    private Section section(int threads, List<LinesTurn> ofRow) {
        return new Section(
                title(threads),
                threads == plan.threads().get(0) ? EXPLANATION : "",
                new Table(
                        List.of("pool", "atomic", "read", "moved", "by all"),
                        ofRow.stream()
                                .map(
                                        turn ->
                                                List.of(
                                                        turn.peer().toString(),
                                                        Figures.count(turn.atomics()),
                                                        Figures.count(turn.read()),
                                                        Figures.count(turn.moved()),
                                                        Integer.toString(
                                                                turn.writtenByAll().size())))
                                .toList()),
                List.of(
                        PeerSpreads.of(ofRow, LinesTurn::peer, LinesTurn::moved)
                                .chart("Lines moved by a cycle, less is better", Figures::count)));
    }

    private static Section written(int threads, List<LinesTurn> ofRow) {
        return new Section(
                "What every cycle writes: " + title(threads),
                "The objects in which those lines are; once for each of the lines.",
                new Table(
                        List.of("pool", "objects"),
                        ofRow.stream()
                                .map(turn -> List.of(turn.peer().toString(), names(turn)))
                                .toList()),
                List.of());
    }

    private static Map<String, Integer> counts(LinesTurn turn) {
        Map<String, Integer> counts = new TreeMap<>();
        turn.writtenByAll().forEach(name -> counts.merge(name, 1, Integer::sum));
        return counts;
    }

    private static String names(LinesTurn turn) {
        return counts(turn).entrySet().stream()
                .map(
                        name ->
                                name.getValue() == 1
                                        ? name.getKey()
                                        : name.getValue() + " × " + name.getKey())
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Object> result(LinesTurn turn) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", turn.peer().toString());
        result.put("measure", "lines");
        result.put("threads", turn.threads());
        result.put("connections", LinesPlan.connections(turn.threads()));
        result.put("atomicOperations", turn.atomics());
        result.put("sharedLinesRead", turn.read());
        result.put("linesMoved", turn.moved());
        result.put("linesWrittenByAll", turn.writtenByAll().size());
        result.put("writtenByAll", names(turn));
        return result;
    }
}
