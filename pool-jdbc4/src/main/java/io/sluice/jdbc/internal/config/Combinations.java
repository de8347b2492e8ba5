package io.sluice.jdbc.internal.config;

import static io.sluice.jdbc.JdbcOption.CREDENTIALS_PROVIDER;
import static io.sluice.jdbc.JdbcOption.DATA_SOURCE;
import static io.sluice.jdbc.JdbcOption.DATA_SOURCE_CLASS_NAME;
import static io.sluice.jdbc.JdbcOption.DATA_SOURCE_PROPERTIES;
import static io.sluice.jdbc.JdbcOption.DRIVER_CLASS_NAME;
import static io.sluice.jdbc.JdbcOption.KEEPALIVE_INTERVAL;
import static io.sluice.jdbc.JdbcOption.LAST_RESOURCE;
import static io.sluice.jdbc.JdbcOption.MAX_LIFETIME;
import static io.sluice.jdbc.JdbcOption.MAX_SIZE;
import static io.sluice.jdbc.JdbcOption.MAX_STANDBY_LAG;
import static io.sluice.jdbc.JdbcOption.MIN_SIZE;
import static io.sluice.jdbc.JdbcOption.NAME;
import static io.sluice.jdbc.JdbcOption.PASSWORD;
import static io.sluice.jdbc.JdbcOption.RECOVERY_PASSWORD;
import static io.sluice.jdbc.JdbcOption.RECOVERY_USERNAME;
import static io.sluice.jdbc.JdbcOption.TARGET_ROLE;
import static io.sluice.jdbc.JdbcOption.TRANSACTIONS;
import static io.sluice.jdbc.JdbcOption.TRANSACTION_CONTEXT;
import static io.sluice.jdbc.JdbcOption.TRANSACTION_MANAGER;
import static io.sluice.jdbc.JdbcOption.URL;
import static io.sluice.jdbc.JdbcOption.USERNAME;
import static io.sluice.jdbc.JdbcOption.XA_DATA_SOURCE;
import static io.sluice.jdbc.JdbcOption.XA_DATA_SOURCE_CLASS_NAME;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.Transactions;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Refuses options that cannot work together. */
public final class Combinations {

    private Combinations() {}

    /** A rule about options that must fit together. */
    private record Rule(Set<JdbcOption> options, Consumer<OptionValues> check) {}

    /** The options that name a connection source; one of them has to be set. */
    private static final List<JdbcOption> SOURCES =
            List.of(
                    URL,
                    DATA_SOURCE_CLASS_NAME,
                    DATA_SOURCE,
                    XA_DATA_SOURCE_CLASS_NAME,
                    XA_DATA_SOURCE);

    private static final List<Rule> RULES =
            List.of(
                    new Rule(
                            EnumSet.of(
                                    URL,
                                    DRIVER_CLASS_NAME,
                                    DATA_SOURCE_CLASS_NAME,
                                    XA_DATA_SOURCE_CLASS_NAME,
                                    DATA_SOURCE,
                                    XA_DATA_SOURCE,
                                    DATA_SOURCE_PROPERTIES),
                            Combinations::source),
                    new Rule(
                            EnumSet.of(URL, USERNAME, PASSWORD, CREDENTIALS_PROVIDER),
                            Combinations::credentials),
                    new Rule(
                            EnumSet.of(
                                    NAME,
                                    URL,
                                    XA_DATA_SOURCE_CLASS_NAME,
                                    XA_DATA_SOURCE,
                                    TRANSACTIONS,
                                    TRANSACTION_MANAGER,
                                    TRANSACTION_CONTEXT,
                                    LAST_RESOURCE,
                                    RECOVERY_USERNAME,
                                    RECOVERY_PASSWORD),
                            Combinations::transactions),
                    new Rule(EnumSet.of(TARGET_ROLE, MAX_STANDBY_LAG), Combinations::lag),
                    new Rule(EnumSet.of(MIN_SIZE, MAX_SIZE), Combinations::sizes),
                    new Rule(EnumSet.of(KEEPALIVE_INTERVAL, MAX_LIFETIME), Combinations::times));

    /**
     * Checks that the options fit together.
     *
     * @throws IllegalArgumentException if they do not
     */
    public static void check(OptionValues values) {
        Problems problems = new Problems();
        check(values, Set.of(), problems);
        problems.throwIfAny("");
    }

    /**
     * Checks that the options fit together.
     *
     * @param unknown options whose values could not be read; rules about them are skipped
     * @param problems collects what does not fit
     */
    static void check(OptionValues values, Set<JdbcOption> unknown, Problems problems) {
        for (Rule rule : RULES) {
            if (Collections.disjoint(rule.options(), unknown)) {
                problems.collect(() -> rule.check().accept(values));
            }
        }
    }

    private static void lag(OptionValues values) {
        Duration limit = values.time(MAX_STANDBY_LAG);
        TargetRole role = values.require(TARGET_ROLE, TargetRole.class);
        if (!limit.isZero() && (role == TargetRole.ANY || role == TargetRole.PRIMARY)) {
            throw refused(
                    ("maxStandbyLag is %s and targetRole is %s; maxStandbyLag is only for"
                                    + " standbys: remove maxStandbyLag, or set"
                                    + " targetRole=prefer-standby or targetRole=standby")
                            .formatted(
                                    Durations.format(limit),
                                    role == TargetRole.ANY ? "any" : "primary"));
        }
    }

