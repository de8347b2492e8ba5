package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.cli.Commands;
import io.sluice.jdbc.jndi.SluiceObjectFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.naming.CompositeName;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;

/** All that reads configuration, and what it shows of it. Confined to one thread. */
final class InputReaders implements InputReading.Reader {

    private static final int MOST_STARTS = 200;

    private final PropertiesReader reader = new PropertiesReader(environment());
    private final Path file;
    private int started;

    InputReaders(Path folder) {
        file = folder.resolve("input.properties");
    }

    private static Map<String, String> environment() {
        Map<String, String> variables = new HashMap<>(TestSecret.environment());
        variables.put("APP", "app");
        variables.put("EMPTY", "");
        return variables;
    }

    Path file() {
        return file;
    }

    int started() {
        return started;
    }

    @Override
    public void read(Input input, Properties properties, List<String> shown) throws Exception {
        switch (input.kind()) {
            case ONE_POOL -> show(reader.read(properties), shown);
            case SEVERAL_POOLS ->
                    reader.readPools(properties).values().forEach(values -> show(values, shown));
            case BESIDE -> show(beside(input.dialect(), properties), shown);
            case REFERENCE -> {
                SluiceDataSource pool = ofReference(properties);
                JdbcPoolConfig config = pool.configuration();
                show(config, shown);
                shown.add(pool.toString());
                start(pool, config, shown);
            }
            case FILE -> readFile(input.fileText(), shown);
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
        Files.writeString(file, text);
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
        if (!isTalkative || config.transactionManager() != null || started >= MOST_STARTS) {
            return;
        }
        started++;
        try (pool;
                Connection connection = pool.getConnection()) {
            shown.add(connection.toString());
        } catch (SQLException e) {
            shown.add(InputReading.textOf(e));
        }
    }
}
