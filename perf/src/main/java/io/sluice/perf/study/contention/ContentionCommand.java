package io.sluice.perf.study.contention;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code contention}: the locks that threads find taken inside pools. */
@Command(
        name = ContentionCommand.NAME,
        description = {
            "Shows which locks inside a pool threads find taken, how often, and for how long, while"
                    + " they acquire and release connections of a stub driver.",
            "",
            "Java Flight Recorder notes every wait, and async-profiler's lock mode does so after"
                    + " that, where its library can be loaded. A wait for a connection is told from"
                    + " a wait for a lock: every pool has the first when there are fewer connections"
                    + " than threads. 'literal' is the shape Sluice descends from. Each turn has a"
                    + " virtual machine of its own; contestants take turns. With --out also come"
                    + " flame graphs and the text forms of async-profiler.",
            ""
        })
public final class ContentionCommand extends MeasuringCommand {

    static final String NAME = "contention";

    /** The largest part of the workload's time that a class of lock may have. */
    private static final double MOST_SHARE = 0.001;

    private static final Sheet<Row, Place> PLACES =
            sheet("contention-lock", Place::peer)
                    .fact("kind", (row, place) -> place.sum.kind())
                    .fact("lock", (row, place) -> place.sum.lock())
                    .fact("place", (row, place) -> place.sum.place())
                    .value("what", "", some -> sum(some).kind().title)
                    .value("class", "", some -> withoutPackage(sum(some).lock()))
                    .value("mostly in", "", some -> withoutPackage(sum(some).place()))
                    .range("waits", "waits", Figures::count)
                    .figure("total", "waitNanos", Figures::nanos)
                    .most("longest", "longestNanos", Figures::nanos)
                    .figure("share", "share", ContentionCommand::share);

    private static final Sheet<Row, Peer> PROFILES =
            sheet("contention-async-profiler", Function.<Peer>identity())
                    .range("contentions", "contentions", Figures::count)
                    .spread("blocked", "blockedNanos", Figures::nanos)
                    .spread("share", "blockedShare", ContentionCommand::share)
                    .spread("largest stack", "largestStackShare", Figures::percent);

    /** The contestants that may have locks. */
    private static final List<Peer> POOLS = Pools.and(Peer.LITERAL);

