package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SystemTickerTest {

    private static final long AT_ONCE = 0;

    private final Ticker ticker = SystemTicker.INSTANCE;
    private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
    private boolean open;

    @BeforeEach
    void openForOnePool() {
        ticker.open();
        open = true;
    }

    @AfterEach
    void closeForOnePool() {
        if (open) {
            ticker.close();
        }
    }

    private String next() throws InterruptedException {
        return ran.poll(10, TimeUnit.SECONDS);
    }

    /** Keeps the timer busy until the gate is opened. */
    private Gate block() throws Exception {
        Gate gate = new Gate();
        ticker.schedule(
                () -> {
                    try {
                        gate.pass();
                    } catch (Exception e) {
                        ran.add("the gate failed: " + e);
                    }
                },
                AT_ONCE);
        gate.awaitEntered();
        return gate;
    }

    private Thread timerThread() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        ticker.schedule(() -> thread.complete(Thread.currentThread()), AT_ONCE);
        return thread.get(10, TimeUnit.SECONDS);
    }

    @Test
    void anAlarmRunsWhenItsTimeHasComeAndNotEarlier() throws Exception {
        long delay = Duration.ofMillis(20).toNanos();
        CompletableFuture<Long> ranAt = new CompletableFuture<>();
        long before = ticker.nanos();

        ticker.schedule(() -> ranAt.complete(ticker.nanos()), delay);

        assertThat(ranAt.get(10, TimeUnit.SECONDS) - before).isGreaterThanOrEqualTo(delay);
    }

    @Test
    void alarmsRunInTheOrderInWhichTheyAreDue() throws Exception {
        long gap = Duration.ofMillis(20).toNanos();
        Gate gate = block();
        List<Ticker.Alarm> alarms = new ArrayList<>();
        long began;
        do { // again, should scheduling have taken so long that they are due in another order
            alarms.forEach(Ticker.Alarm::cancel);
            began = ticker.nanos();
            alarms.add(ticker.schedule(() -> ran.add("third"), 2 * gap));
            alarms.add(ticker.schedule(() -> ran.add("first"), AT_ONCE));
            alarms.add(ticker.schedule(() -> ran.add("second"), gap));
        } while (ticker.nanos() - began >= gap);
        gate.open();

        assertThat(next()).isEqualTo("first");
        assertThat(next()).isEqualTo("second");
        assertThat(next()).isEqualTo("third");
    }

    @Test
    void aNegativeDelayMeansAtOnce() throws Exception {
        Gate gate = block();
        ticker.schedule(() -> ran.add("at once"), AT_ONCE);
        ticker.schedule(() -> ran.add("negative"), Long.MIN_VALUE);
        gate.open();

        assertThat(next()).isEqualTo("at once");
        assertThat(next()).isEqualTo("negative");
    }

    @Test
    void anEarlierAlarmIsNotHeldUpByALaterOne() throws Exception {
        Ticker.Alarm later = ticker.schedule(() -> ran.add("later"), Long.MAX_VALUE);

        ticker.schedule(() -> ran.add("earlier"), AT_ONCE);

        assertThat(next()).isEqualTo("earlier");
        later.cancel();
    }

    @Test
    void aCancelledAlarmDoesNotRun() throws Exception {
        Gate gate = block();
        Ticker.Alarm alarm = ticker.schedule(() -> ran.add("cancelled"), AT_ONCE);
        ticker.schedule(() -> ran.add("last"), AT_ONCE);

        alarm.cancel();
        gate.open();

        assertThat(next()).isEqualTo("last");
        assertThat(ran).isEmpty();
    }

    @Test
    void cancellingWhatHasRunDoesNothing() throws Exception {
        Ticker.Alarm alarm = ticker.schedule(() -> ran.add("ran"), AT_ONCE);
        assertThat(next()).isEqualTo("ran");

        alarm.cancel();
        alarm.cancel();

        ticker.schedule(() -> ran.add("goes on"), AT_ONCE);
        assertThat(next()).isEqualTo("goes on");
    }

    @Test
    void anAlarmThatThrowsDoesNotStopTheNext() throws Exception {
        Thread before = timerThread();
        IllegalStateException failure = new IllegalStateException("on purpose");
        LogCapture log = LogCapture.start();
        try {
            ticker.schedule(
                    () -> {
                        throw failure;
                    },
                    AT_ONCE);
            ticker.schedule(() -> ran.add("next"), AT_ONCE);

            assertThat(next()).isEqualTo("next");
        } finally {
            log.close();
        }
        assertThat(timerThread()).isSameAs(before);
        assertThat(log.await(1)).extracting(LogRecord::getThrown).containsExactly(failure);
    }

    @Test
    void anInterruptDoesNotStopTheTimer() throws Exception {
        Thread timer = timerThread();

        timer.interrupt();

        assertThat(timerThread()).isSameAs(timer);
        ticker.schedule(() -> ran.add("interrupted " + Thread.interrupted()), AT_ONCE);
        assertThat(next()).as("cleared, for the tests to come").startsWith("interrupted");
    }

    @Test
    void whoWritesTheLogOfAnInterruptHoldsUpNobody() throws Exception {
        Thread timer = timerThread();
        Gate gate = new Gate();
        Logger logger = Logger.getLogger("io.sluice.pool");
        logger.setLevel(Level.FINE);
        logger.setFilter(
                record -> {
                    try {
                        gate.pass();
                    } catch (Exception e) {
                        ran.add("the gate failed: " + e);
                    }
                    return false;
                });
        try {
            timer.interrupt();
            gate.awaitEntered();

            Background.start(() -> ticker.schedule(() -> ran.add("on time"), AT_ONCE)).get();
        } finally {
            gate.open();
            logger.setLevel(null);
            logger.setFilter(null);
        }
        assertThat(next()).isEqualTo("on time");
    }

    @Test
    void oneThreadServesAllPools() throws Exception {
        Thread first = timerThread();
        ticker.open();
        try {
            assertThat(timerThread()).isSameAs(first);
        } finally {
            ticker.close();
        }
        assertThat(timerThread()).as("one pool is left").isSameAs(first);
    }

    @Test
    void theThreadIsADaemonWithoutAContextClassLoader() throws Exception {
        Thread timer = timerThread();

        assertThat(timer.getName()).isEqualTo("sluice-timer");
        assertThat(timer.isDaemon()).isTrue();
        assertThat(timer.getContextClassLoader()).isNull();
    }

    @Test
    void theThreadEndsWithTheLastPoolAndComesBackWithTheNext() throws Exception {
        Thread timer = timerThread();

        ticker.close();
        open = false;

        timer.join(Duration.ofSeconds(10).toMillis());
        assertThat(timer.isAlive()).isFalse();
        openForOnePool();
        assertThat(timerThread()).isNotSameAs(timer);
    }
}
