package io.sluice.perf.fork;

import io.sluice.perf.command.UsageException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option of commands whose clients can be virtual threads. */
public final class ThreadKindOption {

    @Option(
            names = "--thread-kind",
            paramLabel = "KIND",
            defaultValue = "platform",
            description =
                    "What the clients are: ${COMPLETION-CANDIDATES}; virtual threads need a JDK 21"
                            + " or newer. Default: platform.")
    private ThreadKind kind = ThreadKind.PLATFORM;

    /** Returns the kind that was asked for; refuses one that this JDK does not have. */
    public ThreadKind chosen() {
        Optional<String> refusal = kind.refusal(Runtime.version().feature());
        if (refusal.isPresent()) {
            throw new UsageException(refusal.get());
        }
        return kind;
    }
}
