package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.pool.ResourcePool;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The time that an asynchronous request has left when the pool has started. */
class ConnectionAcquirerTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration AN_HOUR = Duration.ofHours(1);

    private final List<Duration> timeouts = new ArrayList<>();

    /** Requests of a caller that came a while ago. */
    private void acquire(Duration timeout, Duration ago) throws Exception {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder().dataSource(new RecordingDatabase()).build();
        CompletableFuture<Connection> stage = new CompletableFuture<>();
        new ConnectionAcquirer(config, pool())
                .acquireAsync(timeout, System.nanoTime() - ago.toNanos(), Runnable::run, stage);
    }

    @SuppressWarnings("unchecked")
    private ResourcePool<PhysicalConnection> pool() {
        return (ResourcePool<PhysicalConnection>)
                Proxy.newProxyInstance(
                        ConnectionAcquirerTest.class.getClassLoader(),
                        new Class<?>[] {ResourcePool.class},
                        (proxy, called, arguments) -> {
                            timeouts.add((Duration) arguments[0]);
                            return null;
                        });
    }

    @Test
    void isTheRestOfItsTimeout() throws Exception {
        acquire(AN_HOUR.plus(AN_HOUR), AN_HOUR);

        assertThat(timeouts).hasSize(1);
        assertThat(timeouts.get(0)).isBetween(A_SECOND, AN_HOUR);
    }

    /** Zero would take a connection only if one is available, but validate it without limit. */
    @Test
    void isNotZeroIfItsTimeoutIsOver() throws Exception {
        acquire(A_SECOND, AN_HOUR);

        assertThat(timeouts).containsExactly(Duration.ofNanos(1));
    }

    @Test
    void isZeroIfItDoesNotWait() throws Exception {
        acquire(Duration.ZERO, AN_HOUR);

        assertThat(timeouts).containsExactly(Duration.ZERO);
    }
}
