package io.sluice.jdbc.internal.config;

/** The options of HikariCP, and what stands for them here; see {@link OtherOption#of}. */
final class HikariCpOptions {

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
            loginTimeout | connectTimeout | s, 0 none
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
}
