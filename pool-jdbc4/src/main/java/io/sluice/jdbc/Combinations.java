package io.sluice.jdbc;

import static io.sluice.jdbc.JdbcOption.CREDENTIALS_PROVIDER;
import static io.sluice.jdbc.JdbcOption.DATA_SOURCE;
import static io.sluice.jdbc.JdbcOption.DATA_SOURCE_CLASS_NAME;
import static io.sluice.jdbc.JdbcOption.DATA_SOURCE_PROPERTIES;
import static io.sluice.jdbc.JdbcOption.DRIVER_CLASS_NAME;
import static io.sluice.jdbc.JdbcOption.KEEPALIVE_INTERVAL;
import static io.sluice.jdbc.JdbcOption.LAST_RESOURCE;
import static io.sluice.jdbc.JdbcOption.MAX_LIFETIME;
import static io.sluice.jdbc.JdbcOption.MAX_SIZE;
import static io.sluice.jdbc.JdbcOption.MIN_SIZE;
import static io.sluice.jdbc.JdbcOption.NAME;
import static io.sluice.jdbc.JdbcOption.PASSWORD;
import static io.sluice.jdbc.JdbcOption.RECOVERY_PASSWORD;
import static io.sluice.jdbc.JdbcOption.RECOVERY_USERNAME;
import static io.sluice.jdbc.JdbcOption.TRANSACTIONS;
import static io.sluice.jdbc.JdbcOption.TRANSACTION_CONTEXT;
import static io.sluice.jdbc.JdbcOption.TRANSACTION_MANAGER;
import static io.sluice.jdbc.JdbcOption.URL;
import static io.sluice.jdbc.JdbcOption.USERNAME;
import static io.sluice.jdbc.JdbcOption.XA_DATA_SOURCE;
import static io.sluice.jdbc.JdbcOption.XA_DATA_SOURCE_CLASS_NAME;

import io.sluice.jdbc.internal.config.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Refuses options that cannot work together. */
final class Combinations {

    private Combinations() {}

