package io.sluice.jdbc.internal.config;

import com.sun.management.ThreadMXBean;
import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.cli.Commands;
import io.sluice.jdbc.jndi.SluiceObjectFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;

/** Gives an input to what reads it, and judges what comes of it. Confined to one thread. */
final class InputReading {

    private static final Map<String, String> ENVIRONMENT =
            Map.of(Input.VARIABLE, Input.SECRET, "APP", "app", "EMPTY", "");

    /** The options that name a class to be loaded while the configuration is read. */
    private static final List<String> OF_CLASSES =
            List.of("credentialsProvider", "connectionCustomizer", "fatalErrorClassifier");

    /** The words of which a message has one, unless it has a key of the input. */
    private static final List<String> WORDS =
            Stream.concat(
                            Arrays.stream(JdbcOption.values()).map(JdbcOption::key),
                            Stream.of("dialect", "resource", "line ", "unknown option \""))
                    .toList();

    private static final Pattern NAME =
            Pattern.compile("(?i)(?:.*\\.)?(?:(?:pool|data-?source|unique)-?)?name");

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final long LEAST_BYTES = 16L << 20;
    private static final long BYTES_PER_CHARACTER = 20_000;

    private final PropertiesReader reader = new PropertiesReader(ENVIRONMENT);
    private final Path file;
    private final ClassRequests requests;

    /** What the log got. */
    private final List<String> logged;

    /** The classes and files that were looked for to read the configuration. */
    private final Set<String> wanted = new TreeSet<>();

    private int accepted;
    private int refused;
    private int started;

    /** Whether the class was initialized that no option may use. */
    private static boolean trapped;

    InputReading(Path folder, ClassRequests requests, List<String> logged) {
        file = folder.resolve("input.properties");
        this.requests = requests;
        this.logged = logged;
    }

    Path file() {
        return file;
    }

    int accepted() {
        return accepted;
    }

    int refused() {
        return refused;
    }

    int started() {
        return started;
    }

