package io.sluice.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints the tables of options as {@code docs/configuration.md} has them. */
enum OptionTable {
    CONNECT(
            JdbcOption.NAME,
            JdbcOption.URL,
            JdbcOption.DRIVER_CLASS_NAME,
            JdbcOption.DATA_SOURCE_CLASS_NAME,
            JdbcOption.DATA_SOURCE,
            JdbcOption.DATA_SOURCE_PROPERTIES,
            JdbcOption.USERNAME,
            JdbcOption.PASSWORD,
            JdbcOption.CREDENTIALS_PROVIDER,
            JdbcOption.TARGET_ROLE,
            JdbcOption.MAX_STANDBY_LAG,
            JdbcOption.STARTUP),
    SIZE(
            JdbcOption.MAX_SIZE,
            JdbcOption.MIN_SIZE,
            JdbcOption.IDLE_TIMEOUT,
            JdbcOption.MAX_WAITING,
            JdbcOption.MAX_CREATING),
    TIME(
            JdbcOption.ACQUIRE_TIMEOUT,
            JdbcOption.CONNECT_TIMEOUT,
            JdbcOption.NETWORK_TIMEOUT,
            JdbcOption.CLOSE_TIMEOUT),
    HEALTH(
            JdbcOption.VALIDATE_AFTER_IDLE,
            JdbcOption.VALIDATION_TIMEOUT,
            JdbcOption.VALIDATION_QUERY,
            JdbcOption.KEEPALIVE_INTERVAL,
            JdbcOption.MAX_LIFETIME,
            JdbcOption.LIFETIME_JITTER,
            JdbcOption.FATAL_ERROR_CLASSIFIER),
    STATE(
            JdbcOption.AUTO_COMMIT,
            JdbcOption.READ_ONLY,
            JdbcOption.ISOLATION,
            JdbcOption.HOLDABILITY,
            JdbcOption.CATALOG,
            JdbcOption.SCHEMA,
            JdbcOption.CONNECTION_CUSTOMIZER,
            JdbcOption.INIT_SQL,
            JdbcOption.RESET_SQL,
            JdbcOption.STATEMENT_CACHE_SIZE),
    DIAGNOSTICS(
            JdbcOption.LEAK_THRESHOLD,
            JdbcOption.REPORT_DIRTY_RETURNS,
            JdbcOption.REGISTER_MBEAN,
            JdbcOption.TICKER),
    TRANSACTIONS(
            JdbcOption.XA_DATA_SOURCE_CLASS_NAME,
            JdbcOption.XA_DATA_SOURCE,
            JdbcOption.TRANSACTIONS,
            JdbcOption.TRANSACTION_MANAGER,
            JdbcOption.TRANSACTION_CONTEXT,
            JdbcOption.LAST_RESOURCE,
            JdbcOption.RECOVERY_USERNAME,
            JdbcOption.RECOVERY_PASSWORD);

    private final List<JdbcOption> options;

    OptionTable(JdbcOption... options) {
        this.options = List.of(options);
    }

    public static void main(String[] arguments) {
        for (OptionTable table : values()) {
            System.out.println(table.heading());
            System.out.println();
            table.lines().forEach(System.out::println);
            System.out.println();
        }
    }

    List<JdbcOption> options() {
        return options;
    }

    /** Returns the line above the table, with text between them. */
    String heading() {
        return "### " + name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("| Option | Value | Default | Meaning |");
        lines.add("|---|---|---|---|");
        for (JdbcOption option : options) {
            lines.add(
                    "| `%s` | %s | %s | %s |"
                            .formatted(
                                    option.key(),
                                    value(option),
                                    option.defaultText().isEmpty()
                                            ? ""
                                            : "`" + option.defaultText() + "`",
                                    option.meaning()));
        }
        return lines;
    }

    /** The text above the tables has the forms of a time and what all classes need. */
    private static String value(JdbcOption option) {
        return option.range()
                .replaceFirst(" \\(as 500ms.*\\)", "")
                .replaceFirst("( from 0)? up to 36500 days", "")
                .replaceFirst(
                        "the name of a class that implements [\\w.]*\\.(\\w+) .*", "class: `$1`")
                .replaceFirst("an object, .*", "object")
                .replaceFirst("a JDBC URL, .*", "JDBC URL")
                .replaceFirst("a property of the vendor's", "setting of the driver")
                .replaceFirst("a number (from|of) ", "")
                .replaceFirst("^(some|any) text", "text")
                .replaceFirst("(?<=^|off or )a ", "")
                .replaceFirst("^one of ", "");
    }
}
