package io.sluice.perf.study.safepoint;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code safepoints}: why a virtual machine stopped its threads. */
@Command(
        name = "safepoints",
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

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The log.")
    private @Nullable Path file;

    @Mixin private final RunOptions options = new RunOptions();

    @Override
    protected Report measure() throws IOException, InterruptedException {
        Path log = file;
        if (options.run()) {
            if (log != null) {
                throw new UsageException("expected FILE or --run but there are both");
            }
            return run();
        }
        options.checkUnused();
        if (log == null) {
            throw new UsageException("expected FILE or --run but there is neither");
        }
        return read(log);
    }

    private Report run() throws IOException, InterruptedException {
        StopPlan plan = options.plan(common());
        return new ComparisonReport(plan, options.missing(), new StopRuns(plan).run()).report();
    }

    private static Report read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new UsageException(file + " cannot be read; expected a log of -Xlog:safepoint*");
        }
        SafepointLog log = SafepointLog.read(file);
        List<Stop> stops = log.stops();
        if (stops.isEmpty()) {
            throw new MeasurementException(
                    file
                            + " tells of no stop; expected what a JDK 11 or newer writes with"
                            + " -Xlog:safepoint*");
        }
        return new SafepointsReport(file, stops, log.handshakes()).report();
    }
}
