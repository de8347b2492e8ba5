package io.sluice.pool.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One small change to one source file, and the test that must turn red by it.
 *
 * @param name what goes wrong, in words
 * @param file the source, from the top of the project
 * @param find the code to replace; white space counts as any white space, and it must be there
 *     exactly once
 * @param replacement what takes its place
 * @param red the test: {@code Class}, {@code Class#method}, or {@code race:Class.Race}
 */
record Mutation(String name, String file, String find, String replacement, String red) {

    static final String RACE = "race:";

    private static final String CORE = "pool-core/src/main/java/io/sluice/pool/internal/";
    private static final String JTA = "pool-core/src/main/java/io/sluice/pool/jta/";
    private static final String SPI = "pool-core/src/main/java/io/sluice/pool/spi/";
    private static final String FACE = "pool-jdbc4/src/main/java/io/sluice/jdbc/";
    private static final String HANDLE = "pool-jdbc4/src/main/java/io/sluice/jdbc/handle/";
    private static final String JDBC = "pool-jdbc4/src/main/java/io/sluice/jdbc/internal/";

    static Mutation core(String name, String file, String find, String replacement, String red) {
        return new Mutation(name, in(CORE, file), find, replacement, red);
    }

    static Mutation jta(String name, String file, String find, String replacement, String red) {
        return new Mutation(name, in(JTA, file), find, replacement, red);
    }

    static Mutation spi(String name, String file, String find, String replacement, String red) {
        return new Mutation(name, in(SPI, file), find, replacement, red);
    }

    static Mutation jdbc(String name, String file, String find, String replacement, String red) {
        return new Mutation(name, in(JDBC, file), find, replacement, red);
    }

    static Mutation face(String name, String file, String find, String replacement, String red) {
        return new Mutation(name, in(FACE, file), find, replacement, red);
    }

    static Mutation handle(String name, String file, String find, String replacement, String red) {
        return new Mutation(name, in(HANDLE, file), find, replacement, red);
    }

    /** Returns the one source of this name in a folder or below it. */
    private static String in(String folder, String file) {
        Path project = Path.of("..");
        try (Stream<Path> found =
                Files.find(project.resolve(folder), 4, (path, attributes) -> path.endsWith(file))) {
            return project.relativize(found.findFirst().orElseThrow()).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Where the code is that is replaced.
     *
     * @param start of its first character in the source
     * @param end behind its last character
     * @param firstLine counted from 1
     * @param lastLine counted from 1
     */
    record Place(int start, int end, int firstLine, int lastLine) {}

    /** Returns the source with the change in it. */
    String apply(String source) {
        Place place = place(source);
        return source.substring(0, place.start) + replacement + source.substring(place.end);
    }

    /** Returns the name of the source as its classes know it, with the folders of its package. */
    String classFile() {
        String root = "/src/main/java/";
        return file.substring(file.indexOf(root) + root.length());
    }

    /** Returns where a source has the code that is replaced. */
    Place place(String source) {
        StringBuilder pattern = new StringBuilder();
        for (String word : find.trim().split("\\s+")) {
            pattern.append(pattern.isEmpty() ? "" : "\\s+").append(Pattern.quote(word));
        }
        Matcher matcher = Pattern.compile(pattern.toString()).matcher(source);
        if (!matcher.find()) {
            throw new IllegalStateException(
                    file
                            + " does not contain\n  "
                            + find
                            + "\nany more; mutation \""
                            + name
                            + "\" has to follow it");
        }
        int start = matcher.start();
        int end = matcher.end();
        if (matcher.find()) {
            throw new IllegalStateException(
                    file
                            + " contains more than once\n  "
                            + find
                            + "\nso mutation \""
                            + name
                            + "\" has to say more");
        }
        return new Place(start, end, lineOf(source, start), lineOf(source, end));
    }

    private static int lineOf(String source, int index) {
        return 1 + (int) source.substring(0, index).chars().filter(c -> c == '\n').count();
    }

    boolean isRace() {
        return red.startsWith(RACE);
    }
}
