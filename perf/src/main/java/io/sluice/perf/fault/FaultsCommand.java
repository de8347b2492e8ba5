package io.sluice.perf.fault;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.PoolsOption;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.report.Report;
import io.sluice.perf.turn.Turns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code faults}: pools while the server or the network misbehaves. */
@Command(
        name = "faults",
        description = {
            "Shows what threads see of a pool while the server or the network misbehaves, and how"
                    + " soon all is well again.",
            "",
            "Starts a PostgreSQL of its own behind a network of its own, lets threads work through"
                    + " each pool, and makes one thing go wrong at a time: stopped, killed, frozen,"
                    + " frozen-restarted (the server), terminated (each session), dropped, delayed,"
                    + " half-closed, reset, hanging (the network), password (a wrong one for a"
                    + " while), too-many (connections for the pool's role), failover (to a"
                    + " standby).",
            "",
            "Pools are set up alike: a fixed size; 1 s for the acquire, the connect, an answer of"
                    + " the server (the driver's socketTimeout) and a validation; validation after"
                    + " 500 ms of idleness, or at each acquire where a pool cannot tell idleness;"
                    + " errors of PostgreSQL recognized where there is a switch for it. The pools"
                    + " take turns in interleaved rounds.",
            "",
            "A turn that fails is reported, and the others go on. Fails where a turn of Sluice"
                    + " does, gets a reply to another question, leaves a thread stuck or leaks a"
                    + " connection; where more calls lose their connection than there are, but for"
                    + " those that waited for an answer in vain; or where an acquire is late though"
                    + " no thread that merely parks was so by 25 ms. All faults and pools take about an hour.",
            ""
        })
public final class FaultsCommand extends MeasuringCommand {

    private static final List<Fault> QUICK = List.of(Fault.KILLED, Fault.DROPPED);

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT",
            converter = Fault.Converter.class,
            description = "What goes wrong. Default: all; with --quick killed,dropped.")
    private @Nullable List<Fault> faults;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads work. Default: 64.")
    private @Nullable Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many connections each pool has. Default: 16; at most 30.")
    private @Nullable Integer connections;

    @Option(
            names = "--outage",
            paramLabel = "MS",
            description =
                    "How long a fault lasts, if it is one that lasts, in milliseconds. Default:"
                            + " 2500, for at 2000 the second wave of time-outs would meet the"
                            + " end; with --quick 1500.")
    private @Nullable Integer outage;

    @Option(
            names = "--watch",
            paramLabel = "MS",
            description =
                    "How long a pool has to recover, in milliseconds. Default: 15000; with --quick"
                            + " 2000.")
    private @Nullable Integer watch;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "How many turns each pool has with each fault. Default: 3; with --quick 1.")
    private @Nullable Integer rounds;

    @Mixin private final PoolsOption pools = new PoolsOption();

    private final List<String> wrong = new ArrayList<>();

    @Override
    protected Report measure() throws InterruptedException {
        FaultPlan plan = plan();
        Turns<FaultTurn> turns = new FaultRuns(plan).run();
        wrong.addAll(FaultJudge.wrong(plan, turns));
        return new FaultReport(plan, turns).report();
    }

    @Override
    protected void judge() {
        if (!wrong.isEmpty()) {
            throw new MeasurementException(String.join("; ", wrong));
        }
    }

    private FaultPlan plan() {
        int size = common().atLeastOne("--connections", connections, 16, 16);
        if (size > Scene.MOST_CONNECTIONS) {
            throw new UsageException(
                    "--connections="
                            + size
                            + "; expected at most "
                            + Scene.MOST_CONNECTIONS
                            + ", for the server takes no more than two such pools");
        }
        return new FaultPlan(
                common().choice(faults, QUICK, List.of(Fault.values())),
                pools.peers(common()),
                common().atLeastOne("--threads", threads, 64, 64),
                size,
                Duration.ofMillis(common().orDefault(null, 500, 1000)),
                Duration.ofMillis(common().atLeastOne("--outage", outage, 1500, 2500)),
                Duration.ofMillis(common().atLeastOne("--watch", watch, 2000, 15_000)),
                common().atLeastOne("--rounds", rounds, 1, 3));
    }
}
