package io.sluice.perf.fork;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.command.MeasurementException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * The virtual machines that measurements run in: one for each contestant and round, all with the
 * same flags.
 */
public final class ForkedJvm {

    /** The flags of all forks: a heap of fixed size. */
    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

    /** The collector, set explicitly since small machines get another. */
    private static final String COLLECTOR = "-XX:+UseG1GC";

    private static final Pattern COLLECTORS = Pattern.compile("-XX:\\+Use[A-Za-z0-9]+GC");

    /** Kept, since a logger that is not referenced loses its level. */
    private static final Logger ROOT = Logger.getLogger("");

    /**
     * The first version that warns about JMH's use of memory and about native libraries, unless
     * told not to.
     */
    private static final int COMPLAINS = 24;

    /** The time that a fork may take besides that of the measurement. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** How long pools may take to make their connections. */
    private static final Duration FILL_LIMIT = Duration.ofSeconds(30);

    private ForkedJvm() {}

    /**
     * Returns the flags that affect figures: ours, then the given ones, with their collector if
     * they name one.
     */
    public static List<String> telling(List<String> more) {
        List<String> all = new ArrayList<>(FLAGS);
        if (more.stream().noneMatch(flag -> COLLECTORS.matcher(flag).matches())) {
            all.add(COLLECTOR);
        }
        all.addAll(more);
        return all;
    }

    /** Returns the settings that a report of forks begins with: their flags. */
    public static Map<String, String> settings(List<String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("flags of the forks", String.join(" ", telling(more)));
        return settings;
    }

    /** Returns all flags of a fork. */
    public static List<String> flags(List<String> more) {
        List<String> all = telling(more);
        if (Runtime.version().feature() >= COMPLAINS) {
            all.add("--sun-misc-unsafe-memory-access=allow");
            all.add("--enable-native-access=ALL-UNNAMED");
        }
        return all;
    }

    /**
     * Returns the command for a main class on our own class path, with just these flags. The class
     * gets the order, and the name of the order's class.
     */
    public static List<String> command(List<String> flags, Class<?> main, Record order)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(JSON.std.asString(order), order.getClass().getName()));
        return command;
    }

    /** What a fork is to do: a record, which it is given as JSON. */
    public interface Order {

        /** Measures; returns the figures by name. */
        Map<String, Object> measure() throws Exception;
    }

    /**
     * Measures in a fork.
     *
     * @param flags its flags besides the usual
     * @param millis how long it measures
     * @param order a record
     */
    public static <T extends Record & Order> Printed run(List<String> flags, long millis, T order)
            throws IOException, InterruptedException {
        Duration limit = LIMIT.plusMillis(millis);
        return run("the fork for " + order, flags, ForkedJvm.class, order, limit);
    }

    /** The fork of an {@link Order}. */
    public static void main(String[] args) throws ClassNotFoundException {
        Class<? extends Record> type = Class.forName(args[1]).asSubclass(Record.class);
        answer(type, args, order -> ((Order) order).measure());
    }

    /**
     * Runs a main class on our own class path and returns the figures it printed, one JSON object.
     *
     * @param what names the run in error messages
     * @param main calls {@link #answer}
     * @param order what to do
     */
    public static Printed run(
            String what, List<String> moreFlags, Class<?> main, Record order, Duration limit)
            throws IOException, InterruptedException {
        // Read when the fork has ended, so that no thread reads while it measures; a pipe would be
        // full some time.
        Path printed = Files.createTempFile("sluice-perf", ".json");
        Path errors = Files.createTempFile("sluice-perf", ".err");
        try {
            ProcessBuilder fork =
                    new ProcessBuilder(command(flags(moreFlags), main, order))
                            .redirectOutput(printed.toFile())
                            .redirectError(errors.toFile());
            Process process = fork.start();
            try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new MeasurementException(
                            "%s did not end within %s s; is the machine busy?"
                                    .formatted(what, limit.toSeconds()));
                }
                if (process.exitValue() != 0) {
                    throw new MeasurementException(
                            "%s ended with code %s; its output is above"
                                    .formatted(what, process.exitValue()));
                }
                return Printed.parse(Files.readString(printed));
            } finally {
                process.destroyForcibly();
            }
        } finally {
            System.err.print(Files.readString(errors));
            Files.delete(errors);
            Files.delete(printed);
        }
    }

    /**
     * The work of a fork.
     *
     * @param <T> the kind of orders
     */
    public interface Work<T> {

        /** Measures; returns the figures by name. */
        Map<String, Object> measure(T order) throws Exception;
    }

    /**
     * Measures in this virtual machine, prints the figures for the process that has started it, and
     * ends it, even if threads of contestants would go on. Other output is kept apart from the
     * figures.
     *
     * @param args the order, as it was given to the fork
     */
    public static <T extends Record> void answer(Class<T> type, String[] args, Work<T> work) {
        PrintStream out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        ROOT.setLevel(Level.SEVERE);
        int code = 1;
        try {
            out.println(JSON.std.asString(work.measure(JSON.std.beanFrom(type, args[0]))));
            code = 0;
        } catch (Exception e) {
            e.printStackTrace(System.err);
        } finally {
            System.exit(code);
        }
    }

    /**
     * Waits until pools have the connections that they should, and fails if that takes too long.
     *
     * @param expected what they should have
     */
    public static void await(String expected, BooleanSupplier met) throws InterruptedException {
        long since = System.nanoTime();
        while (!met.getAsBoolean()) {
            if (System.nanoTime() - since > FILL_LIMIT.toNanos()) {
                throw new IllegalStateException(
                        "expected %s within %s s; is the machine busy?"
                                .formatted(expected, FILL_LIMIT.toSeconds()));
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
