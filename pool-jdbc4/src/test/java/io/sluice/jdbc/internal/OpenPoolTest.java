package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool opens as a whole, or not at all. */
@Timeout(30)
class OpenPoolTest {

    private final RecordingDatabase database = new RecordingDatabase();

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.jdbc");

    private OpenPool pool;

    @AfterEach
    void forget() {
        logger.setLevel(null);
        logger.setFilter(null);
    }

    @Test
    void aLogThatFailsLeavesNoPoolOpen() throws Exception {
        IllegalStateException failure = new IllegalStateException("disk full");
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        database.on("connect", connecting::countDown);
        database.on("close", closed::countDown);
        logger.setFilter(
                record -> {
                    if (record.getLevel() == Level.WARNING) {
                        // By now there is a connection to be left open.
                        await(connecting);
                        throw failure;
                    }
                    return false;
                });
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .name("orders")
                        .dataSource(database)
                        .minSize(1)
                        .maxSize(1)
                        .idleTimeout(Duration.ofMinutes(1)) // of which it is warned
                        .build();
        assertThat(config.warnings()).isNotEmpty();

        assertThatThrownBy(() -> OpenPool.open(config)).isSameAs(failure);

        closed.await();
    }

    @Test
    void isClosedThoughItsMbeanIsGoneAndTheLogFails() throws Exception {
        pool =
                OpenPool.open(
                        JdbcPoolConfig.builder()
                                .name("gone")
                                .dataSource(database)
                                .registerMbean(true)
                                .build());
        ObjectName shown = new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote("gone"));
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(shown);
        logger.setLevel(Level.FINE);
        logger.setFilter(
                record -> {
                    throw new IllegalStateException("disk full");
                });

        pool.close(Duration.ZERO);

        assertThat(pool.pool().isClosed()).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
