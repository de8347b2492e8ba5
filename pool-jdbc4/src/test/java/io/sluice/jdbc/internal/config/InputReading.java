package io.sluice.jdbc.internal.config;

import com.sun.management.ThreadMXBean;
import io.sluice.jdbc.JdbcOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.ConfigurationException;
import javax.naming.NamingException;

/** Gives an input to what reads it, and judges what comes of it. Confined to one thread. */
final class InputReading {

    /** What reads an input. */
    @FunctionalInterface
    interface Reader {

        /**
         * Reads an input.
         *
         * @param properties the same as properties; empty if it is malformed
         * @param shown collects what a user can see of it
         * @throws Exception that the input is refused
         */
        void read(Input input, Properties properties, List<String> shown) throws Exception;
    }

    /** What it took to read an input. */
    private record Cost(long nanos, long bytes) {}

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The options that name a class: to be loaded when they are read, or at the start. */
    private static final Pattern OF_CLASSES =
            Pattern.compile(
                    "credentialsProvider|connectionCustomizer|fatalErrorClassifier"
                            + "|(?i:classname|driver)");

    private static final Set<String> OPTIONS =
            Stream.concat(
                            Arrays.stream(JdbcOption.values()).map(JdbcOption::key),
                            Stream.of(Dialect.KEY, "pool.orders.url"))
                    .collect(Collectors.toSet());

    /** What is an option if it has the name of one. */
    private static final Pattern OPTION =
            Pattern.compile("(?<![\\w.*])([\\w.*]++)(?: is | and | or |=|, | cannot )");

    private static final Pattern LINE = Pattern.compile("\\bline (\\d+) ");

    private static final Pattern NAME =
            Pattern.compile("(?i)(?:.*\\.)?(?:(?:pool|data-?source|unique)-?)?name");

    /** How often a time is measured before it counts: something else may have taken it. */
    private static final int TIMES = 3;

    private static final int FACTOR = 8;

    /** The length of the long parts of inputs, of which there are others that are longer. */
    static final int SHORTER = 10_000;

    /** Of so many problems those after it need not be clear, to save time. */
    private static final int MOST_PROBLEMS = 50;

    private static final long LEAST_NANOS = 10_000_000;
    private static final long LEAST_BYTES = 4L << 20;

    /** Each unknown option is compared with all that there are, of each pool. */
    private static final long BYTES_PER_CHARACTER = 50_000;

    private final ClassRequests requests;

    /** What the log got. */
    private final List<String> logged;

    private final Reader reader;

    private Cost cost = new Cost(0, 0);
    private String message = "";
    private int accepted;
    private int refused;

    InputReading(ClassRequests requests, List<String> logged, Reader reader) {
        this.requests = requests;
        this.logged = logged;
        this.reader = reader;
    }

    int accepted() {
        return accepted;
    }

    int refused() {
        return refused;
    }

    /** Returns with which message the last input was refused, or an empty text. */
    String message() {
        return message;
    }

