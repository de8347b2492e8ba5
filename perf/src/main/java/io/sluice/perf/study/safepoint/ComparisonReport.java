package io.sluice.perf.study.safepoint;

import io.sluice.perf.peer.Peer;
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
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Compares the stops of virtual machines with different flags under the same load. */
final class ComparisonReport {

    private static final List<String> HEADER =
            List.of(
                    "flags",
                    "leases/s",
                    "range",
                    "÷ default",
                    "stops",
                    "in them",
                    "longest",
                    "handshakes",
                    "in them");

    private static final String EXPLAINED =
            "A stop is of all threads, a handshake of some, each for itself. Where a revocation of a"
                    + " biased lock is a stop and where a handshake: docs/jvm-flags.md.";

    private final StopPlan plan;
    private final Optional<String> missing;
    private final List<Run> runs;

    /**
     * Takes the forks.
     *
     * @param plan what was run
     * @param missing why there is no comparison with biased locking, if there is none
     * @param turns at least one for each pool and variant
     */
    ComparisonReport(StopPlan plan, Optional<String> missing, List<StopTurn> turns) {
        this.plan = plan;
        this.missing = missing;
        this.runs = turns.stream().map(turn -> new Run(turn, turn.read())).toList();
    }

    /** A fork and its parsed log. */
    private record Run(StopTurn turn, SafepointLog log) {

        Peer peer() {
            return turn.turn().row();
        }

        Variant variant() {
            return turn.turn().contestant();
        }

        double leases() {
            return turn.leasesPerSecond();
        }

        double stops() {
            return log.stops().size();
        }

        double stoppedNanos() {
            return log.stops().stream().mapToLong(Stop::totalNanos).sum();
        }

        double longestNanos() {
            return log.stops().stream().mapToLong(Stop::totalNanos).max().orElse(0);
        }

        double handshakes() {
            return log.handshakes().size();
        }

        double handshakeNanos() {
            return log.handshakes().stream().mapToLong(Handshake::nanos).sum();
        }
    }

    Report report() {
        List<Section> sections = new ArrayList<>();
        List<Map<String, Object>> results = new ArrayList<>();
        for (Peer peer : plan.peers()) {
            sections.add(comparison(peer));
            plan.variants().forEach(variant -> results.add(result(peer, variant)));
        }
        for (Peer peer : plan.peers()) {
            for (Variant variant : plan.variants()) {
                List<Run> some = of(peer, variant);
                StopSections stops =
                        new StopSections(
                                some.stream().flatMap(run -> run.log.stops().stream()).toList(),
                                some.stream()
                                        .flatMap(run -> run.log.handshakes().stream())
                                        .toList());
                sections.addAll(stops.sections(": " + peer + ", " + variant));
                Map<String, Object> whose = new LinkedHashMap<>();
                whose.put("pool", peer.toString());
                whose.put("flags", variant.toString());
                results.addAll(stops.results(whose));
            }
        }
        sections.add(flags());
        Map<String, String> settings = plan.settings();
        missing.ifPresent(why -> settings.put("biased locking", why));
        return new Report(
                "safepoints",
                "What does the virtual machine stop all its threads for, with which flags?",
                Instant.now(),
                Machine.current(),
                settings,
                sections,
                results,
                raw());
    }

    private List<Run> of(Peer peer, Variant variant) {
        return runs.stream()
                .filter(run -> run.peer() == peer && run.variant().equals(variant))
                .toList();
    }

    private Spread spread(Peer peer, Variant variant, ToDoubleFunction<Run> figure) {
        return Spread.of(of(peer, variant).stream().map(figure::applyAsDouble).toList());
    }