    private static final List<Peer> QUICK =
            List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.LITERAL);

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads acquire and release. Default: 32.")
    private @Nullable Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections; with as many as threads none waits. Default: 8.")
    private @Nullable Integer connections;

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description = "Work while a connection is held, in tokens of JMH. Default: 500.")
    private int tokens = 500;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many turns each pool has. Default: 10; with --quick 1.")
    private @Nullable Integer rounds;

    @Option(
            names = "--millis",
            paramLabel = "MS",
            description = "Milliseconds of each part of a turn. Default: 1000; with --quick 300.")
    private @Nullable Integer millis;

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + Pools.NAMES
                            + ", literal. Default: all; with --quick"
                            + " sluice,hikari,agroal,literal.")
    private @Nullable List<Peer> pools;

    /**
     * The workload.
     *
     * @param threads how many threads acquire and release
     * @param connections how many connections there are
     * @param tokens how much work each thread does while it holds a connection
     */
    record Row(int threads, int connections, int tokens) {

        /** Returns the row in words. */
        String title() {
            return Figures.title(threads, connections, "connection", tokens);
        }

        @Override
        public String toString() {
            return threads + "t-" + connections + "c-" + tokens;
        }
    }

    /** What threads of a contestant waited at. */
    private record Place(Peer peer, WaitStack sum) {

        @Override
        public String toString() {
            return peer.toString();
        }
    }

    private static <C> Sheet<Row, C> sheet(String measure, Function<C, Peer> peer) {
        return new Sheet<Row, C>("pool", measure, one -> peer.apply(one).tone())
                .fact("row", (row, one) -> row)
                .fact("threads", (row, one) -> row.threads)
                .fact("connections", (row, one) -> row.connections)
                .fact("tokens", (row, one) -> row.tokens);
    }

    @Override
    protected Report measure() throws Exception {
        Row row =
                new Row(
                        common().atLeastOne("--threads", threads, 32, 32),
                        common().atLeastOne("--connections", connections, 8, 8),
                        CommonOptions.within("--tokens", tokens, 0, 1_000_000));
        int count = common().atLeastOne("--rounds", rounds, 1, 10);
        int time = common().atLeastOne("--millis", millis, 300, 1000);
        Map<String, String> settings = ForkedJvm.settings(List.of());
        settings.put(
                NAME,
                "%s; %d interleaved rounds, each %d ms of warm-up, measured, watched by JFR with thresholds of 0, and by async-profiler"
                        .formatted(row.title(), count, time));
        settings.put("pools", ForkPlan.POOLS);
        List<Peer> peers = Pools.chosen(common(), pools, POOLS, QUICK, POOLS);
        return report(
                settings,
                Measured.take(
                        NAME,
                        Turn.interleaved(count, List.of(row), peers),
                        (any, peer) ->
                                ForkedJvm.run(
                                        List.of(), 4L * time, new ContentionFork(peer, row, time)),
                        fork -> Figures.nanos(fork.get("blockedNanos")) + " blocked"),
                common().targets());
    }

    /**
     * Returns the report of some forks.
     *
     * @param targets whether to show them
     */
    static Report report(
            Map<String, String> settings, List<Measured<Row, Peer>> forks, boolean targets) {
        String question =
                "Which locks inside a pool do threads find taken, how often and for how long?";
        Findings findings = new Findings(NAME, question, settings);
        findings.add(
                totals(targets),
                forks,
                Row::title,
                "Monitors and locks are contentions: a thread could not enter, and was put to rest."
                        + " Blocked is how long, all threads together; share the part of the"
                        + " workload's time, which is that of all its threads; largest the part of"
                        + " the class of lock with the most of it. Of the same time, connections is"
                        + " the part spent waiting for one, pauses what a release let threads rest."
                        + (targets
                                ? " The targets are no contended monitor, and no class of lock above"
                                        + " 0.1 %, in any round."
                                : ""),
                "turns.csv");
        List<Measured<Row, Place>> places = new ArrayList<>();
        for (Peer peer : forks.stream().map(Measured::contestant).distinct().toList()) {
            List<Measured<Row, Peer>> some = Sheet.where(forks, fork -> fork.contestant() == peer);
            Waits waits = Waits.of(some.stream().flatMap(ContentionCommand::stacks));
            // Over all rounds together, so that a class of a single round has its line, too.
            waits.sums().forEach(sum -> some.forEach(fork -> places.add(place(fork, sum))));
            StringBuilder collapsed = new StringBuilder();
            waits.all().forEach(stack -> collapsed.append(stack.collapsed()));
            String title = "Waits of " + peer + ", " + some.get(0).row().title() + ", in ns";
            findings.add(peer + ".collapsed", collapsed.toString());
            findings.add(peer + "-flame.html", flameGraph(title, collapsed.toString()));
        }
        findings.add(
                PLACES,
                places,
                row -> "What threads waited at",
                "Medians of the rounds; longest is that of all rounds. A wait for a connection is one"
                        + " within an acquire that is for no lock: there was none, and whatever the"
                        + " pool is made of, the thread would have waited.",
                "locks.csv");
        addProfiles(findings, forks);
        double lost = forks.stream().mapToDouble(fork -> fork.get("lostBytes")).sum();
        if (lost > 0) {
            findings.set(
                    "lost by JFR",
                    Figures.count(lost)
                            + " bytes of events, so the counts are too low; shorten --millis");
        }
        return findings.report();
    }

    private static Sheet<Row, Peer> totals(boolean targets) {
        Sheet<Row, Peer> sheet = sheet(NAME, Function.<Peer>identity());
        sheet.spread("leases/s", "leasesPerSecond", Figures::count)
                .spread("monitors", "contendedMonitors", Figures::count)
                .spread("locks", "contendedLocks", Figures::count)
                .range("per 1 M leases", "contentionsPerMillionLeases", Figures::count)
                .chart("Contentions per million leases, less is better")
                .spread("blocked", "blockedNanos", Figures::nanos)
                .value("longest", "", some -> Figures.nanos(most(some, "longestBlockedNanos")))
                .spread("", "longestBlockedNanos", Figures::nanos)
                .spread("share", "blockedShare", ContentionCommand::share)
                .chart("Part of the time that threads wait for locks, less is better")
                .spread("largest", "largestLockShare", ContentionCommand::share)
                .spread("connections", "connectionWaitShare", ContentionCommand::share)
                .spread("pauses", "pauseShare", ContentionCommand::share)
                .value("", "targetsMet", some -> met(some) ? "yes" : "no")
                .value(targets ? "targets" : "", "", some -> met(some) ? "met" : "missed");
        return sheet;
    }

    private static boolean met(List<Measured<Row, Peer>> some) {
        return most(some, "contendedMonitors") == 0 && most(some, "largestLockShare") <= MOST_SHARE;
    }

    private static double most(List<Measured<Row, Peer>> some, String figure) {
        return some.stream().mapToDouble(one -> one.get(figure)).max().orElseThrow();
    }

    private static Stream<WaitStack> stacks(Measured<Row, Peer> fork) {
        return fork.printed().list("stacks", WaitStack.class).stream();
    }

    private static WaitStack sum(List<Measured<Row, Place>> some) {
        return some.get(0).contestant().sum;
    }

    /** Returns what one round has of the waits of all. */
    private static Measured<Row, Place> place(Measured<Row, Peer> fork, WaitStack sum) {
        List<WaitStack> own = stacks(fork).filter(sum::isOfTheSame).toList();
        double nanos = own.stream().mapToLong(WaitStack::nanos).sum();
        Printed figures =
                Printed.begin()
                        .with("waits", own.stream().mapToLong(WaitStack::count).sum())
                        .with("waitNanos", nanos)
                        .with(
                                "longestNanos",
                                own.stream().mapToLong(WaitStack::longest).max().orElse(0))
                        .with("share", nanos / fork.get("watchedNanos"));
        Place place = new Place(fork.contestant(), sum);
        return new Measured<>(fork.row(), place, fork.round(), figures);
    }

    /** Adds what async-profiler has seen, if it could be used; its files are of the last round. */
    private static void addProfiles(Findings findings, List<Measured<Row, Peer>> forks) {
        List<Measured<Row, Peer>> profiles = new ArrayList<>();
        for (Measured<Row, Peer> fork : forks) {
            Printed profile = fork.printed().group("profile");
            if (profile.figures().get("missing") instanceof String missing) {
                findings.set("async-profiler", "not used: " + missing);
            } else {
                profiles.add(new Measured<>(fork.row(), fork.contestant(), fork.round(), profile));
                String version = profile.get("version", String.class);
                findings.set("async-profiler", version + ", lock mode, threshold of 0");
                String file = fork.contestant() + "-async";
                findings.add(file + ".collapsed", profile.get("collapsed", String.class));
                findings.add(file + ".txt", profile.get("text", String.class));
            }
        }
        findings.add(
                PROFILES,
                profiles,
                row -> "Locks as async-profiler's lock mode sees them",
                "At another time of the same workload, in the whole virtual machine; semaphores count"
                        + " as locks, whatever they are for. The largest stack is the part of the"
                        + " blocked time that one stack has.");
    }

    /** Writes a part of the workload's time, enough digits for a comparison with a thousandth. */
    private static String share(double part) {
        return Figures.percent(part, 3);
    }

    /** Returns a class, or a class and a method, without the package before it. */
    static String withoutPackage(String name) {
        return name.replaceFirst("^([a-z]\\w*\\.)+(?=[A-Z])", "");
    }

    /**
     * Returns a flame graph as a self-contained page.
     *
     * @param title what it shows
     * @param collapsed a line for each stack
     */
    static String flameGraph(String title, String collapsed) {
        FlameGraph graph = new FlameGraph(new Arguments("--lock", "--total", "--title", title));
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            graph.parseCollapsed(new StringReader(collapsed));
            graph.dump(page);
        } catch (IOException e) {
            throw new IllegalStateException("nothing is read and written but memory", e);
        }
        return page.toString(StandardCharsets.UTF_8);
    }
}
