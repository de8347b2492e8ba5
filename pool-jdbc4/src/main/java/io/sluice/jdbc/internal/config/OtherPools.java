package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of names: the options of other pools, and what stands for them here. Translations,
 * hints and the guide come from it. {@link OtherOption#of} describes the columns. Of several
 * options that mean the same here, the first that is set counts.
 */
final class OtherPools {

    static final String HIKARICP =
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

    static final String AGROAL =
            """
            providerClassName | driverClassName | provider
            jdbcUrl | url | same
            jdbcProperties | dataSource.* | pairs
            xaProperties | dataSource.* | pairs
            principal | username | same
            credential | password | same
            recoveryPrincipal | recoveryUsername | same
            recoveryCredential | recoveryPassword | same
            maxSize | maxSize | same
            minSize | minSize | same
            initialSize | minSize | same
            acquisitionTimeout_m | acquireTimeout | min, 0 forever
            acquisitionTimeout_s | acquireTimeout | s, 0 forever
            acquisitionTimeout_ms | acquireTimeout | ms, 0 forever
            acquisitionTimeout | acquireTimeout | iso, 0 forever
            loginTimeout | connectTimeout | iso, 0 none
            networkTimeout | networkTimeout | iso, 0 none
            reapTimeout_m | idleTimeout | min, 0 off
            reapTimeout_s | idleTimeout | s, 0 off
            reapTimeout_ms | idleTimeout | ms, 0 off
            reapTimeout | idleTimeout | iso, 0 off
            maxLifetime_m | maxLifetime | min, 0 off
            maxLifetime_s | maxLifetime | s, 0 off
            maxLifetime_ms | maxLifetime | ms, 0 off
            maxLifetime | maxLifetime | iso, 0 off
            idleValidation_m | validateAfterIdle | min, 0 none
            idleValidation_s | validateAfterIdle | s, 0 none
            idleValidation_ms | validateAfterIdle | ms, 0 none
            idleValidation | validateAfterIdle | iso, 0 none
            validationTimeout_m | validationTimeout | min, 0 none
            validationTimeout_s | validationTimeout | s, 0 none
            validationTimeout_ms | validationTimeout | ms, 0 none
            validationTimeout | validationTimeout | iso, 0 none
            connectionValidator | validationQuery | validator
            validateOnBorrow | = | a connection unused for validateAfterIdle is validated
            leakTimeout_m | leakThreshold | min, 0 off
            leakTimeout_s | leakThreshold | s, 0 off
            leakTimeout_ms | leakThreshold | ms, 0 off
            leakTimeout | leakThreshold | iso, 0 off
            enhancedLeakReport | = | leakThreshold always names the place
            autoCommit | autoCommit | same
            readOnly | readOnly | same
            jdbcTransactionIsolation | isolation | level
            initialSQL | initSql | same
            transactionRequirement | transactions | map OFF= WARN= STRICT=required
            implementation | = | there is one implementation
            metricsEnabled | = | counters are always on
            poolRecovery | = | recovery has connections of its own
            trackJdbcResources | = | statements are closed with their connection
            establishmentRetryAttempts | = | creation is retried until acquireTimeout
            establishmentRetryInterval | = | creation is retried until acquireTimeout
            establishmentRetryInterval_ms | = | creation is retried until acquireTimeout
            establishmentRetryInterval_s | = | creation is retried until acquireTimeout
            establishmentRetryInterval_m | = | creation is retried until acquireTimeout
            multipleAcquisition | ~ OFF | a time-out names threads that hold several connections
            flushOnClose | ! false | a returned connection is reset and kept; reset more with resetSql
            exceptionSorter | ! empty,default,DB2,MSSQL,MySQL,Oracle,Postgres,PostgreSQL,Sybase,Firebird,FirebirdSQL | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            """;

    static final String DBCP2 =
            """
            url | url | same
            driverClassName | driverClassName | same
            username | username | same
            password | password | same
            connectionProperties | dataSource.* | pairs
            maxTotal | maxSize | count, -1 most
            minIdle | minSize | same
            initialSize | minSize | same
            maxIdle | = | a connection beyond minSize is closed after idleTimeout
            maxWaitMillis | acquireTimeout | ms, -1 forever
            maxWait | acquireTimeout | ms, -1 forever
            loginTimeout | connectTimeout | s, 0 none
            softMinEvictableIdleTimeMillis | idleTimeout | ms, 0 none
            softMinEvictableIdle | idleTimeout | ms, 0 none
            minEvictableIdleTimeMillis | idleTimeout | ms, 0 off
            minEvictableIdle | idleTimeout | ms, 0 off
            maxConnLifetimeMillis | maxLifetime | ms, 0 off
            maxConn | maxLifetime | ms, 0 off
            validationQuery | validationQuery | same
            validationQueryTimeout | validationTimeout | s, 0 none
            testOnBorrow | = | a connection unused for validateAfterIdle is validated
            testOnCreate | = | a new connection is validated
            testOnReturn | = | a connection is validated before its next use
            testWhileIdle | = | a connection unused for keepaliveInterval is validated
            timeBetweenEvictionRunsMillis | = | there are no eviction runs
            durationBetweenEvictionRuns | = | there are no eviction runs
            numTestsPerEvictionRun | = | there are no eviction runs
            evictionPolicyClassName | ~ | connections end by idleTimeout and maxLifetime
            fastFailValidation | = | a connection with a fatal error never serves again
            defaultAutoCommit | autoCommit | same
            defaultReadOnly | readOnly | same
            defaultTransactionIsolation | isolation | level
            defaultCatalog | catalog | same
            defaultSchema | schema | same
            connectionInitSqls | initSql | statements
            maxOpenPreparedStatements | statementCacheSize | count, 0 none
            poolPreparedStatements | ~ false | maxOpenPreparedStatements becomes statementCacheSize
            clearStatementPoolOnReturn | ~ false | cached statements are kept
            cacheState | = | the state of a connection is always reset
            enableAutoCommitOnReturn | = | the mode is always reset to autoCommit
            autoCommitOnReturn | = | the mode is always reset to autoCommit
            accessToUnderlyingConnectionAllowed | = | unwrap is always allowed
            lifo | = | a thread prefers the connection it had last
            logExpiredConnections | = | counters tell why connections ended
            removeAbandonedTimeout | = | no connection is taken away from a thread
            abandonedUsageTracking | = | no connection is taken away from a thread
            logAbandoned | ~ false | set leakThreshold
            jmxName | ~ | the MBean is io.sluice:type=Pool; set registerMbean
            registerConnectionMBean | ~ false | the MBean of the pool shows its connections
            logWriter | ~ | the log is a System.Logger
            abandonedLogWriter | ~ | the log is a System.Logger
            removeAbandonedOnBorrow | ! false | leaks are reported and never taken back; remove it, and set leakThreshold
            removeAbandonedOnMaintenance | ! false | leaks are reported and never taken back; remove it, and set leakThreshold
            rollbackOnReturn | ! true | an open transaction is always rolled back; remove it and commit before close
            defaultQueryTimeout | ! 0 | set the time-out of each statement, or networkTimeout
            disconnectionSqlCodes | ! | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            disconnectionIgnoreSqlCodes | ! | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            connectionFactoryClassName | ! | name a DataSource as dataSourceClassName
            driver | ! | name its class as driverClassName
            driverClassLoader | ! | the loaders of the thread and of Sluice are searched
            """;

    static final String TOMCAT =
            """
            name | name | same
            url | url | same
            driverClassName | driverClassName | same
            username | username | same
            password | password | same
            connectionProperties | dataSource.* | pairs
            dbProperties | dataSource.* | pairs
            maxActive | maxSize | same
            minIdle | minSize | same
            initialSize | minSize | same
            maxIdle | = | a connection beyond minSize is closed after idleTimeout
            maxWait | acquireTimeout | ms, 0 forever
            loginTimeout | connectTimeout | s, 0 none
            minEvictableIdleTimeMillis | idleTimeout | ms, 0 off
            maxAge | maxLifetime | ms, 0 off
            validationInterval | validateAfterIdle | ms
            validationQuery | validationQuery | same
            validationQueryTimeout | validationTimeout | s, 0 none
            testOnBorrow | = | a connection unused for validateAfterIdle is validated
            testOnConnect | = | a new connection is validated
            testOnReturn | = | a connection is validated before its next use
            testWhileIdle | = | a connection unused for keepaliveInterval is validated
            timeBetweenEvictionRunsMillis | = | there are no eviction runs
            numTestsPerEvictionRun | = | there are no eviction runs
            logValidationErrors | = | counters and events tell of failed validations
            suspectTimeout | leakThreshold | s, 0 off
            defaultAutoCommit | autoCommit | same
            defaultReadOnly | readOnly | same
            defaultTransactionIsolation | isolation | level
            defaultCatalog | catalog | same
            initSQL | initSql | same
            ignoreExceptionOnPreLoad | startup | map true=warn false=fail
            jmxEnabled | registerMbean | same
            rollbackOnReturn | = | an open transaction is always rolled back
            accessToUnderlyingConnectionAllowed | = | unwrap is always allowed
            fairQueue | = | the order of waiting threads is fixed
            useEquals | = | there are no proxies
            useLock | = | a connection has a lock of its own
            useDisposableConnectionFacade | = | a closed connection always stays closed
            useStatementFacade | = | statements are concrete classes
            propagateInterruptState | = | the interrupt flag is always kept
            removeAbandonedTimeout | = | no connection is taken away from a thread
            abandonWhenPercentageFull | = | no connection is taken away from a thread
            logAbandoned | ~ false | set suspectTimeout, which becomes leakThreshold
            logWriter | ~ | the log is a System.Logger
            removeAbandoned | ! false | leaks are reported and never taken back; remove it, and set suspectTimeout, which becomes leakThreshold
            commitOnReturn | ! false | an open transaction is always rolled back; remove it and commit before close
            jdbcInterceptors | ! ConnectionState,StatementFinalizer,ResetAbandonedTimer | there are no interceptors; remove the others
            alternateUsernameAllowed | ! false | open a pool for each user
            validator | ! | set validationQuery, or leave validation to the driver
            validatorClassName | ! | set validationQuery, or leave validation to the driver
            dataSourceJNDI | ! | look the data source up and set it as dataSource in Java
            poolProperties | ! | give each of its properties a line
            """;

    static final String C3P0 =
            """
            jdbcUrl | url | same
            driverClass | driverClassName | same
            overrideDefaultUser | username | same
            overrideDefaultPassword | password | same
            user | username | same
            password | password | same
            dataSourceName | name | same
            maxPoolSize | maxSize | same
            minPoolSize | minSize | same
            initialPoolSize | minSize | same
            checkoutTimeout | acquireTimeout | ms, 0 forever
            loginTimeout | connectTimeout | s, 0 none
            maxIdleTimeExcessConnections | idleTimeout | s, 0 none
            maxIdleTime | idleTimeout | s, 0 off
            maxConnectionAge | maxLifetime | s, 0 off
            idleConnectionTestPeriod | keepaliveInterval | s, 0 off
            preferredTestQuery | validationQuery | same
            connectionIsValidTimeout | validationTimeout | s, 0 none
            testConnectionOnCheckout | = | a connection unused for validateAfterIdle is validated
            testConnectionOnCheckin | = | a connection is validated before its next use
            maxStatementsPerConnection | statementCacheSize | same
            maxStatements | ~ 0 | set maxStatementsPerConnection, which becomes statementCacheSize
            acquireIncrement | = | as many are created as are needed
            numHelperThreads | = | creation has threads as needed
            acquireRetryAttempts | = | creation is retried until acquireTimeout
            acquireRetryDelay | = | creation is retried until acquireTimeout
            breakAfterAcquireFailure | ~ false | a pool without connections fails at once while the failure is permanent
            propertyCycle | = | nothing polls
            maxAdministrativeTaskTime | = | connectTimeout and closeTimeout limit such tasks
            statementCacheNumDeferredCloseThreads | = | statements are closed by the pool's own threads
            cancelAutomaticallyClosedStatements | = | statements are closed with their connection
            attemptResurrectOnCheckin | = | a connection with a fatal error never serves again
            markSessionBoundaries | = | the driver is told of requests if it wants to know
            forceSynchronousCheckins | = | a return is never slow for the next thread
            forceUseNamedDriverClass | = | driverClassName is always used
            privilegeSpawnedThreads | = | threads have no context of a caller
            contextClassLoaderSource | = | threads have no context of a caller
            factoryClassLocation | = | JNDI uses SluiceObjectFactory
            identityToken | = | the name identifies a pool
            description | = | a description has no effect
            automaticTestTable | ~ | the driver validates; set preferredTestQuery for a query
            taskRunnerFactoryClassName | ~ | the pool has daemon threads of its own
            debugUnreturnedConnectionStackTraces | ~ false | set leakThreshold
            logWriter | ~ | the log is a System.Logger
            com.mchange.* | ~ | settings of c3p0's libraries have no effect
            unreturnedConnectionTimeout | ! 0 | leaks are reported and never taken back; remove it, and set leakThreshold
            autoCommitOnClose | ! false | an open transaction is always rolled back; remove it and commit before close
            forceIgnoreUnresolvedTransactions | ! false | an open transaction is always rolled back; remove it and commit before close
            connectionCustomizerClassName | ! | write a ConnectionCustomizer of Sluice, and name it as connectionCustomizer
            connectionTesterClassName | ! | set preferredTestQuery, or leave validation to the driver
            userOverridesAsString | ! | open a pool for each user
            user-overrides.* | ! | open a pool for each user
            named-configs.* | ! | give each pool a file, or use SluicePools
            extensions | ! | use a ConnectionCustomizer
            extensions.* | ! | use a ConnectionCustomizer
            properties | ! | write the settings into jdbcUrl
            connectionPoolDataSource | ! | set the object in Java
            """;

    static final String DRUID =
            """
            name | name | same
            url | url | same
            driverClassName | driverClassName | same
            username | username | same
            password | password | same
            connectionProperties | dataSource.* | pairs
            connectProperties | dataSource.* | pairs
            maxActive | maxSize | same
            minIdle | minSize | same
            initialSize | minSize | same
            maxIdle | = | a connection beyond minSize is closed after idleTimeout
            maxWait | acquireTimeout | ms, 0 forever
            maxWaitThreadCount | maxWaiting | count, 0 unlimited
            connectTimeout | connectTimeout | ms, 0 none
            loginTimeout | connectTimeout | s, 0 none
            socketTimeout | networkTimeout | ms, 0 none
            minEvictableIdleTimeMillis | idleTimeout | ms, 0 off
            maxEvictableIdleTimeMillis | = | a connection is renewed after maxLifetime
            phyTimeoutMillis | maxLifetime | ms, 0 off
            keepAliveBetweenTimeMillis | keepaliveInterval | ms, 0 off
            keepAlive | = | a connection unused for keepaliveInterval is validated
            testWhileIdle | = | a connection unused for keepaliveInterval is validated
            testOnBorrow | = | a connection unused for validateAfterIdle is validated
            testOnReturn | = | a connection is validated before its next use
            validationQuery | validationQuery | same
            validationQueryTimeout | validationTimeout | s, 0 none
            usePingMethod | = | without validationQuery the driver's isValid is used
            timeBetweenEvictionRunsMillis | = | there are no eviction runs
            numTestsPerEvictionRun | = | there are no eviction runs
            maxPoolPreparedStatementPerConnectionSize | statementCacheSize | count, 0 none
            maxOpenPreparedStatements | statementCacheSize | count, 0 none
            poolPreparedStatements | ~ false | maxPoolPreparedStatementPerConnectionSize becomes statementCacheSize
            sharePreparedStatements | = | a statement is used once at a time
            useOracleImplicitCache | = | the driver has a cache of its own
            defaultAutoCommit | autoCommit | same
            defaultReadOnly | readOnly | same
            defaultTransactionIsolation | isolation | level
            defaultCatalog | catalog | same
            connectionInitSqls | initSql | statements
            initConnectionSqls | initSql | statements
            initExceptionThrow | startup | map true=fail false=warn
            init | = | load starts the pool
            asyncInit | = | connections are created beside the callers
            maxCreateTaskCount | = | as many are created as are needed
            notFullTimeoutRetryCount | = | creation is retried until acquireTimeout
            connectionErrorRetryAttempts | = | creation is retried until acquireTimeout
            timeBetweenConnectErrorMillis | = | creation is retried until acquireTimeout
            failFast | = | waiting threads fail at once while the failure is permanent
            breakAfterAcquireFailure | ~ false | an empty pool fails at once while the failure is permanent
            onFatalErrorMaxActive | ~ 0 | a fatal error validates all older connections
            phyMaxUseCount | ~ 0 | a connection ends by maxLifetime
            killWhenSocketReadTimeout | = | a connection with a fatal error never serves again
            keepConnectionUnderlyingTransactionIsolation | = | the level is always reset
            useLocalSessionState | = | only what was changed is reset
            initVariants | = | the driver reads the variables of the server
            initGlobalVariants | = | the driver reads the variables of the server
            accessToUnderlyingConnectionAllowed | = | unwrap is always allowed
            useUnfairLock | = | the order of waiting threads is fixed
            logDifferentThread | = | any thread may close a connection
            dupCloseLogEnable | = | a second close has no effect
            asyncCloseConnectionEnable | = | connections are closed beside the callers
            dbType | = | the driver knows its database
            oracle | = | the driver knows its database
            removeAbandonedTimeout | = | no connection is taken away from a thread
            removeAbandonedTimeoutMillis | = | no connection is taken away from a thread
            clearFiltersEnable | = | there are no filters
            loadSpifilterSkip | = | there are no filters
            checkExecuteTime | = | there are no filters
            useGlobalDataSourceStat | = | each pool has figures of its own
            useGloalDataSourceStat | = | each pool has figures of its own
            resetStatEnable | = | counters are never reset
            logAbandoned | ~ false | set leakThreshold
            timeBetweenLogStatsMillis | ~ 0 | publish figures with SluiceMeterBinder
            statLogger | ~ | publish figures with SluiceMeterBinder
            statLoggerClassName | ~ | publish figures with SluiceMeterBinder
            stat.* | ~ | publish figures with SluiceMeterBinder
            transactionThresholdMillis | ~ 0 | set leakThreshold
            objectName | ~ | the MBean is io.sluice:type=Pool
            logWriter | ~ | the log is a System.Logger
            createScheduler | ~ | the pool has daemon threads of its own
            destroyScheduler | ~ | the pool has daemon threads of its own
            enable | ! true | suspend the pool in Java
            removeAbandoned | ! false | leaks are reported and never taken back; remove it, and set leakThreshold
            queryTimeout | ! 0 | set the time-out of each statement, or networkTimeout
            transactionQueryTimeout | ! 0 | set the time-out of each statement, or networkTimeout
            filters | ! stat,mergeStat,slf4j,log4j,log4j2,commonLogging,default | there are no filters, wall and config among them; remove the others
            proxyFilters | ! | there are no filters
            exceptionSorter | ! MySqlExceptionSorter,OracleExceptionSorter,PGExceptionSorter,DB2ExceptionSorter,SybaseExceptionSorter,InformixExceptionSorter,OceanBaseOracleExceptionSorter,MySql,Oracle | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            exceptionSorterClassName | ! MySqlExceptionSorter,OracleExceptionSorter,PGExceptionSorter,DB2ExceptionSorter,SybaseExceptionSorter,InformixExceptionSorter,OceanBaseOracleExceptionSorter | write a FatalErrorClassifier, and name it as fatalErrorClassifier
            validConnectionChecker | ! | set validationQuery, or leave validation to the driver
            validConnectionCheckerClassName | ! MySqlValidConnectionChecker,OracleValidConnectionChecker,PGValidConnectionChecker,MSSQLValidConnectionChecker,JDBC4ValidConnectionChecker | set validationQuery, or leave validation to the driver
            userCallback | ! | write a CredentialsProvider, and name it as credentialsProvider
            passwordCallback | ! | write a CredentialsProvider, and name it as credentialsProvider
            passwordCallbackClassName | ! | write a CredentialsProvider, and name it as credentialsProvider
            driver | ! | name its class as driverClassName
            driverClassLoader | ! | the loaders of the thread and of Sluice are searched
            """;

    static final String BITRONIX =
            """
            className | xaDataSourceClassName | same
            driverProperties.* | dataSource.* | same
            driverProperties | dataSource.* | pairs
            uniqueName | name | same
            maxPoolSize | maxSize | same
            minPoolSize | minSize | same
            acquisitionTimeout | acquireTimeout | s
            loginTimeout | connectTimeout | s, 0 none
            maxIdleTime | idleTimeout | s, 0 off
            testQuery | validationQuery | same
            preparedStatementCacheSize | statementCacheSize | count, 0 none
            isolationLevel | isolation | level
            cursorHoldability | holdability | same
            localAutoCommit | autoCommit | same
            automaticEnlistingEnabled | transactions | map true= false=off
            allowLocalTransactions | transactions | map true=optional false=required
            acquireIncrement | = | as many are created as are needed
            acquisitionInterval | = | creation is retried until acquireTimeout
            enableJdbc4ConnectionTest | = | without validationQuery the driver's isValid is used
            shareTransactionConnections | = | a transaction has one connection of a pool
            deferConnectionRelease | = | a connection is kept until its transaction has ended
            useTmJoin | = | branches are joined where the database can
            ignoreRecoveryFailures | = | a failed recovery is tried again
            applyTransactionTimeout | = | the transaction manager sets the time-out
            failed | = | it is a state of the pool
            twoPcOrderingPosition | ~ 1,0 | the transaction manager orders its resources
            logWriter | ~ | the log is a System.Logger
            disabled | ! false | remove the resource from the file
            """;

    /** The counterpart of options that hold settings of the driver. */
    static final String VENDOR = "dataSource.*";

    /**
     * What to say of a name that is an option of other pools.
     *
     * @param pools the pools that have it with this counterpart
     * @param option the option of the first of them
     */
    record Hint(List<String> pools, OtherOption option) {

        /** Returns the option to set, or null if it is none of the pool's own. */
        @Nullable JdbcOption here() {
            return OptionValues.withKey(option.here());
        }

        /** Describes what is expected instead, behind the prefix of a pool's keys, if any. */
        String expected(String prefix) {
            String theirs = option.name() + " of " + and(pools);
            return switch (option.kind()) {
                case TRANSLATED ->
                        option.here().equals(VENDOR)
                                ? theirs
                                        + " is "
                                        + prefix
                                        + "dataSource.NAME here, one line for each property"
                                : theirs + " is " + prefix + option.here() + " here";
                case BUILT_IN ->
                        theirs
                                + " has no counterpart, since "
                                + option.advice()
                                + "; remove the line";
                case LOST, REFUSED -> theirs + " has no counterpart; " + option.advice();
            };
        }
    }

    private static final Map<String, Hint> HINTS = hints();

    private OtherPools() {}

    /** If pools use one name for different things, the hint is about the first pool. */
    private static Map<String, Hint> hints() {
        Map<String, Hint> hints = new LinkedHashMap<>();
        for (Dialect dialect : Dialect.values()) {
            for (OtherOption option : dialect.options()) {
                if (option.isFamily() || OptionValues.withKey(option.name()) != null) {
                    continue;
                }
                Hint hint =
                        hints.computeIfAbsent(
                                bare(option.name()), name -> new Hint(new ArrayList<>(), option));
                if (hint.option().means(option)) {
                    hint.pools().add(dialect.title());
                }
            }
        }
        return hints;
    }

    /** Joins names with commas, and the last with an "and". */
    static String and(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** Returns the hint for a key, ignoring case and hyphens, or null. */
    static @Nullable Hint hint(String key) {
        return HINTS.get(bare(key));
    }

    private static String bare(String key) {
        return key.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
