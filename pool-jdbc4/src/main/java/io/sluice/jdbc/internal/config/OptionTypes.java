package io.sluice.jdbc.internal.config;

import static io.sluice.jdbc.internal.config.DurationRange.fromZero;
import static io.sluice.jdbc.internal.config.DurationRange.positive;
import static io.sluice.jdbc.internal.config.DurationRange.withOff;
import static io.sluice.jdbc.internal.config.OptionType.anyText;
import static io.sluice.jdbc.internal.config.OptionType.choice;
import static io.sluice.jdbc.internal.config.OptionType.duration;
import static io.sluice.jdbc.internal.config.OptionType.flag;
import static io.sluice.jdbc.internal.config.OptionType.fraction;
import static io.sluice.jdbc.internal.config.OptionType.instance;
import static io.sluice.jdbc.internal.config.OptionType.number;
import static io.sluice.jdbc.internal.config.OptionType.object;
import static io.sluice.jdbc.internal.config.OptionType.properties;
import static io.sluice.jdbc.internal.config.OptionType.secret;
import static io.sluice.jdbc.internal.config.OptionType.text;
import static io.sluice.jdbc.internal.config.OptionType.url;
import static java.util.Map.entry;

import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.Holdability;
import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.Transactions;
import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/**
 * The type of each option. By key and not by {@link io.sluice.jdbc.JdbcOption}, which is made from
 * them.
 */
public final class OptionTypes {

    private static final Map<String, OptionType> BY_KEY =
            Map.ofEntries(
                    entry("name", text("orders")),
                    entry("url", url("jdbc:postgresql://localhost/orders")),
                    entry("driverClassName", text("org.postgresql.Driver")),
                    entry("dataSourceClassName", text("org.postgresql.ds.PGSimpleDataSource")),
                    entry("xaDataSourceClassName", text("org.postgresql.xa.PGXADataSource")),
                    entry(
                            "dataSource",
                            object(DataSource.class, "name its class with dataSourceClassName")),
                    entry(
                            "xaDataSource",
                            object(
                                    XADataSource.class,
                                    "name its class with xaDataSourceClassName")),
                    entry("dataSource.*", properties()),
                    entry("username", anyText("app")),
                    entry("password", secret()),
                    entry("credentialsProvider", instance(CredentialsProvider.class)),
                    entry("targetRole", choice(TargetRole.class, "primary")),
                    entry("maxStandbyLag", duration(withOff(), "30s")),
                    entry("maxSize", number(1, 1_000_000)),
                    entry("minSize", number(0, 1_000_000)),
                    entry("maxCreating", number(0, 1_000_000)),
                    entry("maxWaiting", number(0, Integer.MAX_VALUE)),
                    entry("acquireTimeout", duration(fromZero(), "30s")),
                    entry("connectTimeout", duration(positive(), "10s")),
                    entry("closeTimeout", duration(positive(), "10s")),
                    entry("startup", choice(Startup.class, "fail")),
                    entry("idleTimeout", duration(withOff(), "10m")),
                    entry("maxLifetime", duration(withOff(), "30m")),
                    entry("lifetimeJitter", fraction()),
                    entry("keepaliveInterval", duration(withOff(), "2m")),
                    entry("validateAfterIdle", duration(fromZero(), "500ms")),
                    entry("validationTimeout", duration(positive().asDriverMillis(), "5s")),
                    entry("validationQuery", text("SELECT 1")),
                    entry("leakThreshold", duration(withOff(), "1m")),
                    entry("reportDirtyReturns", flag()),
                    entry("autoCommit", flag()),
                    entry("readOnly", flag()),
                    entry("isolation", choice(Isolation.class, "READ_COMMITTED")),
                    entry("holdability", choice(Holdability.class, "CLOSE_CURSORS_AT_COMMIT")),
                    entry("catalog", text("orders")),
                    entry("schema", text("public")),
                    entry("networkTimeout", duration(withOff().asDriverMillis(), "1m")),
                    entry("connectionCustomizer", instance(ConnectionCustomizer.class)),
                    entry("initSql", text("SET ROLE app")),
                    entry("resetSql", text("DISCARD TEMP")),
                    entry("statementCacheSize", number(0, 1_000_000)),
                    entry("fatalErrorClassifier", instance(FatalErrorClassifier.class)),
                    entry("transactions", choice(Transactions.class, "required")),
                    entry("transactionManager", text("narayana")),
                    entry(
                            "transactionContext",
                            object(
                                    TransactionContext.class,
                                    "name the manager with transactionManager")),
                    entry("lastResource", flag()),
                    entry("recoveryUsername", anyText("recovery")),
                    entry("recoveryPassword", secret()),
                    entry("registerMbean", flag()),
                    entry("ticker", object(Ticker.class, "remove it from the file")));

    private OptionTypes() {}

    /** Returns the type of the option with this key. */
    public static OptionType of(String key) {
        return Objects.requireNonNull(BY_KEY.get(key), key);
    }
}
