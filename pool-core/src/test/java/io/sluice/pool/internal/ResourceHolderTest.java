package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.holder.WaitSignals;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ResourceHolderTest {

    /** The words of lease 42 in every state and with every mark that can meet there. */
    private static final long LEASE = 42 * StateWord.ONE_LEASE;

    private static final long RESERVED = LEASE | StateWord.RESERVED;
    private static final long AVAILABLE = LEASE | StateWord.AVAILABLE;
    private static final long PLAIN = LEASE | StateWord.ONE_HANDLE | StateWord.ACCESSIBLE;
    private static final long IN_TX = PLAIN | StateWord.IN_TX;
    private static final long TWO = IN_TX + StateWord.ONE_HANDLE;
    private static final long THREE = TWO + StateWord.ONE_HANDLE;
    private static final long ENDED = IN_TX | StateWord.ENDED;
    private static final long ENDED_TWO = TWO | StateWord.ENDED;
    private static final long ENDED_THREE = THREE | StateWord.ENDED;
    private static final long INACCESSIBLE = LEASE | StateWord.IN_TX | StateWord.INACCESSIBLE;
    private static final long FIRST = IN_TX | StateWord.FIRST;
    private static final long FIRST_OF_TWO = TWO | StateWord.FIRST;
    private static final long ENDED_FIRST = ENDED | StateWord.FIRST;
    private static final long ENDED_FIRST_OF_TWO = ENDED_TWO | StateWord.FIRST;
    private static final long CLOSED = LEASE | StateWord.CLOSED;
    private static final long NEXT_LEASE =
            43 * StateWord.ONE_LEASE | StateWord.ONE_HANDLE | StateWord.ACCESSIBLE;

    private static final List<Long> WORDS =
            List.of(
                    RESERVED,
                    doomed(RESERVED),
                    AVAILABLE,
                    PLAIN,
                    doomed(PLAIN),
                    IN_TX,
                    doomed(IN_TX),
                    TWO,
                    doomed(TWO),
                    THREE,
                    doomed(THREE),
                    ENDED,
                    doomed(ENDED),
                    ENDED_TWO,
                    doomed(ENDED_TWO),
                    ENDED_THREE,
                    doomed(ENDED_THREE),
                    INACCESSIBLE,
                    doomed(INACCESSIBLE),
                    CLOSED,
                    doomed(CLOSED));

    /** What the handles of lease 42 keep. */
    private static final long STAMP = PLAIN;

    private static final long STAMP_OF_SECOND_HANDLE = PLAIN + StateWord.ONE_HANDLE;

    private static final long STALE_STAMP = STAMP - StateWord.ONE_LEASE;

    /** A transition that compares a stamp. */
    private interface Stamped {
        boolean move(ResourceHolder<String> holder, long stamp);
    }

    private static final Map<String, Stamped> STAMPED =
            Map.ofEntries(
                    entry("accessibleToAvailable", ResourceHolder::accessibleToAvailable),
                    entry("accessibleToReserved", ResourceHolder::accessibleToReserved),
                    entry("plainToInTransaction", ResourceHolder::plainToInTransaction),
                    entry("share", ResourceHolder::share),
                    entry("closeOneOfSeveral", ResourceHolder::closeOneOfSeveral),
                    entry("closeFirst", ResourceHolder::closeFirst),
                    entry("accessibleToInaccessible", ResourceHolder::accessibleToInaccessible),
                    entry("inaccessibleToAccessible", ResourceHolder::inaccessibleToAccessible),
                    entry("inaccessibleToReserved", ResourceHolder::inaccessibleToReserved),
                    entry("accessibleToEnded", ResourceHolder::accessibleToEnded),
                    entry("endedToReserved", ResourceHolder::endedToReserved),
                    entry("evict", ResourceHolder::evict));

    private static final Map<String, Predicate<ResourceHolder<String>>> UNSTAMPED =
            Map.of(
                    "availableToAccessible",
                    ResourceHolder::availableToAccessible,
                    "tryHome",
                    ResourceHolderTest::tryHome,
                    "availableToReserved",
                    ResourceHolder::availableToReserved,
                    "anyLeaseToReserved",
                    ResourceHolder::anyLeaseToReserved,
                    "reservedToAvailable",
                    ResourceHolder::reservedToAvailable,
                    "markDoomed",
                    holder -> holder.markDoomed(DiscardReason.EVICTED, null));

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch =
            new Epoch(ticker, Duration.ofMillis(250).toNanos(), /* fixed= */ false, () -> {});
    private final WaiterQueue<String> waiters = owner.waiters(ticker, new HolderSlots<>(1));

    private static long doomed(long word) {
        return word | StateWord.DOOMED;
    }

    private ResourceHolder<String> holder(long word) {
        ResourceHolder<String> holder =
                new ResourceHolder<>("resource", epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
        holder.word = word;
        holder.stamp = StateWord.firstOfLease(word);
        return holder;
    }

    private static boolean tryHome(ResourceHolder<String> holder) {
        return holder.tryHome(holder.stamp) == 0;
    }

    /**
     * Tries the transition on every word: it wins on these and no other, and makes these of them.
     */
    private void check(Predicate<ResourceHolder<String>> transition, Map<Long, Long> wins) {
        for (long word : WORDS) {
            ResourceHolder<String> holder = holder(word);
            boolean won = transition.test(holder);
            assertThat(won)
                    .as("won on %s", StateWord.toString(word))
                    .isEqualTo(wins.containsKey(word));
            assertThat(StateWord.toString(holder.word))
                    .as("made of %s", StateWord.toString(word))
                    .isEqualTo(StateWord.toString(wins.getOrDefault(word, word)));
            assertThat(holder.word).isEqualTo(wins.getOrDefault(word, word));
        }
    }

    /** Adds to each word its doomed twin, which must come out doomed as well. */
    private static Map<Long, Long> doomedOrNot(Map<Long, Long> wins) {
        Map<Long, Long> all = new HashMap<>(wins);
        wins.forEach((from, to) -> all.put(doomed(from), doomed(to)));
        return all;
    }

    @Test
    void aNewHolderIsReservedByItsCreatorAndHasNoLease() {
        ResourceHolder<String> holder =
                new ResourceHolder<>("resource", epoch, waiters, owner, 5, 10, 3);

        assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
        assertThat(holder.word).isEqualTo(StateWord.RESERVED);
        assertThat(holder.resource()).isEqualTo("resource");
        assertThat(holder.createdAt).isEqualTo(5);
        assertThat(holder.validatedAt).isEqualTo(5);
        assertThat(holder.expiresAt).isEqualTo(10);
        assertThat(holder.generation).isEqualTo(3);
        assertThat(holder.seen).as("equal to no epoch").isZero();
        assertThat(holder.lastUse()).isEqualTo(5);
    }

    @Test
    void aStampIsTheWordWithWhichTheLeaseBegan() {
        for (long word : WORDS) {
            if (StateWord.is(word, StateWord.ACCESSIBLE)) {
                assertThat(holder(word).stamp())
                        .isEqualTo(
                                (word & ~(StateWord.MARKS | StateWord.HANDLES))
                                        | StateWord.ONE_HANDLE);
            }
        }
    }

    @Test
    void theStampOfAHolderWithoutALeaseEndsNone() {
        for (long word : WORDS) {
            if (!StateWord.is(word, StateWord.ACCESSIBLE)) {
                ResourceHolder<String> holder = holder(word);
                assertThat(holder.accessibleToAvailable(holder.stamp())).isFalse();
                assertThat(holder.accessibleToReserved(holder.stamp())).isFalse();
                assertThat(holder.word).isEqualTo(word);
            }
        }
    }

    @Test
    void itIsNewUntilItIsUsedOrValidated() {
        ResourceHolder<String> used = holder(RESERVED);
        ResourceHolder<String> validated = holder(RESERVED);
        assertThat(used.isNew()).isTrue();

        used.seen = epoch.touch();
        validated.validatedAt = validated.createdAt + 1;

        assertThat(used.isNew()).isFalse();
        assertThat(validated.isNew()).isFalse();
    }

    @Test
    void aPlainLeaseIsInUseInThisLeaseAndInNoTransaction() {
        for (long word : WORDS) {
            assertThat(holder(word).isPlainLease(STAMP))
                    .as(StateWord.toString(word))
                    .isEqualTo((word & ~StateWord.DOOMED) == PLAIN);
        }
        assertThat(holder(PLAIN).isPlainLease(STALE_STAMP)).isFalse();
    }

    @Test
    void aTransactionOpensHandlesUntilItEndsOrHasTheMost() {
        List<Long> open = List.of(IN_TX, TWO, THREE, INACCESSIBLE);
        for (long word : WORDS) {
            assertThat(holder(word).isOpenTo(STAMP))
                    .as(StateWord.toString(word))
                    .isEqualTo(open.contains(word & ~StateWord.DOOMED));
        }
        assertThat(holder(IN_TX).isOpenTo(STALE_STAMP)).isFalse();
        long most = IN_TX | StateWord.HANDLES;
        assertThat(holder(most).isOpenTo(STAMP)).isFalse();
        assertThat(holder(most - StateWord.ONE_HANDLE).isOpenTo(STAMP)).isTrue();
    }

    private void assertNothingMoves(long stamp) {
        STAMPED.forEach(
                (name, transition) -> {
                    for (long word : WORDS) {
                        ResourceHolder<String> holder = holder(word);
                        assertThat(transition.move(holder, stamp))
                                .as("%s on %s", name, StateWord.toString(word))
                                .isFalse();
                        assertThat(holder.word)
                                .as("%s on %s", name, StateWord.toString(word))
                                .isEqualTo(word);
                    }
                });
    }

    @Test
    void textShowsTheWord() {
        assertThat(holder(doomed(PLAIN)))
                .hasToString("ResourceHolder[ACCESSIBLE lease 42 handles 1 doomed]");
    }

    @Nested
    class Transitions {

        @Test
        void availableToAccessibleBeginsTheNextLeaseAndWinsOnAvailableOnly() {
            check(ResourceHolder::availableToAccessible, Map.of(AVAILABLE, NEXT_LEASE));
        }

        @Test
        void tryHomeDoesTheSameAndAnswersZero() {
            check(ResourceHolderTest::tryHome, Map.of(AVAILABLE, NEXT_LEASE));
        }

        @Test
        void tryHomeFailsWithAnotherStampThanTheLast() {
            for (long leases : new long[] {-2, -1, 1}) {
                ResourceHolder<String> holder = holder(AVAILABLE);

                assertThat(holder.tryHome(holder.stamp + leases * StateWord.ONE_LEASE)).isNotZero();
                assertThat(holder.word).isEqualTo(AVAILABLE);
            }
        }

        @Test
        void aNewLeaseLeavesItsStamp() {
            ResourceHolder<String> found = holder(AVAILABLE);
            ResourceHolder<String> handedOver = holder(RESERVED);

            assertThat(found.availableToAccessible()).isTrue();
            assertThat(handedOver.reservedToAccessible()).isTrue();

            assertThat(found.stamp()).isEqualTo(NEXT_LEASE);
            assertThat(handedOver.stamp()).isEqualTo(NEXT_LEASE);
        }

        @Test
        void availableToReservedWinsOnAvailableOnly() {
            check(ResourceHolder::availableToReserved, Map.of(AVAILABLE, RESERVED));
        }

        @Test
        void accessibleToAvailableWinsOnTheStampOnly() {
            check(holder -> holder.accessibleToAvailable(STAMP), Map.of(PLAIN, AVAILABLE));
        }

        @Test
        void accessibleToReservedWinsOnAPlainLeaseDoomedOrNot() {
            check(
                    holder -> holder.accessibleToReserved(STAMP),
                    doomedOrNot(Map.of(PLAIN, RESERVED)));
        }

        @Test
        void anyLeaseToReservedTakesEveryLeaseAwayAndDoomsIt() {
            Map<Long, Long> wins = new HashMap<>();
            for (long word : WORDS) {
                if (StateWord.is(word, StateWord.ACCESSIBLE)
                        || StateWord.is(word, StateWord.INACCESSIBLE)) {
                    wins.put(word, doomed(RESERVED));
                }
            }
            assertThat(wins).hasSize(16);
            check(ResourceHolder::anyLeaseToReserved, wins);
        }

        @Test
        void reservedToAccessibleBeginsTheNextLeaseUnlessDoomed() {
            ResourceHolder<String> sound = holder(RESERVED);
            ResourceHolder<String> doomed = holder(doomed(RESERVED));

            assertThat(sound.reservedToAccessible()).isTrue();
            assertThat(sound.word).isEqualTo(NEXT_LEASE);
            assertThat(doomed.reservedToAccessible()).isFalse();
            assertThat(doomed.word).isEqualTo(doomed(RESERVED));
        }

        @Test
        void reservedToAvailableWinsOnReservedWithoutMarksOnly() {
            check(ResourceHolder::reservedToAvailable, Map.of(RESERVED, AVAILABLE));
        }

        @Test
        void availableToHeldWinsOnAvailableOnly() {
            check(ResourceHolder::availableToHeld, Map.of(AVAILABLE, AVAILABLE | StateWord.HELD));
            assertThat(holder(AVAILABLE | StateWord.HELD).availableToHeld()).isFalse();
        }

        @Test
        void reservedToHeldWinsOnReservedWithoutMarksOnly() {
            check(ResourceHolder::reservedToHeld, Map.of(RESERVED, AVAILABLE | StateWord.HELD));
        }

        @Test
        void reservedToClosedWinsOnReservedOnlyDoomedOrNot() {
            check(ResourceHolder::reservedToClosed, doomedOrNot(Map.of(RESERVED, CLOSED)));
        }

        @Test
        void plainToInTransactionWinsOnTheStampOnly() {
            check(holder -> holder.plainToInTransaction(STAMP), Map.of(PLAIN, FIRST));
        }

        @Test
        void evictDoomsWhatIsInUseInThisLeaseOnly() {
            Map<Long, Long> wins = new HashMap<>();
            for (long word : List.of(PLAIN, IN_TX, TWO, THREE, ENDED, ENDED_TWO, ENDED_THREE)) {
                wins.put(word, doomed(word));
                wins.put(doomed(word), doomed(word));
            }
            check(holder -> holder.evict(STAMP), wins);
        }

        @Test
        void inTransactionToPlainTakesAwayWhatTheTransactionLeft() {
            for (long word : List.of(FIRST, ENDED_FIRST, IN_TX, ENDED, PLAIN)) {
                ResourceHolder<String> sound = holder(word);
                ResourceHolder<String> doomed = holder(doomed(word));

                sound.inTransactionToPlain();
                doomed.inTransactionToPlain();

                assertThat(sound.word).isEqualTo(PLAIN);
                assertThat(doomed.word).isEqualTo(doomed(PLAIN));
            }
        }

        private void assertMove(Predicate<ResourceHolder<String>> move, long from, long to) {
            for (long doom : List.of(0L, StateWord.DOOMED)) {
                ResourceHolder<String> holder = holder(from | doom);

                assertThat(move.test(holder)).isEqualTo(from != to);
                assertThat(StateWord.toString(holder.word))
                        .isEqualTo(StateWord.toString(to | doom));
            }
        }

        @Test
        void closeFirstClosesTheFirstHandleAndNoOther() {
            check(holder -> holder.closeFirst(STAMP), Map.of());
            assertMove(holder -> holder.closeFirst(STAMP), FIRST, INACCESSIBLE);
            assertMove(holder -> holder.closeFirst(STAMP), FIRST_OF_TWO, IN_TX);
            assertMove(holder -> holder.closeFirst(STAMP), ENDED_FIRST_OF_TWO, ENDED);
            assertMove(holder -> holder.closeFirst(STAMP), ENDED_FIRST, ENDED_FIRST);
            assertMove(holder -> holder.closeFirst(STALE_STAMP), FIRST, FIRST);
        }

        @Test
        void whereTheFirstIsNotToldFromOthersTheLastOfThemEndsIt() {
            assertMove(holder -> holder.closeOneOfSeveral(STAMP), FIRST_OF_TWO, FIRST);
            assertMove(holder -> holder.accessibleToInaccessible(STAMP), FIRST, INACCESSIBLE);
            assertMove(holder -> holder.endedToReserved(STAMP), ENDED_FIRST, RESERVED);
        }

        @Test
        void endedToReservedByTheFirstHandleAsksWhetherThatIsTheLast() {
            long stamp = STAMP | StateWord.FIRST;
            assertMove(holder -> holder.endedToReserved(stamp), ENDED_FIRST, RESERVED);
            assertMove(holder -> holder.endedToReserved(stamp), ENDED, ENDED);
        }

        @Test
        void shareOpensOneMoreHandleInATransactionThatHasNotEnded() {
            Map<Long, Long> wins =
                    doomedOrNot(
                            Map.of(IN_TX, TWO, TWO, THREE, THREE, THREE + StateWord.ONE_HANDLE));
            check(holder -> holder.share(STAMP), wins);
            check(holder -> holder.share(STAMP_OF_SECOND_HANDLE), wins);
        }

        @Test
        void shareStopsWhereTheCountOfHandlesEnds() {
            long full = IN_TX | StateWord.HANDLES;
            ResourceHolder<String> holder = holder(full);

            assertThat(holder.share(STAMP)).isFalse();
            assertThat(holder.word).isEqualTo(full);
        }

        @Test
        void closeOneOfSeveralNeverClosesTheLast() {
            Map<Long, Long> wins =
                    doomedOrNot(
                            Map.of(
                                    TWO,
                                    IN_TX,
                                    THREE,
                                    TWO,
                                    ENDED_TWO,
                                    ENDED,
                                    ENDED_THREE,
                                    ENDED_TWO));
            check(holder -> holder.closeOneOfSeveral(STAMP), wins);
            check(holder -> holder.closeOneOfSeveral(STAMP_OF_SECOND_HANDLE), wins);
        }

        @Test
        void accessibleToInaccessibleClosesTheLastHandleOfATransactionThatHasNotEnded() {
            Map<Long, Long> wins = doomedOrNot(Map.of(IN_TX, INACCESSIBLE));
            check(holder -> holder.accessibleToInaccessible(STAMP), wins);
            check(holder -> holder.accessibleToInaccessible(STAMP_OF_SECOND_HANDLE), wins);
        }

        @Test
        void inaccessibleToAccessibleOpensTheFirstHandleAgain() {
            check(
                    holder -> holder.inaccessibleToAccessible(STAMP),
                    doomedOrNot(Map.of(INACCESSIBLE, IN_TX)));
        }

        @Test
        void inaccessibleToReservedLeavesTheTransaction() {
            check(
                    holder -> holder.inaccessibleToReserved(STAMP),
                    doomedOrNot(Map.of(INACCESSIBLE, RESERVED)));
        }

        @Test
        void accessibleToEndedMarksWhatIsStillOpen() {
            check(
                    holder -> holder.accessibleToEnded(STAMP),
                    doomedOrNot(
                            Map.of(
                                    IN_TX,
                                    ENDED,
                                    TWO,
                                    ENDED_TWO,
                                    THREE,
                                    ENDED_THREE,
                                    ENDED,
                                    ENDED,
                                    ENDED_TWO,
                                    ENDED_TWO,
                                    ENDED_THREE,
                                    ENDED_THREE)));
        }

        @Test
        void endedToReservedClosesTheLastHandleOfATransactionThatHasEnded() {
            Map<Long, Long> wins = doomedOrNot(Map.of(ENDED, RESERVED));
            check(holder -> holder.endedToReserved(STAMP), wins);
            check(holder -> holder.endedToReserved(STAMP_OF_SECOND_HANDLE), wins);
        }

        @Test
        void aStaleStampDoesNothing() {
            assertNothingMoves(STALE_STAMP);
            assertNothingMoves(STALE_STAMP + StateWord.ONE_HANDLE);
        }

        @Test
        void nothingMarkedEverBecomesAvailable() {
            Map<String, Predicate<ResourceHolder<String>>> all = new LinkedHashMap<>(UNSTAMPED);
            STAMPED.forEach(
                    (name, transition) -> {
                        all.put(name, holder -> transition.move(holder, STAMP));
                        all.put(
                                name + " by the second handle",
                                holder -> transition.move(holder, STAMP_OF_SECOND_HANDLE));
                    });
            List<String> made = new ArrayList<>();
            all.forEach(
                    (name, transition) -> {
                        for (long word : WORDS) {
                            ResourceHolder<String> holder = holder(word);
                            boolean won = transition.test(holder);
                            if (won && StateWord.is(holder.word, StateWord.AVAILABLE)) {
                                assertThat(word & StateWord.MARKS).as(name).isZero();
                                assertThat(StateWord.isAvailable(holder.word)).as(name).isTrue();
                                made.add(name);
                            }
                        }
                    });
            assertThat(made)
                    .containsExactlyInAnyOrder("reservedToAvailable", "accessibleToAvailable");
        }
    }

    @Nested
    class Doom {

        @Test
        void everyHolderButAClosedOneIsMarkedAndOnlyAnIdleOneReserved() {
            for (long word : WORDS) {
                ResourceHolder<String> holder = holder(word);
                boolean reserved = holder.markDoomed(DiscardReason.EVICTED, null);

                boolean idle = word == AVAILABLE;
                boolean closed = StateWord.is(word, StateWord.CLOSED);
                assertThat(reserved).as(StateWord.toString(word)).isEqualTo(idle);
                assertThat(holder.word)
                        .as(StateWord.toString(word))
                        .isEqualTo(idle ? doomed(RESERVED) : closed ? word : doomed(word));
            }
        }

        @Test
        void anIdleHolderIsDiscardedAtOnceWithItsReason() {
            ResourceHolder<String> holder = holder(AVAILABLE);

            holder.doom(DiscardReason.BROKEN, new IllegalStateException("server gone"));

            assertThat(owner.journal.entries())
                    .containsExactly("discard " + holder + " BROKEN server gone");
            assertThat(holder.word).isEqualTo(doomed(RESERVED));
        }

        @Test
        void aHolderInUseIsLeftToItsUser() {
            ResourceHolder<String> holder = holder(PLAIN);

            holder.doom(DiscardReason.BROKEN, null);

            assertThat(owner.journal.entries()).isEmpty();
            assertThat(holder.isDoomed()).isTrue();
            assertThat(holder.release(STAMP)).isTrue();
            assertThat(owner.journal.entries()).containsExactly("requeue " + holder);
            assertThat(holder.word).isEqualTo(doomed(RESERVED));
        }

        @Test
        void theReasonIsKeptForTheThreadThatFindsTheMark() {
            IllegalStateException cause = new IllegalStateException("server gone");
            ResourceHolder<String> holder = holder(PLAIN);

            holder.doom(DiscardReason.BROKEN, cause);

            assertThat(holder.whyDoomed())
                    .isEqualTo(new ResourceHolder.Doom(DiscardReason.BROKEN, cause));
        }

        @Test
        void theFirstReasonStays() {
            ResourceHolder<String> holder = holder(PLAIN);

            holder.doom(DiscardReason.BROKEN, null);
            holder.doom(DiscardReason.POOL_CLOSED, null);

            assertThat(holder.whyDoomed().reason()).isEqualTo(DiscardReason.BROKEN);
        }

        @Test
        void aHolderThatNobodyDoomedIsEvictedWithoutCause() {
            assertThat(holder(RESERVED).whyDoomed())
                    .isEqualTo(new ResourceHolder.Doom(DiscardReason.EVICTED, null));
        }
    }

    @Nested
    class Release {

        private ResourceHolder<String> leased() {
            ResourceHolder<String> holder = holder(PLAIN);
            holder.seen = epoch.touch();
            return holder;
        }

        @Test
        void aCleanLeaseGoesStraightToAvailable() {
            ResourceHolder<String> holder = leased();

            assertThat(holder.release(STAMP)).isTrue();

            assertThat(holder.word).isEqualTo(AVAILABLE);
            assertThat(owner.journal.entries()).isEmpty();
        }

        @Test
        void releasingTwiceReleasesOnce() {
            ResourceHolder<String> holder = leased();
            holder.release(STAMP);

            assertThat(holder.release(STAMP)).isFalse();

            assertThat(holder.word).isEqualTo(AVAILABLE);
            assertThat(owner.journal.entries()).isEmpty();
        }

        @Test
        void aLateReleaseLeavesTheNextLeaseAlone() {
            ResourceHolder<String> holder = leased();
            holder.release(STAMP);
            holder.availableToAccessible();

            assertThat(holder.release(STAMP)).isFalse();
            assertThat(holder.reserve(STAMP)).isFalse();

            assertThat(holder.word).isEqualTo(NEXT_LEASE);
            assertThat(owner.journal.entries()).isEmpty();
        }

        @Test
        void afterATickItComesHomeOverTheSlowSide() {
            ResourceHolder<String> holder = leased();
            epoch.tick();

            assertThat(holder.release(STAMP)).isTrue();

            assertThat(holder.word).isEqualTo(RESERVED);
            assertThat(owner.journal.entries()).containsExactly("requeue " + holder);
        }

        @Test
        void itIsNotPublishedWhileAnOldWaiterWaits() {
            ResourceHolder<String> holder = leased();
            waiters.entitled = 1;

            assertThat(holder.release(STAMP)).isTrue();

            assertThat(holder.word).isEqualTo(RESERVED);
            assertThat(owner.journal.entries()).containsExactly("requeue " + holder);
        }

        @Test
        void insideATransactionItIsLeftToTheTransaction() {
            ResourceHolder<String> holder = leased();
            holder.plainToInTransaction(STAMP);
            owner.releasedInTransaction = true;

            assertThat(holder.release(STAMP)).isTrue();

            assertThat(holder.word).isEqualTo(FIRST);
            assertThat(owner.journal.entries())
                    .containsExactly(
                            "releaseInTransaction "
                                    + holder
                                    + " with "
                                    + StateWord.toString(STAMP));
            owner.releasedInTransaction = false;
            assertThat(holder.release(STAMP)).isFalse();
        }

        @Test
        void theFirstHandleOfATransactionIsEndedOnce() {
            ResourceHolder<String> holder = leased();
            holder.plainToInTransaction(STAMP);
            long first = STAMP | StateWord.FIRST;

            assertThat(holder.releaseInTransaction(first)).isTrue();
            assertThat(holder.word).isEqualTo(INACCESSIBLE);
            assertThat(holder.inaccessibleToAccessible(STAMP)).isTrue();

            assertThat(holder.releaseInTransaction(first)).isFalse();
            assertThat(holder.word).as("the next handle").isEqualTo(IN_TX);
        }

        @Test
        void anotherHandleOfATransactionIsLeftToTheTransaction() {
            ResourceHolder<String> holder = leased();
            holder.word = TWO;
            assertThat(holder.releaseInTransaction(STAMP)).isFalse();
            owner.releasedInTransaction = true;

            assertThat(holder.releaseInTransaction(STAMP)).isTrue();

            assertThat(holder.word).isEqualTo(TWO);
            assertThat(owner.journal.entries())
                    .hasSize(2)
                    .allMatch(entry -> entry.startsWith("releaseInTransaction"));
        }

        @Test
        void aLeaseThatJoinedNoTransactionIsReleasedOnce() {
            ResourceHolder<String> holder = leased();

            assertThat(holder.releaseInTransaction(STAMP)).isTrue();
            assertThat(holder.releaseInTransaction(STAMP)).isFalse();

            assertThat(holder.word).isEqualTo(AVAILABLE);
            assertThat(owner.journal.entries()).isEmpty();
        }

        @Test
        void waitersAreServedThatHaveToKnow() {
            List<Long> served = new ArrayList<>();
            boolean[] knows = {true};
            WaitSignals signals =
                    new WaitSignals() {
                        @Override
                        public boolean hasToKnow(long lease) {
                            return knows[0];
                        }

                        @Override
                        protected void serve(long lease) {
                            served.add(lease);
                        }
                    };
            ResourceHolder<String> holder =
                    new ResourceHolder<>("resource", epoch, signals, owner, 1, Long.MAX_VALUE, 0);
            holder.seen = epoch.touch();
            holder.word = PLAIN;
            assertThat(holder.release(STAMP)).isTrue();
            assertThat(served).as("with no waiter").isEmpty();

            signals.waiting = 1;
            holder.word = PLAIN;
            assertThat(holder.release(STAMP)).isTrue();
            assertThat(served).containsExactly(42L);

            knows[0] = false;
            holder.word = PLAIN;
            assertThat(holder.release(STAMP)).isTrue();
            assertThat(served).containsExactly(42L);
        }

        @Test
        void atRestItIsAvailable() {
            ResourceHolder<String> holder = leased();
            holder.word = RESERVED;

            assertThat(holder.releaseAtRest()).isTrue();

            assertThat(holder.word).isEqualTo(AVAILABLE);
        }

        @Test
        void atRestItIsNotPublishedWhileAnOldWaiterWaitsOrWhenTheEpochDiffers() {
            ResourceHolder<String> holder = leased();
            holder.word = RESERVED;
            waiters.entitled = 1;
            assertThat(holder.releaseAtRest()).isFalse();
            waiters.entitled = 0;
            epoch.bump();

            assertThat(holder.releaseAtRest()).isFalse();

            assertThat(holder.word).isEqualTo(RESERVED);
        }

        @Test
        void reservingALeaseLeavesItToTheCaller() {
            ResourceHolder<String> holder = leased();

            assertThat(holder.reserve(STAMP)).isTrue();

            assertThat(holder.word).isEqualTo(RESERVED);
            assertThat(holder.release(STAMP)).isFalse();
            assertThat(owner.journal.entries()).isEmpty();
            holder.requeue();
            holder.discard(DiscardReason.BROKEN, null);
            assertThat(owner.journal.entries())
                    .containsExactly("requeue " + holder, "discard " + holder + " BROKEN");
        }

        @Test
        void aLeaseInATransactionCannotBeReserved() {
            ResourceHolder<String> holder = holder(IN_TX);

            assertThat(holder.reserve(STAMP)).isFalse();
            assertThat(holder.word).isEqualTo(IN_TX);
        }
    }
}
