package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HolderSetsTest {

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch =
            new Epoch(ticker, Duration.ofMillis(250).toNanos(), /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(3);
    private final WaiterQueue<String> waiters = owner.waiters(ticker, slots);
    private final AvailableQueue<String> available = new AvailableQueue<>(slots, waiters, ticker);
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 9);
    private final HolderSets<String> sets = new HolderSets<>(slots, waiters, permits);

    private ResourceHolder<String> newHolder(String resource) {
        permits.tryBegin(permits.get());
        return new ResourceHolder<>(resource, epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
    }

    private ResourceHolder<String> member(String resource) {
        ResourceHolder<String> holder = newHolder(resource);
        assertThat(sets.join(holder)).isTrue();
        return holder;
    }

    /** A member inside a transaction with one open handle. */
    private ResourceHolder<String> enlisted() {
        ResourceHolder<String> holder = member("enlisted");
        holder.reservedToAccessible();
        holder.plainToInTransaction(holder.stamp());
        return holder;
    }

    @Test
    void aJoiningHolderIsAReservedMember() {
        ResourceHolder<String> holder = member("first");

        assertThat(sets.members()).containsExactly(holder);
        assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
        assertThat(sets.count().states()).isEqualTo(Map.of(ResourceState.RESERVED, 1));
    }

    @Test
    void aJoiningHolderIsUsableOnceItIsPublished() {
        member("first");
        assertThat(permits.usable()).isZero();

        sets.published();

        assertThat(permits.usable()).isOne();
    }

    @Test
    void theNumberOfLeasesNeverFalls() {
        ResourceHolder<String> holder = member("only");
        assertThat(holder.reservedToAvailable()).isTrue();
        long last = holder.stamp();
        long difference = holder.tryHome(last);
        assertThat(sets.leases()).as("with one that its caller may yet get").isOne();

        holder.takeBack(difference, last);

        assertThat(sets.leases()).isOne();
        assertThat(sets.count().leases()).isOne();
    }

    @Test
    void joiningAfterCloseIsRefused() {
        ResourceHolder<String> early = member("early");
        assertThat(sets.isClosed()).isFalse();
        sets.close();

        assertThat(sets.join(newHolder("late"))).isFalse();

        assertThat(sets.isClosed()).isTrue();
        assertThat(sets.members()).containsExactly(early);
    }

    @Test
    void onlyTheFirstCloseIsTheFirst() {
        assertThat(sets.close()).isTrue();
        assertThat(sets.close()).isFalse();
    }

    @Test
    void aLeavingHolderIsClosedAndNoLongerAMember() {
        ResourceHolder<String> leaving = member("leaving");
        ResourceHolder<String> staying = member("staying");

        sets.leave(leaving, DiscardReason.BROKEN);

        assertThat(leaving.state()).isEqualTo(ResourceState.CLOSED);
        assertThat(sets.members()).containsExactly(staying);
        assertThat(sets.count().joined()).isEqualTo(2);
        assertThat(sets.count().left())
                .containsEntry(DiscardReason.BROKEN, 1L)
                .containsEntry(DiscardReason.EVICTED, 0L);
    }

    @Test
    void aHolderLeavesAsSurplusOnlyWhileThereIsOne() {
        ResourceHolder<String> surplus = member("surplus");
        ResourceHolder<String> staying = member("staying");

        sets.resize(0, 1);

        assertThat(sets.leaveIfSurplus(surplus)).isTrue();
        assertThat(sets.leaveIfSurplus(staying)).isFalse();
        assertThat(sets.members()).containsExactly(staying);
    }

    @Test
    void leavingTwiceLeavesOnce() {
        ResourceHolder<String> leaving = member("leaving");
        ResourceHolder<String> staying = member("staying");

        assertThat(sets.leave(leaving, DiscardReason.BROKEN)).isTrue();
        assertThat(sets.leave(leaving, DiscardReason.BROKEN)).isFalse();

        assertThat(sets.members()).containsExactly(staying);
    }

    @Test
    void aHolderThatIsNotReservedCannotLeave() {
        ResourceHolder<String> leased = member("leased");
        leased.reservedToAccessible();

        assertThat(sets.leave(leased, DiscardReason.BROKEN)).isFalse();

        assertThat(sets.members()).containsExactly(leased);
        assertThat(leased.state()).isEqualTo(ResourceState.ACCESSIBLE);
    }

    @Test
    void leavingMakesRoomForAnother() {
        ResourceHolder<String> first = member("first");
        member("second");
        member("third");

        sets.leave(first, DiscardReason.BROKEN);

        assertThat(member("fourth").slot).isEqualTo(2);
        assertThat(sets.members()).hasSize(3);
    }

    @Test
    void everyMemberCountsOnceInItsState() {
        member("reserved");
        member("available").reservedToAvailable();
        ResourceHolder<String> deferred = enlisted();

        assertThat(sets.count().states())
                .isEqualTo(
                        Map.of(
                                ResourceState.RESERVED, 1,
                                ResourceState.AVAILABLE, 1,
                                ResourceState.ACCESSIBLE, 1));
        deferred.accessibleToInaccessible(deferred.stamp());
        assertThat(sets.count().states())
                .isEqualTo(
                        Map.of(
                                ResourceState.RESERVED, 1,
                                ResourceState.AVAILABLE, 1,
                                ResourceState.INACCESSIBLE, 1));
    }

    @Test
    void leasedAreTheMembersThatAreAccessibleAndThoseThatAreInaccessible() {
        member("reserved");
        ResourceHolder<String> accessible = member("leased");
        accessible.reservedToAccessible();
        ResourceHolder<String> inaccessible = enlisted();
        inaccessible.accessibleToInaccessible(inaccessible.stamp());

        assertThat(sets.leased()).containsExactlyInAnyOrder(accessible, inaccessible);

        accessible.accessibleToReserved(accessible.stamp());
        assertThat(sets.leased()).containsExactly(inaccessible);
    }

    @Test
    void asManyAreCountedAsLeased() {
        member("reserved");
        ResourceHolder<String> accessible = member("leased");
        accessible.reservedToAccessible();
        ResourceHolder<String> inaccessible = enlisted();
        inaccessible.accessibleToInaccessible(inaccessible.stamp());

        assertThat(sets.countLeased()).isEqualTo(2);
        assertThat(sets.count().in(ResourceState.ACCESSIBLE)).isOne();

        accessible.accessibleToReserved(accessible.stamp());
        assertThat(sets.countLeased()).isOne();
        assertThat(sets.count().in(ResourceState.ACCESSIBLE)).isZero();
    }

    @Test
    void theLeasesOfThoseThatHaveLeftStillCount() {
        ResourceHolder<String> leaving = member("leaving");
        for (int i = 0; i < 2; i++) {
            leaving.reservedToAccessible();
            leaving.accessibleToReserved(leaving.stamp());
        }
        member("staying").reservedToAccessible();
        assertThat(sets.leases()).isEqualTo(3);

        sets.leave(leaving, DiscardReason.BROKEN);

        assertThat(sets.leases()).isEqualTo(3);
        assertThat(sets.count().leases()).isEqualTo(3);
    }

    @Test
    void aHigherMaximumHasRoomForMoreThanThereWasAtFirst() {
        List<ResourceHolder<String>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(member("member " + i));
        }

        sets.resize(0, 4);

        all.add(member("one more"));
        assertThat(sets.members()).isEqualTo(all);
    }

    /** A thread that finds the lock held would spin for ever. */
    @Test
    void noCallKeepsTheLock() throws Exception {
        ResourceHolder<String> leaving = member("leaving");
        awaitFreeLock();
        sets.leaveIfSurplus(leaving); // there is none
        awaitFreeLock();
        sets.leave(leaving, DiscardReason.BROKEN);
        awaitFreeLock();
        sets.leave(leaving, DiscardReason.BROKEN); // it has left
        awaitFreeLock();
        sets.resize(0, 2);
        awaitFreeLock();
        sets.members();
        awaitFreeLock();
        sets.leased();
        awaitFreeLock();
        sets.countLeased();
        awaitFreeLock();
        sets.leases();
        awaitFreeLock();
        sets.count();
        awaitFreeLock();
        sets.close();
        awaitFreeLock();
    }

    private void awaitFreeLock() throws Exception {
        Background.start(sets::countLeased).get();
    }

    @Test
    void aJoiningHolderCountsInTheTotalFromThatMoment() {
        member("first");
        ResourceHolder<String> second = newHolder("second");
        assertThat(CreationPermits.creating(sets.count().permits())).isOne();

        sets.join(second);

        assertThat(CreationPermits.total(sets.count().permits())).isEqualTo(2);
        assertThat(CreationPermits.creating(sets.count().permits())).isZero();
    }

    @Test
    void aRefusedHolderCountsInTheTotalUntilItIsDestroyed() {
        ResourceHolder<String> late = newHolder("late");
        sets.close();

        sets.join(late);

        assertThat(CreationPermits.total(sets.count().permits())).isOne();
        assertThat(CreationPermits.creating(sets.count().permits())).isZero();
    }

    @Test
    void aDeferredHolderIsInaccessibleAndStillLeased() {
        ResourceHolder<String> holder = enlisted();

        assertThat(holder.accessibleToInaccessible(holder.stamp())).isTrue();

        assertThat(holder.state()).isEqualTo(ResourceState.INACCESSIBLE);
        assertThat(sets.leased()).containsExactly(holder);
        assertThat(sets.members()).as("a member still").containsExactly(holder);
    }

    @Test
    void aRecycledHolderIsAccessibleAndStillLeased() {
        ResourceHolder<String> holder = enlisted();
        long stamp = holder.stamp();
        holder.accessibleToInaccessible(stamp);

        assertThat(holder.inaccessibleToAccessible(stamp)).isTrue();

        assertThat(holder.state()).isEqualTo(ResourceState.ACCESSIBLE);
        assertThat(sets.leased()).as("in one of the two").containsExactly(holder);
    }

    @Test
    void whoseTransactionIsOverIsInNeither() {
        ResourceHolder<String> holder = enlisted();
        long stamp = holder.stamp();
        holder.accessibleToInaccessible(stamp);

        assertThat(holder.inaccessibleToReserved(stamp)).isTrue();

        assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
        assertThat(StateWord.has(holder.word, StateWord.MARKS)).isFalse();
        assertThat(sets.leased()).isEmpty();
    }

    @Test
    void aHolderThatIsTakenAwayIsNoLongerLeased() {
        ResourceHolder<String> holder = enlisted();
        holder.accessibleToInaccessible(holder.stamp());

        assertThat(holder.anyLeaseToReserved()).isTrue();

        assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
        assertThat(holder.isDoomed()).isTrue();
        assertThat(sets.leased()).isEmpty();
    }

    @Test
    void whatNobodyLeasedIsNotTakenAway() {
        ResourceHolder<String> reserved = member("reserved");
        ResourceHolder<String> idle = member("idle");
        idle.reservedToAvailable();

        assertThat(reserved.anyLeaseToReserved()).isFalse();
        assertThat(idle.anyLeaseToReserved()).isFalse();

        assertThat(idle.state()).isEqualTo(ResourceState.AVAILABLE);
        assertThat(reserved.isDoomed()).isFalse();
    }

    @Test
    void aMoveThatLosesLeavesTheSetsAsTheyWere() {
        ResourceHolder<String> holder = enlisted();
        long stamp = holder.stamp();
        long stale = stamp - StateWord.ONE_LEASE;

        assertThat(holder.inaccessibleToAccessible(stamp)).as("it is not inaccessible").isFalse();
        assertThat(holder.inaccessibleToReserved(stamp)).as("it is not inaccessible").isFalse();
        assertThat(holder.accessibleToInaccessible(stale)).isFalse();
        assertThat(holder.state()).isEqualTo(ResourceState.ACCESSIBLE);
        assertThat(sets.leased()).as("in one of the two").containsExactly(holder);

        holder.accessibleToInaccessible(stamp);
        assertThat(holder.accessibleToInaccessible(stamp)).as("a second time").isFalse();
        assertThat(holder.inaccessibleToAccessible(stale)).isFalse();
        assertThat(holder.inaccessibleToReserved(stale)).isFalse();
        assertThat(holder.state()).isEqualTo(ResourceState.INACCESSIBLE);
        assertThat(sets.leased()).containsExactly(holder);
    }

    @Test
    void aDoomedHolderCanBeDeferredAndCompletedButNotMadeAvailable() {
        ResourceHolder<String> holder = enlisted();
        long stamp = holder.stamp();
        holder.doom(DiscardReason.BROKEN, null);

        holder.accessibleToInaccessible(stamp);
        holder.inaccessibleToReserved(stamp);

        assertThat(holder.isDoomed()).isTrue();
        assertThat(holder.reservedToAvailable()).isFalse();
    }

    @Test
    void whatIsReadIsACopyThatLaterMovesLeaveAlone() {
        ResourceHolder<String> holder = enlisted();
        holder.accessibleToInaccessible(holder.stamp());
        var members = sets.members();
        var leased = sets.leased();

        holder.anyLeaseToReserved();
        sets.leave(holder, DiscardReason.BROKEN);

        assertThat(members).containsExactly(holder);
        assertThat(leased).containsExactly(holder);
        assertThat(sets.members()).isEmpty();
    }

    @Test
    void leavingWakesAWaiterForWhatHasMovedPastItsScan() throws Exception {
        ResourceHolder<String> leaving = member("leaving");
        Background<ResourceHolder<String>> waiter = Background.start(available::take);
        ticker.awaitParked(1);
        // Became available without a wake-up, as a holder that a scan has just passed.
        ResourceHolder<String> missed = member("missed");
        missed.reservedToAvailable();

        sets.leave(leaving, DiscardReason.BROKEN);

        assertThat(waiter.get()).isSameAs(missed);
    }
}
