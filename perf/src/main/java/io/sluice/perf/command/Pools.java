package io.sluice.perf.command;

import io.sluice.perf.peer.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The pools that can serve an application, and the option of a command that measures just these.
 */
public final class Pools {

    /** All of them. */
    public static final List<Peer> ALL =
            Arrays.stream(Peer.values()).filter(Peer::servesApplications).toList();

    /** Their names, for the help of a command that knows more, or has other defaults. */
    public static final String NAMES =
            "sluice, hikari, agroal, dbcp2, tomcat, c3p0, vibur, druid, bitronix";

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            description =
                    "The contestants, from: "
                            + NAMES
                            + ". Default: all; with --quick sluice,hikari,agroal.")
    private @Nullable List<Peer> pools;

    /** Returns the contestants, each once. */
    public List<Peer> chosen(CommonOptions common) {
        return chosen(common, pools, ALL, List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL), ALL);
    }

    /** Returns all of them, and more contestants. */
    public static List<Peer> and(Peer... more) {
        return Stream.concat(ALL.stream(), Arrays.stream(more)).toList();
    }

    /**
     * Returns the requested contestants or, when the option was left out, those of a quick or a
     * full run; each once, in the order of the enum.
     *
     * @param known those that make sense
     */
    public static List<Peer> chosen(
            CommonOptions common,
            @Nullable List<Peer> given,
            List<Peer> known,
            List<Peer> whenQuick,
            List<Peer> otherwise) {
        List<Peer> chosen = common.choice(given, whenQuick, otherwise);
        for (Peer peer : chosen) {
            if (!known.contains(peer)) {
                throw new UsageException("--pools: " + Names.expected(known, peer.toString()));
            }
        }
        return chosen;
    }
}
