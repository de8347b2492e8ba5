package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.pool.spi.Holder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that is taken away: what the server does for it is cancelled, and it is aborted. */
@Timeout(30)
class ConnectionAborterTest {

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(600);

    private final HandTicker ticker = new HandTicker();
    private final ConnectionAborter end = new ConnectionAborter(CLOSE_TIMEOUT, ticker);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.jdbc");

    private final List<LogRecord> warnings = new CopyOnWriteArrayList<>();
    private RecordingDatabase database = RecordingDatabase.withCancel();
    private OpenPool pool;

    @BeforeEach
    void listen() {
        logger.setFilter(record -> record.getLevel() != Level.WARNING || !warnings.add(record));
    }

    @AfterEach
    void close() {
        go.countDown();
        logger.setFilter(null);
        pool.close(Duration.ZERO);
        threads.shutdownNow();
    }

    private PhysicalConnection leased() throws Exception {
        pool =
                OpenPool.open(
                        JdbcPoolConfig.builder()
                                .name("orders")
                                .dataSource(database)
                                .maxSize(1)
                                .build(),
                        List.of());
        Holder<PhysicalConnection> holder = pool.pool().acquire();
        database.takeCalls();
        return holder.resource();
    }

    /** An application may call any error fatal, on a connection whose branches are still there. */
    @Test
    void aConnectionThatOnlyTheClassifierGivesUpIsNotLost() throws Exception {
        pool =
                OpenPool.open(
                        JdbcPoolConfig.builder()
                                .dataSource(database)
                                .maxSize(2)
                                .fatalErrorClassifier(e -> true)
                                .build(),
                        List.of());
        PhysicalConnection refused = pool.pool().acquire().resource();
        PhysicalConnection gone = pool.pool().acquire().resource();

        refused.failed(new SQLException("read only", "25006"));
        gone.failed(new SQLException("gone", "08006"));

        assertThat(refused.isLost()).isFalse();
        assertThat(gone.isLost()).isTrue();
    }

    private void hang() {
        database.on(
                "cancelQuery",
                () -> {
                    asked.countDown();
                    go.await();
                });
    }

    @Test
    void cancelsBeforeItAborts() throws Exception {
        PhysicalConnection physical = leased();

        end.abort(physical);

        assertThat(database.takeCalls()).containsExactly("c1.cancelQuery()", "c1.abort()");
        assertThat(ticker.pending()).as("the limit is called off").isEmpty();
        assertThat(warnings).isEmpty();
    }

    /** It goes over the network, and the thread that ends connections must not depend on that. */
    @Test
    void cancelsOnAnotherThread() throws Exception {
        PhysicalConnection physical = leased();
        Thread[] at = new Thread[1];
        database.on("cancelQuery", () -> at[0] = Thread.currentThread());

        end.abort(physical);

        assertThat(at[0].getName()).startsWith("sluice-orders-creator-");
    }

    @Test
    void waitsForTheCancelUntilTheLimitAndAbortsThen() throws Exception {
        PhysicalConnection physical = leased();
        hang();
        Future<?> aborted = threads.submit(() -> abort(physical));
        asked.await();

        assertThat(ticker.pending())
                .extracting(HandTicker.Pending::delayNanos)
                .containsExactly(CLOSE_TIMEOUT.toNanos() / 2);
        assertThat(aborted).isNotDone();
        assertThat(database.takeCalls()).containsExactly("c1.cancelQuery()");

        ticker.raise();
        aborted.get();

        assertThat(database.takeCalls()).containsExactly("c1.abort()");
        assertThat(warnings)
                .extracting(LogRecord::getMessage)
                .containsExactly(
                        "Pool orders: a connection was taken away, and the server has not"
                                + " confirmed within 300ms that its statement is cancelled;"
                                + " the statement may run to completion");
    }

    /** The thread that aborts has more to close. */
    @Test
    void aLogThatFailsDoesNotReachTheThreadThatAborts() throws Exception {
        PhysicalConnection physical = leased();
        hang();
        logger.setFilter(
                record -> {
                    warnings.add(record);
                    throw new NoClassDefFoundError("Appender");
                });
        Future<?> aborted = threads.submit(() -> abort(physical));
        asked.await();

        ticker.raise();
        aborted.get();

        assertThat(database.takeCalls()).contains("c1.abort()");
        assertThat(warnings).hasSize(1);
    }

    private Void abort(PhysicalConnection physical) throws SQLException {
        end.abort(physical);
        return null;
    }

    @Test
    void waitsForASecondAtTheMost() throws Exception {
        PhysicalConnection physical = leased();
        hang();
        ConnectionAborter patient = new ConnectionAborter(Duration.ofMinutes(1), ticker);
        Future<?> aborted =
                threads.submit(
                        () -> {
                            patient.abort(physical);
                            return null;
                        });
        asked.await();

        assertThat(ticker.pending())
                .extracting(HandTicker.Pending::delayNanos)
                .containsExactly(Duration.ofSeconds(1).toNanos());
        go.countDown();
        aborted.get();
    }

    @Test
    void abortsEvenIfTheCancelThrowsAnException() throws Exception {
        PhysicalConnection physical = leased();
        database.onThrow("cancelQuery", new SQLException("gone", "08003"));
        end.abort(physical);
        assertThat(database.takeCalls()).containsExactly("c1.cancelQuery()", "c1.abort()");
    }

    @Test
    void abortsEvenIfTheCancelThrowsAnError() throws Exception {
        PhysicalConnection physical = leased();
        database.onThrow("cancelQuery", new NoClassDefFoundError("Cancel"));
        end.abort(physical);
        assertThat(database.takeCalls()).containsExactly("c1.cancelQuery()", "c1.abort()");
    }

    @Test
    void abortsAlsoWhenThereIsNoClockToWaitBy() throws Exception {
        PhysicalConnection physical = leased();
        ticker.onSchedule = new InternalError("out of memory");
        assertThatThrownBy(() -> end.abort(physical)).isSameAs(ticker.onSchedule);
        assertThat(database.takeCalls()).containsExactly("c1.abort()");
    }

    @Test
    void cancelsOnceHoweverOftenItAborts() throws Exception {
        PhysicalConnection physical = leased();
        end.abort(physical);
        database.takeCalls();
        end.abort(physical);
        assertThat(database.takeCalls()).containsExactly("c1.abort()");
    }

    /** Its caller waits, and nothing of an application is lost. */
    @Test
    void doesNotCancelWhatThePoolItselfDoes() throws Exception {
        PhysicalConnection physical = leased();
        physical.withPool(true);
        end.abort(physical);
        assertThat(database.takeCalls()).containsExactly("c1.abort()");
    }

    @Test
    void abortsAtOnceWhereTheDriverCannotCancel() throws Exception {
        database = new RecordingDatabase();
        PhysicalConnection physical = leased();
        ticker.onSchedule = new InternalError("nobody waits");
        end.abort(physical);
        assertThat(database.takeCalls()).containsExactly("c1.abort()");
    }
}
