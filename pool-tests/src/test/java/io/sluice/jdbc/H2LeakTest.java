package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the log says of a connection that stays out, on H2. */
class H2LeakTest {

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.pool");

    private final CompletableFuture<LogRecord> leak = new CompletableFuture<>();

    @BeforeEach
    void listen() {
        logger.setFilter(
                record -> {
                    boolean ours =
                            record.getMessage().startsWith("Pool leaking: ")
                                    && record.getMessage().contains("leakThreshold");
                    return !ours || !leak.complete(record);
                });
    }

    @AfterEach
    void listenNoMore() {
        logger.setFilter(null);
    }

    private static Connection acquireAndForget(SluiceDataSource pool) throws SQLException {
        return pool.getConnection();
    }

    @Test
    void theStackOfALeakLeadsToWhereTheApplicationAcquired() throws Exception {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .name("leaking")
                        .url("jdbc:h2:mem:leaking")
                        .username("sa")
                        .password("")
                        .leakThreshold(Duration.ofMillis(1))
                        .build();
        try (SluiceDataSource pool = watched(SluiceDataSource.create(config));
                Connection forgotten = acquireAndForget(pool)) {
            LogRecord told = leak.get(30, TimeUnit.SECONDS);

            assertThat(told.getMessage())
                    .endsWith(
                            "has been in use for longer than leakThreshold; it was acquired here");
            assertThat(told.getThrown())
                    .hasMessage("acquired by " + Thread.currentThread().getName());
            StackTraceElement top = told.getThrown().getStackTrace()[0];
            assertThat(top.getClassName()).isEqualTo(H2LeakTest.class.getName());
            assertThat(top.getMethodName()).isEqualTo("acquireAndForget");
            assertThat(forgotten.isClosed()).isFalse();
        }
    }
}
