package io.sluice.perf.command;

import io.sluice.perf.peer.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a contestant from the command line; a subclass says which ones its command can measure. */
public abstract class PeerConverter implements ITypeConverter<Peer> {

    private final List<Peer> known;

    /**
     * For subclasses.
     *
     * @param known the contestants that make sense
     */
    protected PeerConverter(List<Peer> known) {
        this.known = known;
    }

    @Override
    public final Peer convert(String value) {
        return known.stream()
                .filter(peer -> peer.toString().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "expected some of "
                                                + names()
                                                + " but was '"
                                                + value
                                                + "'"));
    }

    private String names() {
        return known.stream().map(Peer::toString).collect(Collectors.joining(", "));
    }

    /** Reads those that can serve an application. */
    public static final class Applications extends PeerConverter {

        /** All there are. */
        public static final List<Peer> ALL =
                Arrays.stream(Peer.values()).filter(Peer::servesApplications).toList();

        /** For the command line. */
        public Applications() {
            super(ALL);
        }
    }
}
