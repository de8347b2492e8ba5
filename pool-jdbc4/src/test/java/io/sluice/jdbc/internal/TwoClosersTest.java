package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two threads close one handle and have both found it open: each calls the owner with the same
 * handle, and the stamp decides.
 */
@Timeout(60)
class TwoClosersTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private OpenPool pool;

    @BeforeEach
    void open() throws Exception {
        pool =
                OpenPool.open(
                        JdbcPoolConfig.builder().dataSource(database).maxSize(1).build(),
                        List.of());
    }

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
        threads.shutdownNow();
    }

    private ConnectionHandle lease() throws InterruptedException {
        Holder<PhysicalConnection> holder = pool.pool().acquire();
        return holder.resource().handle(holder.stamp());
    }

    private PhysicalConnection physical() throws InterruptedException {
        Holder<PhysicalConnection> holder = pool.pool().acquire();
        holder.release(holder.stamp());
        return holder.resource();
    }

    /** Another thread has closed the handle after this one had found it open. */
    @Test
    void anAbortThatComesAfterTheCloseDoesNotTouchTheNextLease() throws Exception {
        PhysicalConnection physical = physical();
        ConnectionHandle first = lease();
        physical.release(first);
        ConnectionHandle second = lease();
        database.takeCalls();

        first.abort(Runnable::run);

        assertThat(database.takeCalls()).isEmpty();
        physical.release(second);
        assertThat(pool.pool().snapshot().available()).isEqualTo(1);
    }

    @Test
    void theLoserMakesNoCallWhileTheWinnerCleans() throws Exception {
        PhysicalConnection physical = physical();
        ConnectionHandle handle = lease();
        handle.setAutoCommit(false);
        handle.createStatement().execute("INSERT");
        CountDownLatch rollingBack = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean held = new AtomicBoolean();
        database.on(
                "rollback",
                () -> {
                    if (held.compareAndSet(false, true)) {
                        rollingBack.countDown();
                        go.await();
                    }
                });
        database.takeCalls();
        Future<?> winner = threads.submit(() -> physical.release(handle));
        rollingBack.await();

        physical.release(handle);

        assertThat(database.takeCalls()).containsExactly("c1.close()", "c1.rollback()");
        go.countDown();
        winner.get();
        assertThat(database.takeCalls()).containsExactly("c1.setAutoCommit(true)");
        assertThat(pool.pool().snapshot().available()).isEqualTo(1);
    }

    @Test
    void aLoserThatComesDuringTheNextLeaseTouchesNothingOfIt() throws Exception {
        PhysicalConnection physical = physical();
        ConnectionHandle first = lease();
        first.setAutoCommit(false);
        first.createStatement().execute("INSERT");
        physical.release(first);
        ConnectionHandle second = lease();
        second.setAutoCommit(false);
        second.createStatement().execute("INSERT");
        database.takeCalls();

        physical.release(first);

        assertThat(database.takeCalls()).isEmpty();
        assertThat(pool.pool().snapshot().accessible()).isEqualTo(1);
        physical.release(second);
        assertThat(database.takeCalls()).contains("c1.rollback()");
    }

    @Test
    void aLoserOfACleanLeaseDoesNotEndTheNext() throws Exception {
        PhysicalConnection physical = physical();
        ConnectionHandle first = lease();
        physical.release(first);
        ConnectionHandle second = lease();

        physical.release(first);

        assertThat(pool.pool().snapshot().accessible()).isEqualTo(1);
        physical.release(second);
        assertThat(pool.pool().snapshot().available()).isEqualTo(1);
    }
}
