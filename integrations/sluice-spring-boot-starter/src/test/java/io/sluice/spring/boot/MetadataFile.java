package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import java.time.Duration;
import java.util.Arrays;
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
                    "hints": []
                }
                """
                .formatted(
                        SOURCE,
                        Arrays.stream(JdbcOption.values())
                                .filter(MetadataFile::isBindable)
                                .map(MetadataFile::property)
                                .collect(Collectors.joining(",\n")));
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
        boolean isInWords = value.isEmpty() && !option.defaultText().isEmpty();
        return """
                {
                    "name": "%s",
                    "type": "%s",
                    "description": "%s%s",
                    "sourceType": "%s"%s
                }"""
                .formatted(
                        name(option),
                        type(option),
                        option.meaning(),
                        isInWords ? " Default " + option.defaultText() + "." : "",
                        SOURCE,
                        value.isEmpty() ? "" : ",\n    \"defaultValue\": " + value)
                .replaceAll("(?m)^", " ".repeat(8));
    }

    private static String type(JdbcOption option) {
        Class<?> type = option.javaType();
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
        if (text.isEmpty() || text.equals("off") || text.equals("unlimited")) {
            return "";
        }
        return type.isEnum() || type == Duration.class ? '"' + text + '"' : text;
    }
}