    /** A rule about options that must fit together. */
    private record Rule(Set<JdbcOption> options, Consumer<JdbcPoolConfig> check) {}

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
                    new Rule(EnumSet.of(MIN_SIZE, MAX_SIZE), Combinations::sizes),
                    new Rule(EnumSet.of(KEEPALIVE_INTERVAL, MAX_LIFETIME), Combinations::times));

    /**
     * Checks that the options fit together.
     *
     * @param unknown options whose values could not be read; rules about them are skipped
     * @param problems collects what does not fit
     */
    static void check(JdbcPoolConfig config, Set<JdbcOption> unknown, Problems problems) {
        for (Rule rule : RULES) {
            if (Collections.disjoint(rule.options(), unknown)) {
                problems.collect(() -> rule.check().accept(config));
            }
        }
    }

    private static void sizes(JdbcPoolConfig config) {
        if (config.minSize() > config.maxSize()) {
            throw refused(
                    ("minSize is %d and maxSize is %s; expected minSize to be at most maxSize:"
                                    + " lower the one or raise the other")
                            .formatted(
                                    config.minSize(),
                                    config.maxSize()
                                            + (config.isSet(MAX_SIZE) ? "" : " by default")));
        }
    }

    private static void times(JdbcPoolConfig config) {
        Duration keepalive = config.keepaliveInterval();
        Duration lifetime = config.maxLifetime();
        // The default may be longer than a short lifetime; the keepalive then never runs.
        if (config.isSet(KEEPALIVE_INTERVAL)
                && !keepalive.isZero()
                && !lifetime.isZero()
                && keepalive.compareTo(lifetime) >= 0) {
            throw refused(
                    ("keepaliveInterval is %s and maxLifetime is %s; expected keepaliveInterval to be"
                                    + " less than maxLifetime, or no connection would live to be kept alive:"
                                    + " lower the one, raise the other, or switch one of them off")
                            .formatted(Durations.format(keepalive), Durations.format(lifetime)));
        }
    }

    private static void source(JdbcPoolConfig config) {
        List<String> given = new ArrayList<>();
        if (config.url() != null) {
            given.add("url");
        }
        if (config.dataSourceClassName() != null) {
            given.add("dataSourceClassName");
        }
        if (config.dataSource() != null) {
            given.add("dataSource");
        }
        if (config.xaDataSourceClassName() != null) {
            given.add("xaDataSourceClassName");
        }
        if (config.xaDataSource() != null) {
            given.add("xaDataSource");
        }
        if (given.isEmpty()) {
            throw refused(
                    ("there is nothing to take connections from; expected one of url,"
                                    + " dataSourceClassName, xaDataSourceClassName, dataSource or"
                                    + " xaDataSource: write for example url=%s")
                            .formatted(URL.type().example()));
        }
        if (given.size() > 1) {
            throw refused(
                    "%s are all set; expected one of them to take connections from: remove the others"
                            .formatted(String.join(" and ", given)));
        }
        if (config.driverClassName() != null && config.url() == null) {
            throw refused(
                    ("driverClassName is \"%s\" and url is not set; expected url with driverClassName:"
                                    + " remove driverClassName, or set url in place of %s")
                            .formatted(config.driverClassName(), given.get(0)));
        }
        boolean object = config.dataSource() != null || config.xaDataSource() != null;
        if (object && !config.dataSourceProperties().isEmpty()) {
            throw refused(
                    ("%s is an object and dataSource.%s is set as well; expected an object to come"
                                    + " with its properties: set them on the object, or name its class with"
                                    + " %sClassName")
                            .formatted(
                                    given.get(0),
                                    config.dataSourceProperties().keySet().iterator().next(),
                                    given.get(0)));
        }
    }

    private static void credentials(JdbcPoolConfig config) {
        boolean provided = config.credentialsProvider() != null;
        if (provided && (config.username() != null || config.password() != null)) {
            throw refused(
                    ("credentialsProvider and %s are both set; expected the provider to give both user and"
                                    + " password: remove the one or the other")
                            .formatted(config.username() != null ? "username" : "password"));
        }
        if (config.password() != null && config.username() == null && config.url() == null) {
            throw refused(
                    "password is set and username is not; expected both, or neither when the data source"
                            + " has its own: set username");
        }
    }

    private static void transactions(JdbcPoolConfig config) {
        boolean manager = config.transactionManager() != null;
        boolean context = config.transactionContext() != null;
        boolean xaObject = config.xaDataSource() != null;
        boolean xa = config.xaDataSourceClassName() != null || xaObject;
        String xaOption = xaObject ? "xaDataSource" : "xaDataSourceClassName";
        if (manager && context) {
            throw refused(
                    "transactionManager and transactionContext are both set; expected one of them to"
                            + " tell the transactions: remove the other");
        }
        if (config.recoveryPassword() != null && config.recoveryUsername() == null) {
            throw refused(
                    "recoveryPassword is set and recoveryUsername is not; expected both, or neither when"
                            + " recovery connects as username: set recoveryUsername");
        }
        Transactions wanted = config.transactions();
        boolean off = wanted == Transactions.OFF;
        boolean last = config.lastResource();
        if (last && xa) {
            throw refused(
                    ("lastResource is true and %s is set; expected lastResource for"
                                    + " connections that cannot be prepared only: remove lastResource, or"
                                    + " set url in place of %s")
                            .formatted(xaOption, xaOption));
        }
        if (!off && !manager && !context && (wanted != null || xa || last)) {
            throw refused(
                    ("%s and no transaction manager is; expected one to tell the transactions: set"
                                    + " transactionManager, or transactions=off")
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
                    ("%s is set and xaDataSourceClassName is not; expected connections that can take"
                                    + " part in global transactions: set xaDataSourceClassName in place of"
                                    + " %s, lastResource=true, or transactions=off")
                            .formatted(which, config.url() != null ? "url" : "the data source"));
        }
        if (!config.isNamed()) {
            throw refused(
                    ("%s is set and name is not; expected a name that is the same after every restart,"
                                    + " for the manager finds by it what it has to recover: set name")
                            .formatted(which));
        }
    }

    private static IllegalArgumentException refused(String message) {
        return new IllegalArgumentException(message);
    }
}
