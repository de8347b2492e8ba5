package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** While a pool is suspended nobody gets a resource, none is created, and none is lost. */
class SuspensionTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;
    private DefaultResourcePool<Resource> pool;

    /** A pool of two resources, both idle. */
    private void open() throws Exception {
        pool = fixture.open(config -> config.maxSize(2).acquireTimeout(A_SECOND));
        fixture.warmUp(2);
    }

    @Test
    void aCallerWaitsForItsTimeOutAndIsToldWhy() throws Exception {
        open();

        pool.suspend();
        Background<Lease> caller = fixture.acquireInBackground();
        ticker.awaitParked(1);
        ticker.advance(A_SECOND);

        AcquireTimeoutException timeout =
                catchThrowableOfType(AcquireTimeoutException.class, caller::get);
        assertThat(timeout)
                .hasMessageContaining(
                        "waiting 1, suspended]; the pool is suspended: call resume()");
        assertThat(timeout.waited()).isEqualTo(A_SECOND);
        pool.resume();
        fixture.acquire().release();
    }

    @Test
    void waitersAreServedAfterwards() throws Exception {
        open();
        pool.suspend();
        List<Background<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiters.add(Background.start(() -> fixture.acquire().release()));
        }
        ticker.awaitParked(4);

        pool.resume();

        for (Background<Boolean> waiter : waiters) {
            assertThat(waiter.get()).isTrue();
        }
        assertThat(factory.attempts()).isEqualTo(2);
    }

    @Test
    void aReturnedHolderIsKeptAndServesNobody() throws Exception {
        open();
        Lease lease = fixture.acquire();
        pool.suspend();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        assertThat(lease.release()).isTrue();

        assertThat(pool.snapshot())
                .usingRecursiveComparison()
                .ignoringFields("counters")
                .isEqualTo(
                        new PoolSnapshot(
                                "orders", 2, 0, 2, 0, 2, 0, 0, 0, 1, true, PoolCounters.NONE));
        assertThat(waiter.isDone()).isFalse();
        pool.resume();
        waiter.get().release();
        assertThat(journal.count("onDiscard")).isZero();
    }

    /** A thread that has just published a holder, or hands one over, may not have seen it. */
    @Test
    void aHolderPublishedTooLateServesNobodyEither() throws Exception {
        open();
        Lease slipped = fixture.acquire();
        pool.suspend();
        assertThat(slipped.holder().accessibleToAvailable(slipped.stamp())).isTrue();

        assertThatThrownBy(() -> pool.acquire(Duration.ZERO))
                .isInstanceOf(AcquireTimeoutException.class);

        assertThat(slipped.holder().toString()).contains("AVAILABLE").contains("held");
        pool.resume();
        Lease.of(pool.acquire(Duration.ZERO)).release();
        assertThat(pool.snapshot().counters().acquired()).as("leases of callers").isEqualTo(4);
    }

    @Test
    void aHolderThatIsBeingValidatedIsKeptAsWell() throws Exception {
        pool = fixture.open(config -> config.maxSize(1).validateAfterIdle(Duration.ZERO));
        fixture.warmUp(1);
        Gate validating = new Gate();
        factory.onValidate = number -> validating.pass();
        Background<Lease> caller = fixture.acquireInBackground();
        validating.awaitEntered();
        pool.suspend();

        validating.open();

        ticker.awaitParked(1);
        assertThat(pool.snapshot().available()).isOne();
        pool.resume();
        caller.get().release();
    }

    @Test
    void aHolderHandedOverTooLateServesNobodyEither() throws Exception {
        open();
        Lease one = fixture.acquire();
        Lease other = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        pool.suspend();

        // As a release that checked just before: it wakes the waiter, which takes the holder
        // and is checked.
        other.holder().accessibleToAvailable(other.stamp());
        ((WaiterQueue<?>) one.holder().waiters).signal();
        fixture.awaitAvailable(1);
        ticker.awaitParked(1);

        assertThat(waiter.isDone()).isFalse();
        pool.resume();
        waiter.get().release();
        one.release();
    }

    @Test
    void nothingIsCreated() throws Exception {
        pool = fixture.open(config -> config.maxSize(2).acquireTimeout(A_SECOND));
        pool.suspend();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        assertThat(factory.attempts()).isZero();

        pool.resume();

        waiter.get().release();
    }

    @Test
    void whatWasInCreationIsKept() throws Exception {
        Gate creating = new Gate();
        factory.onCreate = number -> creating.pass();
        pool = fixture.open(config -> config.maxSize(2).acquireTimeout(A_SECOND));
        Background<Lease> waiter = fixture.acquireInBackground();
        creating.awaitEntered();
        pool.suspend();

        creating.open();

        journal.await("onCreate 1");
        assertThat(waiter.isDone()).isFalse();
        assertThat(pool.snapshot().available()).isOne();
        pool.resume();
        assertThat(waiter.get().release()).isTrue();
    }

    @Test
    void aMinimumIsRestoredAfterwards() throws Exception {
        pool = fixture.open(config -> config.maxSize(2).minSize(2));
        fixture.awaitAvailable(2);
        pool.suspend();
        pool.flush(FlushMode.GRACEFUL);
        journal.await("onDestroy", 2);
        assertThat(factory.attempts()).isEqualTo(2);

        pool.resume();

        fixture.awaitAvailable(2);
    }

    /** What a checkpoint of the process asks for: nothing is open. */
    @Test
    void aFlushByADeadlineLeavesNothing() throws Exception {
        open();
        Lease lease = fixture.acquire();
        pool.suspend();
        Background<?> flush = Background.start(() -> pool.flush(Duration.ofSeconds(5)));
        ticker.awaitAlarmIn(Duration.ofSeconds(5));
        lease.release();
        flush.get();

        assertThat(pool.snapshot())
                .usingRecursiveComparison()
                .ignoringFields("counters")
                .isEqualTo(
                        new PoolSnapshot(
                                "orders", 0, 0, 2, 0, 0, 0, 0, 0, 0, true, PoolCounters.NONE));
        pool.resume();
        Lease fresh = fixture.acquire();
        assertThat(fresh.number()).isEqualTo(3);
        fresh.release();
    }

    @Test
    void idleOnesAreFlushedAsWell() throws Exception {
        open();
        pool.suspend();
        assertThat(pool.flush(FlushMode.IDLE).discarded()).isEqualTo(2);
        journal.await("onDestroy", 2);
        pool.resume();
    }

    @Test
    void lifetimesEndMeanwhile() throws Exception {
        pool =
                fixture.open(
                        config ->
                                config.maxSize(1)
                                        .maxLifetime(Duration.ofMinutes(1))
                                        .lifetimeJitter(0));
        fixture.warmUp(1);
        pool.suspend();
        ticker.advance(Duration.ofMinutes(1));
        journal.await("onDiscard 1 LIFETIME");
        pool.resume();
    }

    @Test
    void aLeaseGoesOn() throws Exception {
        open();
        Lease lease = fixture.acquire();
        pool.suspend();
        pool.resume();
        assertThat(lease.release()).isTrue();
        assertThat(pool.snapshot().available()).isEqualTo(2);
    }

    @Test
    void twiceIsOnce() throws Exception {
        open();
        pool.suspend();
        pool.suspend();
        assertThat(pool.isSuspended()).isTrue();
        pool.resume();
        assertThat(pool.isSuspended()).isFalse();
        pool.resume();
        assertThat(pool.snapshot().available()).isEqualTo(2);
        fixture.acquire().release();
    }

    @Test
    void aCloseEndsIt() throws Exception {
        open();
        pool.suspend();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        pool.close(A_SECOND);

        assertThatExceptionOfType(PoolClosedException.class).isThrownBy(waiter::get);
        assertThat(journal.count("destroy ")).isEqualTo(2);
    }

    @Test
    void theFirstResourceIsNotWaitedFor() {
        pool = fixture.open(config -> config.maxSize(1));
        pool.suspend();
        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(pool::createFirst)
                .withMessage("Pool orders is suspended and creates nothing; call resume()");
        Gate creating = new Gate();
        factory.onCreate = number -> creating.pass();
        pool.resume();
        assertThat(pool.snapshot().creating()).as("for a caller that has gone").isZero();
        creating.open();
        pool.createFirst();
    }

    @Test
    void aThreadThatWaitsForTheFirstResourceIsTold() throws Exception {
        Gate creating = new Gate();
        factory.onCreate = number -> creating.pass();
        pool = fixture.open(config -> config.maxSize(1));
        Background<Void> first = Background.start(() -> pool.createFirst());
        creating.awaitEntered();

        first.awaitBlocked();
        pool.suspend();

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(first::get)
                .withMessageContaining("Pool orders is suspended and creates nothing");
        creating.open();
        pool.resume();
    }

    /** Callers refused because creating is in vain may wait now: that is found out afterwards. */
    @Test
    void nobodyIsRefusedForAFailureToCreate() throws Exception {
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    throw new IllegalStateException("wrong password");
                };
        pool = fixture.open(config -> config.maxSize(1).acquireTimeout(Duration.ofMinutes(1)));
        assertThatExceptionOfType(ResourceCreationException.class).isThrownBy(pool::acquire);

        pool.suspend();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        factory.onCreate = number -> {};
        pool.resume();
        ticker.advance(A_SECOND);

        waiter.get().release();
    }

    /** The heap may be full just then. */
    @Test
    void resumingAgainLetsGoWhatAFailureHasKept() {
        RecordingOwner owner = new RecordingOwner();
        Parts parts = new Parts(owner);
        for (String resource : List.of("one", "two")) {
            parts.suspension.publish(parts.member(resource));
        }
        parts.suspension.suspend();
        InternalError failure = new InternalError("the first is not published");
        owner.onPublish =
                published -> {
                    throw failure;
                };
        assertThatThrownBy(parts.suspension::resume).isSameAs(failure);
        owner.onPublish = published -> {};

        parts.suspension.resume();

        assertThat(parts.sets.count().in(ResourceState.AVAILABLE)).as("held still").isZero();
    }

    /** The caller then has to discard it. */
    @Test
    void whatIsDoomedIsPublishedNeitherBeforeNorMeanwhile() {
        Parts parts = new Parts(new RecordingOwner());
        ResourceHolder<String> doomed = parts.member("doomed");
        doomed.markDoomed(DiscardReason.BROKEN, null);

        assertThat(parts.suspension.publish(doomed)).isFalse();
        assertThat(parts.suspension.publish(parts.member("one"))).isTrue();
        parts.suspension.suspend();
        assertThat(parts.suspension.publish(doomed)).isFalse();
        assertThat(parts.suspension.publish(parts.member("two"))).isTrue();

        assertThat(doomed.state()).isEqualTo(ResourceState.RESERVED);
    }

    /** A suspension of its own, for members that are reserved at first. */
    private final class Parts {

        private final RecordingOwner owner;
        private final HolderSlots<String> slots = new HolderSlots<>(3);
        private final WaiterQueue<String> waiters;
        private final HolderSets<String> sets;
        private final Epoch epoch = new Epoch(ticker, 1, /* fixed= */ true, () -> {});
        private final Suspension<String> suspension;

        Parts(RecordingOwner owner) {
            this.owner = owner;
            waiters = owner.waiters(ticker, slots);
            sets = new HolderSets<>(slots, waiters, new CreationPermits(/* minSize= */ 0, 3));
            suspension = new Suspension<>(epoch, sets, waiters);
        }

        ResourceHolder<String> member(String resource) {
            ResourceHolder<String> holder =
                    new ResourceHolder<>(resource, epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
            sets.join(holder);
            return holder;
        }
    }
}
