package io.sluice.perf.study.contention;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code contention}: the locks that threads find taken inside pools. */
@Command(
        name = "contention",
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

    private static final int MOST_TOKENS = 1_000_000;

    /** The contestants that may have locks. */
    static final class Pools extends PeerConverter {

        static final List<Peer> ALL = applicationsAnd(Peer.LITERAL);

        static final List<Peer> QUICK =
                List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL, Peer.LITERAL);

        Pools() {
            super(ALL);
        }
    }

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads acquire and release. Default: 32.")
    private @Nullable Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description =
                    "How many connections each pool has; with as many as threads nobody waits for"
                            + " one. Default: 8.")
    private @Nullable Integer connections;

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description =
                    "How much work is done while a connection is held, in tokens of JMH. Default:"
                            + " 500.")
    private int tokens = 500;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many turns each pool has. Default: 10; with --quick 1.")
    private @Nullable Integer rounds;

    @Option(
            names = "--millis",
            paramLabel = "MS",
            description =
                    "How long the threads warm up, are measured, are watched by JFR, and by"
                            + " async-profiler, each. Default: 1000; with --quick 300.")
    private @Nullable Integer millis;

    @Option(
            names = "--pools",
            converter = Pools.class,
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + PeerConverter.Applications.NAMES
                            + ", literal. Default: all; with --quick"
                            + " sluice,hikari,agroal,literal.")
    private @Nullable List<Peer> pools;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        ContentionPlan plan =
                new ContentionPlan(
                        new ContentionRow(
                                common().atLeastOne("--threads", threads, 32, 32),
                                common().atLeastOne("--connections", connections, 8, 8),
                                CommonOptions.within("--tokens", tokens, 0, MOST_TOKENS)),
                        common().choice(pools, Pools.QUICK, Pools.ALL),
                        common().atLeastOne("--rounds", rounds, 1, 10),
                        common().atLeastOne("--millis", millis, 300, 1000));
        return new ContentionReport(plan, new ContentionRuns(plan).run(), common().targets())
                .report();
    }
}
