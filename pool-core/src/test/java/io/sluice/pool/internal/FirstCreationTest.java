package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.FirstCreation;
import io.sluice.pool.internal.queue.CreationPermits;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The first resource, created before the first acquire. */
class FirstCreationTest {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(7);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final ScriptedFactory factory = fixture.factory;

    @Test
    void isCreatedAndKept() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));

        pool.createFirst();

        assertThat(factory.attempts()).isOne();
        assertThat(pool.snapshot().total()).isOne();
        fixture.acquire().release();
        assertThat(factory.attempts()).isOne();
    }

    @Test
    void isNotCreatedWhenThereIsOne() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        fixture.acquire().release();

        pool.createFirst();

        assertThat(factory.attempts()).isOne();
    }

    @Test
    void isMissingWhenItCannotBeCreated() {
        IllegalStateException failure = new IllegalStateException("connection refused");
        factory.onCreate =
                number -> {
                    throw failure;
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(pool::createFirst)
                .withMessage(
                        "Pool orders: the first resource could not be created:"
                                + " connection refused")
                .withCause(failure)
                .satisfies(e -> assertThat(e.isPermanent()).isFalse());
        assertThat(pool.snapshot().creating()).isZero();
    }

    @Test
    void isMissingForGoodWhenTimeCannotMendIt() {
        IllegalStateException failure = new IllegalStateException("no such database");
        factory.onCreate =
                number -> {
                    throw failure;
                };
        factory.permanent = cause -> cause == failure;
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(pool::createFirst)
                .withMessage(
                        "Pool orders: the first resource could not be created: no such database")
                .withCause(failure)
                .satisfies(e -> assertThat(e.isPermanent()).isTrue());
    }

    @Test
    void isMissingForAReasonWithoutATextWhichIsToldByItsClass() {
        factory.onCreate =
                number -> {
                    throw new IllegalStateException();
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(pool::createFirst)
                .withMessageEndingWith("created: java.lang.IllegalStateException");
    }

    /** Its caller was told and has no processor yet: a retry would be for nobody. */
    @Test
    void isNotTriedAgainForACallerThatWasTold() throws Exception {
        Gate told = new Gate();
        Gate retry = new Gate();
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        retry.pass();
                    }
                    throw new FailureThatStops(told);
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Background<Void> first = Background.start(pool::createFirst);
        told.awaitEntered();

        fixture.ticker.advance(Duration.ofMillis(100));

        assertThat(pool.snapshot().creating()).isZero();
        told.open();
        retry.open();
        assertThatExceptionOfType(ResourceCreationException.class).isThrownBy(first::get);
    }

    /** Stops the thread that asks for the first resource when it reads what has failed. */
    private static final class FailureThatStops extends IllegalStateException {

        private static final long serialVersionUID = 1;

        private final transient Gate gate;

        FailureThatStops(Gate gate) {
            this.gate = gate;
        }

        @Override
        public String getMessage() {
            if (Thread.currentThread().getName().equals("test-background")) {
                gate.passUnchecked();
            }
            return "connection refused";
        }
    }

    /** A thread that waits for it is told, even without memory for the alarm of a retry. */
    @Test
    void isMissingWhenItFailsAndNoRetryCanBePlanned() {
        factory.onCreate =
                number -> {
                    fixture.ticker.onSchedule = new InternalError("no alarm");
                    throw new IllegalStateException("connection refused");
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));
        Background<Void> first = Background.start(pool::createFirst);

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(first::get)
                .withMessageEndingWith("connection refused");
        fixture.journal.await("onCreateFailure connection refused");
        fixture.ticker.onSchedule = null;
    }

    /** A later tick makes up for the alarm; the resource is there and in use. */
    @Test
    void isThereAlthoughNoAlarmOfHousekeepingCanBeSetForIt() throws Exception {
        factory.onCreate = number -> fixture.ticker.onSchedule = new InternalError("no alarm");
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(1).keepaliveInterval(Duration.ofHours(1)));
        Background<Void> first = Background.start(pool::createFirst);

        first.get();
        fixture.journal.await("onCreate 1");
        fixture.ticker.onSchedule = null;
        assertThat(pool.snapshot().creating()).isZero();
    }

    @Test
    void isGivenUpAfterTheConnectTimeout() throws Exception {
        Gate gate = new Gate();
        factory.onCreate = number -> gate.pass();
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(2).connectTimeout(CONNECT_TIMEOUT));
        Background<Void> first = Background.start(pool::createFirst);
        gate.awaitEntered();

        fixture.ticker.advance(CONNECT_TIMEOUT);

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(first::get)
                .withCauseInstanceOf(TimeoutException.class);
        gate.open();
    }

    @Test
    void isWaitedForWhenOthersAreCreatingItAlready() throws Exception {
        Gate gate = new Gate();
        factory.onCreate =
                number -> {
                    gate.pass();
                    throw new IllegalStateException("connection refused");
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.minSize(1).maxSize(1));
        gate.awaitEntered();
        Background<Void> first = Background.start(pool::createFirst);
        first.awaitBlocked();

        gate.open();

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(first::get)
                .withMessageEndingWith("connection refused");
        assertThat(factory.attempts()).isOne();
    }

    @Test
    void isMissingWhenTheFactoryDoesNotAcceptIt() throws Exception {
        Gate gate = new Gate();
        factory.onJoined =
                number -> {
                    gate.pass();
                    throw new IllegalStateException("not after all");
                };
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Background<Void> first = Background.start(pool::createFirst);
        gate.awaitEntered();
        first.awaitBlocked();

        gate.open();

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(first::get)
                .withMessageEndingWith("not after all");
    }

    @Test
    void isAvailableWhenTheCallReturns() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));

        pool.createFirst();

        Lease.of(pool.acquire(Duration.ZERO)).release();
    }

    @Test
    void isMissingWhenThePoolIsClosedMeanwhile() throws Exception {
        Gate gate = new Gate();
        factory.onCreate = number -> gate.pass();
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Background<Void> first = Background.start(pool::createFirst);
        gate.awaitEntered();

        pool.close(Duration.ZERO);

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(first::get)
                .withCauseInstanceOf(PoolClosedException.class);
        gate.open();
    }

    /** The thread has found the pool open, and is overtaken by the whole of a close. */
    @Test
    void isMissingForAThreadThatWaitsOnlyAfterTheClose() {
        PoolClosedException closed = new PoolClosedException("Pool orders is closed");
        FirstCreation first =
                new FirstCreation(
                        "orders",
                        "resource",
                        new CreationPermits(/* minSize= */ 0, 1),
                        new HandDrivenTicker(),
                        () -> false,
                        () -> {});
        first.close(closed);
        first.ended(new IllegalStateException("of a creation that was under way"));

        Background<Void> late = Background.start(first::await);

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(late::get)
                .withCause(closed);
    }

    @Test
    void isToldToThreadsThatWaitAndToNoOthers() throws Exception {
        CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
        FirstCreation first =
                new FirstCreation(
                        "orders",
                        "resource",
                        permits,
                        new HandDrivenTicker(),
                        () -> false,
                        () -> {});
        assertThat(first.ended(null)).as("no thread waits").isFalse();
        Background<Void> waiting = Background.start(first::await);
        waiting.awaitBlocked();

        assertThat(first.ended(null)).isTrue();

        waiting.get();
        permits.tryBegin(permits.get());
        permits.created();
        first.await();
        assertThat(first.ended(null)).as("the thread found one").isFalse();
    }

    /** A resource counts before it is available, when callers that may not wait are refused. */
    @Test
    void isWaitedForUntilItIsPublished() {
        CreationPermits permits = new CreationPermits(/* minSize= */ 1, 1);
        AtomicReference<FirstCreation> waitedFor = new AtomicReference<>();
        AtomicInteger publications = new AtomicInteger();
        FirstCreation first =
                new FirstCreation(
                        "orders",
                        "resource",
                        permits,
                        new HandDrivenTicker(),
                        () -> { // asked by a thread that is about to wait
                            permits.published();
                            publications.incrementAndGet();
                            waitedFor.get().ended(null);
                            return false;
                        },
                        () -> {});
        waitedFor.set(first);
        permits.tryBegin(permits.get());
        permits.joins();
        permits.created();

        first.await();
        assertThat(publications).hasValue(1);

        permits.joins();
        assertThat(first.awaitMinimum(1)).isTrue();
        assertThat(publications).hasValue(2);
    }

    @Test
    void isMissingAfterAnInterruptAndTheFlagIsKept() throws Exception {
        Gate gate = new Gate();
        factory.onCreate = number -> gate.pass();
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(pool::createFirst)
                .withMessage("Pool orders: interrupted while waiting for the first resource");

        assertThat(Thread.interrupted()).isTrue();
        gate.open();
    }

    @Test
    void isRefusedByAClosedPool() {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config);
        pool.close(Duration.ZERO);

        assertThatExceptionOfType(PoolClosedException.class).isThrownBy(pool::createFirst);
        assertThat(factory.attempts()).isZero();
    }

    /** A virtual thread that waits for a monitor keeps its carrier. */
    @Test
    void isAskedForAndToldWithoutAMonitor() throws Exception {
        CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
        FirstCreation first =
                new FirstCreation(
                        "orders",
                        "resource",
                        permits,
                        new HandDrivenTicker(),
                        () -> false,
                        () -> {});
        synchronized (first) {
            Background<Void> waiting = Background.start(first::await);
            waiting.awaitBlocked();
            first.ended(null);
            waiting.get();
            Background.start(() -> first.close(new PoolException("Pool orders is closed", null)))
                    .get();
        }
    }
}
