package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of other pools, with their counterparts here. */
final class OtherPools {

    /**
     * Name there, name here, pools. A hyphen introduces the reason why there is no counterpart. If
     * pools use one name for different things, the line is about the first pool.
     */
    private static final String TABLE =
            """
            jdbcUrl | url | HikariCP, Agroal, c3p0
            driver | driverClassName | DBCP, Druid
            driverClass | driverClassName | c3p0
            providerClassName | driverClassName | Agroal
            className | xaDataSourceClassName | Bitronix
            connectionPoolDataSource | dataSourceClassName | c3p0
            dataSourceJNDI | dataSource | HikariCP, Tomcat
            driverProperties | dataSource.* | Bitronix
            jdbcProperties | dataSource.* | Agroal
            xaProperties | dataSource.* | Agroal
            connectionProperties | dataSource.* | DBCP, Tomcat, Druid
            connectProperties | dataSource.* | Druid
            dbProperties | dataSource.* | Tomcat
            poolName | name | HikariCP
            dataSourceName | name | c3p0
            uniqueName | name | Bitronix
            jmxName | name | DBCP
            user | username | c3p0, Bitronix
            principal | username | Agroal
            credential | password | Agroal
            credentials | credentialsProvider | HikariCP
            credentialsProviderClassName | credentialsProvider | HikariCP
            passwordCallback | credentialsProvider | Druid
            passwordCallbackClassName | credentialsProvider | Druid
            userCallback | credentialsProvider | Druid
            recoveryPrincipal | recoveryUsername | Agroal
            recoveryCredential | recoveryPassword | Agroal
            maximumPoolSize | maxSize | HikariCP
            maxPoolSize | maxSize | c3p0, Bitronix
            maxTotal | maxSize | DBCP
            maxActive | maxSize | Tomcat, Druid
            minimumIdle | minSize | HikariCP
            minPoolSize | minSize | c3p0, Bitronix
            minIdle | minSize | DBCP, Tomcat, Druid
            initialSize | minSize | Agroal, DBCP, Tomcat, Druid
            initialPoolSize | minSize | c3p0
            maxIdle | - a connection beyond minSize is closed after idleTimeout | DBCP, Tomcat, Druid
            acquireIncrement | maxCreating | c3p0, Bitronix
            numHelperThreads | maxCreating | c3p0
            maxCreateTaskCount | maxCreating | Druid
            maxWaitThreadCount | maxWaiting | Druid
            connectionTimeout | acquireTimeout | HikariCP
            acquisitionTimeout | acquireTimeout | Agroal, Bitronix
            maxWaitMillis | acquireTimeout | DBCP
            maxWait | acquireTimeout | DBCP, Tomcat, Druid
            checkoutTimeout | acquireTimeout | c3p0
            loginTimeout | connectTimeout | Agroal, DBCP, c3p0, Druid, Bitronix
            socketTimeout | networkTimeout | Druid
            initializationFailTimeout | startup | HikariCP
            failFast | startup | Druid
            maxConnLifetimeMillis | maxLifetime | DBCP
            maxAge | maxLifetime | Tomcat
            maxConnectionAge | maxLifetime | c3p0
            phyTimeoutMillis | maxLifetime | Druid
            reapTimeout | idleTimeout | Agroal
            maxIdleTime | idleTimeout | c3p0, Bitronix
            maxIdleTimeExcessConnections | idleTimeout | c3p0
            minEvictableIdleTimeMillis | idleTimeout | DBCP, Tomcat, Druid
            minEvictableIdle | idleTimeout | DBCP
            softMinEvictableIdleTimeMillis | idleTimeout | DBCP
            softMinEvictableIdle | idleTimeout | DBCP
            maxEvictableIdleTimeMillis | maxLifetime | Druid
            timeBetweenEvictionRunsMillis | - there are no eviction runs | DBCP, Tomcat, Druid
            durationBetweenEvictionRuns | - there are no eviction runs | DBCP
            numTestsPerEvictionRun | - there are no eviction runs | DBCP, Tomcat, Druid
            keepaliveTime | keepaliveInterval | HikariCP
            keepAlive | keepaliveInterval | Druid
            keepAliveBetweenTimeMillis | keepaliveInterval | Druid
            idleConnectionTestPeriod | keepaliveInterval | c3p0
            testWhileIdle | keepaliveInterval | DBCP, Tomcat, Druid
            idleValidation | validateAfterIdle | Agroal
            validateOnBorrow | validateAfterIdle | Agroal
            validationInterval | validateAfterIdle | Tomcat
            testOnBorrow | validateAfterIdle | DBCP, Tomcat, Druid
            testConnectionOnCheckout | validateAfterIdle | c3p0
            testOnReturn | - a connection is validated before its next use | DBCP, Tomcat, Druid
            testConnectionOnCheckin | - a connection is validated before its next use | c3p0
            validationQueryTimeout | validationTimeout | DBCP, Tomcat, Druid
            connectionIsValidTimeout | validationTimeout | c3p0
            connectionTestQuery | validationQuery | HikariCP
            preferredTestQuery | validationQuery | c3p0
            testQuery | validationQuery | Bitronix
            connectionValidator | validationQuery | Agroal
            enableJdbc4ConnectionTest | - without validationQuery the driver's isValid is used | Bitronix
            usePingMethod | - without validationQuery the driver's isValid is used | Druid
            leakDetectionThreshold | leakThreshold | HikariCP
            leakTimeout | leakThreshold | Agroal
            removeAbandonedTimeout | leakThreshold | DBCP, Tomcat, Druid
            removeAbandonedTimeoutMillis | leakThreshold | Druid
            removeAbandoned | leakThreshold | Tomcat, Druid
            removeAbandonedOnBorrow | leakThreshold | DBCP
            removeAbandonedOnMaintenance | leakThreshold | DBCP
            logAbandoned | leakThreshold | DBCP, Tomcat, Druid
            suspectTimeout | leakThreshold | Tomcat
            unreturnedConnectionTimeout | leakThreshold | c3p0
            debugUnreturnedConnectionStackTraces | leakThreshold | c3p0
            enhancedLeakReport | leakThreshold | Agroal
            defaultAutoCommit | autoCommit | DBCP, Tomcat, Druid
            localAutoCommit | autoCommit | Bitronix
            defaultReadOnly | readOnly | DBCP, Tomcat, Druid
            transactionIsolation | isolation | HikariCP
            jdbcTransactionIsolation | isolation | Agroal
            defaultTransactionIsolation | isolation | DBCP, Tomcat, Druid
            isolationLevel | isolation | Bitronix
            cursorHoldability | holdability | Bitronix
            defaultCatalog | catalog | DBCP, Tomcat, Druid
            defaultSchema | schema | DBCP
            connectionCustomizerClassName | connectionCustomizer | c3p0
            connectionInitSql | initSql | HikariCP
            connectionInitSqls | initSql | DBCP, Druid
            initialSQL | initSql | Agroal
            preparedStatementCacheSize | statementCacheSize | Bitronix
            maxOpenPreparedStatements | statementCacheSize | DBCP, Druid
            maxPoolPreparedStatementPerConnectionSize | statementCacheSize | Druid
            poolPreparedStatements | statementCacheSize | DBCP, Druid
            maxStatements | statementCacheSize | c3p0
            maxStatementsPerConnection | statementCacheSize | c3p0
            exceptionOverride | fatalErrorClassifier | HikariCP
            exceptionOverrideClassName | fatalErrorClassifier | HikariCP
            exceptionSorter | fatalErrorClassifier | Agroal, Druid
            exceptionSorterClassName | fatalErrorClassifier | Druid
            disconnectionSqlCodes | fatalErrorClassifier | DBCP
            disconnectionIgnoreSqlCodes | fatalErrorClassifier | DBCP
            connectionErrorRetryAttempts | - creation is retried until acquireTimeout | Druid
            timeBetweenConnectErrorMillis | - creation is retried until acquireTimeout | Druid
            establishmentRetryAttempts | - creation is retried until acquireTimeout | Agroal
            establishmentRetryInterval | - creation is retried until acquireTimeout | Agroal
            acquireRetryAttempts | - creation is retried until acquireTimeout | c3p0
            acquireRetryDelay | - creation is retried until acquireTimeout | c3p0
            acquisitionInterval | - creation is retried until acquireTimeout | Bitronix
            allowLocalTransactions | transactions | Bitronix
            automaticEnlistingEnabled | transactions | Bitronix
            transactionRequirement | transactions | Agroal
            jmxEnabled | registerMbean | Tomcat
            registerConnectionMBean | registerMbean | DBCP
            allowPoolSuspension | - every pool can be suspended | HikariCP
            isolateInternalQueries | - the pool's own queries leave no transaction open | HikariCP
            rollbackOnReturn | - an open transaction is always rolled back | DBCP, Tomcat
            autoCommitOnReturn | - the mode is always reset to autoCommit | DBCP
            enableAutoCommitOnReturn | - the mode is always reset to autoCommit | DBCP
            commitOnReturn | - an open transaction is always rolled back | Tomcat
            autoCommitOnClose | - an open transaction is always rolled back | c3p0
            accessToUnderlyingConnectionAllowed | - unwrap is always allowed | DBCP, Tomcat, Druid
            fairQueue | - the order of waiters is fixed | Tomcat
            useUnfairLock | - the order of waiters is fixed | Druid
            lifo | - a thread prefers the connection it had last | DBCP
            poolRecovery | - there is always recovery with a transaction manager | Agroal
            jdbcInterceptors | - there are no interceptors | Tomcat
            filters | - there are no interceptors | Druid
            """;

