package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.DiscardReport;
import io.sluice.pool.PoolListener;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told to the log and to the listener. */
class PoolEventsTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    /** Longer than the first two pauses; in a longer time the next attempt may be late as well. */
    private static final Duration TO_THE_RETRY = Duration.ofMillis(100);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    @Test
    void theStartIsLoggedWithSourceAndSizesAndTheCloseWithWhatThereHasBeen() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));
            assertThat(linesWith(" opens", log))
                    .containsExactly("Pool orders opens: test, minSize 0, maxSize 2");
            Lease broken = fixture.acquire();
            fixture.acquire().release();
            broken.holder().reserve(broken.stamp());
            broken.holder().discard(DiscardReason.EVICTED, null);
            fixture.acquire().release();
            fixture.ticker.advance(Duration.ofMinutes(2));

            pool.close();

            assertThat(linesWith(" is closed", log))
                    .containsExactly(
                            "Pool orders is closed, after 120 s, 3 leases and 0 time-outs");
        }
    }

    /** The log is shared by the process: a pool of an earlier test may still write to it. */
    private static List<String> linesWith(String text, LogCapture log) {
        return log.messages().stream().filter(line -> line.contains(text)).toList();
    }

    @ParameterizedTest
    @EnumSource(DiscardReason.class)
    void aDiscardIsLoggedWithItsReasonAndCauseAndToldToTheListener(DiscardReason reason)
            throws Exception {
        IllegalStateException cause = new IllegalStateException("server gone");
        boolean warning = reason == DiscardReason.BROKEN || reason == DiscardReason.INVALID;
        fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        try (LogCapture log = LogCapture.start(Level.FINE)) {
            lease.holder().reserve(lease.stamp());
            lease.holder().discard(reason, cause);

            LogRecord record =
                    log.await("Pool orders: resource Resource[number=1] is discarded: " + reason);
            assertThat(record.getLevel()).isEqualTo(warning ? Level.WARNING : Level.FINE);
            assertThat(record.getThrown()).isSameAs(cause);
        }
        fixture.journal.await("onDiscard 1 " + reason);
    }

    @Test
    void aWarningHasTheCauseInOneLineUnlessMoreIsWanted() throws Exception {
        fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        try (LogCapture log = LogCapture.start()) {
            lease.holder().reserve(lease.stamp());
            lease.holder().discard(DiscardReason.BROKEN, new IllegalStateException("server gone"));

            LogRecord record = log.await("is discarded: BROKEN");
            assertThat(record.getMessage())
                    .endsWith("BROKEN, java.lang.IllegalStateException: server gone");
            assertThat(record.getThrown()).isNull();
        }
    }

    @Test
    void theLastTwentyDiscardsAreKeptAsTextNewestFirst() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        for (int number = 1; number <= 22; number++) {
            Lease lease = fixture.acquire();
            lease.holder().reserve(lease.stamp());
            lease.holder().discard(DiscardReason.BROKEN, new IllegalStateException("s3cret"));
            fixture.journal.await("onDestroy " + number);
        }

        List<DiscardReport> recent = pool.recentDiscards();
        assertThat(recent)
                .extracting(DiscardReport::resource)
                .startsWith("Resource[number=22]", "Resource[number=21]")
                .hasSize(20);
        assertThat(recent.get(0))
                .hasToString(
                        recent.get(0).at()
                                + " BROKEN Resource[number=22], java.lang.IllegalStateException");
    }

    @Test
    void theFirstFailureToCreateIsAWarningAndTheNextAreNot() throws Exception {
        fixture.factory.onCreate =
                number -> {
                    if (number < 3) {
                        throw new IllegalStateException("attempt " + number);
                    }
                };
        try (LogCapture log = LogCapture.start(Level.FINE)) {
            fixture.open(config -> config.minSize(1).maxSize(1));
            fixture.journal.await("onCreateFailure attempt 1");
            fixture.ticker.advance(TO_THE_RETRY);
            fixture.journal.await("onCreateFailure attempt 2");
            fixture.ticker.advance(TO_THE_RETRY);
            fixture.journal.await("onCreate 3");

            assertThat(log.await("after 2 failures").getMessage())
                    .isEqualTo("Pool orders can create resources again after 2 failures");
            assertThat(
                            log.await(4).stream()
                                    .filter(record -> record.getThrown() != null)
                                    .filter(
                                            record ->
                                                    String.valueOf(record.getThrown().getMessage())
                                                            .startsWith("attempt ")))
                    .extracting(LogRecord::getLevel)
                    .containsExactly(Level.WARNING, Level.FINE);
        }
    }

    @Test
    void anOutageThatLastsIsWarnedOfOnceAMinute() {
        fixture.factory.onCreate =
                number -> {
                    throw new IllegalStateException("attempt " + number);
                };
        fixture.open(config -> config.maxSize(1).acquireTimeout(Duration.ofHours(1)));
        try (LogCapture log = LogCapture.start()) {
            fixture.acquireInBackground();
            for (int second = 1; second <= 62; second++) {
                fixture.journal.await("onCreateFailure", second);
                fixture.ticker.advance(A_SECOND);
            }
            LogRecord again = log.await("Pool orders still cannot create a resource after ");
            assertThat(again.getLevel()).isEqualTo(Level.WARNING);
            assertThat(again.getMessage()).contains(" failures: attempt ");
            assertThat(again.getThrown()).isNull();
            assertThat(linesWith("cannot create", log)).hasSize(2);
        }
    }

    @Test
    void aFailureOfTheFirstResourceIsToldToItsCallerAndNotLogged() {
        IllegalStateException failure = new IllegalStateException("refused at the start");
        fixture.factory.onCreate =
                number -> {
                    throw failure;
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        try (LogCapture log = LogCapture.start()) {
            assertThatThrownBy(pool::createFirst).hasMessageContaining(failure.getMessage());
            fixture.journal.await("onCreateFailure"); // told after it was logged
            assertThat(linesWith(failure.getMessage(), log)).isEmpty();
            assertThat(log.await(0)).noneMatch(record -> record.getThrown() == failure);
        }
    }

    @Test
    void timeOutsAreWarnedOfOnceAMinute() throws Exception {
        fixture.open(config -> config.maxSize(1).acquireTimeout(A_SECOND));
        Lease lease = fixture.acquire();
        try (LogCapture log = LogCapture.start()) {
            timeOut();
            String warning = "Pool orders: no resource became available";
            assertThat(log.await(warning).getMessage())
                    .endsWith("Time-outs are logged at most once a minute");
            timeOut();
            assertThat(linesWith(warning, log)).hasSize(1);
            fixture.ticker.advance(Duration.ofMinutes(1));
            timeOut();
            await("the second warning").until(() -> linesWith(warning, log).size() == 2);
        }
        lease.release();
    }

    private void timeOut() {
        Background<Lease> caller = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        fixture.ticker.advance(A_SECOND);
        assertThatThrownBy(caller::get).isInstanceOf(AcquireTimeoutException.class);
    }

    @Test
    void aDestructionThatFailsIsLogged() throws Exception {
        IllegalStateException failure = new IllegalStateException("does not close");
        fixture.factory.onDestroy =
                number -> {
                    throw failure;
                };
        fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        try (LogCapture log = LogCapture.start(Level.FINE)) {
            lease.holder().reserve(lease.stamp());
            lease.holder().discard(DiscardReason.EVICTED, null);

            assertThat(log.await("Resource[number=1] could not be closed").getThrown())
                    .isSameAs(failure);
        }
    }

    @Test
    void aLeakIsToldOnACreatorThreadAndLoggedWithItsSite() throws Exception {
        CompletableFuture<String> teller = new CompletableFuture<>();
        PoolListener listener =
                new PoolListener() {
                    @Override
                    public void onLeak(String pool, Object resource, Throwable site) {
                        teller.complete(Thread.currentThread().getName());
                    }
                };
        DefaultResourcePool<Resource> pool =
                fixture.open(
                        config -> config.maxSize(1).leakThreshold(A_SECOND).listener(listener));
        Lease lease = Lease.of(pool.acquire());
        try (LogCapture log = LogCapture.start()) {
            fixture.ticker.advance(A_SECOND);

            LogRecord record = log.await("in use for longer than leakThreshold");
            assertThat(record.getMessage())
                    .isEqualTo(
                            "Pool orders: resource Resource[number=1] has been in use for"
                                    + " longer than leakThreshold; it was acquired here");
            assertThat(record.getLevel()).isEqualTo(Level.WARNING);
            assertThat(record.getThrown().getStackTrace())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("aLeakIsToldOnACreatorThreadAndLoggedWithItsSite");
        }
        assertThat(teller.get(30, TimeUnit.SECONDS)).matches("sluice-orders-creator-[0-9]+");
        lease.release();
    }

    /** A thread that has waited has a lease by then, which would be lost with the exception. */
    @Test
    void aFlightRecorderThatFailsIsLoggedAndGoesNoFurther() {
        IllegalStateException failure = new IllegalStateException("the recorder failed");
        FlightRecorder failing =
                new FlightRecorder() {
                    @Override
                    public void waitEnded(Object begun, boolean acquired, Supplier<String> caller) {
                        throw failure;
                    }

                    @Override
                    public void enlistEnded(Object begun, Object resource) {
                        throw failure;
                    }
                };
        PoolEvents<Resource> events =
                new PoolEvents<>(
                        "orders",
                        fixture.factory,
                        new PoolListener() {},
                        failing,
                        new CreatorThreads("orders", fixture.ticker),
                        fixture.ticker);
        try (LogCapture log = LogCapture.start()) {
            events.waitEnded("begun", /* acquired= */ true);
            events.enlistEnded("begun", new Resource(1));

            assertThat(log.await(2)).filteredOn(record -> record.getThrown() == failure).hasSize(2);
        }
    }

    @Test
    void threadsAreNamedAfterThePoolAndTheirRoleAndCounted() throws Exception {
        CompletableFuture<String> creator = new CompletableFuture<>();
        fixture.factory.onCreate = number -> creator.complete(Thread.currentThread().getName());
        fixture.open(config -> config.maxSize(1));

        fixture.acquire().release();

        assertThat(creator).isCompletedWithValue("sluice-orders-creator-1");
    }
}
