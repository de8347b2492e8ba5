package io.sluice.perf.load;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.server.Database;
import io.sluice.perf.server.ServerOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where to connect and how Sluice is configured, from the command line and from the user's file.
 *
 * @param database the named database, or null to start our own
 * @param sluice the options of the file, or null without one
 */
record LoadConfig(@Nullable Database database, @Nullable JdbcPoolConfig sluice) {

    /** Stands for the URL while the file is checked and our own server is not started. */
    private static final String NOT_YET_KNOWN = "jdbc:postgresql://localhost/";

    /** Reads the file, if there is one; the command line takes precedence. */
    static LoadConfig of(@Nullable Path file, ServerOptions server) {
        Database given = server.database();
        if (file == null) {
            return new LoadConfig(given, null);
        }
        Properties options = read(file);
        if (options.containsKey("dataSourceClassName")) {
            throw new UsageException(
                    "--config="
                            + file
                            + " sets dataSourceClassName; expected url, for the peers connect to"
                            + " the same");
        }
        if (given != null) {
            put(options, "url", given.url());
            put(options, "username", given.user());
            put(options, "password", given.password());
        }
        boolean named = options.containsKey("url");
        options.putIfAbsent("url", NOT_YET_KNOWN);
        JdbcPoolConfig sluice = parse(file, options);
        String from = sluice.url();
        return new LoadConfig(
                named && from != null
                        ? Database.named(from, sluice.username(), sluice.password())
                        : null,
                sluice);
    }

    int maxSizeOr(int otherwise) {
        return sluice == null ? otherwise : sluice.maxSize();
    }

    @Override
    public String toString() {
        return "LoadConfig[" + database + "]";
    }

    private static Properties read(Path file) {
        Properties options = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            options.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(
                    "--config=%s cannot be read (%s); expected a properties file in UTF-8"
                            .formatted(file, e));
        }
        return options;
    }

    private static JdbcPoolConfig parse(Path file, Properties options) {
        try {
            return JdbcPoolConfig.load(options);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--config=" + file + ": " + e.getMessage());
        }
    }

    private static void put(Properties options, String name, @Nullable String value) {
        if (value != null) {
            options.setProperty(name, value);
        }
    }
}
