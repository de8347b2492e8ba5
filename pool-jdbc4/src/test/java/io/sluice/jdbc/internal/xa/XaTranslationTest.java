package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where drivers deviate from the XA specification: each deviation, and its translation. */
class XaTranslationTest {

    private static final Xid XID = new ByteXid(1);

    record ByteXid(int number) implements Xid {

        @Override
        public int getFormatId() {
            return 7;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {(byte) number};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    /** A driver that answers what a test says. */
    private static class FakeDriver implements XAResource {

        final List<String> calls = new ArrayList<>();
        Xid[] listed = {};
        XAException failure;
        String failing = "";
        int vote = XA_OK;

        private void call(String name) throws XAException {
            calls.add(name);
            if (name.equals(failing)) {
                throw failure;
            }
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            call("start");
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            call("end");
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            call("prepare");
            return vote;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            call("commit");
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            call("rollback");
        }

        @Override
        public void forget(Xid xid) throws XAException {
            call("forget");
        }

        @Override
        public Xid[] recover(int flag) throws XAException {
            call("recover");
            return listed;
        }

        @Override
        public boolean isSameRM(XAResource other) throws XAException {
            call("isSameRM");
            return other == this;
        }

        @Override
        public int getTransactionTimeout() throws XAException {
            call("getTransactionTimeout");
            return 11;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) throws XAException {
            call("setTransactionTimeout");
            return seconds == 12;
        }
    }

    private final FakeDriver driver = new FakeDriver();

    private static XAException failure(int code, SQLException cause) {
        XAException failure = new XAException(code);
        failure.initCause(cause);
        return failure;
    }

    private int codeOf(String call, XAException failure, XAResource translated) {
        driver.failing = call;
        driver.failure = failure;
        return catchThrowableOfType(
                        XAException.class,
                        () -> {
                            translated.start(XID, XAResource.TMNOFLAGS);
                            translated.end(XID, XAResource.TMSUCCESS);
                            int ignored = translated.prepare(XID);
                            translated.commit(XID, false);
                            translated.rollback(XID);
                            translated.forget(XID);
                            Xid[] none = translated.recover(0);
                            boolean same = translated.isSameRM(driver);
                            int seconds = translated.getTransactionTimeout();
                            boolean set = translated.setTransactionTimeout(12);
                        })
                .errorCode;
    }

    // Any driver

    @Test
    void whatIsNotKnownToDeviatePasses() throws Exception {
        XAResource translated = XaVendors.translated(driver, null);
        for (String call :
                List.of("start", "end", "prepare", "commit", "rollback", "forget", "recover")) {
            assertThat(codeOf(call, new XAException(XAException.XAER_RMERR), translated))
                    .as(call)
                    .isEqualTo(XAException.XAER_RMERR);
        }
        assertThat(translated.getTransactionTimeout()).isEqualTo(11);
        assertThat(translated.setTransactionTimeout(12)).isTrue();
    }

    /** For all others a connection that works is kept open until its branch is settled. */
    @Test
    void onlyOfServersThatKeepWhatIsPreparedConnectionsAreClosedInDoubt() {
        assertThat(new PostgresXa(driver, null).preparedOutlivesClose()).isTrue();
        assertThat(new H2Xa(driver, null).preparedOutlivesClose()).isFalse();
        assertThat(XaVendors.translated(driver, null).preparedOutlivesClose()).isFalse();
    }

    /** As of {@code new XAException(text)}: to a manager it would mean that nothing has failed. */
    @Test
    void noErrorIsPassedOnWithoutACode() {
        for (XAResource translated :
                List.of(
                        XaVendors.translated(driver, null),
                        new PostgresXa(driver, null),
                        new MySqlXa(driver, null))) {
            for (String call :
                    List.of(
                            "start",
                            "end",
                            "prepare",
                            "forget",
                            "recover",
                            "getTransactionTimeout",
                            "setTransactionTimeout")) {
                assertThat(codeOf(call, new XAException("no"), translated))
                        .as(call)
                        .isEqualTo(XAException.XAER_RMERR);
                assertThat(codeOf(call, failure(0, new SQLException("lost", "08006")), translated))
                        .as(call)
                        .isEqualTo(XAException.XAER_RMFAIL);
            }
        }
        // MariaDB's is not asked.
        XAResource any = XaVendors.translated(driver, null);
        assertThat(codeOf("isSameRM", new XAException("no"), any))
                .isEqualTo(XAException.XAER_RMERR);
    }

    /** The code of a failed statement would mean that it is rolled back. */
    @Test
    void withoutACodeAPreparedBranchIsPreparedStill() {
        XAResource translated = XaVendors.translated(driver, null);
        for (XAException error :
                List.of(
                        new XAException("no"),
                        failure(0, new SQLException("no", "42501")),
                        failure(0, new SQLException("lost", "08006")))) {
            assertThat(codeOf("commit", error, translated)).isEqualTo(XAException.XAER_RMFAIL);
            assertThat(codeOf("rollback", error, translated)).isEqualTo(XAException.XAER_RMFAIL);
        }
    }

    @Test
    void withoutACodeACommitInOnePhaseIsRolledBackOnlyIfTheServerHasRefusedIt() {
        XAResource translated = XaVendors.translated(driver, null);
        driver.failing = "commit";
        driver.failure = failure(0, new SQLException("duplicate", "23505"));
        assertThat(errorOf(() -> translated.commit(XID, true))).isEqualTo(XAException.XAER_RMERR);
        for (XAException unknown :
                List.of(
                        new XAException("no"),
                        failure(0, new SQLException("no")),
                        failure(0, new SQLException("unknown", "40003")),
                        failure(0, new SQLException("lost", "08006")))) {
            driver.failure = unknown;
            assertThat(errorOf(() -> translated.commit(XID, true)))
                    .isEqualTo(XAException.XAER_RMFAIL);
        }
    }

    @Test
    void twoSessionsAreComparedByTheirDrivers() throws Exception {
        XAResource translated = XaVendors.translated(driver, null);

        assertThat(translated.isSameRM(XaVendors.translated(driver, null))).isTrue();
        assertThat(translated.isSameRM(XaVendors.translated(new FakeDriver(), null))).isFalse();
        assertThat(translated.isSameRM(driver)).isTrue();
    }

    // PostgreSQL

    @Test
    void postgresPreparesReadOnlyTransactionsWhichAreThenEnded() throws Exception {
        driver.vote = XAResource.XA_RDONLY;

        assertThat(new PostgresXa(driver, null).prepare(XID)).isEqualTo(XAResource.XA_RDONLY);

        assertThat(driver.calls).containsExactly("prepare", "commit");
    }

    @Test
    void orElseLeftToTheManager() throws Exception {
        driver.vote = XAResource.XA_RDONLY;
        driver.failing = "commit";
        driver.failure = new XAException(XAException.XAER_RMFAIL);

        assertThat(new PostgresXa(driver, null).prepare(XID)).isEqualTo(XAResource.XA_OK);
    }

    @Test
    void aLostServerIsAFailureOfTheServer() {
        XAResource translated = new PostgresXa(driver, null);

        assertThat(
                        codeOf(
                                "start",
                                failure(XAException.XAER_RMERR, new SQLException("gone", "57P01")),
                                translated))
                .isEqualTo(XAException.XAER_RMFAIL);
        assertThat(
                        codeOf(
                                "start",
                                failure(XAException.XAER_RMERR, new SQLException("gone", "08006")),
                                translated))
                .isEqualTo(XAException.XAER_RMFAIL);
        assertThat(
                        codeOf(
                                "start",
                                failure(XAException.XAER_RMERR, new SQLException("no", "42501")),
                                translated))
                .isEqualTo(XAException.XAER_RMERR);
    }

    @Test
    void aBranchThatCannotBeEndedIsStillPrepared() {
        SQLException denied =
                new SQLException("must be superuser or the user that prepared", "42501");
        driver.listed = new Xid[] {XID};
        for (XAResource translated :
                List.of(
                        new PostgresXa(driver, null),
                        new H2Xa(driver, null),
                        new MySqlXa(driver, null))) {
            driver.failing = "commit";
            driver.failure = failure(XAException.XAER_RMERR, denied);
            assertThat(errorOf(() -> translated.commit(XID, false)))
                    .isEqualTo(XAException.XAER_RMFAIL);
            assertThat(errorOf(() -> translated.commit(XID, true)))
                    .as("in one phase it is rolled back")
                    .isEqualTo(
                            translated instanceof PostgresXa
                                    ? XAException.XA_RBROLLBACK
                                    : XAException.XAER_RMERR);
            driver.failure = new XAException(XAException.XAER_NOTA);
            assertThat(errorOf(() -> translated.commit(XID, false)))
                    .isEqualTo(XAException.XAER_NOTA);
            driver.failing = "rollback";
            driver.failure = failure(XAException.XAER_RMERR, denied);
            assertThat(errorOf(() -> translated.rollback(XID))).isEqualTo(XAException.XAER_RMFAIL);
        }
    }

    @Test
    void aCommitInOnePhaseThatPostgresRefusesIsARollback() {
        XAResource translated = new PostgresXa(driver, null);
        assertRefusalsAreRollbacks("commit", () -> translated.commit(XID, true));
    }

    @Test
    void aPrepareThatPostgresRefusesIsARollback() {
        XAResource translated = new PostgresXa(driver, null);
        assertRefusalsAreRollbacks("prepare", () -> translated.prepare(XID));
        driver.failure =
                failure(XAException.XA_RBINTEGRITY, new SQLException("duplicate", "23505"));
        assertThat(errorOf(() -> translated.prepare(XID)))
                .as("what the driver knows")
                .isEqualTo(XAException.XA_RBINTEGRITY);
    }

    private void assertRefusalsAreRollbacks(String call, ThrowableAssert.ThrowingCallable made) {
        driver.failing = call;
        driver.failure = failure(XAException.XAER_RMFAIL, new SQLException("serialize", "40001"));
        assertThat(errorOf(made)).isEqualTo(XAException.XA_RBROLLBACK);
        driver.failure =
                failure(XAException.XAER_RMFAIL, new SQLException("none allowed", "55000"));
        assertThat(errorOf(made)).isEqualTo(XAException.XA_RBROLLBACK);
        driver.failure = failure(XAException.XAER_RMFAIL, new SQLException("deadlock", "40P01"));
        assertThat(errorOf(made)).isEqualTo(XAException.XA_RBDEADLOCK);
        for (String unknown : List.of("08006", "40003")) {
            driver.failure = failure(XAException.XAER_RMFAIL, new SQLException("gone", unknown));
            assertThat(errorOf(made)).as("nobody knows").isEqualTo(XAException.XAER_RMFAIL);
        }
    }

    private static int errorOf(ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(XAException.class, call).errorCode;
    }

    @Test
    void postgresHasNothingToForget() throws Exception {
        driver.failing = "forget";
        driver.failure = new XAException(XAException.XAER_NOTA);

        new PostgresXa(driver, null).forget(XID);

        driver.failure = new XAException(XAException.XAER_RMFAIL);
        assertThat(
                        catchThrowableOfType(
                                        XAException.class,
                                        () -> new PostgresXa(driver, null).forget(XID))
                                .errorCode)
                .isEqualTo(XAException.XAER_RMFAIL);
    }

    // H2

    @Test
    void errorsWithoutACodeGetOne() {
        XAResource translated = new H2Xa(driver, null);

        assertThat(codeOf("end", failure(0, new SQLException("closed", "90067")), translated))
                .isEqualTo(XAException.XAER_RMFAIL);
        assertThat(codeOf("end", failure(0, new SQLException("lost", "08000")), translated))
                .isEqualTo(XAException.XAER_RMFAIL);
        assertThat(codeOf("end", failure(0, new SQLException("deadlock", "40001")), translated))
                .isEqualTo(XAException.XA_RBDEADLOCK);
        assertThat(codeOf("end", failure(0, new SQLException("not found", "90129")), translated))
                .isEqualTo(XAException.XAER_NOTA);
        assertThat(codeOf("end", new XAException(0), translated)).isEqualTo(XAException.XAER_RMERR);
        assertThat(codeOf("end", new XAException(XAException.XAER_OUTSIDE), translated))
                .isEqualTo(XAException.XAER_OUTSIDE);
    }

    private final JdbcDataSource h2 = new JdbcDataSource();
    private XAConnection xa;
    private Connection connection;

    @BeforeEach
    void connectToH2() throws SQLException {
        h2.setURL("jdbc:h2:mem:translation;DB_CLOSE_DELAY=-1");
        run("DROP TABLE IF EXISTS numbers");
        run("CREATE TABLE numbers (n INT)");
        xa = h2.getXAConnection();
        connection = xa.getConnection();
    }

    @AfterEach
    void disconnect() throws SQLException {
        xa.close();
    }

    private void run(String sql) throws SQLException {
        try (Connection direct = h2.getConnection();
                Statement statement = direct.createStatement()) {
            statement.execute(sql);
        }
    }

    private int committed() throws SQLException {
        try (Connection direct = h2.getConnection();
                Statement statement = direct.createStatement();
                ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
            result.next();
            return result.getInt(1);
        }
    }

    private XAResource workInABranch() throws Exception {
        XAResource translated = XaVendors.translated(xa.getXAResource(), connection);
        translated.start(XID, XAResource.TMNOFLAGS);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (1)");
        }
        return translated;
    }

