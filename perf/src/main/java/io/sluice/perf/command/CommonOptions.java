package io.sluice.perf.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command takes. */
public final class CommonOptions {

    @Option(
            names = "--quick",
            description =
                    "A rough run in less than a minute; its figures only show that all works.")
    private boolean quick;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write command, JVM, cores and a list of flat results to this file.")
    private @Nullable Path json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write an HTML page with charts, each chart as an SVG file, and the raw figures,"
                            + " into this folder.")
    private @Nullable Path out;

    @Option(
            names = "--targets",
            description = "Show the targets for the pool, where there are any.")
    private boolean targets;

    /** Also asked for by name where failures are shown. */
    @Option(names = "--stacktrace", description = "Show the stack trace of a failure.")
    private boolean stacktrace;

    /** Handled by picocli. */
    @SuppressWarnings("unused")
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    /** Returns whether a rough run was asked for. */
    public boolean quick() {
        return quick;
    }

    /** Returns whether the targets for the pool are to be shown. */
    public boolean targets() {
        return targets;
    }

    /** Returns where the JSON goes, if anywhere. */
    public @Nullable Path json() {
        return json;
    }

    /** Returns the folder of the HTML page, if one is wanted. */
    public @Nullable Path out() {
        return out;
    }

    /** Returns whether a failure is to be shown with its stack trace. */
    public boolean stacktrace() {
        return stacktrace;
    }

    /**
     * Returns the given value or, when the option was left out, the default of a quick or a full
     * run.
     */
    public <T> T orDefault(@Nullable T given, T whenQuick, T otherwise) {
        return Objects.requireNonNullElse(given, quick ? whenQuick : otherwise);
    }

    /**
     * The same for a number that must be positive.
     *
     * @param option the name of the option
     */
    public int atLeastOne(String option, @Nullable Integer given, int whenQuick, int otherwise) {
        int value = orDefault(given, whenQuick, otherwise);
        if (value < 1) {
            throw new UsageException(option + "=" + value + "; expected at least 1");
        }
        return value;
    }

    /**
     * The same for constants of an enum; each is returned once, in the order of the enum, however
     * they were given.
     */
    public <E extends Enum<E>> List<E> choice(
            @Nullable List<E> given, List<E> whenQuick, List<E> otherwise) {
        return List.copyOf(EnumSet.copyOf(orDefault(given, whenQuick, otherwise)));
    }

    /**
     * Returns a number that must lie within bounds.
     *
     * @param option the name of the option
     */
    public static int within(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new UsageException(option + "=" + value + "; expected " + min + " to " + max);
        }
        return value;
    }

    /**
     * The same for several numbers; each is returned once, the smallest first, however they were
     * given.
     */
    public static List<Integer> within(String option, List<Integer> values, int min, int max) {
        values.forEach(value -> within(option, value, min, max));
        return values.stream().distinct().sorted().toList();
    }

    /**
     * Makes the folders to write to, for a command that always writes its page.
     *
     * @param folder the folder if none was named
     * @return the folder of the page
     */
    public Path prepare(Path folder) {
        if (out == null) {
            out = folder;
        }
        prepare();
        return out;
    }

    /** Makes the folders to write to, so that a long run does not fail at its end. */
    void prepare() {
        if (out != null) {
            makeFolder("--out", out);
        }
        if (json != null) {
            if (Files.isDirectory(json)) {
                throw new UsageException(
                        "--json=" + json + " is a folder; expected a file to write");
            }
            Path parent = json.toAbsolutePath().getParent();
            if (parent != null) {
                makeFolder("--json", parent);
            }
        }
    }

    private static void makeFolder(String option, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UsageException(
                    option + ": cannot make the folder " + folder + " (" + e + "); name another");
        }
        if (!Files.isWritable(folder)) {
            throw new UsageException(
                    option + ": cannot write to " + folder + "; name another folder");
        }
    }
}
