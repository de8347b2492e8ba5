package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.postgresql.FakeXaSource;

/** How long a call may wait for the server once the login, which the pool limits, is over. */
class ReadLimitTest {

    private static final String URL = "jdbc:postgresql://h/db";

    private static JdbcPoolConfig.Builder settings(String url) {
        return JdbcPoolConfig.builder()
                .name("orders")
                .xaDataSourceClassName(FakeXaSource.class.getName())
                .dataSourceProperty("url", url);
    }

    private static int millisOfAConnection(JdbcPoolConfig.Builder settings) throws Exception {
        FakeXaSource.networkTimeout = -1;
        SluiceDataSource.create(settings.transactions(Transactions.OFF).build()).close();
        return FakeXaSource.networkTimeout;
    }

    private static int millisOfRecovery(JdbcPoolConfig.Builder settings) throws Exception {
        FakeXaSource.networkTimeout = -1;
        try (SluiceDataSource pool =
                new SluiceDataSource(settings.transactionManager("narayana").build())) {
            assertThat(pool.recoveryXaResource().recover(XAResource.TMSTARTRSCAN)).isEmpty();
        }
        return FakeXaSource.networkTimeout;
    }

    @Test
    void aCallMayTakeLongerThanTheLogin() throws Exception {
        assertThat(millisOfAConnection(settings(URL))).isZero();
        assertThat(millisOfRecovery(settings(URL))).isZero();
    }

    @Test
    void theNetworkTimeoutOfThePoolIsSet() throws Exception {
        Duration limit = Duration.ofSeconds(3);
        assertThat(millisOfAConnection(settings(URL).networkTimeout(limit))).isEqualTo(3000);
        assertThat(millisOfRecovery(settings(URL).networkTimeout(limit))).isEqualTo(3000);
    }

    /** The data source keeps what was set before its URL. */
    @Test
    void theLimitOfTheUrlStays() throws Exception {
        String url = URL + "?socketTimeout=300";
        assertThat(millisOfAConnection(settings(url))).isEqualTo(300_000);
        assertThat(millisOfRecovery(settings(url))).isEqualTo(300_000);
    }
}