    private static void sizes(OptionValues values) {
        if (values.number(MIN_SIZE) > values.number(MAX_SIZE)) {
            throw refused(
                    ("minSize is %d and maxSize is %s; minSize must be at most maxSize: lower"
                                    + " minSize or raise maxSize")
                            .formatted(
                                    values.number(MIN_SIZE),
                                    values.number(MAX_SIZE)
                                            + (values.isSet(MAX_SIZE) ? "" : " by default")));
        }
    }

    private static void times(OptionValues values) {
        Duration keepalive = values.time(KEEPALIVE_INTERVAL);
        Duration lifetime = values.time(MAX_LIFETIME);
        // The default may be longer than a short lifetime; the keepalive then never runs.
        if (values.isSet(KEEPALIVE_INTERVAL)
                && !keepalive.isZero()
                && !lifetime.isZero()
                && keepalive.compareTo(lifetime) >= 0) {
            throw refused(
                    ("keepaliveInterval is %s and maxLifetime is %s; keepaliveInterval must"
                                    + " be less than maxLifetime: lower keepaliveInterval, raise"
                                    + " maxLifetime, or turn one of them off")
                            .formatted(Durations.format(keepalive), Durations.format(lifetime)));
        }
    }

    private static void source(OptionValues values) {
        List<String> given = SOURCES.stream().filter(values::has).map(JdbcOption::key).toList();
        if (given.isEmpty()) {
            throw refused(
                    ("no connection source is configured; set url, dataSourceClassName,"
                                    + " xaDataSourceClassName, dataSource or xaDataSource, for"
                                    + " example url=%s")
                            .formatted(OptionTypes.of(URL.key()).example()));
        }
        if (given.size() > 1) {
            throw refused(
                    "%s are all set; a pool has one connection source: remove the others"
                            .formatted(String.join(" and ", given)));
        }
        if (values.has(DRIVER_CLASS_NAME) && !values.has(URL)) {
            throw refused(
                    ("driverClassName is \"%s\" and url is not set; remove driverClassName,"
                                    + " or set url instead of %s")
                            .formatted(
                                    Secrets.mask(values.require(DRIVER_CLASS_NAME, String.class)),
                                    given.get(0)));
        }
        boolean object = values.has(DATA_SOURCE) || values.has(XA_DATA_SOURCE);
        if (object && !values.dataSourceProperties().isEmpty()) {
            throw refused(
                    ("%s is an object and dataSource.%s is also set; set the properties on"
                                    + " the object, or set %sClassName")
                            .formatted(
                                    given.get(0),
                                    values.dataSourceProperties().keySet().iterator().next(),
                                    given.get(0)));
        }
    }

    private static void credentials(OptionValues values) {
        boolean provided = values.has(CREDENTIALS_PROVIDER);
        if (provided && (values.has(USERNAME) || values.has(PASSWORD))) {
            throw refused(
                    "credentialsProvider and %s are both set; remove one of them"
                            .formatted(values.has(USERNAME) ? "username" : "password"));
        }
        if (values.has(PASSWORD) && !values.has(USERNAME) && !values.has(URL)) {
            throw refused(
                    "password is set and username is not; set both, or neither if the data"
                            + " source has its own");
        }
    }

    private static void transactions(OptionValues values) {
        boolean manager = values.has(TRANSACTION_MANAGER);
        boolean context = values.has(TRANSACTION_CONTEXT);
        boolean xaObject = values.has(XA_DATA_SOURCE);
        boolean xa = values.has(XA_DATA_SOURCE_CLASS_NAME) || xaObject;
        String xaOption = xaObject ? "xaDataSource" : "xaDataSourceClassName";
        if (manager && context) {
            throw refused(
                    "transactionManager and transactionContext are both set; remove one of them");
        }
        if (values.has(RECOVERY_PASSWORD) && !values.has(RECOVERY_USERNAME)) {
            throw refused(
                    "recoveryPassword is set and recoveryUsername is not; set both, or"
                            + " neither if recovery connects as username");
        }
        Transactions wanted = values.get(TRANSACTIONS, Transactions.class);
        boolean off = wanted == Transactions.OFF;
        boolean last = values.flag(LAST_RESOURCE);
        if (last && xa) {
            throw refused(
                    ("lastResource is true and %s is set; lastResource is only for"
                                    + " connections that cannot be prepared: remove lastResource, or"
                                    + " set url instead of %s")
                            .formatted(xaOption, xaOption));
        }
        if (!off && !manager && !context && (wanted != null || xa || last)) {
            throw refused(
                    ("%s and no transaction manager is configured; set transactionManager, or"
                                    + " transactions=off")
                            .formatted(
                                    wanted != null
                                            ? "transactions is set"
                                            : xa ? xaOption + " is set" : "lastResource is true"));
        }
        if (off || (!manager && !context)) {
            return;
        }
        String which = manager ? "transactionManager" : "transactionContext";
        if (!xa && !last) {
            throw refused(
                    ("%s is set and xaDataSourceClassName is not; set xaDataSourceClassName"
                                    + " instead of %s, lastResource=true, or transactions=off")
                            .formatted(which, values.has(URL) ? "url" : "the data source"));
        }
        if (!values.isNamed()) {
            throw refused(
                    ("%s is set and name is not; set a name that never changes, since"
                                    + " recovery finds the branches by it")
                            .formatted(which));
        }
    }

    private static IllegalArgumentException refused(String message) {
        return new IllegalArgumentException(message);
    }
}
