package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.NotificationListener;
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

    /** A listener that fails stands for whatever an opening may meet. */
    @Test
    void anErrorAtTheOpeningLeavesNoPoolOpen() throws Exception {
        InternalError failure = new InternalError("of a listener");
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        database.on("connect", connecting::countDown);
        database.on("close", closed::countDown);
        NotificationListener failing =
                (notification, handback) -> {
                    await(connecting); // by now there is a connection to be left open
                    throw failure;
                };
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, failing, null, null);
        try {
            assertThatThrownBy(() -> OpenPool.open(config("refused", true), List.of()))
                    .isSameAs(failure);
        } finally {
            server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, failing);
            // It is gone afterwards, although its half registration makes the removal fail.
            Throwable ignored = catchThrowable(() -> server.unregisterMBean(nameOf("refused")));
        }

        assertThat(server.isRegistered(nameOf("refused"))).isFalse();
        closed.await();
    }

    private JdbcPoolConfig config(String name, boolean registerMbean) {
        return JdbcPoolConfig.builder()
                .name(name)
                .dataSource(database)
                .minSize(1)
                .maxSize(1)
                .idleTimeout(Duration.ofMinutes(1)) // of which it is warned
                .registerMbean(registerMbean)
                .build();
    }

    private static ObjectName nameOf(String pool) throws Exception {
        return new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(pool));
    }

    @Test
    void opensThoughTheLogFails() throws Exception {
        JdbcPoolConfig config = config("orders", false);
        assertThat(config.warnings()).isNotEmpty();
        logger.setLevel(Level.ALL);
        logger.setFilter(
                record -> {
                    throw new NoClassDefFoundError("Appender");
                });

        pool = OpenPool.open(config, List.of());
        pool.connectFirst();

        assertThat(pool.pool().isClosed()).isFalse();
        pool.close(Duration.ZERO);
    }

    @Test
    void isClosedThoughItsMbeanIsGoneAndTheLogFails() throws Exception {
        pool =
                OpenPool.open(
                        JdbcPoolConfig.builder()
                                .name("gone")
                                .dataSource(database)
                                .registerMbean(true)
                                .build(),
                        List.of());
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(nameOf("gone"));
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
