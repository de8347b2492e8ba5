package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The options of HikariCP, and what stands for them here; see {@link OtherOption#of}. */
public final class HikariCpOptions {

    static final String TABLE =
            """
            jdbcUrl | url | same
            driverClassName | driverClassName | same
            dataSourceClassName | dataSourceClassName | same
            dataSource.* | dataSource.* | same
            dataSourceProperties | dataSource.* | pairs
            username | username | same
            password | password | same
            poolName | name | same
            maximumPoolSize | maxSize | same
            minimumIdle | minSize | same
            connectionTimeout | acquireTimeout | ms, 0 forever
            initializationFailTimeout | startup | startup
            idleTimeout | idleTimeout | ms, 0 off
            maxLifetime | maxLifetime | ms, 0 off
            keepaliveTime | keepaliveInterval | ms, 0 off
            validationTimeout | validationTimeout | ms
            connectionTestQuery | validationQuery | same
            leakDetectionThreshold | leakThreshold | ms, 0 off
            autoCommit | autoCommit | same
            readOnly | readOnly | same
            transactionIsolation | isolation | level
            catalog | catalog | same
            schema | schema | same
            connectionInitSql | initSql | same
            registerMbeans | registerMbean | same
            allowPoolSuspension | = | every pool can be suspended
            isolateInternalQueries | = | the pool's own queries leave no transaction open
            threadFactory | ~ | the pool has daemon threads of its own
            scheduledExecutor | ~ | the pool has a timer thread of its own
            metricRegistry | ~ | publish figures with SluiceMeterBinder, also under HikariCP's names
            metricsTrackerFactory | ~ | publish figures with SluiceMeterBinder, also under HikariCP's names
            healthCheckRegistry | ~ | check the health with getConnection and isValid
            healthCheckProperties | ~ | check the health with getConnection and isValid
            dataSourceJNDI | ! | look the data source up and set it as dataSource in Java
            credentials | ! | write a CredentialsProvider, and name it as credentialsProvider
            credentialsProviderClassName | ! | write a CredentialsProvider, and name it as credentialsProvider
            exceptionOverride | ! | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            exceptionOverrideClassName | ! | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            """;

    private HikariCpOptions() {}

    /**
     * Returns the name in the table of a key in any case and with any separators, as frameworks and
     * environment variables have it. An unknown key is returned in camel case.
     */
    public static String nameOf(String key) {
        OtherOption option = like(key);
        if (option != null) {
            return option.name();
        }
        for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
            OtherOption group = like(key.substring(0, dot));
            if (group != null) { // one entry of a map
                return group.here().equals(OtherPools.VENDOR)
                        ? PoolReader.VENDOR_PREFIX + key.substring(dot + 1)
                        : group.name();
            }
        }
        return Dialect.HIKARICP.bare(key);
    }

    private static @Nullable OtherOption like(String key) {
        for (OtherOption option : Dialect.HIKARICP.options()) {
            if (plain(option.name().replace(".*", "")).equals(plain(key))) {
                return option;
            }
        }
        return null;
    }

    private static String plain(String name) {
        return name.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the option that an option of the table sets here, or null. */
    public static @Nullable JdbcOption target(String name) {
        OtherOption option = Dialect.HIKARICP.find(name);
        return option == null ? null : PoolReader.ourOption(option.here());
    }
}
