package io.sluice.jdbc.internal.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints the tables of names as {@code docs/migrating.md} has them. */
final class MigrationTable {

    private MigrationTable() {}

    public static void main(String[] arguments) {
        for (Dialect dialect : Dialect.values()) {
            System.out.println(heading(dialect));
            System.out.println();
            lines(dialect).forEach(System.out::println);
            System.out.println();
        }
    }

    /** Returns the line above the table, perhaps with text between them. */
    private static String heading(Dialect dialect) {
        return "### " + dialect.title();
    }

    static List<String> lines(Dialect dialect) {
        List<String> lines = new ArrayList<>();
        lines.add("| " + dialect.title() + " | Sluice | Value, or what to know |");
        lines.add("|---|---|---|");
        for (OtherOption option : dialect.options()) {
            boolean translated = option.kind() == OtherOption.Kind.TRANSLATED;
            lines.add(
                    "| `%s` | %s | %s |"
                            .formatted(
                                    option.name(),
                                    here(option),
                                    translated ? option.conversion().page() : option.advice()));
        }
        return lines;
    }

    private static String here(OtherOption option) {
        String harmless = option.harmlessValues();
        String unless = harmless.isEmpty() ? "" : " unless " + harmless;
        return switch (option.kind()) {
            case TRANSLATED -> "`" + option.here() + "`";
            case BUILT_IN -> "not needed";
            case LOST -> "warning" + unless;
            case REFUSED -> "refused" + unless;
        };
    }

    /** Returns the table that the page has. */
    static List<String> onPage(Dialect dialect) throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "migrating.md")).stream()
                .dropWhile(line -> !line.equals(heading(dialect)))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }
}
