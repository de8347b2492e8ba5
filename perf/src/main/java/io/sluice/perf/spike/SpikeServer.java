package io.sluice.perf.spike;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the connections of a spike lead to. */
enum SpikeServer {
    /** Nowhere, after a connect time that is the same for all. */
    STUB,
    /** A real PostgreSQL, whose connect time is what it is. */
    POSTGRES;

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a server from the command line. */
    static final class Converter implements ITypeConverter<SpikeServer> {

        @Override
        public SpikeServer convert(String value) {
            return Arrays.stream(values())
                    .filter(server -> server.toString().equalsIgnoreCase(value))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new TypeConversionException(
                                            "expected some of "
                                                    + Arrays.stream(values())
                                                            .map(SpikeServer::toString)
                                                            .collect(Collectors.joining(", "))
                                                    + " but was '"
                                                    + value
                                                    + "'"));
        }
    }
}
