package io.sluice.perf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.server.Database;
import java.lang.reflect.Proxy;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class LoadClientsTest {

    private static final Duration TIME_OUT = Duration.ofMillis(2);
    private static final double LATE_MICROS = 3_000;

    private static final TpcbTables TABLES =
            new TpcbTables(new Database("jdbc:none", null, null, true), "unused", 1);

    /** A pool without a connection, whose acquires take a time and fail. */
    private static DataSource failingAfter(long nanos) {
        return (DataSource)
                Proxy.newProxyInstance(
                        LoadClientsTest.class.getClassLoader(),
                        new Class<?>[] {DataSource.class},
                        (proxy, method, arguments) -> {
                            long end = System.nanoTime() + nanos;
                            while (System.nanoTime() - end < 0) {
                                LockSupport.parkNanos(end - System.nanoTime());
                            }
                            throw new SQLTransientConnectionException("timed out");
                        });
    }

    private static Printed run(long nanos, boolean watchesHeap) throws Exception {
        return new LoadClients(failingAfter(nanos), TABLES, TIME_OUT)
                .run(1, 2, ThreadKind.PLATFORM, Duration.ZERO, Duration.ofMillis(200), watchesHeap);
    }

    @Test
    void failedAcquireIsLateByItsTimeBeyondTheTimeOut() throws Exception {
        Printed figures = run(TIME_OUT.toNanos() + (long) (1e3 * LATE_MICROS), false);

        assertThat(figures.get("acquiresFailed")).isPositive();
        assertThat(figures.get("acquiresFailed")).isLessThanOrEqualTo(figures.get("errors"));
        assertThat(figures.get("lateMicrosP99")).isGreaterThanOrEqualTo(0.99 * LATE_MICROS);
        assertThat(figures.get("lateMicrosMax")).isGreaterThanOrEqualTo(0.99 * LATE_MICROS);
        assertThat(figures.get("clientsUnserved")).isEqualTo(2);
    }

    @Test
    void heapIsReadThreeTimesIfAskedFor() throws Exception {
        assertThat(run(0, true).figures())
                .containsKeys("heapBytesStart", "heapBytesHalf", "heapBytesEnd");
        assertThat(run(0, false).figures()).doesNotContainKey("heapBytesStart");
    }
}
