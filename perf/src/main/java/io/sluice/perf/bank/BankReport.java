package io.sluice.perf.bank;

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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Turns a tally into tables, results and a verdict. */
final class BankReport {

    private static final String POOL = "sluice";

    private final BankPlan plan;
    private final BankTally tally;

    BankReport(BankPlan plan, BankTally tally) {
        this.plan = plan;
        this.tally = tally;
    }

    Report report() {
        Map<String, String> settings = plan.settings();
        settings.putAll(BankRun.settings());
        List<Map<String, Object>> results = new ArrayList<>();
        results.add(whole());
        for (Point point : Point.values()) {
            results.add(result(point));
        }
        return new Report(
                "bank",
                "What is lost when the JVM that commits transactions on two databases is killed?",
                Instant.now(),
                Machine.current(),
                settings,
                List.of(new Section("The bank", "", totals(), List.of(branches())), points()),
                results,
                Map.of("bank-kills.csv", kills()));
    }

    private Table totals() {
        return new Table(
                List.of(
                        "pool",
                        "rounds",
                        "kills",
                        "transfers committed",
                        "in doubt found",
                        "recovered",
                        "in doubt now",
                        "money lost"),
                List.of(
                        List.of(
                                POOL,
                                Integer.toString(plan.rounds()),
                                Integer.toString(killed()),
                                Long.toString(tally.transfers()),
                                Integer.toString(tally.found()),
                                Integer.toString(tally.recovered()),
                                Integer.toString(tally.left().size()),
                                Long.toString(tally.lost()))));
    }

    private Section points() {
        return new Section(
                "Where the JVM was killed",
                "The transaction that was there when the kill came is committed or rolled back by"
                        + " recovery, as the manager's log decides.",
                new Table(
                        List.of("point", "hits", "the transaction is then", "and when it was hit"),
                        Arrays.stream(Point.values())
                                .map(
                                        point ->
                                                List.of(
                                                        point.toString(),
                                                        Integer.toString(tally.hits(point)),
                                                        outcome(point),
                                                        point.reached()))
                                .toList()),
                List.of(inDoubt()));
    }

    private BarChart branches() {
        return new BarChart(
                "Branches of transactions",
                List.of(
                        bar("found in doubt", List.of((double) tally.found())),
                        bar("recovered", List.of((double) tally.recovered())),
                        bar("in doubt now", List.of((double) tally.left().size()))),
                Figures::count);
    }

    private BarChart inDoubt() {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (Point point : Point.values()) {
            List<Double> found =
                    tally.kills().stream()
                            .filter(kill -> kill.point() == point)
                            .map(Kill::found)
                            .filter(Objects::nonNull)
                            .map(Integer::doubleValue)
                            .toList();
            if (!found.isEmpty()) {
                bars.add(bar(point.toString(), found));
            }
        }
        return new BarChart("Branches in doubt after a kill", bars, Figures::count);
    }

    private static BarChart.Bar bar(String label, List<Double> values) {
        return new BarChart.Bar(label, Spread.of(values), BarChart.Tone.OURS);
    }

    private String kills() {
        Csv csv = new Csv("point", "hit", "transfers_told", "in_doubt_found", "recovered");
        for (Kill kill : tally.kills()) {
            csv.add(kill.point(), kill.hit(), kill.told(), kill.found(), kill.recovered());
        }
        return csv.toString();
    }

    private int killed() {
        return Arrays.stream(Point.values()).mapToInt(tally::hits).sum();
    }

    private static String outcome(Point point) {
        Boolean committed = point.committed();
        if (committed == null) {
            return "either";
        }
        return committed ? "committed" : "rolled back";
    }

    private Map<String, Object> whole() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", POOL);
        result.put("measure", "bank");
        result.put("rounds", plan.rounds());
        result.put("kills", killed());
        result.put("transfersCommitted", tally.transfers());
        result.put("inDoubtFound", tally.found());
        result.put("recovered", tally.recovered());
        result.put("inDoubtAtEnd", tally.left().size());
        result.put("moneyLost", tally.lost());
        return result;
    }

    private Map<String, Object> result(Point point) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", POOL);
        result.put("measure", "kills");
        result.put("point", point.toString());
        result.put("hits", tally.hits(point));
        return result;
    }

    /**
     * Returns the reasons for which the command has to fail. A run that ended early because
     * something was wrong fails for that only, not for what it did not reach.
     */
    List<String> verdict() {
        List<String> wrong = new ArrayList<>(tally.wrong());
        if (!wrong.isEmpty()) {
            return wrong;
        }
        for (Point point : Point.values()) {
            if (point.isNamed() && tally.hits(point) < Point.LEAST_HITS) {
                wrong.add(
                        point
                                + " was hit "
                                + tally.hits(point)
                                + " times; expected at least "
                                + Point.LEAST_HITS);
            }
        }
        return wrong;
    }
}