    private Section comparison(Peer peer) {
        List<List<String>> lines = new ArrayList<>();
        double reference = spread(peer, plan.variants().get(0), Run::leases).median();
        for (Variant variant : plan.variants()) {
            Spread leases = spread(peer, variant, Run::leases);
            lines.add(
                    List.of(
                            variant.toString(),
                            Figures.count(leases.median()),
                            Figures.range(leases, Figures::count),
                            Figures.ratio(leases.median() / reference),
                            Figures.count(spread(peer, variant, Run::stops).median()),
                            Figures.nanos(spread(peer, variant, Run::stoppedNanos).median()),
                            Figures.nanos(spread(peer, variant, Run::longestNanos).median()),
                            Figures.count(spread(peer, variant, Run::handshakes).median()),
                            Figures.nanos(spread(peer, variant, Run::handshakeNanos).median())));
        }
        return new Section(
                peer + ": " + plan.threads() + " threads on " + plan.connections() + " connections",
                EXPLAINED,
                new Table(HEADER, lines),
                List.of(
                        chart(
                                "Leases per second, more is better",
                                peer,
                                Run::leases,
                                Figures::count),
                        chart("Stops, fewer is better", peer, Run::stops, Figures::count),
                        chart(
                                "Time stopped, less is better",
                                peer,
                                Run::stoppedNanos,
                                Figures::nanos),
                        chart(
                                "Handshakes, fewer is better",
                                peer,
                                Run::handshakes,
                                Figures::count)));
    }

    private BarChart chart(
            String title, Peer peer, ToDoubleFunction<Run> figure, DoubleFunction<String> format) {
        return new BarChart(
                title,
                plan.variants().stream()
                        .map(
                                variant ->
                                        new BarChart.Bar(
                                                variant.toString(),
                                                spread(peer, variant, figure),
                                                variant.flags().isEmpty()
                                                        ? BarChart.Tone.OURS
                                                        : BarChart.Tone.PEER))
                        .toList(),
                format);
    }

    private Section flags() {
        List<String> header = new ArrayList<>(List.of("flags", JvmFlags.COLLECTORS));
        header.addAll(JvmFlags.SHOWN);
        List<List<String>> lines = new ArrayList<>();
        for (Variant variant : plan.variants()) {
            Map<?, ?> said = of(plan.peers().get(0), variant).get(0).turn.flags();
            List<String> line = new ArrayList<>(List.of(variant.toString()));
            for (String name : header.subList(1, header.size())) {
                line.add(Objects.toString(said.get(name), ""));
            }
            lines.add(line);
        }
        return new Section(
                "Flags in effect",
                "As the virtual machines said; nothing where they know no such flag.",
                new Table(header, lines),
                List.of());
    }

    private Map<String, Object> result(Peer peer, Variant variant) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("measure", "safepoints-run");
        result.put("flags", variant.toString());
        spread(peer, variant, Run::leases).putInto(result, "leasesPerSecond");
        spread(peer, variant, Run::stops).putInto(result, "stops");
        spread(peer, variant, Run::stoppedNanos).putInto(result, "stoppedNanos");
        spread(peer, variant, Run::longestNanos).putInto(result, "longestNanos");
        spread(peer, variant, Run::handshakes).putInto(result, "handshakes");
        spread(peer, variant, Run::handshakeNanos).putInto(result, "handshakeNanos");
        return result;
    }

    /** Returns the figures of every fork, every stop, and the logs themselves. */
    private Map<String, String> raw() {
        Map<String, String> raw = new LinkedHashMap<>();
        Csv forks =
                new Csv(
                        "pool",
                        "flags",
                        "round",
                        "leasesPerSecond",
                        "stops",
                        "stoppedNanos",
                        "handshakes",
                        "handshakeNanos");
        Csv stops = new Csv("pool", "flags", "round", "operation", "reachNanos", "totalNanos");
        Map<String, String> logs = new LinkedHashMap<>();
        for (Run run : runs) {
            int round = run.turn.turn().round();
            forks.add(
                    run.peer(),
                    run.variant(),
                    round,
                    run.leases(),
                    run.stops(),
                    run.stoppedNanos(),
                    run.handshakes(),
                    run.handshakeNanos());
            for (Stop stop : run.log.stops()) {
                stops.add(
                        run.peer(),
                        run.variant(),
                        round,
                        stop.operation(),
                        stop.reachNanos(),
                        stop.totalNanos());
            }
            logs.put(
                    "safepoints-"
                            + run.peer()
                            + "-"
                            + run.variant().fileName()
                            + "-"
                            + round
                            + ".log",
                    String.join("\n", run.turn.log()) + "\n");
        }
        raw.put("safepoints-forks.csv", forks.toString());
        raw.put("safepoints-stops.csv", stops.toString());
        raw.putAll(logs);
        return raw;
    }
}
