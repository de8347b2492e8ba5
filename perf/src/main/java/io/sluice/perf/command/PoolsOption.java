package io.sluice.perf.command;

import io.sluice.perf.peer.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of a command that measures all pools that can serve an application. */
public final class PoolsOption {

    @Option(
            names = "--pools",
            converter = PeerConverter.Applications.class,
            split = ",",
            paramLabel = "POOL",
            description = PeerConverter.Applications.HELP)
    private @Nullable List<Peer> pools;

    /** Returns the contestants, each once. */
    public List<Peer> peers(CommonOptions common) {
        return PeerConverter.Applications.orDefault(common, pools);
    }
}
