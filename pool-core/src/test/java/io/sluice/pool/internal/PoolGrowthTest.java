package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.CreationThrottle;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How a pool grows, with its threads. */
class PoolGrowthTest {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(7);
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_LOOK = Duration.ofNanos(CreationThrottle.LOOK_NANOS);

    /** Longer than the first pause; in a longer time the next attempt would be late as well. */
    private static final Duration TO_THE_RETRY = Duration.ofMillis(100);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final ScriptedFactory factory = fixture.factory;
    private final Journal journal = fixture.journal;
    private final Gate gate = new Gate();

    @Test
    void nothingIsCreatedBeforeTheFirstAcquire() {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(5));

        assertThat(pool.snapshot().total()).isZero();
        assertThat(pool.snapshot().creating()).isZero();
    }

    @Test
    void oneThreadThatAsksOnceGetsOneResourceCreated() throws Exception {
        fixture.open(config -> config.maxSize(10));

        for (int i = 0; i < 20; i++) {
            fixture.acquire().release();
        }

        assertThat(factory.attempts()).isOne();
    }

    @Test
    void theMinimumIsCreatedInTheBackground() {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.minSize(3).maxSize(5));

        journal.await("onCreate", 3);

        assertThat(pool.snapshot().total()).isEqualTo(3);
        assertThat(factory.attempts()).isEqualTo(3);
    }

    @Test
    void theMinimumIsRestoredAfterADiscard() throws Exception {
        fixture.open(config -> config.minSize(1).maxSize(1));
        Lease lease = fixture.acquire();

        lease.holder().doom(DiscardReason.EVICTED, null);
        lease.release();

        journal.await("onCreate 2");
    }

    @Test
    void aWaiterTakesWhatComesFirstReturnedOrNew() throws Exception {
        factory.onCreate =
                number -> {
                    if (number == 2) {
                        gate.pass();
                    }
                };
        fixture.open(config -> config.maxSize(2).maxCreating(1));
        Lease first = fixture.acquire();
        Background<Lease> second = fixture.acquireInBackground();
        gate.awaitEntered();
        fixture.ticker.awaitParked(1);

        first.release();

        Lease returned = second.get();
        assertThat(returned.number()).isOne();
        returned.release();
        gate.open();
        journal.await("onCreate 2");
    }

    /** It was woken for that, and has no processor. */
    @Test
    void aWaiterThatIsAboutToTakeAResourceNeedsNoOther() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        fixture.ticker.onUnparked = gate::passUnchecked;
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        lease.release();
        gate.awaitEntered();

        pool.resize(0, 2);

        assertThat(pool.snapshot().total() + pool.snapshot().creating()).isOne();
        gate.open();
        waiter.get().release();
    }

    @Test
    void waitersThatReturnedResourcesServeSoonNeedNoOthers() throws Exception {
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        fixture.ticker.advance(Duration.ofMillis(100));
                    } else {
                        gate.pass();
                    }
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(10));
        Lease lease = fixture.acquire();
        Gate use = new Gate();
        List<Background<Boolean>> waiters = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            waiters.add(
                    Background.start(
                            () -> {
                                Lease served = Lease.of(pool.acquire());
                                use.pass();
                                return served.release();
                            }));
            fixture.ticker.awaitParked(i);
        }
        gate.awaitEntered();
        lease.release();
        use.awaitEntered();

        fixture.ticker.advance(A_LOOK);

        assertThat(pool.snapshot().creating()).isOne();
        gate.open();
        use.open();
        for (Background<Boolean> waiter : waiters) {
            assertThat(waiter.get()).isTrue();
        }
    }

    @Test
    void aPermanentFailureFailsWaitersAndNewCallersAtOnce() throws Exception {
        IllegalArgumentException wrongPassword = new IllegalArgumentException("wrong password");
        factory.permanent = failure -> failure == wrongPassword;
        factory.onCreate =
                number -> {
                    gate.pass();
                    throw wrongPassword;
                };
        fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        gate.awaitEntered();

        gate.open();

        String message =
                "Pool orders is empty and cannot create a resource; the failure is permanent:"
                        + " wrong password";
        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(waiter::get)
                .withMessage(message)
                .withCause(wrongPassword)
                .satisfies(e -> assertThat(e.isPermanent()).isTrue());
        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(fixture::acquire)
                .withMessage(message)
                .withCause(wrongPassword);
    }

    @Test
    void aPermanentFailureWithoutATextIsToldByItsClass() {
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    throw new IllegalStateException();
                };
        fixture.open(config -> config.maxSize(1));

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(fixture::acquire)
                .withMessageEndingWith("is permanent: java.lang.IllegalStateException");
    }

    @Test
    void aPoolRecoversFromAPermanentFailureWhenACallerComes() throws Exception {
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        throw new IllegalArgumentException("wrong password");
                    }
                };
        fixture.open(config -> config.maxSize(1));
        assertThatExceptionOfType(ResourceCreationException.class).isThrownBy(fixture::acquire);
        journal.await("onCreateFailure");

        fixture.ticker.advance(TO_THE_RETRY);

        Lease lease = fixture.acquire();
        assertThat(lease.number()).isEqualTo(2);
        lease.release();
    }

    /** Before another is begun beside it. */
    @Test
    void aCreationThatTakesTooLongIsGivenUpAndItsPermitComesBack() throws Exception {
        Duration limit = A_SECOND.minusMillis(1);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        gate.pass();
                    }
                };
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(1).connectTimeout(limit));
        Background<Lease> waiter = fixture.acquireInBackground();
        gate.awaitEntered();
        fixture.ticker.awaitParked(1);

        fixture.ticker.advance(limit.minusNanos(1));
        assertThat(pool.snapshot().creating()).isOne();
        fixture.ticker.advance(Duration.ofNanos(1));

        assertThat(pool.snapshot().creating()).isZero();
        journal.await("onCreateFailure");
        assertThat(fixture.createFailure.get())
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("took longer than connectTimeout, PT0.999S");
        fixture.ticker.advance(TO_THE_RETRY);
        Lease lease = waiter.get();
        assertThat(lease.number()).isEqualTo(2);
        lease.release();
        gate.open();
        journal.await("destroy 1");
    }

    @Test
    void aResourceOfAnAttemptGivenUpIsDestroyedAndNeverServes() throws Exception {
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        gate.pass();
                    }
                };
        DefaultResourcePool<Resource> pool =
                fixture.open(
                        config -> config.minSize(1).maxSize(2).connectTimeout(CONNECT_TIMEOUT));
        gate.awaitEntered();
        fixture.ticker.advance(CONNECT_TIMEOUT);

        gate.open();
        journal.await("destroy 1");

        journal.await("onCreate 2");
        assertThat(journal.entries("onCreate ")).doesNotContain("onCreate 1");
        assertThat(pool.snapshot().total()).isOne();
    }

    @Test
    void aFailureThatComesAfterItWasGivenUpIsNotReportedAgain() throws Exception {
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        gate.pass();
                        throw new IllegalStateException("refused at last");
                    }
                };
        fixture.open(config -> config.minSize(1).maxSize(1).connectTimeout(CONNECT_TIMEOUT));
        gate.awaitEntered();
        fixture.ticker.advance(CONNECT_TIMEOUT);
        journal.await("onCreateFailure");

        gate.open();
        fixture.ticker.advance(TO_THE_RETRY);
        journal.await("onCreate 2");

        assertThat(journal.count("onCreateFailure")).isOne();
    }

    @Test
    void nothingIsLeftOnTheClockWhenACreationHasSucceeded() throws Exception {
        fixture.open(config -> config.maxSize(1).connectTimeout(CONNECT_TIMEOUT));
        Lease lease = fixture.acquire();
        journal.await("onCreate 1");
        lease.holder().reserve(lease.stamp());
        lease.holder().discard(DiscardReason.EVICTED, null);
        journal.await("onDestroy 1"); // on the thread that had created it, or after that

        fixture.ticker.advance(CONNECT_TIMEOUT.multipliedBy(2));

        assertThat(journal.count("onCreateFailure")).isZero();
    }

    @Test
    void aResourceThatTheFactoryDoesNotAcceptAfterAllIsDestroyed() throws Exception {
        factory.onJoined =
                number -> {
                    if (number == 1) {
                        throw new IllegalStateException("not after all");
                    }
                };
        fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();

        journal.await("onDestroy 1");
        journal.await("onCreateFailure not after all");
        fixture.ticker.advance(TO_THE_RETRY);

        Lease lease = waiter.get(); // for the permit came back
        assertThat(lease.number()).isEqualTo(2);
        assertThat(journal.count("onCreate 1")).isZero();
        lease.release();
    }

    @Test
    void aResourceThatThePoolCannotTakeInIsDestroyedAndItsPermitComesBack() throws Exception {
        OutOfMemoryError failure = new OutOfMemoryError("no clock");
        factory.onCreate =
                number -> {
                    Thread creator = Thread.currentThread();
                    fixture.ticker.onRead =
                            () -> {
                                if (Thread.currentThread() == creator) {
                                    fixture.ticker.onRead = () -> {};
                                    throw failure; // the next read, before it has joined
                                }
                            };
                    factory.onCreate = next -> {};
                };
        fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();

        journal.await("onDestroy 1");
        journal.await("onCreateFailure no clock");
        fixture.ticker.advance(TO_THE_RETRY);

        Lease lease = waiter.get(); // for the permit came back
        assertThat(lease.number()).isEqualTo(2);
        lease.release();
    }

    @Test
    void aResourceInCreationWhenThePoolIsClosedIsDestroyedWhenItArrives() throws Exception {
        factory.onCreate = number -> gate.pass();
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        gate.awaitEntered();
        fixture.ticker.awaitParked(1);

        pool.close(Duration.ZERO);

        assertThatExceptionOfType(PoolClosedException.class).isThrownBy(waiter::get);
        gate.open();
        journal.await("onDestroy 1");
        assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 POOL_CLOSED");
    }

    @Test
    void aFailedConnectWakesNobody() throws Exception {
        factory.onCreate =
                number -> {
                    throw new IllegalStateException("attempt " + number);
                };
        fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        int woken = fixture.ticker.parks();

        journal.await("onCreateFailure attempt 1");

        assertThat(fixture.ticker.parks()).isEqualTo(woken);
        assertThat(waiter.isDone()).isFalse();
        factory.onCreate = number -> {};
        fixture.ticker.advance(A_SECOND);
        waiter.get().release();
    }

    /** Nothing is pending then, and nobody else may come. */
    @Test
    void aWaiterCausesTheNextAttemptWhenNoRetryCanBePlanned() throws Exception {
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        fixture.ticker.onNextSchedule = new InternalError("no alarm");
                        throw new IllegalStateException("refused");
                    }
                };
        fixture.open(config -> config.maxSize(1));

        Lease lease = fixture.acquireInBackground().get();

        assertThat(lease.number()).isEqualTo(2);
        lease.release();
    }
}
