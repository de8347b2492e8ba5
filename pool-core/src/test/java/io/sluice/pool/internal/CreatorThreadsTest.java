package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.Once;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.internal.disposal.Destroyer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A failure on a thread of the pool stays what it is, even if logging it fails as well. */
class CreatorThreadsTest {

    private final CreatorThreads threads = new CreatorThreads("orders", new CountingTicker());
    private final IllegalStateException failure = new IllegalStateException("on purpose");
    private final IllegalStateException ofTheLog = new IllegalStateException("the log failed");

    /** A logger without a strong reference is collected with its filter. */
    private final Logger logger = Logger.getLogger("io.sluice.pool");

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    private final class CountingTicker extends HandDrivenTicker {

        @Override
        public void taskBegins() {
            begun.incrementAndGet();
        }

        @Override
        public void taskEnds() {
            ended.incrementAndGet();
        }
    }

    @BeforeEach
    void breakTheLog() {
        logger.setFilter(
                record -> {
                    throw ofTheLog;
                });
    }

    @AfterEach
    void mendTheLog() {
        logger.setFilter(null);
        threads.shutdown();
    }

    /** On a thread of its own, which loses its context class loader. */
    @Test
    void aTaskThatFailsIsNotReplacedByTheFailureOfTheLog() throws Exception {
        Background.start(() -> threads.afterExecute(new Once(() -> {}), failure)).get();

        assertThat(failure.getSuppressed()).containsExactly(ofTheLog);
    }

    @Test
    void theTickerIsToldOfEveryTask() throws Exception {
        threads.execute(() -> assertThat(begun).hasValue(1));
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ended).hasValue(1);

        assertThatThrownBy(() -> threads.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(begun).hasValue(2);
        assertThat(ended).hasValue(2);
    }

    /**
     * A thread that is started already cannot be started by the executor, which therefore fails.
     */
    @Test
    void aTaskThatRanBeforeTheExecutorFailedHasEndedOnce() {
        threads.setThreadFactory(
                worker -> {
                    Thread thread = new Thread(worker);
                    thread.start();
                    await().until(() -> ended.get() >= begun.get());
                    return thread;
                });

        assertThatThrownBy(() -> threads.execute(() -> {}))
                .isInstanceOf(IllegalThreadStateException.class);
        assertThat(begun).hasValue(1);
        assertThat(ended).hasValue(1);

        threads.run(() -> {}, new CountingTicker());
        assertThat(begun).hasValue(2);
        assertThat(ended).hasValue(2);
    }

    /** Otherwise alarms multiply while no thread can be started, and with them the timer's work. */
    @Test
    void allTasksThatCannotBeStartedHaveOneAlarm() {
        HandDrivenTicker ticker = new HandDrivenTicker();
        CreatorThreads refusing = new CreatorThreads("orders", ticker);
        refusing.shutdown(); // from now on no task is accepted
        for (int task = 0; task < 3; task++) {
            refusing.run(() -> {}, ticker);
        }
        for (int round = 0; round < 20; round++) {
            assertThat(ticker.pending()).as("alarms in round %d", round).isOne();
            ticker.advanceToNext();
        }
    }

    /** Otherwise the timer of a closed pool may end before, and where none starts, it stays. */
    @Test
    void aTaskWithoutThreadIsCountedUntilItsAlarmIsSet() {
        AtomicInteger counted = new AtomicInteger();
        CountingTicker ticker = new CountingTicker();
        ticker.onScheduling = () -> counted.set(begun.get() - ended.get());
        CreatorThreads refusing = new CreatorThreads("orders", ticker);
        refusing.shutdown();

        refusing.run(() -> {}, ticker);

        assertThat(ticker.pending()).isOne();
        assertThat(counted).hasValue(1);
        assertThat(ended).hasValue(begun.get());
    }

    /**
     * After the close of its pool no tick starts it. Otherwise a late connection stays for ever.
     */
    @Test
    void aTaskWithoutThreadWaitsForOneAlsoAfterTheLastPoolIsClosed() throws Exception {
        AtomicReference<Thread> timer = new AtomicReference<>();
        SystemTicker ticker =
                new SystemTicker(
                        task -> {
                            timer.compareAndSet(null, new Thread(task));
                            return timer.get(); // a second one would not start
                        });
        CreatorThreads closed = new CreatorThreads("closed", ticker);
        ThreadFactory factory = closed.getThreadFactory();
        CountDownLatch tries = new CountDownLatch(3);
        CountDownLatch ran = new CountDownLatch(2);
        ticker.open();
        closed.execute(
                () -> {
                    ticker.close();
                    closed.setThreadFactory(
                            task -> {
                                tries.countDown();
                                return null;
                            });
                    closed.run(ran::countDown, ticker);
                    closed.run(ran::countDown, ticker);
                    boolean ignored = awaited(tries);
                });
        assertThat(awaited(tries)).isTrue();
        closed.setThreadFactory(factory);

        assertThat(awaited(ran)).isTrue();
        closed.shutdown();
        timer.get().join(Duration.ofSeconds(30).toMillis());
        assertThat(timer.get().isAlive()).as("no pool and no task is left").isFalse();
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void anAbortThatFailsIsNotReplacedByTheFailureOfTheLog() throws Exception {
        ScriptedFactory factory = new ScriptedFactory(new Journal());
        factory.onAbort =
                number -> {
                    throw failure;
                };
        Destroyer<ScriptedFactory.Resource> destroyer =
                new Destroyer<>(
                        "orders",
                        factory,
                        threads,
                        new HandDrivenTicker(),
                        Duration.ofSeconds(7).toNanos());

        destroyer.abort(new ScriptedFactory.Resource(1));

        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(failure.getSuppressed()).containsExactly(ofTheLog);
    }
}
