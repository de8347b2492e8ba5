package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mysql.cj.jdbc.FakeMySqlSession;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.jta.InDoubtBranches;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mariadb.jdbc.FakeMariaDb;

/**
 * How the answers of the drivers of MySQL and MariaDB are translated, in a session of a pool and in
 * recovery.
 */
class MySqlXaTest {

    static final Xid XID =
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
    private final XAResource pooled = XaVendors.translated(session, null);
    private final XAResource recovering =
            new SettlingXaResource(
                    JdbcPoolConfig.builder()
                            .name("maria")
                            .transactionManager("narayana")
                            .xaDataSourceClassName("org.mariadb.jdbc.MariaDbDataSource")
                            .build(),
                    XaVendors.translated(server.open(), null),
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

    /** A manager would take the branch for ended, and never retry. */
    @ParameterizedTest
    @EnumSource
    void aDeniedBranchThatIsListedIsStillPrepared(End end) throws Exception {
        prepare();

        XAException error = errorOf(() -> end.on(recovering));

        assertThat(error.errorCode).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(error)
                .hasMessageContainingAll(
                        "Pool maria",
                        InDoubtBranches.text(XID),
                        "only the session that prepared it")
                .hasCauseInstanceOf(XAException.class);
        assertPreparedStill();
        session.close();
        end.on(recovering);
        assertThat(end == End.COMMIT ? server.committed : server.rolledBack).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aDeniedBranchThatIsNotListedIsGone(End end) {
        assertThat(errorOf(() -> end.on(recovering)).errorCode).isEqualTo(XAException.XAER_NOTA);
    }

    /** The outcome is unknown: the branch was denied, and the list cannot be had. */
    @ParameterizedTest
    @EnumSource
    void aDeniedBranchIsStillPreparedIfTheListFails(End end) throws Exception {
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
    void aFailureToEndAPreparedBranchLeavesItPrepared(End end) throws Exception {
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

    private enum Driver {
        MARIADB {
            @Override
            XAResource session(FakeMariaDb server) {
                return server.open();
            }
        },
        MYSQL {
            @Override
            XAResource session(FakeMariaDb server) {
                return new FakeMySqlSession(server.open());
            }
        };

        abstract XAResource session(FakeMariaDb server);
    }

    /** The driver says so of any two sessions, and the server then refuses the join. */
    @ParameterizedTest
    @EnumSource
    void noSessionIsTheSameAsAnother(Driver driver) throws Exception {
        XAResource one = driver.session(server);
        XAResource other = driver.session(server);
        XAResource translated = XaVendors.translated(one, null);
        assertThat(one.isSameRM(other)).isTrue();
        translated.start(XID, XAResource.TMNOFLAGS);
        assertThat(errorOf(() -> other.start(XID, XAResource.TMJOIN)).errorCode)
                .isEqualTo(XAException.XAER_INVAL);

        assertThat(translated.isSameRM(XaVendors.translated(other, null))).isFalse();
        assertThat(translated.isSameRM(other)).isFalse();
        assertThat(translated.isSameRM(translated)).isTrue();
        assertThat(translated.isSameRM(one)).isTrue();
    }

    /** Earlier servers roll back what is prepared when its connection is closed. */
    @ParameterizedTest
    @CsvSource({
        "8.0.29, true",
        "8.0.28, false",
        "5.7.44-log, false",
        "8.4.3, true",
        "10.5.0-MariaDB, true",
        "10.11.6-MariaDB-0+deb12u1, true",
        "5.5.5-10.11.6-MariaDB, true",
        "5.5.5-10.4.34-MariaDB, false",
        "10.4.34-MariaDB-log, false",
        "a fork of its own, false",
    })
    void whetherAPreparedBranchOutlivesItsConnectionDependsOnTheServer(
            String version, boolean outlives) {
        assertThat(MySqlXa.outlivesClose(version)).isEqualTo(outlives);
        Connection connection = connectedTo(() -> version);
        assertThat(XaVendors.translated(session, connection).preparedOutlivesClose())
                .isEqualTo(outlives);
    }

    @Test
    void whereTheVersionIsNotKnownItDoesNot() {
        Connection broken =
                connectedTo(
                        () -> {
                            throw new SQLException("closed", "08003");
                        });
        assertThat(XaVendors.translated(session, broken).preparedOutlivesClose()).isFalse();
        assertThat(XaVendors.translated(session, null).preparedOutlivesClose()).isFalse();
    }

    private static Connection connectedTo(Callable<String> version) {
        DatabaseMetaData metaData =
                (DatabaseMetaData)
                        Proxy.newProxyInstance(
                                MySqlXaTest.class.getClassLoader(),
                                new Class<?>[] {DatabaseMetaData.class},
                                (self, method, arguments) -> version.call());
        return (Connection)
                Proxy.newProxyInstance(
                        MySqlXaTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (self, method, arguments) -> metaData);
    }
}
