package io.sluice.perf.fork;

import io.sluice.perf.command.CommonOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for virtual machines and their iterations, whatever tool measures in them. */
public class RoundOptions {

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Forks for each contestant and row. Default: 10; with --quick 1.")
    private @Nullable Integer forks;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "Iterations of a fork that do not count. Default: 3, and 6 for 'cycle' and"
                            + " 'statement'; with --quick 1.")
    private @Nullable Integer warmups;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Iterations of a fork that count. Default: 3; with --quick 1.")
    private @Nullable Integer iterations;

    @Option(
            names = "--jvm-arg",
            paramLabel = "FLAG",
            description =
                    "A flag for the forks besides the usual ones; may be given several times.")
    private List<String> jvmFlags = new ArrayList<>();

    /** Returns how many rounds to run. */
    public int forks(CommonOptions common) {
        return common.atLeastOne("--forks", forks, 1, 10);
    }

    /**
     * Returns how many iterations of a fork do not count.
     *
     * @param otherwise how many if neither a number nor a rough run was requested
     */
    public int warmups(CommonOptions common, int otherwise) {
        return common.atLeastOne("--warmup", warmups, 1, otherwise);
    }

    /** Returns how many iterations of a fork count. */
    public int iterations(CommonOptions common) {
        return common.atLeastOne("--iterations", iterations, 1, 3);
    }

    /** Returns the flags of the forks besides the usual. */
    public List<String> jvmFlags() {
        return List.copyOf(jvmFlags);
    }
}
