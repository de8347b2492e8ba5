package io.sluice.jdbc.internal.config;

/** The options of Bitronix, and what stands for them here; see {@link OtherOption#of}. */
final class BitronixOptions {

    static final String TABLE =
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

    private BitronixOptions() {}
}
