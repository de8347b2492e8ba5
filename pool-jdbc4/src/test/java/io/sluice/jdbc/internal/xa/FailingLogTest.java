package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.pool.jta.InDoubtBranches;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.OldConnection;

/** A logger may throw at each call; transactions and their recovery go on all the same. */
class FailingLogTest {

    private static final Xid XID = new XaTranslationTest.ByteXid(1);

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.jdbc");

    private final List<String> logged = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("disk full"),
                new NoClassDefFoundError("Appender"),
                new OutOfMemoryError("of the log"));
    }

    private void fail(Throwable failure) {
        logger.setLevel(Level.ALL);
        logger.setFilter(
                record -> {
                    logged.add(record.getMessage());
                    throw FailingLogTest.<RuntimeException>sneaky(failure);
                });
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E sneaky(Throwable failure) throws E {
        throw (E) failure;
    }

    @AfterEach
    void forget() {
        logger.setFilter(null);
        logger.setLevel(null);
    }

    private <T> T object(Class<T> type, InvocationHandler answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            calls.add(method.getName());
                            return answers.invoke(self, method, arguments);
                        }));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theLastResourceIsCommitted(Throwable failure) throws Exception {
        Connection connection =
                new OldConnection(object(Connection.class, (self, method, arguments) -> null));
        fail(failure);

        new LastResourceXaResource("legacy", connection).commit(XID, /* onePhase= */ true);

        assertThat(calls).containsExactly("commit");
        assertThat(logged).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void recoveryEndsBranchesAndClosesItsSessions(Throwable failure) throws Exception {
        XAResource server =
                object(
                        XAResource.class,
                        (self, method, arguments) ->
                                method.getName().equals("recover") ? new Xid[] {XID} : null);
        XAConnection session =
                object(
                        XAConnection.class,
                        (self, method, arguments) -> {
                            if (method.getName().equals("close")) {
                                throw new SQLException("gone", "08006");
                            }
                            return server;
                        });
        XAResource recovering =
                Recovery.resource(
                        JdbcPoolConfig.builder()
                                .name("orders")
                                .transactionManager("narayana")
                                .xaDataSource(
                                        object(XADataSource.class, (self, method, a) -> session))
                                .build());
        fail(failure);

        Xid[] prepared = recovering.recover(XAResource.TMSTARTRSCAN);
        recovering.commit(XID, /* onePhase= */ false);
        recovering.rollback(XID);

        assertThat(prepared).containsExactly(XID);
        assertThat(calls).contains("recover", "commit", "rollback", "close");
        assertThat(logged)
                .contains(
                        "Pool orders: a connection of recovery could not be closed",
                        "Pool orders: recovery has committed branch " + InDoubtBranches.text(XID));
    }
}
