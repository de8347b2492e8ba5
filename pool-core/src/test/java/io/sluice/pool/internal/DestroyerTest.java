package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.FlushMode;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DestroyerTest {

    private static final Duration LIMIT = Duration.ofSeconds(7);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;
    private final Gate gate = new Gate();

    private DefaultResourcePool<ScriptedFactory.Resource> open() {
        return fixture.open(config -> config.maxSize(1).closeTimeout(LIMIT));
    }

    private void discard(Lease lease) {
        assertThat(lease.holder().reserve(lease.stamp())).isTrue();
        lease.holder().discard(DiscardReason.EVICTED, null);
    }

    @Test
    void thePermitComesBackWhenDestructionHasReturnedAndNotBefore() throws Exception {
        factory.onDestroy = number -> gate.pass();
        DefaultResourcePool<ScriptedFactory.Resource> pool = open();
        Lease first = fixture.acquire();

        discard(first);
        gate.awaitEntered();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);

        assertThat(pool.snapshot().total()).isOne();
        assertThat(pool.snapshot().reserved()).as("it is no member any more").isZero();
        assertThat(factory.attempts()).isOne();

        gate.open();
        Lease second = waiter.get();
        assertThat(second.number()).isEqualTo(2);
        assertThat(journal.count("abort")).isZero();
        second.release();
    }

    @Test
    void itRunsOnACreatorThreadAndTheListenerHearsOfItAfterwards() throws Exception {
        factory.onDestroy =
                number -> {
                    journal.add("destroyed on " + Thread.currentThread().getName());
                };
        open();

        discard(fixture.acquire());
        journal.await("onDestroy 1");

        assertThat(journal.entries())
                .containsSubsequence("destroy 1", "onDiscard 1 EVICTED", "onDestroy 1");
        assertThat(journal.entries("destroyed on").get(0))
                .startsWith("destroyed on sluice-orders-creator-");
    }

    /** Neither on the timer's thread, nor on the thread that had the lease. */
    @Test
    void anAbortRunsOnACreatorThreadToo() throws Exception {
        factory.onDestroy = number -> gate.pass();
        factory.onAbort =
                number -> {
                    journal.add("aborted on " + Thread.currentThread().getName());
                    gate.open();
                };
        open();
        discard(fixture.acquire());
        gate.awaitEntered();

        fixture.ticker.advance(LIMIT);

        journal.await("aborted on sluice-orders-creator-");
        journal.await("onDestroy 1");
    }

    @Test
    void aFailureIsReportedAndThePermitComesBack() throws Exception {
        IllegalStateException failure = new IllegalStateException("no reply");
        factory.onDestroy =
                number -> {
                    if (number == 1) {
                        throw failure;
                    }
                };
        open();

        discard(fixture.acquire());
        journal.await("onDestroy 1");

        assertThat(fixture.destroyFailure).hasValue(failure);
        Lease next = fixture.acquire();
        assertThat(next.number()).isEqualTo(2);
        next.release();
    }

    @Test
    void aHangingDestructionIsAbortedAtItsLimitAndItsPermitComesBack() throws Exception {
        factory.onDestroy =
                number -> {
                    if (number == 1) {
                        gate.pass();
                    }
                };
        DefaultResourcePool<ScriptedFactory.Resource> pool = open();
        Lease first = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        discard(first);
        gate.awaitEntered();

        fixture.ticker.advance(LIMIT.minusNanos(1));
        assertThat(journal.count("abort")).isZero();
        assertThat(pool.snapshot().total()).isOne();
        fixture.ticker.advance(Duration.ofNanos(1));

        journal.await("abort 1");
        Lease second = waiter.get();
        assertThat(second.number()).isEqualTo(2);
        second.release();
        journal.await("onDestroy 1");
        gate.open();
        assertThat(pool.snapshot().total()).as("the permit came back once").isOne();
    }

    @Test
    void anAbortThatFailsStillReturnsThePermit() throws Exception {
        IllegalStateException failure = new IllegalStateException("cannot abort");
        factory.onDestroy =
                number -> {
                    if (number == 1) {
                        gate.pass();
                    }
                };
        factory.onAbort =
                number -> {
                    throw failure;
                };
        open();
        Lease first = fixture.acquire();
        discard(first);
        gate.awaitEntered();

        fixture.ticker.advance(LIMIT);
        journal.await("onDestroy 1");

        assertThat(fixture.destroyFailure).hasValue(failure);
        Lease second = fixture.acquire();
        assertThat(second.number()).isEqualTo(2);
        second.release();
        gate.open();
    }

    @Test
    void anAbortThatHangsTooIsGivenUpAfterTheSameTimeAgain() throws Exception {
        Gate abort = new Gate();
        factory.onDestroy =
                number -> {
                    if (number == 1) {
                        gate.pass();
                    }
                };
        factory.onAbort =
                number -> {
                    if (number == 1) {
                        abort.pass();
                    }
                };
        DefaultResourcePool<ScriptedFactory.Resource> pool = open();
        discard(fixture.acquire());
        gate.awaitEntered();

        fixture.ticker.advance(LIMIT);
        abort.awaitEntered();
        assertThat(pool.snapshot().total()).isOne();
        fixture.ticker.advance(LIMIT);

        journal.await("onDestroy 1");
        assertThat(pool.snapshot().total()).isZero();
        abort.open();
        gate.open();
    }

    /** Without a limit it cannot be waited for. */
    @Test
    void anAbortThatCannotBeLimitedComesAfterThePermitHasComeBack() throws Exception {
        Gate abort = new Gate();
        InternalError noAlarm = new InternalError("no alarm");
        factory.onDestroy = number -> gate.pass();
        factory.onAbort = number -> abort.pass();
        DefaultResourcePool<ScriptedFactory.Resource> pool = open();
        discard(fixture.acquire());
        gate.awaitEntered();
        fixture.ticker.advance(LIMIT.minusNanos(1)); // and the epoch has ceased to tick
        fixture.ticker.onSchedule = noAlarm;

        fixture.ticker.advance(Duration.ofNanos(1));

        abort.awaitEntered();
        fixture.ticker.onSchedule = null;
        assertThat(pool.snapshot().total()).isZero();
        journal.await("onDestroy 1");
        assertThat(fixture.destroyFailure).hasValue(noAlarm);
        abort.open();
        gate.open();
    }

    @Test
    void aResourceIsAbortedEvenIfNoLimitCanBeSet() throws Exception {
        DefaultResourcePool<ScriptedFactory.Resource> pool = open();
        Lease lease = fixture.acquire();
        InternalError noAlarm = new InternalError("no alarm");
        fixture.ticker.onSchedule = noAlarm;

        pool.flush(FlushMode.IMMEDIATE);

        journal.await("onDestroy 1");
        assertThat(fixture.destroyFailure).as("why there was no limit").hasValue(noAlarm);
        fixture.ticker.onSchedule = null;
        assertThat(journal.entries()).containsSubsequence("abort 1", "destroy 1");
        assertThat(lease.release()).isFalse();
        assertThat(pool.snapshot().total()).isZero();
    }

    @Test
    void anAbortOfWhatThePoolWorksOnThatFailsIsLogged() throws Exception {
        IllegalStateException failure = new IllegalStateException("cannot abort");
        factory.onAbort =
                number -> {
                    throw failure;
                };
        DefaultResourcePool<ScriptedFactory.Resource> pool = open();
        Lease lease = fixture.acquire();
        assertThat(lease.holder().reserve(lease.stamp())).as("it is being cleaned").isTrue();

        try (LogCapture log = LogCapture.start()) {
            pool.flush(FlushMode.IMMEDIATE);

            assertThat(log.await("Pool orders: a resource could not be aborted").getThrown())
                    .isSameAs(failure);
        }

        lease.holder().requeue();
        journal.await("onDestroy 1");
    }

    @Test
    void whatIsGivenUpIsReportedOnce() throws Exception {
        factory.onDestroy =
                number -> {
                    gate.pass();
                    journal.add("returned");
                };
        open();
        discard(fixture.acquire());
        gate.awaitEntered();
        fixture.ticker.advance(LIMIT);
        journal.await("onDestroy 1");
        assertThat(fixture.ticker.hasAlarmIn(LIMIT)).as("for the abort").isFalse();

        gate.open();
        journal.await("returned");
        fixture.acquire().release(); // the pool goes on

        assertThat(journal.entries("onD")).containsExactly("onDiscard 1 EVICTED", "onDestroy 1");
    }

    @Test
    void nothingIsLeftOnTheClockWhenDestructionHasReturned() throws Exception {
        open();
        discard(fixture.acquire());

        journal.await("onDestroy 1");

        assertThat(fixture.ticker.hasAlarmIn(LIMIT)).isFalse();
    }
}
