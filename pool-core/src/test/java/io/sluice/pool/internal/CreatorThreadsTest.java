package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.disposal.Destroyer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    @Test
    void aTaskThatFailsIsNotReplacedByTheFailureOfTheLog() {
        threads.afterExecute(() -> {}, failure);

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

    /** Otherwise alarms multiply while no thread can be started, and with them the timer's work. */
    @Test
    void allTasksThatCannotBeStartedHaveOneAlarm() {
        HandDrivenTicker ticker = new HandDrivenTicker();
        threads.shutdown(); // from now on no task is accepted
        for (int task = 0; task < 3; task++) {
            threads.run(() -> {}, ticker);
        }
        for (int round = 0; round < 20; round++) {
            assertThat(ticker.pending()).as("alarms in round %d", round).isOne();
            ticker.advanceToNext();
        }
    }

    /**
     * After the close of its pool no tick starts it. Otherwise a late connection stays for ever.
     */
    @Test
    void aTaskWithoutThreadAndAlarmRunsOnTheThreadThatLeftIt() throws Exception {
        HandDrivenTicker ticker = new HandDrivenTicker();
        ticker.onSchedule = new OutOfMemoryError("no thread for the timer");
        List<Thread> ran = new CopyOnWriteArrayList<>();
        threads.execute(
                () -> {
                    threads.setThreadFactory(task -> null); // from now on no thread starts
                    threads.run(() -> ran.add(Thread.currentThread()), ticker);
                    threads.run(() -> ran.add(Thread.currentThread()), ticker);
                    ran.add(Thread.currentThread());
                });

        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasSize(3).containsOnly(ran.get(0));
        assertThat(begun.get()).isEqualTo(ended.get());
    }

    @Test
    void aTaskThatFailsKeepsNoOtherFromItsThread() throws Exception {
        HandDrivenTicker ticker = new HandDrivenTicker();
        ticker.onSchedule = new OutOfMemoryError("no thread for the timer");
        List<Thread> ran = new CopyOnWriteArrayList<>();
        threads.execute(
                () -> {
                    threads.setThreadFactory(task -> null);
                    threads.run(() -> ran.add(Thread.currentThread()), ticker);
                    threads.run(
                            () -> {
                                throw failure;
                            },
                            ticker);
                });

        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasSize(1);
        assertThat(failure.getSuppressed()).containsExactly(ofTheLog);
        assertThat(begun.get()).isEqualTo(ended.get());
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
