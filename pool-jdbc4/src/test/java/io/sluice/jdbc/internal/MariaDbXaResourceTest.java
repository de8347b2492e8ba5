package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.jta.InDoubtBranches;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mariadb.jdbc.FakeMariaDb;

/** What becomes of the answers of MariaDB's driver, in a session of a pool and in recovery. */
class MariaDbXaResourceTest {

    private static final Xid XID =
            new Xid() {
                @Override
                public int getFormatId() {
                    return 7;
                }

                @Override
                public byte[] getGlobalTransactionId() {
                    return new byte[] {1};
                }

                @Override
                public byte[] getBranchQualifier() {
                    return new byte[] {2};
                }
            };

    private enum End {
        COMMIT {
            @Override
            void on(XAResource resource) throws XAException {
                resource.commit(XID, /* onePhase= */ false);
            }
        },
        ROLLBACK {
            @Override
            void on(XAResource resource) throws XAException {
                resource.rollback(XID);
            }
        };

        abstract void on(XAResource resource) throws XAException;
    }

    private final FakeMariaDb server = new FakeMariaDb();
    private final FakeMariaDb.Session session = server.open();
    private final XAResource pooled = TranslatingXaResource.of(session, null);
    private final XAResource recovering =
            new SettlingXaResource(
                    JdbcPoolConfig.builder()
                            .name("maria")
                            .transactionManager("narayana")
                            .xaDataSourceClassName("org.mariadb.jdbc.MariaDbDataSource")
                            .build(),
                    TranslatingXaResource.of(server.open(), null),
                    null);

    private void prepare() throws XAException {
        pooled.start(XID, XAResource.TMNOFLAGS);
        pooled.end(XID, XAResource.TMSUCCESS);
        assertThat(pooled.prepare(XID)).isEqualTo(XAResource.XA_OK);
    }

    private static XAException errorOf(ThrowingCallable call) {
        return catchThrowableOfType(XAException.class, call);
    }

    private void assertPreparedStill() {
        assertThat(server.committed).isEmpty();
        assertThat(server.rolledBack).isEmpty();
    }

    /** A manager would take it for ended, and never come again. */
    @ParameterizedTest
    @EnumSource
    void whatIsDeniedAndListedIsPreparedStill(End end) throws Exception {
        prepare();

        XAException error = errorOf(() -> end.on(recovering));

        assertThat(error.errorCode).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(error)
                .hasMessageContainingAll("Pool maria", InDoubtBranches.text(XID), "to be closed")
                .hasCauseInstanceOf(XAException.class);
        assertPreparedStill();
        session.close();
        end.on(recovering);
        assertThat(end == End.COMMIT ? server.committed : server.rolledBack).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDeniedAndNotListedIsGone(End end) {
        assertThat(errorOf(() -> end.on(recovering)).errorCode).isEqualTo(XAException.XAER_NOTA);
    }

    /** Nobody knows: the branch was denied, and the list cannot be had. */
    @ParameterizedTest
    @EnumSource
    void whatIsDeniedAndCannotBeLookedForIsPreparedStill(End end) throws Exception {
        prepare();
        server.listFailure = new SQLException("Access denied", "42000", 1227);

        assertThat(errorOf(() -> end.on(recovering)).errorCode).isEqualTo(XAException.XAER_RMFAIL);

        assertPreparedStill();
    }

    @ParameterizedTest
    @EnumSource
    void theSessionThatHasPreparedABranchEndsIt(End end) throws Exception {
        prepare();

        end.on(pooled);

        assertThat(end == End.COMMIT ? server.committed : server.rolledBack).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsToEndAPreparedBranchLeavesItPrepared(End end) throws Exception {
        prepare();
        server.failure = new SQLException("Lock wait timeout exceeded", "HY000", 1205);

        assertThat(errorOf(() -> end.on(pooled)).errorCode).isEqualTo(XAException.XAER_RMFAIL);

        assertPreparedStill();
        end.on(pooled);
    }

    @Test
    void whatIsNoErrorOfXaHasTheCodeOfItsKind() throws Exception {
        server.failure = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
        assertThat(errorOf(() -> pooled.start(XID, XAResource.TMNOFLAGS)).errorCode)
                .isEqualTo(XAException.XAER_RMERR);
        pooled.start(XID, XAResource.TMNOFLAGS);
        server.failure = new SQLException("Connection was killed", "70100", 1927);
        assertThat(errorOf(() -> pooled.end(XID, XAResource.TMSUCCESS)).errorCode)
                .isEqualTo(XAException.XAER_RMFAIL);
        pooled.end(XID, XAResource.TMSUCCESS);
        server.failure = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
        assertThat(errorOf(() -> pooled.commit(XID, /* onePhase= */ true)).errorCode)
                .as("in one phase it is rolled back")
                .isEqualTo(XAException.XAER_RMERR);
        session.close();
        assertThat(errorOf(() -> pooled.start(XID, XAResource.TMNOFLAGS)).errorCode)
                .isEqualTo(XAException.XAER_RMFAIL);
    }

    @Test
    void anErrorOfXaIsPassedOn() throws Exception {
        prepare();

        assertThat(errorOf(() -> pooled.start(XID, XAResource.TMNOFLAGS)).errorCode)
                .isEqualTo(XAException.XAER_DUPID);
    }

    /** The driver says so of any two, and the server then refuses to have one join the other. */
    @Test
    void noSessionIsTheSameAsAnother() throws Exception {
        FakeMariaDb.Session other = server.open();
        assertThat(session.isSameRM(other)).isTrue();
        pooled.start(XID, XAResource.TMNOFLAGS);
        assertThat(errorOf(() -> other.start(XID, XAResource.TMJOIN)).errorCode)
                .isEqualTo(XAException.XAER_INVAL);

        assertThat(pooled.isSameRM(TranslatingXaResource.of(other, null))).isFalse();
        assertThat(pooled.isSameRM(other)).isFalse();
        assertThat(pooled.isSameRM(pooled)).isTrue();
        assertThat(pooled.isSameRM(session)).isTrue();
    }
}
