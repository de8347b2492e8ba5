package io.sluice.jdbc.internal.config;

/** The options of Agroal, and what stands for them here; see {@link OtherOption#of}. */
final class AgroalOptions {

    static final String TABLE =
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

    private AgroalOptions() {}
}
