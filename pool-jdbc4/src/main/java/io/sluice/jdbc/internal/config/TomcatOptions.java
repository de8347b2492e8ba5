package io.sluice.jdbc.internal.config;

/** The options of Tomcat JDBC, and what stands for them here; see {@link OtherOption#of}. */
final class TomcatOptions {

    static final String TABLE =
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

    private TomcatOptions() {}
}
