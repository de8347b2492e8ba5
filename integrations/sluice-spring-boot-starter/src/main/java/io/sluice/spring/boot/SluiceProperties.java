package io.sluice.spring.boot;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OtherPoolOptions;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Transactions;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The options of a pool below {@code sluice.datasource}, as text. Each has the name and the values
 * of a properties file of Sluice; {@code maxSize} may be written {@code max-size}. Not thread-safe.
 *
 * <p>An application with several data sources binds one of these for each, with another prefix, and
 * calls {@link #createDataSource}.
 */
@ConfigurationProperties(prefix = "sluice", ignoreUnknownFields = false)
public class SluiceProperties {

    private static final String DRIVER_PREFIX = "dataSource.";

    private static final Pattern DRIVER_KEY = Pattern.compile("data-?[sS]ource\\.(.+)");

    private static final Pattern SEPARATED = Pattern.compile("[-._]+(.)");

    private static final Map<String, JdbcOption> OPTIONS =
            Arrays.stream(JdbcOption.values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    option -> bare(option.key()), Function.identity()));

    private final Map<String, String> datasource = new LinkedHashMap<>();

    /** Creates properties of which none is set. */
    public SluiceProperties() {}

    /** Returns the options by the names that they were given with; modifiable. */
    public Map<String, String> getDatasource() {
        return datasource;
    }

    /**
     * Creates a data source with these options, which starts with its first connection.
     *
     * @throws InvalidPoolOptionsException if a key is unknown, a value is bad, or the options do
     *     not fit together
     */
    public SluiceDataSource createDataSource() {
        return create(options(), OtherPoolOptions.none());
    }

    /** Returns the options by the names that Sluice has for them. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        // An environment variable is a second entry of the same option; what overrides comes first.
        datasource.forEach((given, value) -> putOption(options, given, value));
        return options;
    }

    private static void putOption(Map<String, String> options, String given, String value) {
        Matcher driver = DRIVER_KEY.matcher(given);
        JdbcOption option = OPTIONS.get(bare(given));
        if (driver.matches()) {
            options.putIfAbsent(DRIVER_PREFIX + driver.group(1), value);
        } else if (option == null) {
            options.putIfAbsent(camelCase(given), value); // to be refused with the nearest name
        } else {
            options.putIfAbsent(option.key(), isOffInYaml(option, value) ? "off" : value);
        }
    }

    /** YAML reads the word off as false. */
    private static boolean isOffInYaml(JdbcOption option, String value) {
        Class<?> type = option.javaType();
        return value.equals("false") && (type == Duration.class || type == Transactions.class);
    }

    private static String bare(String name) {
        return name.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }

    private static String camelCase(String name) {
        Function<MatchResult, String> upper =
                separated -> separated.group(1).toUpperCase(Locale.ROOT);
        return SEPARATED.matcher(name).replaceAll(upper);
    }

    /**
     * Creates a data source with options by the names that Sluice has for them.
     *
     * @param other options of another pool beside them
     * @throws InvalidPoolOptionsException if Sluice refuses them
     */
    static SluiceDataSource create(Map<String, String> options, OtherPoolOptions other) {
        Properties properties = new Properties();
        // Spring has replaced what refers to the environment; what is left is meant literally.
        options.forEach((key, value) -> properties.setProperty(key, value.replace("${", "$${")));
        try {
            return new SluiceDataSource(JdbcPoolConfig.load(properties, other));
        } catch (IllegalArgumentException e) {
            throw new InvalidPoolOptionsException(e);
        }
    }

    /**
     * Returns a data source after objects were set on it.
     *
     * @throws InvalidPoolOptionsException if they do not fit to its options
     */
    static SluiceDataSource checked(SluiceDataSource pool) {
        try {
            pool.configuration();
            return pool;
        } catch (IllegalArgumentException e) {
            throw new InvalidPoolOptionsException(e);
        }
    }
}
