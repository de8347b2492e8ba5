package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What MariaDB's XA cannot do, as the documentation says, by both of its drivers. */
@Timeout(60)
@Tag("once")
@Tag("mariadb")
@Tag("mariadb-driver")
class MariaDbXaLimitsIT {

    private static final int GLOBAL_TRANSACTION_IS_ACTIVE = 1399;

    private final TransactionManager transactions = Manager.NARAYANA.get();

    @BeforeEach
    void makeTable() throws SQLException {
        XaDatabase.MARIADB.newTable();
    }

    private static XaDatabase database(String driver) {
        return driver.equals("MariaDB") ? XaDatabase.MARIADB : XaDatabase.MYSQL;
    }

    private static SluiceDataSource open(String driver) throws SQLException {
        return SluiceDataSource.create(
                database(driver)
                        .source(JdbcPoolConfig.builder().name("limits"))
                        .transactionManager(Manager.NARAYANA.option())
                        .maxSize(1)
                        .build());
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MariaDB", "MySQL"})
    void aStatementThatCommitsByItselfIsRefusedAndTheTransactionGoesOn(String driver)
            throws Exception {
        try (SluiceDataSource pool = open(driver)) {
            transactions.begin();
            try (Connection connection = pool.getConnection()) {
                run(connection, "INSERT INTO numbers VALUES (1)");
                for (String sql :
                        new String[] {
                            "CREATE TABLE more (n INT)", "TRUNCATE TABLE numbers", "COMMIT"
                        }) {
                    SQLException refusal =
                            catchThrowableOfType(SQLException.class, () -> run(connection, sql));
                    assertThat(refusal.getErrorCode())
                            .as(sql)
                            .isEqualTo(GLOBAL_TRANSACTION_IS_ACTIVE);
                }
                run(connection, "INSERT INTO numbers VALUES (2)");
            }
            transactions.rollback();

            assertThat(XaDatabase.MARIADB.committed()).isZero();
            assertThat(pool.snapshot().available()).as("the connection serves on").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MariaDB", "MySQL"})
    void tablesWithoutTransactionsKeepWhatIsRolledBack(String driver) throws Exception {
        XaDatabase.MARIADB.run("ALTER TABLE numbers ENGINE = MyISAM");
        try (SluiceDataSource pool = open(driver)) {
            transactions.begin();
            try (Connection connection = pool.getConnection()) {
                run(connection, "INSERT INTO numbers VALUES (1)");
            }
            transactions.rollback();
        }

        assertThat(XaDatabase.MARIADB.committed()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MariaDB", "MySQL"})
    void anotherSessionCanNeitherJoinNorResumeABranch(String driver) throws Exception {
        XAConnection first = database(driver).driver().getXAConnection();
        XAConnection second = database(driver).driver().getXAConnection();
        try {
            Xid xid = new AnyXid();
            XAResource branch = first.getXAResource();
            branch.start(xid, XAResource.TMNOFLAGS);
            run(first.getConnection(), "INSERT INTO numbers VALUES (1)");
            branch.end(xid, XAResource.TMSUCCESS);
            for (int flag : new int[] {XAResource.TMJOIN, XAResource.TMRESUME}) {
                assertThatThrownBy(() -> second.getXAResource().start(xid, flag))
                        .isInstanceOf(XAException.class);
            }
            branch.rollback(xid);
        } finally {
            first.close();
            second.close();
        }
        assertThat(XaDatabase.MARIADB.committed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"MariaDB", "MySQL"})
    void everyUserMayListAndEndABranchWhoseSessionIsGone(String driver) throws Exception {
        XaDatabase.MARIADB.run(XaDatabase.MARIADB.blind());
        Xid xid = new AnyXid();
        XAConnection session = database(driver).driver().getXAConnection();
        XAResource branch = session.getXAResource();
        branch.start(xid, XAResource.TMNOFLAGS);
        run(session.getConnection(), "INSERT INTO numbers VALUES (1)");
        branch.end(xid, XAResource.TMSUCCESS);
        branch.prepare(xid);
        XAConnection other =
                database(driver).driver().getXAConnection("blind", XaDatabase.RECOVERY_PASSWORD);
        try {
            XAResource recovery = other.getXAResource();
            assertThat(recovery.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .hasSize(1);
            assertThatThrownBy(() -> recovery.commit(xid, /* onePhase= */ false))
                    .as("its session is open")
                    .isInstanceOf(XAException.class);
            session.close();
            XaDatabase.MARIADB.endSessionsOfPrepared();
            recovery.commit(xid, /* onePhase= */ false);
        } finally {
            other.close();
        }
        assertThat(XaDatabase.MARIADB.committed()).isEqualTo(1);
    }
}
