package io.sluice.perf.command;

import io.sluice.perf.peer.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a contestant from the command line; a subclass says which ones its command can measure. */
public abstract class PeerConverter extends NameConverter<Peer> {

    /**
     * For subclasses.
     *
     * @param known the contestants that make sense
     */
    protected PeerConverter(List<Peer> known) {
        super(known);
    }

    /** Returns the pools that can serve an application, and some more. */
    protected static List<Peer> applicationsAnd(Peer... more) {
        return Stream.concat(Applications.ALL.stream(), Arrays.stream(more)).toList();
    }

    /** Reads those that can serve an application. */
    public static final class Applications extends PeerConverter {

        /** All there are. */
        public static final List<Peer> ALL =
                Arrays.stream(Peer.values()).filter(Peer::servesApplications).toList();

        /** As many as a quick run has the time for. */
        static final List<Peer> QUICK = List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL);

        /** Their names, for the help of a command that knows more, or has other defaults. */
        public static final String NAMES =
                "sluice, hikari, agroal, dbcp2, tomcat, c3p0, vibur, druid, bitronix";

        /** What to say of them in the help of a command that knows just these. */
        public static final String HELP =
                "The contestants, from: "
                        + NAMES
                        + ". Default: all; with --quick sluice,hikari,agroal.";

        /**
         * Returns those that were asked for, each once, or, when the option was left out, those of
         * a quick or a full run.
         */
        public static List<Peer> orDefault(CommonOptions common, @Nullable List<Peer> given) {
            return common.choice(given, QUICK, ALL);
        }

        /** For the command line. */
        public Applications() {
            super(ALL);
        }
    }
}
