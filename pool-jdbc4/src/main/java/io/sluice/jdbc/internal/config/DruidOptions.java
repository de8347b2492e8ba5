package io.sluice.jdbc.internal.config;

/** The options of Druid, and what stands for them here; see {@link OtherOption#of}. */
final class DruidOptions {

    static final String TABLE =
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

    private DruidOptions() {}
}
