package io.sluice.perf.command;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a name from the command line, in letters of any case, to the object with that {@code
 * toString}; a subclass lists the objects.
 */
public abstract class NameConverter<T> implements ITypeConverter<T> {

    private final List<T> known;

    /**
     * For subclasses.
     *
     * @param known the objects, in the order of messages
     */
    protected NameConverter(List<T> known) {
        this.known = known;
    }

    @Override
    public final T convert(String value) {
        return known.stream()
                .filter(one -> one.toString().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "expected some of "
                                                + names(known)
                                                + " but was '"
                                                + value
                                                + "'"));
    }

    /** Returns the names, as an error or a help text lists them. */
    public static String names(List<?> known) {
        return known.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