    @Test
    void autoCommitStaysOffAtTheEndOfABranchWhereAnObjectOfTheDriverWasLent() throws Exception {
        XAResource translated = workInABranch();
        ((H2Xa) translated).lending();
        translated.rollback(XID);
        try (Statement late = connection.createStatement()) {
            late.executeUpdate("INSERT INTO numbers VALUES (2)");
        }
        connection.rollback();
        assertThat(committed()).isZero();

        translated = workInABranch();
        ((H2Xa) translated).lending();
        translated.end(XID, XAResource.TMSUCCESS);
        translated.commit(XID, true);

        assertThat(connection.getAutoCommit()).isFalse();
        assertThat(committed()).isEqualTo(1);
    }

    @Test
    void autoCommitIsAsTheDriverLeavesItWhereNoneWasLent() throws Exception {
        XAResource translated = workInABranch();
        ((H2Xa) translated).lending();
        translated.rollback(XID);
        assertThat(connection.getAutoCommit()).isFalse();

        translated.start(XID, XAResource.TMNOFLAGS);
        translated.end(XID, XAResource.TMSUCCESS);
        translated.commit(XID, true);

        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void closingAfterPrepareRollsBackWhichIsWhyWeNeverDo() throws Exception {
        XAResource translated = workInABranch();
        translated.end(XID, XAResource.TMSUCCESS);
        assertThat(translated.prepare(XID)).isEqualTo(XAResource.XA_OK);

        xa.close();

        assertThat(committed()).isZero();
    }

    @Test
    void aRollbackWhereNothingWasStartedLooksForTheBranchFirst() throws Exception {
        XAResource translated = new H2Xa(driver, null);
        driver.listed = new Xid[] {XID};

        translated.rollback(XID);

        assertThat(driver.calls).containsExactly("recover", "rollback");
    }

    @Test
    void aRollbackThatCannotLookIsToComeAgain() {
        driver.failing = "recover";
        driver.failure = failure(0, new SQLException("not now", "HY000"));

        assertThat(errorOf(() -> new H2Xa(driver, null).rollback(XID)))
                .isEqualTo(XAException.XAER_RMFAIL);
    }

    @Test
    void aRollbackOfABranchThatIsNotThereSaysSo() throws Exception {
        XAResource translated = new H2Xa(h2.getXAConnection().getXAResource(), null);

        assertThat(
                        catchThrowableOfType(XAException.class, () -> translated.rollback(XID))
                                .errorCode)
                .isEqualTo(XAException.XAER_NOTA);
    }

    /** To others the server lists nothing, as if nothing were prepared. */
    @Test
    void aUserThatMayNotSeePreparedBranchesIsToldSo() throws Exception {
        run("CREATE USER IF NOT EXISTS CLERK PASSWORD 'clerk'");
        JdbcDataSource same =
                new JdbcDataSource(); // without the setting, which a clerk may not make
        same.setURL("jdbc:h2:mem:translation");
        XAConnection clerks = same.getXAConnection("clerk", "clerk");
        XAResource translated =
                XaVendors.translated(clerks.getXAResource(), clerks.getConnection());

        assertThat(errorOf(() -> translated.recover(XAResource.TMSTARTRSCAN)))
                .isEqualTo(XAException.XAER_RMFAIL);
        assertThat(errorOf(() -> translated.rollback(XID))).isEqualTo(XAException.XAER_RMFAIL);

        clerks.close();
        XAResource administrators = XaVendors.translated(xa.getXAResource(), connection);
        assertThat(administrators.recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }
}