    /** Returns what is wrong with how the input is read, or an empty text. */
    String complaint(Input input) {
        List<String> shown = new ArrayList<>();
        String complaint = "";
        requests.take();
        wanted.clear();
        logged.clear();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Properties properties = new Properties();
        try {
            if (isForFile(input, properties)) {
                readFile(input.text(), shown);
            } else {
                read(input, properties, shown);
            }
            accepted++;
        } catch (IllegalArgumentException | IOException | NamingException e) {
            refused++;
            complaint = unclear(e, properties);
            addAll(e, shown, 0);
        } catch (RuntimeException | Error e) {
            return "unexpected " + e.getClass().getName() + at(e);
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        shown.addAll(logged);
        if (!isInName(properties) && shown.stream().anyMatch(text -> text.contains(Input.SECRET))) {
            return "a secret is shown";
        }
        if (bytes > LEAST_BYTES + BYTES_PER_CHARACTER * input.text().length()) {
            return "too much memory is allocated";
        }
        if (trapped) {
            trapped = false;
            return "a class was initialized that does not implement what the option wants";
        }
        return complaint.isEmpty() ? unwanted(input) : complaint;
    }

    /** Returns whether the name of a pool has the password; names are shown. */
    private static boolean isInName(Properties properties) {
        return properties.entrySet().stream()
                .anyMatch(
                        entry ->
                                NAME.matcher(entry.getKey().toString()).matches()
                                        && entry.getValue().toString().contains(Input.SECRET));
    }

    /** Returns whether only a file can have this text. */
    private static boolean isForFile(Input input, Properties properties) throws IOException {
        try {
            properties.load(new StringReader(input.text()));
            return input.kind() == Input.Kind.FILE;
        } catch (IllegalArgumentException e) { // a malformed escape
            return true;
        }
    }

    private void read(Input input, Properties properties, List<String> shown)
            throws NamingException {
        switch (input.kind()) {
            case ONE_POOL -> show(reader.read(properties), shown);
            case SEVERAL_POOLS ->
                    reader.readPools(properties).values().forEach(values -> show(values, shown));
            case BESIDE -> show(beside(input.dialect(), properties), shown);
            default -> {
                SluiceDataSource pool = ofReference(properties);
                JdbcPoolConfig config = pool.configuration();
                show(config, shown);
                shown.add(pool.toString());
                start(pool, config, shown);
            }
        }
    }

    private static JdbcPoolConfig beside(Dialect dialect, Properties properties) {
        Properties own = new Properties();
        Map<String, String> others = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.length() % 2 == 0) {
                own.setProperty(key, properties.getProperty(key));
            } else {
                others.put(key, properties.getProperty(key));
            }
        }
        return JdbcPoolConfig.load(own, OtherPoolOptions.of(dialect.key(), "other.", others));
    }

    private static SluiceDataSource ofReference(Properties properties) throws NamingException {
        Reference reference = new Reference(DataSource.class.getName());
        properties.forEach(
                (key, value) -> reference.add(new StringRefAddr((String) key, (String) value)));
        Object made =
                new SluiceObjectFactory()
                        .getObjectInstance(reference, new CompositeName("jdbc/x"), null, null);
        return (SluiceDataSource) made;
    }

    private void readFile(String text, List<String> shown) throws IOException {
        Files.writeString(file, text.replaceAll("[\ud800-\udfff]", "?"));
        for (String command : List.of("check", "explain")) {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(printed, false, StandardCharsets.UTF_8);
            Commands.run(List.of(command, file.toString()), out, out);
            out.flush();
            shown.add(printed.toString(StandardCharsets.UTF_8));
        }
        show(JdbcPoolConfig.load(file), shown);
    }

    private static void show(OptionValues values, List<String> shown) {
        shown.add(values.toString());
        values.effective().forEach(option -> shown.add(option.toString()));
        shown.addAll(values.notes());
        shown.addAll(Warnings.about(values));
    }

    private static void show(JdbcPoolConfig config, List<String> shown) {
        shown.add(config.toString());
        config.options().forEach(option -> shown.add(option.toString()));
        shown.addAll(config.warnings());
    }

    /** Connects with a driver that fails, and puts everything that it knows into its message. */
    private void start(SluiceDataSource pool, JdbcPoolConfig config, List<String> shown) {
        boolean isTalkative = config.url() != null && config.url().startsWith(TalkativeDriver.URL);
        if (!isTalkative || config.transactionManager() != null || started >= 200) {
            return;
        }
        started++;
        wanted.addAll(requests.take());
        try (pool;
                Connection connection = pool.getConnection()) {
            shown.add(connection.toString());
        } catch (SQLException e) {
            addAll(e, shown, 0);
        }
        requests.take(); // a start looks for drivers
    }

    // What is to be found out

    private static String unclear(Exception e, Properties properties) {
        boolean isOurs =
                Stream.of(
                                IllegalArgumentException.class,
                                ConfigurationException.class,
                                IOException.class)
                        .anyMatch(e.getClass()::equals);
        if (!isOurs) {
            return "unexpected " + e.getClass().getName() + at(e);
        }
        String message = String.valueOf(e.getMessage());
        boolean isClear =
                WORDS.stream().anyMatch(message::contains)
                        || properties.stringPropertyNames().stream()
                                .anyMatch(key -> !key.isEmpty() && message.contains(key));
        return isClear ? "" : "a message names no key and no line";
    }

    private String unwanted(Input input) {
        wanted.addAll(requests.take());
        String text = input.text();
        boolean allowed = OF_CLASSES.stream().anyMatch(text::contains);
        for (String name : wanted) {
            if (!allowed || !named(name, text)) {
                return "a class or file was looked for that no option names: " + name;
            }
        }
        return "";
    }

    /** Whether the text has the name, apart from escapes and references. */
    private static boolean named(String name, String text) {
        return text.contains(name) || text.contains("\\") || text.contains("${");
    }

    private static void addAll(Throwable e, List<String> shown, int depth) {
        if (e == null || depth > 8) {
            return;
        }
        shown.add(e.toString());
        addAll(e.getCause(), shown, depth + 1);
        for (Throwable suppressed : e.getSuppressed()) {
            addAll(suppressed, shown, depth + 1);
        }
        if (e instanceof SQLException failure) {
            addAll(failure.getNextException(), shown, depth + 1);
        }
    }

    private static String at(Throwable e) {
        return Arrays.stream(e.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("io.sluice"))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }

    /** What an option may name. */
    public static final class Fixed implements CredentialsProvider {

        @Override
        public Credentials credentials() {
            return new Credentials("app", Input.SECRET);
        }
    }

    /** What no option may use. */
    public static final class Trap {

        static {
            trapped = true;
        }

        /** Creates a trap. */
        public Trap() {}
    }
}
