package io.sluice.jdbc.internal.config;

/** The options of DBCP2, and what stands for them here; see {@link OtherOption#of}. */
final class Dbcp2Options {

    static final String TABLE =
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

    private Dbcp2Options() {}
}