    /** The counterpart of options that hold properties of the driver. */
    private static final String VENDOR = "dataSource.*";

    /**
     * An option of other pools.
     *
     * @param name its name there
     * @param pools the pools that have it
     * @param here its name here; null if there is nothing to set
     * @param reason why there is nothing to set; empty if there is
     */
    record Entry(String name, String pools, @Nullable String here, String reason) {

        /** Returns the option to set, or null if it is none of the pool's own. */
        @Nullable JdbcOption option() {
            return OptionValues.withKey(here);
        }

        /** Describes what is expected instead, behind the prefix of a pool's keys, if any. */
        String expected(String prefix) {
            String theirs = name + " of " + pools;
            if (here == null) {
                return theirs + " has no counterpart, since " + reason + "; remove the line";
            }
            return here.equals(VENDOR)
                    ? theirs + " is " + prefix + "dataSource.NAME here, one line for each property"
                    : theirs + " is " + prefix + here + " here";
        }
    }

    private static final Map<String, Entry> ENTRIES = entries();

    private OtherPools() {}

    private static Map<String, Entry> entries() {
        Map<String, Entry> entries = new HashMap<>();
        TABLE.lines()
                .forEach(
                        line -> {
                            String[] columns = line.split(" \\| ", -1);
                            boolean none = columns[1].startsWith("- ");
                            Entry entry =
                                    new Entry(
                                            columns[0],
                                            and(columns[2]),
                                            none ? null : columns[1],
                                            none ? columns[1].substring(2) : "");
                            entries.put(bare(entry.name()), entry);
                        });
        return entries;
    }

    /** Puts an "and" before the last item of a list. */
    private static String and(String list) {
        int last = list.lastIndexOf(", ");
        return last < 0 ? list : list.substring(0, last) + " and " + list.substring(last + 2);
    }

    /** Returns the entry for a key, ignoring case and hyphens, or null. */
    static @Nullable Entry find(String key) {
        return ENTRIES.get(bare(key));
    }

    private static String bare(String key) {
        return key.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns all entries, for tests. */
    static Iterable<Entry> all() {
        return ENTRIES.values();
    }
}
