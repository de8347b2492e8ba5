package io.sluice.perf.report;

import io.sluice.perf.peer.Peer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** Compares the results of a run with the targets for the pool. */
final class Targets {

    private static final List<String> PLENTY = List.of("1t", "2t", "8t");
    private static final List<String> WITH_WORK = List.of("32t-500", "32t-5000");

    /** The largest part of the workload's time that a class of lock may have. */
    private static final double MOST_SHARE = 0.001;

    private final Map<String, List<Map<String, Object>>> results = new HashMap<>();
    private final List<Target> targets = new ArrayList<>();

    private Targets(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            if (outcome.report() != null) {
                results.put(outcome.command(), outcome.report().results());
            }
        }
    }

    /**
     * Returns every target.
     *
     * @param outcomes the outcomes of the run
     */
    static List<Target> of(List<Outcome> outcomes) {
        return new Targets(outcomes).all();
    }

    private List<Target> all() {
        for (String command : List.of("cycle", "cycle-virtual")) {
            for (String row : PLENTY) {
                bestPeer(command, row, "cyclesPerSecond", 2.5);
                bound(command, row, Peer.FLOOR, 0.75);
            }
        }
        bestPeer("cycle", "32t-0", "cyclesPerSecond", 1.2);
        for (String row : WITH_WORK) {
            bestPeer("cycle", row, "cyclesPerSecond", 0.95);
            bound("cycle", row, Peer.IDEAL, 0.8);
        }
        for (String row : WITH_WORK) {
            least(
                    "cycle "
                            + row
                            + ": the most overtaken thread no more than with the fairest peer",
                    figures("cycle", "waits", row, "overtakenBy"),
                    true);
        }
        for (String row : List.of("1t", "8t")) {
            bestPeer("statement", row, "statementsPerSecond", 3);
        }
        spike();
        mostOfAnyRound(
                "contention: no contended monitor", "contendedMonitorsMax", 0, Figures::count);
        mostOfAnyRound(
                "contention: no class of lock above 0.1 % of the time",
                "largestLockShareMax", MOST_SHARE, share -> Figures.percent(share, 3));
        wakeUps();
        bytes("cycle", "throughput", "bytesPerCycle");
        bytes("statement", "throughput", "bytesPerStatement");
        bytes("wrappers", "wrappers", "bytesPerStatement");
        least(
                "housekeeping: fewest bytes for an idle connection",
                new PoolFigures(results("housekeeping", "held"), "bytesPerConnection"),
                false);
        return List.copyOf(targets);
    }

    private void bestPeer(String command, String row, String figure, double wanted) {
        String words = command + " " + row + " ≥ " + wanted(wanted) + " × the best peer";
        PoolFigures figures = figures(command, "throughput", row, figure);
        OptionalDouble ours = figures.of(Peer.SLUICE);
        Map.Entry<Peer, Double> best = figures.mostOfPeers().orElse(null);
        if (ours.isEmpty() || best == null) {
            targets.add(Target.unknown(words));
            return;
        }
        double ratio = ours.getAsDouble() / best.getValue();
        targets.add(
                Target.of(
                        words,
                        ratio(ratio) + " × " + named(best.getKey(), figures),
                        ratio >= wanted));
    }

    private void bound(String command, String row, Peer bound, double wanted) {
        String words = command + " " + row + " ≥ " + wanted(wanted) + " × " + bound;
        PoolFigures figures = figures(command, "throughput", row, "cyclesPerSecond");
        OptionalDouble ours = figures.of(Peer.SLUICE);
        OptionalDouble most = figures.of(bound);
        if (ours.isEmpty() || most.isEmpty()) {
            targets.add(Target.unknown(words));
            return;
        }
        double ratio = ours.getAsDouble() / most.getAsDouble();
        targets.add(Target.of(words, ratio(ratio), ratio >= wanted));
    }

    /**
     * Requires a figure to be less than that of every peer.
     *
     * @param orEqual whether it may also equal the least
     */
    private void least(String words, PoolFigures figures, boolean orEqual) {
        OptionalDouble ours = figures.of(Peer.SLUICE);
        Map.Entry<Peer, Double> least = figures.leastOfPeers().orElse(null);
        if (ours.isEmpty() || least == null) {
            targets.add(Target.unknown(words));
            return;
        }
        int compared = Double.compare(ours.getAsDouble(), least.getValue());
        targets.add(
                Target.of(
                        words,
                        beside(ours.getAsDouble(), least, figures),
                        orEqual ? compared <= 0 : compared < 0));
    }

    /** An operation allocates a whole number of bytes, except for what JMH itself allocates. */
    private void bytes(String command, String measure, String name) {
        String words = command + ": fewest bytes for each operation";
        boolean fewest = true;
        double closest = Double.POSITIVE_INFINITY;
        String figure = "";
        for (String row : rows(command, measure)) {
            PoolFigures figures = figures(command, measure, row, name);
            OptionalDouble ours = figures.of(Peer.SLUICE);
            Map.Entry<Peer, Double> least = figures.leastOfPeers().orElse(null);
            if (ours.isPresent() && least != null) {
                double fewer = Math.rint(least.getValue()) - Math.rint(ours.getAsDouble());
                fewest &= fewer > 0;
                if (fewer < closest) {
                    closest = fewer;
                    figure = beside(ours.getAsDouble(), least, figures) + ", in " + row;
                }
            }
        }
        targets.add(figure.isEmpty() ? Target.unknown(words) : Target.of(words, figure, fewest));
    }

    /** By medians, whether ranges overlap or not: what is certain is in the report itself. */
    private void spike() {
        String words = "spike: no peer better in both columns";
        List<String> beaten = new ArrayList<>();
        List<String> rows = rows("spike", "spike");
        int compared = 0;
        for (String row : rows) {
            PoolFigures times = figures("spike", "spike", row, "serveAllMillis");
            PoolFigures made = figures("spike", "spike", row, "connectionsMade");
            OptionalDouble ourTime = times.of(Peer.SLUICE);
            OptionalDouble ourMade = made.of(Peer.SLUICE);
            if (ourTime.isEmpty() || ourMade.isEmpty()) {
                beaten.add("sluice failed in " + row);
                continue;
            }
            for (Map.Entry<Peer, Double> time : times.peers()) {
                compared++;
                if (time.getValue() < ourTime.getAsDouble()
                        && made.of(time.getKey()).orElse(Double.POSITIVE_INFINITY)
                                < ourMade.getAsDouble()) {
                    beaten.add(time.getKey() + " in " + row);
                }
            }
        }
        if (compared == 0 && beaten.isEmpty()) {
            targets.add(Target.unknown(words));
            return;
        }
        String figure = beaten.isEmpty() ? "nobody" : String.join(", ", beaten);
        targets.add(Target.of(words, figure + "; " + compared + " comparisons", beaten.isEmpty()));
    }

    private void mostOfAnyRound(
            String words, String name, double most, DoubleFunction<String> format) {
        OptionalDouble figure =
                new PoolFigures(results("contention", "contention"), name).of(Peer.SLUICE);
        targets.add(
                figure.isEmpty()
                        ? Target.unknown(words)
                        : Target.of(
                                words,
                                format.apply(figure.getAsDouble()) + " at most in a round",
                                figure.getAsDouble() <= most));
    }

    /** Before the first keepalive, pools that were left alone for a second have nothing to do. */
    private void wakeUps() {
        String words = "housekeeping: no wake-up that is not due";
        List<Map<String, Object>> ours =
                results("housekeeping", "idle").stream()
                        .filter(result -> Peer.SLUICE.toString().equals(result.get("pool")))
                        .filter(result -> result.get("wakeUpsPerSecondMax") instanceof Double)
                        .toList();
        if (ours.isEmpty()) {
            targets.add(Target.unknown(words));
            return;
        }
        targets.add(
                Target.of(
                        words,
                        ours.stream()
                                .map(
                                        result ->
                                                result.get("pools")
                                                        + " idle: "
                                                        + Figures.count(most(result))
                                                        + "/s")
                                .collect(Collectors.joining(", ")),
                        ours.stream().allMatch(result -> most(result) == 0)));
    }

    private static double most(Map<String, Object> result) {
        return (Double) Objects.requireNonNull(result.get("wakeUpsPerSecondMax"));
    }

    private List<Map<String, Object>> results(String command, String measure) {
        return results.getOrDefault(command, List.of()).stream()
                .filter(result -> measure.equals(result.get("measure")))
                .toList();
    }

    private List<String> rows(String command, String measure) {
        return results(command, measure).stream()
                .map(result -> String.valueOf(result.get("row")))
                .distinct()
                .toList();
    }

    private PoolFigures figures(String command, String measure, String row, String name) {
        return new PoolFigures(
                results(command, measure).stream()
                        .filter(result -> row.equals(result.get("row")))
                        .toList(),
                name);
    }

    private static String beside(double ours, Map.Entry<Peer, Double> least, PoolFigures figures) {
        return Figures.count(ours)
                + " beside "
                + Figures.count(least.getValue())
                + " of "
                + named(least.getKey(), figures);
    }

    private static String named(Peer best, PoolFigures figures) {
        int others = figures.peers().size();
        return best + (others == 1 ? ", the only peer" : ", the best of " + others);
    }

    private static String wanted(double ratio) {
        return String.format(Locale.ROOT, "%s", ratio).replaceFirst("\\.0$", "");
    }

    /** Rounds down, so that a missed target never looks reached. */
    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.3f", Math.floor(1000 * ratio) / 1000);
    }
}
