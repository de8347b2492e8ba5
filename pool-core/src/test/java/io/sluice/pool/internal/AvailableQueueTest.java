package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AvailableQueueTest {

    private static final int MAX_SIZE = 4;

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch =
            new Epoch(ticker, Duration.ofMillis(250).toNanos(), /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(MAX_SIZE);
    private final WaiterQueue<String> waiters = owner.waiters(ticker, slots);
    private final AvailableQueue<String> available = new AvailableQueue<>(slots, waiters, ticker);

    /** Seats a new holder, reserved. */
    private ResourceHolder<String> seat(String resource) {
        ResourceHolder<String> holder =
                new ResourceHolder<>(resource, epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
        slots.seat(holder);
        return holder;
    }

    private List<ResourceHolder<String>> seatAvailable(int count) {
        List<ResourceHolder<String>> holders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ResourceHolder<String> holder = seat("resource " + i);
            assertThat(available.offer(holder)).isTrue();
            holders.add(holder);
        }
        return holders;
    }

    private void putBack(ResourceHolder<String> holder) {
        assertThat(holder.accessibleToAvailable(holder.stamp())).isTrue();
    }

    @Test
    void aPollInVainIsCountedOutWithoutAReport() throws Exception {
        assertThat(available.poll(0, TimeUnit.SECONDS)).isNull();

        assertThat(waiters.timedOut()).isEmpty();
    }

    @Test
    void aPollWithTimeFindsWhatIsAvailable() throws Exception {
        ResourceHolder<String> holder = seatAvailable(1).get(0);

        assertThat(available.poll(0, TimeUnit.SECONDS)).isSameAs(holder);
    }

    @Test
    void whatIsTakenByWaitingIsLeasedByTheThreadThatWaited() throws Exception {
        ResourceHolder<String> holder = seat("only");
        waiters.used(Duration.ofMinutes(1).toNanos()); // so that holders are handed over
        Background<ResourceHolder<String>> waiter = Background.start(available::take);
        ticker.awaitParked(1);

        waiters.handOverOrOffer(holder);

        assertThat(waiter.get()).isSameAs(holder);
        assertThat(holder.thread).isSameAs(waiter.thread());
    }

    /** As many as there are slots: no count looks behind the last. */
    @Nested
    class AllSlots {

        private final List<ResourceHolder<String>> all = seatAvailable(MAX_SIZE);

        @Test
        void areCountedByWhetherTheirMembersAreAvailable() {
            assertThat(available).hasSize(MAX_SIZE);
            assertThat(available.remainingCapacity()).isZero();
            assertThat(slots.hasAvailable()).isTrue();

            all.get(0).availableToReserved();
            all.get(1).availableToReserved();
            available.poll();
            assertThat(available).containsExactlyElementsOf(all.subList(3, 4));
            assertThat(available.size()).isOne();
            assertThat(available.remainingCapacity()).isEqualTo(3);
            assertThat(slots.reserved()).isEqualTo(2);
        }

        @Test
        void mayAllBeTaken() {
            List<ResourceHolder<String>> taken = new ArrayList<>();

            assertThat(available.drainTo(taken)).isEqualTo(MAX_SIZE);

            assertThat(taken).containsExactlyInAnyOrderElementsOf(all);
            assertThat(available.poll()).isNull();
            assertThat(available.peek()).isNull();
            assertThat(slots.hasAvailable()).isFalse();
            assertThat(available).hasSize(0).isEmpty();
            assertThat(slots.reserved()).isZero();
            assertThat(available.drainTo(taken)).isZero();
        }

        @Test
        void haveReturnedTheLeasesBeforeTheirLast() {
            assertThat(slots.returned()).isZero();
            for (int i = 0; i < 3; i++) {
                putBack(available.poll());
            }
            assertThat(slots.returned()).as("of three of one member").isEqualTo(2);
            assertThat(available.drainTo(new ArrayList<>())).isEqualTo(MAX_SIZE);

            assertThat(slots.returned()).isEqualTo(3);
        }
    }

    /** What the interface of a queue promises beyond what the pool itself calls. */
    @Nested
    class QueueOfTheJdk {

        private final List<ResourceHolder<String>> three = seatAvailable(3);

        @Test
        void isNotDrainedBeyondTheMostElementsNorToItself() {
            List<ResourceHolder<String>> taken = new ArrayList<>();

            assertThat(available.drainTo(taken, 0)).isZero();
            assertThat(available.drainTo(taken, 2)).isEqualTo(2);

            assertThat(taken).hasSize(2);
            assertThat(available).hasSize(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> available.drainTo(available))
                    .withMessage("a queue cannot be drained to itself");
        }

        @Test
        void isLookedAtWithoutTaking() {
            assertThat(available.peek()).isSameAs(three.get(0));
            assertThat(available).hasSize(3);
        }

        @Test
        void reservesForTheCallerWhatItRemoves() {
            ResourceHolder<String> second = three.get(1);

            assertThat(available.remove(second)).isTrue();
            assertThat(available.remove(second)).as("a second time").isFalse();
            assertThat(available.remove((Object) "another")).isFalse();
            assertThat(second.state()).isEqualTo(ResourceState.RESERVED);
            assertThat(available).containsExactly(three.get(0), three.get(2));

            assertThat(available.offer(second, 1, TimeUnit.SECONDS)).isTrue();
            assertThat(available.offer(second, 1, TimeUnit.SECONDS)).isFalse();

            available.clear();
            assertThat(available).isEmpty();
            assertThat(slots.reserved()).isEqualTo(3);
        }

        @Test
        void isIteratedToItsEndAndEachIsRemovedOnce() {
            Iterator<ResourceHolder<String>> iterator = available.iterator();
            assertThatIllegalStateException().isThrownBy(iterator::remove);
            iterator.next();
            iterator.remove();
            assertThatIllegalStateException().isThrownBy(iterator::remove);
            iterator.next();
            iterator.next();

            assertThat(iterator.hasNext()).isFalse();
            assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
            assertThat(available).containsExactly(three.get(1), three.get(2));
        }
    }

    /** The slots at which many threads, one after the other, begin: all members are available. */
    private Set<Integer> homes() throws Exception {
        Set<Integer> homes = new TreeSet<>();
        long own = Thread.currentThread().getId();
        // Neighbouring ids spread evenly: far fewer than these reach every home.
        for (int i = 0; i < 64; i++) {
            // A thread that shares this thread's entry shares its home, which may lie beyond the
            // others.
            Background.start(
                            () ->
                                    (Thread.currentThread().getId() - own) % 256 == 0
                                            || homes.add(pollAndPutBack()))
                    .get();
        }
        return homes;
    }

    private int pollAndPutBack() {
        ResourceHolder<String> holder = available.poll();
        putBack(holder);
        return holder.slot;
    }

    /** Takes from further slots until homes are spread over this many. */
    private void spreadOver(int homes) {
        List<ResourceHolder<String>> taken = new ArrayList<>();
        for (int i = 0; i < homes; i++) {
            taken.add(available.poll());
        }
        taken.forEach(this::putBack);
    }

    @Nested
    class Homes {

        @Test
        void beginAtTheFirstSlotForAllThreads() throws Exception {
            seatAvailable(3);

            assertThat(homes()).containsExactly(0);
        }

        @Test
        void aThreadFindsItsOwnAgain() throws Exception {
            seatAvailable(MAX_SIZE);
            spreadOver(MAX_SIZE);

            ResourceHolder<String> first = available.poll();
            putBack(first);

            for (int i = 0; i < 10; i++) {
                assertThat(pollAndPutBack()).isEqualTo(first.slot);
            }
            assertThat(first.thread).isSameAs(Thread.currentThread());
        }

        @Test
        void areTwiceAsManyWhenAScanGoesPastThem() throws Exception {
            seatAvailable(4);

            spreadOver(2);
            assertThat(homes()).containsExactly(0, 1);

            spreadOver(3);
            assertThat(homes()).containsExactly(0, 1, 2, 3);
        }

        @Test
        void areNoMoreThanThereAreMembers() throws Exception {
            seatAvailable(3);
            for (int i = 0; i < 10; i++) {
                spreadOver(3);
            }
            List<ResourceHolder<String>> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(available.poll());
            }
            assertThat(available.poll()).isNull();
            assertThat(available.poll()).isNull();
            all.forEach(AvailableQueueTest.this::putBack);

            assertThat(homes()).as("a power of two").containsExactly(0, 1);
        }

        @Test
        void areHalfAsManyAfterAPeriodThatNeededNoMore() throws Exception {
            seatAvailable(4);
            spreadOver(3);
            assertThat(homes()).containsExactly(0, 1, 2, 3);

            slots.narrow();
            assertThat(homes()).as("more were needed in this period").containsExactly(0, 1, 2, 3);
            slots.narrow();
            assertThat(homes()).containsExactly(0, 1);
            slots.narrow();
            assertThat(homes()).containsExactly(0);
            slots.narrow();
            assertThat(homes()).containsExactly(0);
        }

        @Test
        void beyondThoseThatWereNeededAreLeft() {
            List<ResourceHolder<String>> holders = seatAvailable(4);
            spreadOver(3);
            holders.get(0).availableToReserved();
            holders.get(1).availableToReserved();
            assertThat(pollAndPutBack()).isEqualTo(2);
            assertThat(available.offer(holders.get(0))).isTrue();
            assertThat(available.offer(holders.get(1))).isTrue();
            slots.narrow();
            assertThat(pollAndPutBack()).as("more were needed in this period").isEqualTo(2);

            slots.narrow();

            assertThat(pollAndPutBack()).isLessThan(2);
        }

        @Test
        void movesToWhatWasFoundWhenTheHomeWasTaken() throws Exception {
            seatAvailable(4);
            spreadOver(4);
            ResourceHolder<String> home = available.poll();
            ResourceHolder<String> another = available.poll();
            putBack(home);
            putBack(another);

            assertThat(pollAndPutBack()).isEqualTo(another.slot).isNotEqualTo(home.slot);
        }

        @Test
        void aThreadWithoutAHomeFindsNothingInAnEmptyQueue() {
            assertThat(available.poll()).isNull();
        }

        @Test
        void aHolderThatHasLeftIsNoThreadsHome() throws Exception {
            seatAvailable(2);
            ResourceHolder<String> home = available.poll();
            home.accessibleToReserved(home.stamp());
            slots.unseat(home);
            home.reservedToAvailable(); // as no holder that has left ever is

            assertThat(available.poll()).isNotNull().isNotSameAs(home);
        }

        @Test
        void shrinkWithTheMembers() throws Exception {
            List<ResourceHolder<String>> holders = seatAvailable(4);
            spreadOver(3);

            holders.get(2).availableToReserved();
            slots.unseat(holders.get(2));

            assertThat(homes()).containsExactly(0, 1);
        }

        @Test
        void stayWhileThereIsAMemberForEach() throws Exception {
            List<ResourceHolder<String>> holders = seatAvailable(3);
            spreadOver(3);

            holders.get(2).availableToReserved();
            slots.unseat(holders.get(2));

            assertThat(homes()).containsExactly(0, 1);
        }
    }

    @Nested
    class Members {

        @Test
        void theLastMovesIntoTheGap() {
            ResourceHolder<String> first = seat("first");
            ResourceHolder<String> second = seat("second");
            ResourceHolder<String> third = seat("third");

            slots.unseat(first);

            assertThat(slots.seated()).isEqualTo(2);
            assertThat(slots.member(0)).isSameAs(third);
            assertThat(slots.member(1)).isSameAs(second);
            assertThat(slots.at(2)).as("no longer reachable from there").isNull();
            assertThat(third.slot).isZero();
            assertThat(second.slot).isOne();
            assertThat(first.slot).isNegative();
        }

        @Test
        void theLastLeavesWithoutAMove() {
            ResourceHolder<String> first = seat("first");
            ResourceHolder<String> second = seat("second");

            slots.unseat(second);

            assertThat(slots.seated()).isOne();
            assertThat(slots.member(0)).isSameAs(first);
            assertThat(first.slot).isZero();
            assertThat(second.slot).isNegative();
        }

        @Test
        void anEmptyQueueFillsAgain() {
            ResourceHolder<String> only = seat("only");
            slots.unseat(only);
            assertThat(slots.seated()).isZero();
            assertThat(available.poll()).isNull();

            ResourceHolder<String> next = seat("next");
            available.offer(next);

            assertThat(available.poll()).isSameAs(next);
        }

        @Test
        void aMovedHolderIsFoundInItsNewSlot() {
            List<ResourceHolder<String>> holders = seatAvailable(3);
            holders.get(0).availableToReserved();

            slots.unseat(holders.get(0));

            assertThat(List.of(available.poll(), available.poll()))
                    .containsExactlyInAnyOrder(holders.get(1), holders.get(2));
            assertThat(available.poll()).isNull();
        }
    }

    @Nested
    class WayBack {

        @Test
        void aDoomedHolderIsNotTaken() {
            ResourceHolder<String> holder = seat("doomed");
            holder.markDoomed(DiscardReason.BROKEN, null);

            assertThat(available.offer(holder)).isFalse();
            assertThat(waiters.handOverOrOffer(holder)).isFalse();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> available.put(holder))
                    .withMessage(
                            "ResourceHolder[RESERVED lease 0 handles 0 doomed] cannot become"
                                    + " available; expected a reserved holder without marks");
            assertThat(available).isEmpty();
        }

        @Test
        void aHolderThatIsNotReservedIsNotTaken() {
            ResourceHolder<String> holder = seatAvailable(1).get(0);

            assertThat(available.offer(holder)).as("available already").isFalse();
            available.poll();
            assertThat(available.offer(holder)).as("leased").isFalse();
            assertThat(available).isEmpty();
        }

        /** The owner may have to discard it instead, for a smaller maximum or as doomed. */
        @Test
        void aLeaseThatWasNeverUsedIsPublishedByTheOwner() {
            ResourceHolder<String> holder = seatAvailable(1).get(0);
            available.poll();

            waiters.giveBack(holder);

            assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
            assertThat(owner.journal.entries()).containsExactly("publish " + holder);
        }

        @Test
        void everyLeaseHasAStampOfItsOwn() {
            ResourceHolder<String> holder = seatAvailable(1).get(0);
            long first = available.poll().stamp();
            holder.accessibleToAvailable(first);
            long second = available.poll().stamp();

            assertThat(second).isNotEqualTo(first);
            assertThat(holder.accessibleToAvailable(first)).isFalse();
            assertThat(holder.accessibleToAvailable(second)).isTrue();
        }
    }
}
