package io.sluice.jdbc.internal.config;

/** The options of c3p0, and what stands for them here; see {@link OtherOption#of}. */
final class C3p0Options {

    static final String TABLE =
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

    private C3p0Options() {}
}
