package io.sluice.perf.safepoint;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code safepoints}: what a virtual machine stopped its threads for. */
@Command(
        name = "safepoints",
        description = {
            "Reads a log of a virtual machine, written with -Xlog:safepoint*:file=FILE by any JDK"
                    + " from 11 on, and shows what it stopped all its threads for: how often, how"
                    + " long, and how long it took until they had stopped.",
            ""
        })
public final class SafepointsCommand extends MeasuringCommand {

    @Parameters(paramLabel = "FILE", description = "The log.")
    private @Nullable Path file;

    @Override
    protected Report measure() throws IOException {
        Path log = Objects.requireNonNull(file);
        if (!Files.isRegularFile(log) || !Files.isReadable(log)) {
            throw new UsageException(log + " cannot be read; expected a log of -Xlog:safepoint*");
        }
        List<Stop> stops = SafepointLog.read(log);
        if (stops.isEmpty()) {
            throw new MeasurementException(
                    log
                            + " tells of no stop; expected what a JDK 11 or newer writes with"
                            + " -Xlog:safepoint*");
        }
        return new SafepointsReport(log, stops).report();
    }
}
