package io.sluice.jdbc.internal.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** Reads a properties file in UTF-8 in which each key occurs once. */
final class PropertiesFile {

    private static final String HEXADECIMAL = "0123456789abcdefABCDEF";

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
            throw new IllegalArgumentException(
                    "line "
                            + malformed(lines)
                            + " has \\u without four hexadecimal digits; complete them, or write"
                            + " \\\\ for a backslash",
                    e);
        }
    }

    /**
     * Returns the number of the first line with an escape that is cut short. A line that continues
     * another is no comment, and an escape may go on there.
     */
    private static int malformed(List<String> lines) {
        int missing = 0;
        boolean continues = false;
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1);
            int at = indent(line);
            if (!continues && (line.startsWith("#", at) || line.startsWith("!", at))) {
                continue;
            }
            continues = false;
            for (boolean escaped = false; at < line.length(); at++) {
                char c = line.charAt(at);
                if (c == '\\' && !escaped && at == line.length() - 1) {
                    continues = true;
                } else if (missing > 0) {
                    if (HEXADECIMAL.indexOf(c) < 0) {
                        return number;
                    }
                    missing--;
                } else {
                    missing = escaped && c == 'u' ? 4 : 0;
                    escaped = c == '\\' && !escaped;
                }
            }
            if (missing > 0 && !continues) {
                return number;
            }
        }
        return lines.size();
    }

    /** Only these characters count as spaces in a properties file. */
    private static int indent(String line) {
        int at = 0;
        while (at < line.length() && " \t\f".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
        return at;
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
