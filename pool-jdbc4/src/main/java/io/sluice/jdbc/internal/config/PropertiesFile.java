package io.sluice.jdbc.internal.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/** Reads a properties file in UTF-8 in which each key occurs once. */
final class PropertiesFile {

    /** Text up to an escape that is cut short. */
    private static final Pattern MALFORMED =
            Pattern.compile("(?:[^\\\\]++|\\\\u[0-9a-fA-F]{4}|\\\\[^u])*+\\\\u");

    private PropertiesFile() {}

    /**
     * Reads a file.
     *
     * @param problems collects the keys that occur twice
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is malformed
     */
    static Properties read(Path file, Problems problems) throws IOException {
        Properties properties = new UniqueKeys(problems);
        try {
            List<String> lines = Files.readAllLines(file);
            load(properties, lines);
        } catch (NoSuchFileException e) {
            NoSuchFileException missing =
                    new NoSuchFileException(
                            file.toString(),
                            null,
                            "cannot find file "
                                    + file.toAbsolutePath()
                                    + "; correct the path or create the file");
            missing.initCause(e);
            throw missing;
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not in UTF-8; convert the file", e);
        } catch (IOException e) {
            throw new IOException(
                    file.toAbsolutePath()
                            + " cannot be read; set the path of a file that this process may"
                            + " read",
                    e);
        }
        return properties;
    }

    private static void load(Properties properties, List<String> lines) throws IOException {
        try {
            properties.load(new StringReader(String.join("\n", lines)));
        } catch (IllegalArgumentException e) {
            int malformed = 0;
            while (malformed < lines.size() && !isMalformed(lines.get(malformed))) {
                malformed++;
            }
            throw new IllegalArgumentException(
                    "line "
                            + (malformed + 1)
                            + " has \\u without four hexadecimal digits; complete them, or write"
                            + " \\\\ for a backslash",
                    e);
        }
    }

    private static boolean isMalformed(String line) {
        String text = line.stripLeading();
        return !text.startsWith("#")
                && !text.startsWith("!")
                && MALFORMED.matcher(text).lookingAt();
    }

    /**
     * Properties that report a second line with the same key, which would replace the first
     * silently.
     */
    private static final class UniqueKeys extends Properties {

        private static final long serialVersionUID = 1L;

        private final transient Problems problems;

        UniqueKeys(Problems problems) {
            this.problems = problems;
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // confined to the reading thread
        public Object put(Object key, Object value) {
            if (containsKey(key)) {
                problems.add(
                        new IllegalArgumentException(
                                key + " is set twice; remove one of the two lines"));
            }
            return super.put(key, value);
        }
    }
}
