package io.sluice.perf.command;

import io.sluice.perf.peer.Peer;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a contestant from the command line. */
public final class PeerConverter implements ITypeConverter<Peer> {

    @Override
    public Peer convert(String value) {
        return Arrays.stream(Peer.values())
                .filter(peer -> peer.toString().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "expected some of "
                                                + known()
                                                + " but was '"
                                                + value
                                                + "'"));
    }

    private static String known() {
        return Arrays.stream(Peer.values()).map(Peer::toString).collect(Collectors.joining(", "));
    }
}
