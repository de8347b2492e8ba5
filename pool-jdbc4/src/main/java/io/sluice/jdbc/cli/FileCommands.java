package io.sluice.jdbc.cli;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OptionSource;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.Transactions;
import io.sluice.jdbc.internal.config.PropertiesReader;
import io.sluice.jdbc.internal.config.PropertiesReader.Contents;
import io.sluice.jdbc.internal.config.PropertiesReader.Examined;
import io.sluice.jdbc.internal.config.PropertiesReader.Reference;
import io.sluice.jdbc.internal.config.Secrets;
import io.sluice.jdbc.internal.config.Warnings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The commands that read a file. */
final class FileCommands {

    /** A reference without a default, which may be a secret. */
    private static final Pattern VARIABLE = Pattern.compile("\\s*\\$\\{[^:}]+}\\s*");

    private final PrintStream out;
    private final PrintStream err;

    FileCommands(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Prints what each pool of a file would be like, and connects as each of them would. */
    int check(Path file, boolean connect) throws IOException {
        Contents contents = PropertiesReader.ofSystem().examine(file);
        int exitCode = problem(contents);
        for (Map.Entry<String, Examined> pool : contents.pools().entrySet()) {
            out.println("Pool " + pool.getKey());
            for (EffectiveOption option : pool.getValue().values().effective()) {
                if (!option.value().isEmpty()) {
                    out.println("  " + option);
                }
            }
            for (String warning : Warnings.about(pool.getValue().values())) {
                out.println("  warning: " + warning);
            }
            if (connect) {
                exitCode = Math.max(exitCode, connect(pool.getKey(), pool.getValue().properties()));
            }
        }
        return exitCode;
    }

    private int problem(Contents contents) {
        if (contents.problem() == null) {
            return Main.OK;
        }
        err.println("error: " + contents.problem());
        return Main.FAILED;
    }

    /** Without transactions: neither a transaction manager nor its log is to be touched. */
    private int connect(String name, Properties properties) {
        Properties plain = new Properties();
        plain.putAll(properties);
        plain.remove(JdbcOption.TRANSACTION_MANAGER.key());
        plain.setProperty(JdbcOption.TRANSACTIONS.key(), "off");
        long start = System.nanoTime();
        try (SluiceDataSource pool =
                        new SluiceDataSource(
                                JdbcPoolConfig.load(plain).toBuilder()
                                        .name(name)
                                        .transactions(Transactions.OFF)
                                        .startup(Startup.FAIL)
                                        .minSize(0)
                                        .registerMbean(false)
                                        .build());
                Connection connection = pool.getConnection()) {
            DatabaseMetaData database = connection.getMetaData();
            out.printf(
                    "  connected in %d ms to %s %s as %s, by %s %s%n",
                    (System.nanoTime() - start) / 1_000_000,
                    database.getDatabaseProductName(),
                    database.getDatabaseProductVersion(),
                    database.getUserName(),
                    database.getDriverName(),
                    database.getDriverVersion());
            return Main.OK;
        } catch (SQLException | IllegalArgumentException e) {
            err.println("error: cannot connect: " + e.getMessage());
            return Main.FAILED;
        }
    }

    /** Prints a file in the names of Sluice. */
    int explain(Path file) throws IOException {
        Contents contents = PropertiesReader.ofSystem().examine(file);
        contents.pools().forEach(this::explain);
        return problem(contents);
    }

    private void explain(String name, Examined pool) {
        out.println("# Pool " + name);
        for (EffectiveOption effective : pool.values().effective()) {
            JdbcOption option = effective.option();
            boolean kept =
                    effective.source() == OptionSource.DEFAULT
                            && !effective.where().startsWith("default of ");
            if (kept) {
                continue;
            }
            out.println("# " + effective.where());
            if (option == JdbcOption.DATA_SOURCE_PROPERTIES) {
                new TreeMap<>(pool.values().dataSourceProperties())
                        .forEach(
                                (key, value) -> {
                                    String full = "dataSource." + key;
                                    explain(
                                            full,
                                            Secrets.isSecret(full),
                                            value,
                                            pool.references().get(full));
                                });
            } else {
                explain(
                        option.key(),
                        option.kind().equals("secret"),
                        effective.value(),
                        pool.references().get(option.key()));
            }
        }
        pool.values().notes().forEach(note -> out.println("# " + note));
        Warnings.about(pool.values()).forEach(warning -> out.println("# warning: " + warning));
    }

    /** Keeps references to the environment: their values may differ where the file is used. */
    private void explain(
            String key, boolean isSecret, String value, @Nullable Reference reference) {
        String shownKey = Secrets.mask(key); // a URL may stand there by mistake
        String kept = reference != null && reference.isSame() ? reference.given() : value;
        if (isSecret && !VARIABLE.matcher(kept).matches()) {
            out.println("# " + shownKey + ": copy the value, which is not shown");
            return;
        }
        if (reference != null && !reference.isSame()) {
            out.println("# the value of " + Secrets.mask(reference.given()) + " here");
        }
        String line = shownKey + " = " + Secrets.mask(kept).replace("\\", "\\\\");
        if (line.contains(Secrets.MASK)) {
            out.println("# copy what " + Secrets.MASK + " hides, and uncomment the next line");
            out.print("# ");
        }
        out.println(line);
    }
}
