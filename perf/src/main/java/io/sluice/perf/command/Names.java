package io.sluice.perf.command;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/** Reads the names of constants as they are shown, in letters of any case. */
public final class Names {

    private Names() {}

    /** Lets the options of a command and of its subcommands take such names. */
    public static void register(CommandLine line) {
        for (ArgSpec arg : line.getCommandSpec().args()) {
            Arrays.stream(arg.auxiliaryTypes())
                    .filter(Class::isEnum)
                    .forEach(type -> register(line, type));
        }
        line.getSubcommands().values().forEach(Names::register);
    }

    private static <T> void register(CommandLine line, Class<T> type) {
        List<T> known = List.of(type.getEnumConstants());
        line.registerConverter(
                type,
                name ->
                        known.stream()
                                .filter(one -> one.toString().equalsIgnoreCase(name))
                                .findFirst()
                                .orElseThrow(
                                        () -> new TypeConversionException(expected(known, name))));
    }

    static String expected(List<?> known, String name) {
        return known.stream()
                .map(Object::toString)
                .collect(Collectors.joining(", ", "expected some of ", " but was '" + name + "'"));
    }
}
