package io.sluice.perf.report;

import io.sluice.perf.peer.Peer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** Compares the results of a run with the targets for the pool. */
final class Targets {

    /** The least part of the best peer's rate, and of the floor's. */
    private record Rate(double ofPeer, double ofFloor) {}

    private static final Map<String, Rate> CYCLES = new LinkedHashMap<>();

    static {
        CYCLES.put("1t", new Rate(3, 0.8));
        CYCLES.put("2t", new Rate(5, 0.8));
        CYCLES.put("8t", new Rate(3.5, 0.8));
        CYCLES.put("1t-app", new Rate(3, 0.8));
        CYCLES.put("8t-app", new Rate(3.5, 0.8));
        CYCLES.put("1t-req", new Rate(2.5, 0.6));
        CYCLES.put("8t-req", new Rate(2.5, 0.6));
    }

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
        CYCLES.forEach(
                (row, rate) -> {
                    bestPeer("cycle", row, "cyclesPerSecond", rate.ofPeer());
                    bound("cycle", row, Peer.FLOOR, rate.ofFloor());
                });
        for (String row : List.of("1t", "2t", "8t")) {
            bestPeer("cycle-virtual", row, "cyclesPerSecond", 2.5);
            bound("cycle-virtual", row, Peer.FLOOR, 0.75);
        }
        bestPeer("cycle", "32t-0", "cyclesPerSecond", 2.5);
        bestPeer("cycle", "32t-500-app", "cyclesPerSecond", 1);
        for (String row : WITH_WORK) {
            bestPeer("cycle", row, "cyclesPerSecond", 1);
            bound("cycle", row, Peer.IDEAL, 0.8);
            bestPeer("cycle-virtual", row, "cyclesPerSecond", 1);
        }
        for (String row : WITH_WORK) {
            least(
                    "cycle "
                            + row
                            + ": the most overtaken thread no more than with the fairest peer",
                    figures("cycle", "waits", row, "overtakenBy"),
                    true);
        }
        for (String row : List.of("1t", "8t", "1t-app", "8t-app")) {
            bestPeer("statement", row, "statementsPerSecond", 3);
        }
        load();
        overload();
        spike();
        spikes();
        mostOfAnyRound(
                "contention: no contended monitor", "contendedMonitorsMax", 0, Figures::count);
        mostOfAnyRound(
                "contention: no class of lock above 0.1 % of the time",
                "largestLockShareMax", MOST_SHARE, share -> Figures.percent(share, 3));
        wakeUps();
        bytes("cycle", "throughput", "bytesPerCycle");
        bytes("statement", "throughput", "bytesPerStatement");
        bytes("wrappers", "wrappers", "bytesPerStatement");
        atMost("wrappers stub: CPU", wrappers("cpuNanosPerStatement"), Peer.HIKARI, 1.1);
        atMost("wrappers stub: bytes", wrappers("bytesPerStatement"), Peer.HIKARI, 1.1);
        least(
                "housekeeping: fewest bytes for an idle connection",
                new PoolFigures(results("housekeeping", "held"), "bytesPerConnection"),
                false);
        atMost(
                "xa stub: time",
                figures("xa", "xa", "stub", "nanosPerTransaction"),
                Peer.AGROAL,
                0.5);
        bound("xa h2-2", figures("xa", "xa", "h2-2", "transactionsPerSecond"), Peer.AGROAL, 1);
        return List.copyOf(targets);
    }

    private PoolFigures wrappers(String name) {
        return figures("wrappers", "wrappers", "stub", name);
    }

    private void load() {
        List<Map<String, Object>> load = results("load", "load");
        bestPeer("load", new PoolFigures(load, "transactionsPerSecond"), 1);
        PoolFigures waits = new PoolFigures(load, "acquireMicrosP999");
        Map.Entry<Peer, Double> fairest = waits.leastOfPeers();
        atMost(
                "load: acquire p99.9 ≤ 1.2 × the fairest peer",
                waits.of(Peer.SLUICE) / fairest.getValue(),
                1.2,
                ratio -> ratioUp(ratio) + " × " + named(fairest.getKey(), waits));
    }

    /** Only with a limit: without one, each request waits until it is too late. */
    private void overload() {
        double good = limited("3", "goodOfReference");
        add(
                "overload with maxWaiting: good at 3 × ≥ 0.95 of those at 0.9 ×",
                good,
                ratio(good),
                good >= 0.95);
        atMost(
                "overload with maxWaiting: back within 1 s",
                Math.max(limited("0.5-back", "backMillis"), limited("0.5-after", "backMillis")),
                1000,
                Figures::millis);
    }

    private double limited(String row, String name) {
        return results("overload", "overload").stream()
                        .anyMatch(result -> result.get("maxWaiting") instanceof Number)
                ? figures("overload", "overload", row, name).of(Peer.SLUICE)
                : Double.NaN;
    }

    private void spikes() {
        PoolFigures times = figures("spike", "spike", "stub-0c-500r-100ms", "serveAllMillis");
        Map.Entry<Peer, Double> fastest = times.leastOfPeers();
        atMost(
                "spike stub-0c-500r-100ms ≤ 1.15 × the fastest peer",
                times.of(Peer.SLUICE) / fastest.getValue(),
                1.15,
                ratio -> ratioUp(ratio) + " × " + named(fastest.getKey(), times));
        atMost(
                "spike stub-0c-500r-2ms: all served in 300 ms",
                spike("stub-0c-500r-2ms", "serveAllMillis"),
                300,
                Figures::millis);
        atMost(
                "spike stub-0c-500r-2ms: 10 connections at most",
                spike("stub-0c-500r-2ms", "connectionsMade"),
                10,
                Figures::count);
        atMost(
                "spike stub-ramp: longest wait ≤ 1.5 × the connect time",
                spike("stub-ramp", "waitMillisLongest") / spike("stub-ramp", "connectMillis"),
                1.5,
                Targets::ratioUp);
    }

    private double spike(String row, String name) {
        return figures("spike", "spike", row, name).of(Peer.SLUICE);
    }

    /**
     * Adds a target.
     *
     * @param measured the figure, or one made of all that it needs: not a number if there is none
     */
    private void add(String words, double measured, String figure, boolean reached) {
        targets.add(
                Double.isNaN(measured) ? Target.unknown(words) : Target.of(words, figure, reached));
    }

    private void bestPeer(String command, String row, String name, double wanted) {
        bestPeer(command + " " + row, figures(command, "throughput", row, name), wanted);
    }

    private void bestPeer(String what, PoolFigures figures, double wanted) {
        Map.Entry<Peer, Double> best = figures.mostOfPeers();
        double ratio = figures.of(Peer.SLUICE) / best.getValue();
        add(
                what + " ≥ " + wanted(wanted) + " × the best peer",
                ratio,
                ratio(ratio) + " × " + named(best.getKey(), figures),
                ratio >= wanted);
    }

    private void bound(String command, String row, Peer bound, double wanted) {
        PoolFigures figures = figures(command, "throughput", row, "cyclesPerSecond");
        bound(command + " " + row, figures, bound, wanted);
    }

    private void bound(String what, PoolFigures figures, Peer bound, double wanted) {
        double ratio = figures.of(Peer.SLUICE) / figures.of(bound);
        add(what + " ≥ " + wanted(wanted) + " × " + bound, ratio, ratio(ratio), ratio >= wanted);
    }

    private void atMost(String what, PoolFigures figures, Peer other, double wanted) {
        atMost(
                what + " ≤ " + wanted(wanted) + " × " + other,
                figures.of(Peer.SLUICE) / figures.of(other),
                wanted,
                Targets::ratioUp);
    }

    private void atMost(String words, double figure, double most, DoubleFunction<String> format) {
        add(words, figure, format.apply(figure), figure <= most);
    }

    /**
     * Requires a figure to be less than that of every peer.
     *
     * @param orEqual whether it may also equal the least
     */
    private void least(String words, PoolFigures figures, boolean orEqual) {
        double ours = figures.of(Peer.SLUICE);
        double least = figures.leastOfPeers().getValue();
        add(words, ours + least, beside(figures), ours < least || (orEqual && ours == least));
    }

    /** An operation allocates a whole number of bytes, except for what JMH itself allocates. */
    private void bytes(String command, String measure, String name) {
        boolean fewest = true;
        double closest = Double.NaN;
        String figure = "";
        for (String row : rows(command, measure)) {
            PoolFigures figures = figures(command, measure, row, name);
            double fewer =
                    Math.rint(figures.leastOfPeers().getValue())
                            - Math.rint(figures.of(Peer.SLUICE));
            fewest &= !(fewer <= 0);
            if (!Double.isNaN(fewer) && !(fewer >= closest)) {
                closest = fewer;
                figure = beside(figures) + ", in " + row;
            }
        }
        add(command + ": fewest bytes for each operation", closest, figure, fewest);
    }

    /** By medians, whether ranges overlap or not: what is certain is in the report itself. */
    private void spike() {
        List<String> beaten = new ArrayList<>();
        int compared = 0;
        for (String row : rows("spike", "spike")) {
            PoolFigures times = figures("spike", "spike", row, "serveAllMillis");
            PoolFigures made = figures("spike", "spike", row, "connectionsMade");
            double ourTime = times.of(Peer.SLUICE);
            if (Double.isNaN(ourTime)) {
                beaten.add("sluice failed in " + row);
                continue;
            }
            for (Map.Entry<Peer, Double> time : times.peers()) {
                compared++;
                if (time.getValue() < ourTime && made.of(time.getKey()) < made.of(Peer.SLUICE)) {
                    beaten.add(time.getKey() + " in " + row);
                }
            }
        }
        String figure = beaten.isEmpty() ? "nobody" : String.join(", ", beaten);
        add(
                "spike: no peer better in both columns",
                compared == 0 && beaten.isEmpty() ? Double.NaN : compared,
                figure + "; " + compared + " comparisons",
                beaten.isEmpty());
    }

    private void mostOfAnyRound(
            String words, String name, double most, DoubleFunction<String> format) {
        double figure = new PoolFigures(results("contention", "contention"), name).of(Peer.SLUICE);
        atMost(words, figure, most, one -> format.apply(one) + " at most in a round");
    }

    /** Before the first keepalive, pools that were left alone for a second have nothing to do. */
    private void wakeUps() {
        List<Map<String, Object>> ours =
                results("housekeeping", "idle").stream()
                        .filter(result -> Peer.SLUICE.toString().equals(result.get("pool")))
                        .filter(result -> result.get("wakeUpsPerSecondMax") instanceof Double)
                        .toList();
        add(
                "housekeeping: no wake-up that is not due",
                ours.isEmpty() ? Double.NaN : 0,
                ours.stream()
                        .map(
                                result ->
                                        "%s idle: %s/s"
                                                .formatted(
                                                        result.get("pools"),
                                                        Figures.count(most(result))))
                        .collect(Collectors.joining(", ")),
                ours.stream().allMatch(result -> most(result) == 0));
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

    private static String beside(PoolFigures figures) {
        Map.Entry<Peer, Double> least = figures.leastOfPeers();
        return "%s beside %s of %s"
                .formatted(
                        Figures.count(figures.of(Peer.SLUICE)),
                        Figures.count(least.getValue()),
                        named(least.getKey(), figures));
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

    /** The same for a target that is an upper limit. */
    private static String ratioUp(double ratio) {
        return String.format(Locale.ROOT, "%.3f", Math.ceil(1000 * ratio) / 1000);
    }
}
