package io.sluice.jdbc;

import java.util.ArrayList;
import java.util.List;

/** Prints the table of options as {@code docs/configuration.md} has it. */
final class OptionTable {

    private OptionTable() {}

    public static void main(String[] arguments) {
        lines().forEach(System.out::println);
    }

    static List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("| Option | Value | Default | Meaning |");
        lines.add("|---|---|---|---|");
        for (JdbcOption option : JdbcOption.values()) {
            lines.add(
                    "| `%s` | %s | %s | %s |"
                            .formatted(
                                    option.key(),
                                    value(option),
                                    option.defaultText().isEmpty()
                                            ? ""
                                            : "`" + option.defaultText() + "`",
                                    option.meaning()));
        }
        return lines;
    }

    /** The forms of a time are in the text above the table. */
    private static String value(JdbcOption option) {
        return option.range().replaceFirst(" \\(as 500ms.*\\)", "");
    }
}