    /** Returns what is wrong with how the input is read, or an empty text. */
    String complaint(Input input) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(requests.loader());
        try {
            return judged(input);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private String judged(Input input) {
        List<String> shown = new ArrayList<>();
        requests.take();
        Traps.take();
        logged.clear();
        message = "";
        Properties properties = new Properties();
        boolean isForFile = isForFile(input, properties);
        Exception refusal;
        try {
            refusal = read(isForFile ? input.withKind(Input.Kind.FILE) : input, properties, shown);
        } catch (Exception | Error e) {
            return "unexpected " + e.getClass().getName() + at(e);
        }
        List<String> sprung = Traps.take();
        if (!sprung.isEmpty()) {
            return sprung.get(0);
        }
        shown.addAll(logged);
        if (refusal == null) {
            accepted++;
        } else {
            refused++;
            message = String.valueOf(refusal.getMessage());
            shown.add(textOf(refusal));
        }
        if (shown.stream().anyMatch(TestSecret::isIn) && !isInName(properties)) {
            return "a secret is shown";
        }
        if (cost.bytes > LEAST_BYTES + BYTES_PER_CHARACTER * input.text().length()) {
            return "too much memory is allocated";
        }
        String unclear = refusal == null ? "" : unclear(refusal, input, properties);
        return unclear.isEmpty() ? unwanted(input) : unclear;
    }

    /** Returns why the input is refused, or null. */
    private Exception read(Input input, Properties properties, List<String> shown)
            throws Exception {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        try {
            reader.read(input, properties, shown);
            return null;
        } catch (IllegalArgumentException | IOException | NamingException e) {
            return e;
        } finally {
            cost =
                    new Cost(
                            THREADS.getCurrentThreadCpuTime() - nanos,
                            THREADS.getCurrentThreadAllocatedBytes() - bytes);
        }
    }

    /**
     * Returns what grows faster than the input, or an empty text.
     *
     * @param ofLength makes the same input with long parts of about so many characters
     */
    String growth(IntFunction<Input> ofLength) throws Exception {
        Input shorter = ofLength.apply(SHORTER);
        Input longer = ofLength.apply(SHORTER * FACTOR);
        String growth = "";
        for (int i = 0; i < TIMES; i++) {
            growth = growth(cost(shorter), cost(longer));
            if (growth.isEmpty()) {
                return "";
            }
        }
        return growth;
    }

    /** Quadratic growth is that by the square of the factor. */
    private static String growth(Cost shorter, Cost longer) {
        if (longer.bytes > 4 * FACTOR * Math.max(shorter.bytes, LEAST_BYTES)) {
            return "memory grows faster than the input";
        }
        return longer.nanos > 3 * FACTOR * Math.max(shorter.nanos, LEAST_NANOS)
                ? "time grows faster than the input"
                : "";
    }

    private Cost cost(Input input) throws Exception {
        Properties properties = new Properties();
        boolean isForFile = isForFile(input, properties);
        read(isForFile ? input.withKind(Input.Kind.FILE) : input, properties, new ArrayList<>());
        return cost;
    }

    /** Returns whether the name of a pool has the password; names are shown. */
    private static boolean isInName(Properties properties) {
        return properties.entrySet().stream()
                .anyMatch(
                        entry ->
                                NAME.matcher(entry.getKey().toString()).matches()
                                        && TestSecret.isIn(entry.getValue().toString()));
    }

    /** Returns whether only a file can have this text, or it is for one. */
    private static boolean isForFile(Input input, Properties properties) {
        return !load(input.text(), properties) || input.kind() == Input.Kind.FILE;
    }

    /** Returns false if there is a malformed escape. */
    private static boolean load(String text, Properties properties) {
        try {
            properties.load(new StringReader(text));
            return true;
        } catch (IllegalArgumentException | IOException e) {
            properties.clear();
            return false;
        }
    }

    /**
     * Each problem has to name a key of the input, a pool's keys as {@code resource.a.*}, an
     * option, or the line that cannot be read.
     */
    private static String unclear(Exception e, Input input, Properties properties) {
        boolean isOurs =
                Stream.of(
                                IllegalArgumentException.class,
                                ConfigurationException.class,
                                IOException.class)
                        .anyMatch(e.getClass()::equals);
        if (!isOurs) {
            return "unexpected " + e.getClass().getName() + at(e);
        }
        String[] problems = String.valueOf(e.getMessage()).split("\n  - ", -1);
        int end = Math.min(problems.length, MOST_PROBLEMS);
        for (int i = problems.length == 1 ? 0 : 1; i < end; i++) {
            String problem = problems[i];
            Matcher line = LINE.matcher(problem);
            if (line.find()) {
                if (!isFirstMalformed(input.fileText(), Integer.parseInt(line.group(1)))) {
                    return "a problem is said to be in the wrong line";
                }
            } else if (OPTION.matcher(problem).results().noneMatch(InputReading::isOption)
                    && keys(input, properties).noneMatch(key -> isNamed(problem, key))) {
                return "a problem names no key, no option and no line";
            }
        }
        return "";
    }

    private static boolean isOption(MatchResult found) {
        return OPTIONS.contains(found.group(1));
    }

    private static Stream<String> keys(Input input, Properties properties) {
        Properties all = properties;
        if (input.kind() == Input.Kind.FILE) {
            all = new Properties();
            load(input.fileText(), all);
        }
        return all.stringPropertyNames().stream();
    }

    private static boolean isNamed(String problem, String key) {
        int ofGroup = key.indexOf('.', key.indexOf('.') + 1) + 1;
        if (ofGroup > 1 && problem.contains(key.substring(0, ofGroup) + '*')) {
            return true;
        }
        if (key.length() < 3) { // it may be a word of a sentence
            return problem.startsWith(key + " ") || problem.contains(key + '"');
        }
        for (int at = problem.indexOf(key); at >= 0; at = problem.indexOf(key, at + 1)) {
            int end = at + key.length();
            if ((at == 0 || !Character.isLetterOrDigit(problem.charAt(at - 1)))
                    && (end == problem.length()
                            || !Character.isLetterOrDigit(problem.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    /** The lines up to this can not be read; nor could those before it, if it is left out. */
    private static boolean isFirstMalformed(String text, int line) {
        List<String> lines = text.lines().toList();
        return line >= 1
                && line <= lines.size()
                && !isReadable(lines.subList(0, line))
                && (isReadable(lines.subList(0, line - 1)) || isCut(lines.get(line - 2)));
    }

    private static boolean isCut(String line) {
        return line.endsWith("\\");
    }

    private static boolean isReadable(List<String> lines) {
        return load(String.join("\n", lines), new Properties());
    }

    private String unwanted(Input input) {
        Set<String> names = requests.take();
        if (names.isEmpty()) {
            return "";
        }
        String text = input.text() + input.fileText();
        boolean allowed = OF_CLASSES.matcher(text).find();
        for (String name : names) {
            if (!isOfStart(name) && (!allowed || !named(name, text))) {
                return "a class or file was looked for that no option names: " + name;
            }
        }
        return "";
    }

    /** A start looks for drivers. */
    private static boolean isOfStart(String name) {
        return name.equals("META-INF/services/java.sql.Driver")
                || name.equals(TalkativeDriver.class.getName());
    }

    /** Whether the text has the name, apart from escapes and references. */
    private static boolean named(String name, String text) {
        return text.contains(name) || text.contains("\\") || text.contains("${");
    }

    /** Returns a failure with all that it has below it, as a log prints it. */
    static String textOf(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        if (failure instanceof SQLException e && e.getNextException() != null) {
            text.append(textOf(e.getNextException()));
        }
        return text.toString();
    }

    private static String at(Throwable e) {
        return Arrays.stream(e.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("io.sluice"))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }
}
