package io.sluice.perf.xa;

import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Spread;
import io.sluice.perf.report.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Turns the turns of {@code xa} into tables and results: medians, ranges, ratios of medians. */
final class XaReport {

    private final XaPlan plan;
    private final List<XaTurn> turns;
    private final List<Section> sections = new ArrayList<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    XaReport(XaPlan plan, List<XaTurn> turns) {
        this.plan = plan;
        this.turns = turns;
    }

    Report report() {
        for (XaRow row : plan.rows()) {
            add(row);
        }
        return new Report(
                "xa",
                "What do global transactions cost through each pool and its manager?",
                Instant.now(),
                Machine.current(),
                plan.settings(),
                sections,
                results,
                Map.of(
                        "xa-turns.csv",
                        figures(),
                        "xa-seconds.csv",
                        seconds(),
                        "xa-locks.csv",
                        locks()));
    }

    private List<XaTurn> of(XaRow row, XaPeer peer) {
        return turns.stream().filter(turn -> turn.row() == row && turn.peer() == peer).toList();
    }

    private static Spread spread(List<XaTurn> ofPeer, String figure) {
        return Spread.of(ofPeer.stream().map(turn -> turn.get(figure)).toList());
    }

    private void add(XaRow row) {
        List<String> header = new ArrayList<>(List.of("pool"));
        String first = row.figures().get(0);
        for (String figure : row.figures()) {
            header.add(XaRow.header(figure));
            if (figure.equals(first)) {
                header.add("range");
            }
        }
        List<XaTurn> reference = of(row, row.reference());
        row.compared()
                .forEach(figure -> header.add(XaRow.header(figure) + " ÷ " + row.reference()));
        List<List<String>> lines = new ArrayList<>();
        for (XaPeer peer : plan.peers()) {
            List<XaTurn> ofPeer = of(row, peer);
            if (!ofPeer.isEmpty()) {
                lines.add(line(row, peer, ofPeer, reference));
            }
        }
        if (!lines.isEmpty()) {
            sections.add(
                    new Section(
                            row.title(),
                            row.explanation(),
                            new Table(header, lines),
                            List.of(chart(row))));
        }
    }

    /** Shows the most important figure of a row. */
    private BarChart chart(XaRow row) {
        String figure = row.figures().get(0);
        List<BarChart.Bar> bars = new ArrayList<>();
        for (XaPeer peer : plan.peers()) {
            List<XaTurn> ofPeer = of(row, peer);
            if (!ofPeer.isEmpty()) {
                bars.add(new BarChart.Bar(peer.toString(), spread(ofPeer, figure), peer.tone()));
            }
        }
        return new BarChart(
                XaRow.header(figure) + (row.isLoad() ? ", more is better" : ", less is better"),
                bars,
                XaRow.format(figure));
    }

    private List<String> line(XaRow row, XaPeer peer, List<XaTurn> ofPeer, List<XaTurn> reference) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", "xa");
        result.put("row", row.toString());
        List<String> line = new ArrayList<>(List.of(peer.toString()));
        for (String figure : row.figures()) {
            Spread spread = spread(ofPeer, figure);
            DoubleFunction<String> format = XaRow.format(figure);
            line.add(format.apply(spread.median()));
            if (figure.equals(row.figures().get(0))) {
                line.add(Figures.range(spread, format));
            }
            result.put(figure, spread.median());
            result.put(figure + "Min", spread.min());
            result.put(figure + "Max", spread.max());
        }
        for (String figure : row.compared()) {
            double base = reference.isEmpty() ? 0 : spread(reference, figure).median();
            if (base == 0) {
                line.add("");
            } else {
                double ratio = spread(ofPeer, figure).median() / base;
                line.add(ratio < 0.01 ? String.format("%.5f", ratio) : Figures.ratio(ratio));
                result.put(figure + "Ratio", ratio);
            }
        }
        results.add(result);
        return line;
    }

    private String figures() {
        Csv csv = new Csv("row", "pool", "round", "figure", "value");
        for (XaTurn turn : turns) {
            for (String figure : turn.row().figures()) {
                csv.add(turn.row(), turn.peer(), turn.round(), figure, turn.get(figure));
            }
        }
        return csv.toString();
    }

    /** How many transactions there were in each second, from the first of the warm-up on. */
    private String seconds() {
        Csv csv = new Csv("row", "pool", "round", "second", "transactions");
        for (XaTurn turn : turns) {
            if (turn.figures().get("seconds") instanceof List<?> seconds) {
                for (int i = 0; i < seconds.size(); i++) {
                    csv.add(turn.row(), turn.peer(), turn.round(), i + 1, seconds.get(i));
                }
            }
        }
        return csv.toString();
    }

    /**
     * Every class of lock of every turn: its owner, and how often and how long it was contended.
     */
    private String locks() {
        Csv csv = new Csv("row", "pool", "round", "lock", "contentions", "millis");
        for (XaTurn turn : turns) {
            if (turn.figures().get("locks") instanceof Map<?, ?> locks) {
                locks.forEach(
                        (lock, sums) ->
                                csv.add(
                                        turn.row(),
                                        turn.peer(),
                                        turn.round(),
                                        lock,
                                        ((List<?>) sums).get(0),
                                        ((List<?>) sums).get(1)));
            }
        }
        return csv.toString();
    }
}
