package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the metadata that editors read, from {@link JdbcOption}. The file is among the resources;
 * a test compares.
 */
final class MetadataFile {

    private static final String SOURCE = SluiceProperties.class.getName();

    private MetadataFile() {}

    /** Prints the file. */
    public static void main(String[] arguments) {
        System.out.print(text());
    }

    static String text() {
        return """
                {
                    "groups": [
                        {
                            "name": "sluice.datasource",
                            "type": "java.util.Map<java.lang.String,java.lang.String>",
                            "sourceType": "%s"
                        }
                    ],
                    "properties": [
                %s
                    ],
                    "hints": [
                %s
                    ]
                }
                """
                .formatted(
                        SOURCE,
                        Arrays.stream(JdbcOption.values())
                                .filter(MetadataFile::isBindable)
                                .map(MetadataFile::property)
                                .collect(Collectors.joining(",\n")),
                        Arrays.stream(JdbcOption.values())
                                .filter(option -> !words(option).isEmpty())
                                .map(MetadataFile::hint)
                                .collect(Collectors.joining(",\n")));
    }

    /** Words that a value may be beside what its type takes. */
    static List<String> words(JdbcOption option) {
        if (option == JdbcOption.TRANSACTION_MANAGER) {
            return List.of("narayana", "atomikos");
        }
        String range = option.range();
        if (option.javaType() == Duration.class && range.startsWith("off ")) {
            return List.of("off");
        }
        return range.endsWith(" unlimited") ? List.of("unlimited") : List.of();
    }

    private static String hint(JdbcOption option) {
        String values =
                words(option).stream()
                        .map(word -> "{\"value\": \"" + word + "\"}")
                        .collect(Collectors.joining(", "));
        return """
                {
                    "name": "%s",
                    "values": [%s],
                    "providers": [{"name": "any"}]
                }"""
                .formatted(name(option), values)
                .replaceAll("(?m)^", " ".repeat(8));
    }

    /** Whether a text can stand for a value. */
    static boolean isBindable(JdbcOption option) {
        return !option.kind().equals("object");
    }

    static String name(JdbcOption option) {
        return "sluice.datasource."
                + option.key()
                        .replace(".*", "")
                        .replaceAll("([A-Z])", "-$1")
                        .toLowerCase(Locale.ROOT);
    }

    private static String property(JdbcOption option) {
        String value = defaultValue(option);
        return """
                {
                    "name": "%s",
                    "type": "%s",
                    "description": "%s",
                    "sourceType": "%s"%s
                }"""
                .formatted(
                        name(option),
                        type(option),
                        option.meaning(),
                        SOURCE,
                        value.isEmpty() ? "" : ",\n    \"defaultValue\": " + value)
                .replaceAll("(?m)^", " ".repeat(8));
    }

    private static String type(JdbcOption option) {
        Class<?> type = option.javaType();
        if (!words(option).isEmpty()) {
            return "java.lang.String"; // an editor marks a word that its type does not take
        }
        if (type == Map.class) {
            return "java.util.Map<java.lang.String,java.lang.String>";
        }
        if (option.kind().equals("class name")) {
            return "java.lang.Class<? extends " + type.getName() + ">";
        }
        return switch (type.getName()) {
            case "int" -> "java.lang.Integer";
            case "double" -> "java.lang.Double";
            case "boolean" -> "java.lang.Boolean";
            default -> type.getName();
        };
    }

    /** The default as a value of the type, or an empty text. */
    private static String defaultValue(JdbcOption option) {
        String text = option.defaultText();
        Class<?> type = option.javaType();
        if (text.isEmpty()) {
            return "";
        }
        return !words(option).isEmpty() || type.isEnum() || type == Duration.class
                ? '"' + text + '"'
                : text;
    }
}
