package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.AcquireTimeoutException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The page that a time-out shows, as users of JDBC get it. */
class AcquireTimeoutTest {

    private static final String SECRET = "s3cret-w0rd";

    @Test
    void theExceptionOfJdbcHasTheWholePageAndNoSecret() throws Exception {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .name("orders")
                        .url("jdbc:h2:mem:timeout")
                        .username("sa")
                        .password(SECRET)
                        .maxSize(1)
                        .acquireTimeout(Duration.ofMillis(2))
                        .build();
        try (SluiceDataSource pool = watched(SluiceDataSource.create(config));
                Connection only = pool.getConnection()) {
            SQLTransientConnectionException timeout =
                    catchThrowableOfType(
                            SQLTransientConnectionException.class, pool::getConnection);

            assertThat(only.isClosed()).isFalse();
            assertThat((Throwable) timeout)
                    .hasMessageStartingWith("Pool orders: no connection became available within ")
                    .hasMessageContaining("\nLikely deadlock: ")
                    .hasMessageContaining(" ms, thread " + Thread.currentThread().getName())
                    .hasMessageContaining(
                            "\n        at io.sluice.jdbc.SluiceDataSource.getConnection(")
                    .hasCauseInstanceOf(AcquireTimeoutException.class);
            AcquireTimeoutException cause = (AcquireTimeoutException) timeout.getCause();
            assertThat(cause.snapshot().accessible()).isOne();
            assertThat(cause.longestLeases()).hasSize(1);
            assertThat(textOf(timeout)).doesNotContain(SECRET);
            assertThat(cause.report().toString()).doesNotContain(SECRET);
        }
    }

    private static String textOf(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
