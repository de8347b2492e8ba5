package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class XaRecoverySourceTest {

    /** Without credentials the driver might connect as another user, and list other branches. */
    @Test
    void aProviderWithoutAnAnswerIsRefusedInRecoveryToo() throws Exception {
        XAResource recovering =
                Recovery.resource(
                        JdbcPoolConfig.builder()
                                .name("orders")
                                .transactionManager("narayana")
                                .xaDataSource(new JdbcDataSource())
                                .credentialsProvider(() -> null)
                                .build());

        assertThatThrownBy(() -> recovering.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOf(XAException.class)
                .hasMessageContaining("Pool orders cannot be reached for recovery")
                .hasMessageContaining("returned null; return Credentials");
    }

    /** A manager knows no other error. One suppressed in itself would hide behind another. */
    @Test
    void anErrorThatTheCloseThrowsAgainIsTheCauseOfTheManagersError() throws Exception {
        NoSuchMethodError failure = new NoSuchMethodError("of the driver");
        XAConnection failing =
                proxy(
                        XAConnection.class,
                        () -> {
                            throw failure;
                        });
        XAResource recovering =
                Recovery.resource(
                        JdbcPoolConfig.builder()
                                .name("orders")
                                .transactionManager("narayana")
                                .xaDataSource(proxy(XADataSource.class, () -> failing))
                                .build());

        assertThatThrownBy(() -> recovering.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOf(XAException.class)
                .hasMessageContaining("Pool orders cannot be reached for recovery")
                .hasCause(failure);
    }

    private static <T> T proxy(Class<T> type, Supplier<Object> answer) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> answer.get()));
    }
}
