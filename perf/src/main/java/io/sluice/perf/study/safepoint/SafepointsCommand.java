package io.sluice.perf.study.safepoint;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.fork.VmLog;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import io.sluice.perf.study.safepoint.SafepointLog.Stop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code safepoints}: why a virtual machine stopped its threads. */
@Command(
        name = SafepointsCommand.NAME,
        description = {
            "Reads a log of a virtual machine, written with -Xlog:safepoint*,handshake:file=FILE by"
                    + " any JDK from 11 on, and shows what it stopped all its threads for: how"
                    + " often, how long, and how long it took until they had stopped.",
            "",
            "With --run it makes such logs itself: it runs a load in virtual machines with and"
                    + " without a flag, which is that of biased locking unless --with names others,"
                    + " and compares them; --out keeps the logs. What flags mean for an"
                    + " application: docs/jvm-flags.md.",
            ""
        })
public final class SafepointsCommand extends MeasuringCommand {

    static final String NAME = "safepoints";
    private static final String BIASED_FLAG = "-XX:+" + StopFork.BIASED;

    /** Lets a fork show and take every option, and prevents warnings about old ones. */
    private static final List<String> UNLOCKED =
            List.of(
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:-PrintWarnings");

    private static final Sheet<Peer, Variant> SHEET =
            new Sheet<Peer, Variant>("flags", "safepoints-run", Variant::tone)
                    .fact("pool", (peer, variant) -> peer)
                    .fact("flags", (peer, variant) -> variant)
                    .range("leases/s", "leasesPerSecond", Figures::count)
                    .chart("Leases per second, more is better")
                    .ratio("÷ default", "", Variant.NONE)
                    .spread("stops", "stops", Figures::count)
                    .chart("Stops, fewer is better")
                    .spread("in them", "stoppedNanos", Figures::nanos)
                    .chart("Time stopped, less is better")
                    .spread("longest", "longestNanos", Figures::nanos)
                    .spread("handshakes", "handshakes", Figures::count)
                    .chart("Handshakes, fewer is better")
                    .spread("in them", "handshakeNanos", Figures::nanos);

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The log.")
    private @Nullable Path file;

    @ArgGroup(exclusive = false)
    private @Nullable Run load;

    /** The load to run. */
    private static final class Run {

        /** Without it there is no such group. */
        @SuppressWarnings("unused")
        @Option(
                names = "--run",
                required = true,
                description =
                        "Run a load on a stub, let the virtual machines log, and compare flags.")
        private boolean run;

        @Option(
                names = "--with",
                paramLabel = "FLAG",
                description =
                        "What to compare the virtual machine as it is with; may be given several"
                                + " times. Default: -XX:+UseBiasedLocking, on a JDK that has it (up"
                                + " to 17).")
        private @Nullable List<String> with;

        @Option(
                names = "--pools",
                split = ",",
                paramLabel = "POOL",
                description =
                        "Through which pools, from: " + Pools.NAMES + ". Default: sluice,bitronix.")
        // Bitronix, the ancestor, whose monitors biased locking is about, and Sluice.
        private List<Peer> pools = List.of(Peer.SLUICE, Peer.BITRONIX);

        @Option(
                names = "--forks",
                paramLabel = "N",
                description = "Forks for each pool and flag. Default: 5; with --quick 1.")
        private @Nullable Integer forks;

        @Option(
                names = "--threads",
                paramLabel = "N",
                description = "How many threads, on half as many connections. Default: 8.")
        private int threads = 8;

        @Option(
                names = "--time",
                paramLabel = "MS",
                description =
                        "Milliseconds of warm-up and of load. Default: 3000; with --quick 700.")
        private @Nullable Integer time;

        @Option(
                names = "--jvm-arg",
                paramLabel = "FLAG",
                description = "A flag for all forks; may be given several times.")
        private List<String> jvmFlags = new ArrayList<>();
    }

    /**
     * What distinguishes some virtual machines.
     *
     * @param flags one, or none for those as they are
     */
    record Variant(List<String> flags) {

        static final Variant NONE = new Variant(List.of());

        /** Returns the variant without a flag, and one with each. */
        static List<Variant> compared(List<String> flags) {
            return Stream.concat(
                            Stream.of(NONE), flags.stream().map(flag -> new Variant(List.of(flag))))
                    .distinct()
                    .toList();
        }

        BarChart.Tone tone() {
            return equals(NONE) ? BarChart.Tone.OURS : BarChart.Tone.PEER;
        }

        /** Returns a part of a file name that identifies the variant. */
        String fileName() {
            return toString().replaceAll("[^A-Za-z0-9+=.-]", "_");
        }

        @Override
        public String toString() {
            return equals(NONE) ? "default" : flags.get(0).replace("-XX:", "").replace(',', ';');
        }
    }

    @Override
    protected Report measure() throws Exception {
        if (file != null && load == null) {
            return read(file);
        }
        if (load != null && file == null) {
            return run(load);
        }
        throw new UsageException(
                "expected FILE or --run but there " + (file == null ? "is neither" : "are both"));
    }

    private static Report read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new UsageException(file + " cannot be read; expected a log of -Xlog:safepoint*");
        }
        SafepointLog log = new SafepointLog();
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            log.read(lines);
        }
        if (log.stops().isEmpty()) {
            throw new MeasurementException(
                    file
                            + " tells of no stop; expected what a JDK 11 or newer writes with"
                            + " -Xlog:safepoint*");
        }
        return report(file, log);
    }

    /** Returns the report of a log with at least one stop. */
    static Report report(Path file, SafepointLog log) {
        String question =
                "What did the virtual machine stop all its threads for, and for how long?";
        Findings findings = new Findings(NAME, question);
        findings.set("log", file.toString());
        double nanos = log.stops().stream().mapToLong(Stop::totalNanos).sum();
        findings.set("stops", log.stops().size() + ", " + Figures.nanos(nanos) + " in all");
        StopSheets.addTo(findings, Map.of(new StopSheets.Whose("", ""), log));
        return findings.report();
    }

    private Report run(Run run) throws Exception {
        boolean biased = !StopFork.flag(StopFork.BIASED).isEmpty();
        String noBiasedLocking =
                "JDK %d has none, it was removed in 18; with JAVA_HOME=<a JDK 17> it is compared"
                        .formatted(Runtime.version().feature());
        if (run.with != null && run.with.contains(BIASED_FLAG) && !biased) {
            throw new UsageException(
                    "--with=" + BIASED_FLAG + ": biased locking: " + noBiasedLocking);
        }
        List<Variant> variants =
                Variant.compared(
                        run.with != null ? run.with : biased ? List.of(BIASED_FLAG) : List.of());
        int forks = common().atLeastOne("--forks", run.forks, 1, 5);
        int threads = common().atLeastOne("--threads", run.threads, 8, 8);
        int millis = common().atLeastOne("--time", run.time, 700, 3000);
        int connections = Math.max(1, threads / 2);
        List<Peer> peers = Pools.chosen(common(), run.pools, Pools.ALL, Pools.ALL, Pools.ALL);
        String title = Figures.title(threads, connections, "connection", 0);
        Map<String, String> settings = ForkedJvm.settings(run.jvmFlags);
        settings.put(
                "load",
                ("%d forks each, interleaved; %s to a stub, leases of ten queries, %d ms of warm-up"
                                + " and as many that count")
                        .formatted(forks, title, millis));
        settings.put("stops", "of the whole life of a fork, medians over the forks");
        if (run.with == null && !biased) {
            settings.put("biased locking", noBiasedLocking);
        }
        return report(
                settings,
                title,
                Measured.take(
                        NAME,
                        Turn.interleaved(forks, peers, variants),
                        (peer, variant) ->
                                measure(
                                        Stream.of(UNLOCKED, run.jvmFlags, variant.flags),
                                        new StopFork(peer, threads, connections, millis)),
                        SHEET::inWords));
    }

    private static Printed measure(Stream<List<String>> some, StopFork order) throws Exception {
        try (VmLog log = new VmLog()) {
            List<String> flags = new ArrayList<>();
            some.forEach(flags::addAll);
            flags.add(log.flag("safepoint*,handshake", "uptime,level,tags"));
            return figures(ForkedJvm.run(flags, 2L * order.millis(), order), log.lines());
        }
    }

    /** Adds what its log tells to the figures of a fork. */
    static Printed figures(Printed printed, List<String> lines) {
        SafepointLog log = new SafepointLog().read(lines.stream());
        Map<String, Object> stops = StopSheets.figures(log.stops(), log.stops());
        Map<String, Object> handshakes = StopSheets.figures(log.handshakes(), List.of());
        Map<String, Object> figures = new HashMap<>(printed.figures());
        figures.put("stops", stops.get("stops"));
        figures.put("stoppedNanos", stops.get("totalNanos"));
        figures.put("longestNanos", stops.get("longestNanos"));
        figures.put("handshakes", handshakes.get("stops"));
        figures.put("handshakeNanos", handshakes.get("totalNanos"));
        figures.put("log", lines);
        return new Printed(figures);
    }

    /** Returns the report of some forks. */
    static Report report(
            Map<String, String> settings, String title, List<Measured<Peer, Variant>> forks) {
        String question =
                "What does the virtual machine stop all its threads for, with which flags?";
        Findings findings = new Findings(NAME, question, settings);
        findings.add(
                SHEET,
                forks,
                peer -> peer + ": " + title,
                "A stop is of all threads, a handshake of some, each for itself. Where a revocation of a"
                        + " biased lock is a stop and where a handshake: docs/jvm-flags.md.",
                "forks.csv");
        Map<StopSheets.Whose, SafepointLog> logs = new LinkedHashMap<>();
        for (Measured<Peer, Variant> fork : forks) {
            List<String> lines = fork.printed().texts("log");
            String name = fork.row() + "-" + fork.contestant().fileName() + "-" + fork.round();
            findings.add(name + ".log", String.join("\n", lines) + "\n");
            StopSheets.Whose whose =
                    new StopSheets.Whose(fork.row().toString(), fork.contestant().toString());
            logs.computeIfAbsent(whose, key -> new SafepointLog()).read(lines.stream());
        }
        StopSheets.addTo(findings, logs);
        Sheet<Peer, Variant> flags = new Sheet<>("flags", "flags", Variant::tone);
        StopFork.SHOWN.forEach(name -> flags.value(name, "", some -> flag(some.get(0), name)));
        Peer any = forks.get(0).row();
        findings.add(
                flags.section(
                        "Flags in effect",
                        "As the virtual machines said; nothing where they know no such flag.",
                        List.of(),
                        Sheet.where(forks, fork -> fork.row() == any)));
        return findings.report();
    }

    private static Object flag(Measured<Peer, Variant> fork, String name) {
        Object flags = fork.printed().figures().get("flags");
        return flags instanceof Map<?, ?> map ? Objects.requireNonNullElse(map.get(name), "") : "";
    }
}
