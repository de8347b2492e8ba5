package io.sluice.perf.command;

import io.sluice.perf.peer.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts the name of a contestant; a subclass lists those that its command can measure. */
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

    /** Converts the name of a contestant that can serve an application. */
    public static final class Applications extends PeerConverter {

        /** All such contestants. */
        public static final List<Peer> ALL =
                Arrays.stream(Peer.values()).filter(Peer::servesApplications).toList();

        /** The contestants of a quick run. */
        static final List<Peer> QUICK = List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL);

        /** Their names, for the help of a command that knows more, or has other defaults. */
        public static final String NAMES =
                "sluice, hikari, agroal, dbcp2, tomcat, c3p0, vibur, druid, bitronix";

        /** The help text of a command that knows just these. */
        public static final String HELP =
                "The contestants, from: "
                        + NAMES
                        + ". Default: all; with --quick sluice,hikari,agroal.";

        /**
         * Returns the requested ones, each once, or, when the option was left out, those of a quick
         * or a full run.
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
