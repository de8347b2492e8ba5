package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.PoolListener;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.disposal.Destroyer;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All that wait for the end of a resource are told, whatever becomes of the others. */
class DiscarderTest {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final Journal journal = new Journal();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch = new Epoch(ticker, A_MINUTE, /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(1);
    private final WaiterQueue<String> waiters = owner.waiters(ticker, slots);
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
    private final HolderSets<String> sets = new HolderSets<>(slots, waiters, permits);
    private final DrainSignal drains = new DrainSignal(ticker);
    private final Generations generations = new Generations(drains);
    private final CreatorThreads threads = new CreatorThreads("orders", ticker);

    @AfterEach
    void end() {
        threads.end();
    }

    private Discarder<String> discarder(Runnable demand) {
        return new Discarder<>(
                sets,
                permits,
                new Destroyer<>("orders", new Factory(), threads, ticker, A_MINUTE),
                generations,
                drains,
                new PoolEvents<>(
                        "orders",
                        new Factory(),
                        new Listener(),
                        FlightRecorder.none(),
                        threads,
                        ticker),
                demand);
    }

    private ResourceHolder<String> member() {
        permits.tryBegin(permits.get());
        int bornIn = generations.creationBegins();
        generations.creationEnded(bornIn);
        ResourceHolder<String> holder =
                new ResourceHolder<>("one", epoch, waiters, owner, 1, Long.MAX_VALUE, bornIn);
        sets.join(holder);
        return holder;
    }

    /** Checking demand may set an alarm, for which there may be no memory. */
    @Test
    void isToldToCloseAndFlushEvenIfDemandCannotBeChecked() throws Exception {
        Discarder<String> discarder =
                discarder(
                        () -> {
                            throw new InternalError("no alarm");
                        });
        ResourceHolder<String> holder = member();
        int after = generations.begin();
        sets.close();
        Background<Void> close = Background.start(() -> discarder.awaitDrain(A_MINUTE));
        close.awaitBlocked();

        discarder.discard(holder, DiscardReason.POOL_CLOSED, null);

        assertThat(close.get()).as("the clock stands still").isNull();
        journal.await("onDestroy one");
        assertThat(CreationPermits.total(permits.get())).isZero();
        assertThat(generations.isNothingLeftBefore(after)).isTrue();
    }

    @Test
    void aSurplusIsDiscardedAndNothingElse() {
        Discarder<String> discarder = discarder(() -> {});
        ResourceHolder<String> holder = member();

        assertThat(discarder.discardIfSurplus(holder)).isFalse();
        assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
        sets.resize(/* minSize= */ 0, /* maxSize= */ 0);
        assertThat(discarder.discardIfSurplus(holder)).isTrue();

        assertThat(holder.state()).isEqualTo(ResourceState.CLOSED);
        journal.await("onDestroy one");
        assertThat(journal.entries()).containsExactly("onDiscard SURPLUS", "onDestroy one");
        assertThat(CreationPermits.total(permits.get())).isZero();
    }

    @Test
    void aLeaseIsTakenAwayByForceAndWhatHasNoneIsNot() {
        Discarder<String> discarder = discarder(() -> {});
        ResourceHolder<String> holder = member();

        assertThat(discarder.takeAway(holder, DiscardReason.FLUSHED)).isFalse();
        holder.reservedToAvailable();
        assertThat(holder.availableToAccessible()).isTrue();
        assertThat(discarder.takeAway(holder, DiscardReason.FLUSHED)).isTrue();

        journal.await("onDestroy one");
        assertThat(journal.entries())
                .containsExactly("abort one", "onDiscard FLUSHED", "onDestroy one");
    }

    /** Its permit came back when it was late. */
    @Test
    void whatIsCreatedTooLateGivesNoPermitBackAndIsGone() throws Exception {
        AtomicInteger demands = new AtomicInteger();
        Discarder<String> discarder = discarder(demands::incrementAndGet);
        int bornIn = generations.creationBegins();
        generations.creationEnded(bornIn);
        int after = generations.begin();

        discarder.destroyLate("late", bornIn);

        drains.await(() -> generations.isNothingLeftBefore(after), A_MINUTE);
        assertThat(generations.isNothingLeftBefore(after)).isTrue();
        assertThat(permits).hasToString("CreationPermits[total 0, creating 0, max 1]");
        assertThat(demands).hasValue(0);
        assertThat(journal.entries()).as("its failure was told").isEmpty();
    }

    @Test
    void whatNeverJoinedGivesItsPermitBackAndIsReported() throws Exception {
        AtomicInteger demands = new AtomicInteger();
        Discarder<String> discarder = discarder(demands::incrementAndGet);
        permits.tryBegin(permits.get());
        permits.created();
        int bornIn = generations.creationBegins();
        generations.creationEnded(bornIn);
        int after = generations.begin();

        discarder.destroyUnseated("refused", DiscardReason.INVALID, null, bornIn);

        drains.await(() -> generations.isNothingLeftBefore(after), A_MINUTE);
        journal.await("onDestroy refused");
        assertThat(CreationPermits.total(permits.get())).isZero();
        assertThat(generations.isNothingLeftBefore(after)).isTrue();
        assertThat(demands).hasValue(1);
    }

    @Test
    void theBeginOfACloseDoomsTheMembers() {
        Discarder<String> discarder = discarder(() -> {});
        ResourceHolder<String> holder = member();
        sets.close();

        discarder.begin();

        assertThat(holder.isDoomed()).isTrue();
    }

    @Test
    void theEndOfACloseIsWhenNoMemberIsLeft() throws Exception {
        Discarder<String> discarder = discarder(() -> {});
        ResourceHolder<String> holder = member();
        sets.close();
        Background<Void> close = Background.start(() -> discarder.awaitEnd(A_MINUTE));
        close.awaitBlocked();

        discarder.discard(holder, DiscardReason.POOL_CLOSED, null);

        assertThat(close.get()).as("the clock stands still").isNull();
    }

    @Test
    void aCloseByForceEndsLeasesAndAbortsWhatThePoolItselfWorksOn() {
        Discarder<String> discarder = discarder(() -> {});
        ResourceHolder<String> holder = member();
        sets.close();

        discarder.force();

        journal.await("abort one");
        assertThat(holder.isDoomed()).isTrue();
        assertThat(holder.state())
                .as("it leaves when the work has failed")
                .isEqualTo(ResourceState.RESERVED);
    }

    @Test
    void aMemberThatCouldNotBeDiscardedIsKnown() {
        Discarder<String> discarder = discarder(() -> {});
        ResourceHolder<String> holder = member();
        assertThat(discarder.isAnyOrphaned()).isFalse();

        holder.orphaned = DiscardReason.BROKEN;

        assertThat(discarder.isAnyOrphaned()).isTrue();
    }

    private final class Listener implements PoolListener {
        @Override
        public void onDiscard(String pool, Object resource, DiscardReason reason, Throwable cause) {
            journal.add("onDiscard " + reason);
        }

        @Override
        public void onDestroy(String pool, Object resource, Throwable failure) {
            journal.add("onDestroy " + resource);
        }
    }

    private final class Factory implements ResourceFactory<String> {
        @Override
        public String create() {
            return "one";
        }

        @Override
        public void destroy(String resource) {}

        @Override
        public void abort(String resource) {
            journal.add("abort " + resource);
        }
    }
}
