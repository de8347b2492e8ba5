package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
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
}
