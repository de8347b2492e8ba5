package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolException;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.DetachedWaiter;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.Fairness;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiters that have waited for longer than their turn, and are entitled to what comes back. */
class EntitlementTest {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch =
            new Epoch(
                    new HandDrivenTicker(),
                    Duration.ofMillis(250).toNanos(),
                    /* fixed= */ false,
                    () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(4);
    private final ScriptedTicker script = new ScriptedTicker();
    private final WaiterQueue<String> queue = owner.waiters(script, slots);
    private final ResourceHolder<String> holder =
            new ResourceHolder<>("resource", epoch, queue, owner, 1, Long.MAX_VALUE, 0);

    EntitlementTest() {
        slots.seat(holder);
    }

    @AfterEach
    void theScriptWasPlayed() {
        assertThat(Thread.interrupted()).as("interrupted").isFalse();
        assertThat(script.parks).as("parks").isEmpty();
        assertThat(script.reads).as("reads of the clock").isEmpty();
        assertThat(queue.waiting).isZero();
        assertThat(queue.entitled).isZero();
        assertThat(queue.hasToKnow(1)).as("nobody has left its name behind").isTrue();
    }

    private ResourceHolder<String> await(long waited) throws InterruptedException {
        return new AvailableQueue<>(slots, queue, script)
                .await(script.now - waited, script.now + A_MINUTE, false);
    }

    @Test
    void comesFromAFutileWakeUpWhereLeasesHaveBecomeLong() throws Exception {
        script.parks.add(
                () -> {
                    queue.used(Fairness.LONG_LEASE_NANOS);
                    queue.signal();
                });
        script.parks.add(
                () -> {
                    assertThat(queue.entitled).isOne();
                    holder.accessibleToReserved(holder.stamp());
                    queue.handOverOrOffer(holder);
                });

        assertThat(await(0)).isSameAs(holder);
    }

    private void grantTurn() {
        script.now += Fairness.TURN_NANOS;
        queue.released(Fairness.LEASES_PER_LOOK);
        assertThat(queue.entitled).isOne();
    }

    /** Wakes it in vain so often that it keeps its name. */
    private void wakeInVain() {
        for (int i = 1; i < Fairness.FUTILE_WAKE_UPS; i++) {
            script.parks.add(queue::signal);
        }
        script.parks.add(
                () -> {
                    queue.signal();
                    assertThat(script.parkedFor).as("until it is woken").isEqualTo(A_MINUTE);
                });
    }

    @Test
    void isNotWokenForATurnWhereItWasWokenInVainAgainAndAgain() throws Exception {
        wakeInVain();
        script.parks.add(
                () -> {
                    assertThat(script.parkedFor).isEqualTo(Fairness.FUTILE_NANOS);
                    assertThat(queue.hasToKnow(1)).as("releases wake nobody").isFalse();
                });
        script.parks.add(
                () -> {
                    assertThat(queue.hasToKnow(1)).as("it has looked in vain").isTrue();
                    assertThat(script.parkedFor).isEqualTo(A_MINUTE);
                    queue.offer(holder);
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void looksByItselfWhereItWasWokenInVainAgainAndAgain() throws Exception {
        wakeInVain();
        script.parks.add(
                () -> {
                    queue.offer(holder);
                    assertThat(queue.hasToKnow(1)).as("its name is kept").isFalse();
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void looksNoLaterThanItsDeadlineWhereItWasWokenInVainAgainAndAgain() throws Exception {
        for (int i = 0; i < Fairness.FUTILE_WAKE_UPS; i++) {
            script.parks.add(queue::signal);
        }
        script.parks.add(() -> script.now += script.parkedFor);

        assertThat(queue.await(script.now, script.now + 1000, false)).isNull();
        assertThat(script.parkedFor).isEqualTo(1000);
    }

    @Test
    void hasItsTurnAlsoWhereItWasWokenInVainAgainAndAgain() throws Exception {
        wakeInVain();
        script.parks.add(
                () -> {
                    script.now += Fairness.TURN_NANOS;
                    queue.released(Fairness.LEASES_PER_LOOK);
                    assertThat(queue.entitled).isOne();
                    assertThat(queue.handOverOrOffer(holder)).isTrue();
                    assertThat(slots.poll()).as("for a thread that barges in").isNull();
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void isRefusedWhileItKeepsItsName() {
        wakeInVain();
        script.parks.add(() -> WaiterQueueTest.refuse(queue));

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(() -> await(0))
                .withMessage("no resource can be created");
    }

    @Test
    void isInterruptedWhileItKeepsItsName() {
        wakeInVain();
        script.parks.add(() -> Thread.currentThread().interrupt());

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> await(0));
    }

    /** What comes then is left to the others, which a release may wake now. */
    @Test
    void givesItsNameUpWhereItsTimeIsOverMeanwhile() throws Exception {
        wakeInVain();
        script.parks.add(
                () ->
                        script.reads.add(
                                () -> {
                                    queue.offer(holder); // it has looked already
                                    script.now += A_MINUTE;
                                }));

        assertThat(await(0)).isNull();
        assertThat(slots.firstAvailable()).isSameAs(holder);
    }

    @Test
    void isWokenAgainAndAgainWhereThatIsSeldomer() throws Exception {
        for (int i = 0; i < 2 * Fairness.FUTILE_WAKE_UPS; i++) {
            script.parks.add(
                    () -> {
                        assertThat(script.parkedFor).as("until it is woken").isPositive();
                        assertThat(queue.hasToKnow(1)).isTrue();
                        script.now += Fairness.FUTILE_NANOS / 2;
                        queue.signal();
                    });
        }
        script.parks.add(() -> queue.offer(holder));

        assertThat(await(0)).isSameAs(holder);
    }

    /** Runs something when growth is asked for so many times from now on. */
    private void atDemand(int number, Runnable what) {
        AtomicInteger demands = new AtomicInteger();
        owner.onDemand =
                () -> {
                    if (demands.incrementAndGet() == number) {
                        what.run();
                    }
                };
    }

    /** A thread that asks for growth may wait for a lock, which uses up a wake-up. */
    @Test
    void isNotNeededForWhatBecomesAvailableWhileItAsksForGrowth() throws Exception {
        atDemand(2, () -> queue.offer(holder)); // it has looked, and parks next

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void bringsTheHolderAlsoWhileItAsksForGrowth() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () -> atDemand(1, () -> assertThat(queue.handOverOrOffer(holder)).isTrue()));

        assertThat(await(A_MINUTE)).isSameAs(holder);
    }

    @Test
    void isPassedOnWhereAskingForGrowthFailsMeanwhile() {
        script.parks.add(this::grantTurn);
        owner.onPublish = queue::offer;
        OutOfMemoryError full = new OutOfMemoryError("on purpose");
        script.parks.add(
                () ->
                        atDemand(
                                1,
                                () -> {
                                    assertThat(queue.handOverOrOffer(holder)).isTrue();
                                    throw full;
                                }));

        assertThatThrownBy(() -> await(A_MINUTE)).isSameAs(full);

        assertThat(slots.firstAvailable()).isSameAs(holder);
        assertThat(holder.leases()).as("a caller had none").isZero();
    }

    @Test
    void doesNotComeFromAFutileWakeUpWhereLeasesAreShort() throws Exception {
        script.parks.add(
                () -> {
                    queue.used(Fairness.LONG_LEASE_NANOS - 1);
                    queue.signal();
                });
        script.parks.add(
                () -> {
                    assertThat(queue.entitled).isZero();
                    holder.accessibleToReserved(holder.stamp());
                    queue.handOverOrOffer(holder);
                });

        assertThat(await(A_MINUTE)).isSameAs(holder);
    }

    @Test
    void doesNotComeFromWaitingAlone() throws Exception {
        script.parks.add(() -> {});
        script.parks.add(
                () -> {
                    assertThat(queue.entitled).isZero();
                    queue.offer(holder);
                });

        assertThat(await(A_MINUTE)).isSameAs(holder);
    }

    @Test
    void comesWhenTheTurnIsDueAndALeaseHasLookedAtTheClock() throws Exception {
        script.parks.add(
                () -> {
                    script.now += Fairness.TURN_NANOS;
                    for (long lease = 1; lease < Fairness.LEASES_PER_LOOK; lease++) {
                        queue.released(lease);
                    }
                    assertThat(queue.entitled).as("nobody has looked").isZero();
                    queue.released(Fairness.LEASES_PER_LOOK);
                    assertThat(queue.entitled).isOne();
                    queue.handOverOrOffer(holder);
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void doesNotComeBeforeTheTurnIsDue() throws Exception {
        script.parks.add(
                () -> {
                    script.now += Fairness.TURN_NANOS - 1;
                    queue.released(Fairness.LEASES_PER_LOOK);
                    assertThat(queue.entitled).isZero();
                    queue.handOverOrOffer(holder);
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void comesToOneWaiterInATurn() throws Exception {
        script.parks.add(
                () -> {
                    script.now += Fairness.TURN_NANOS;
                    queue.released(Fairness.LEASES_PER_LOOK);
                    queue.handOverOrOffer(holder);
                });
        ResourceHolder<String> first = await(0);
        first.accessibleToReserved(first.stamp());
        script.parks.add(
                () -> {
                    queue.released(Fairness.LEASES_PER_LOOK);
                    assertThat(queue.entitled).as("the last turn was just now").isZero();
                    queue.handOverOrOffer(holder);
                });

        assertThat(await(Fairness.TURN_NANOS)).isSameAs(holder);
    }

    private void comesOnArrival(boolean expected) throws Exception {
        script.parks.add(
                () -> {
                    assertThat(queue.entitled).isEqualTo(expected ? 1 : 0);
                    holder.accessibleToReserved(holder.stamp());
                    queue.handOverOrOffer(holder);
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void comesOnArrivalWhereLeasesAreLong() throws Exception {
        holder.reservedToAvailable();
        assertThat(slots.poll()).isSameAs(holder);
        queue.used(Fairness.LONG_LEASE_NANOS);

        comesOnArrival(true);
    }

    @Test
    void doesNotComeOnArrivalWhereLeasesAreShort() throws Exception {
        holder.reservedToAvailable();
        assertThat(slots.poll()).isSameAs(holder);
        queue.used(Fairness.LONG_LEASE_NANOS - 1);

        comesOnArrival(false);
    }

    @Test
    void doesNotComeOnArrivalWhereOneLeaseLostItsProcessor() throws Exception {
        holder.reservedToAvailable();
        assertThat(slots.poll()).isSameAs(holder);
        queue.used(Fairness.LONG_LEASE_NANOS / 3);
        queue.used(A_MINUTE);

        comesOnArrival(false);
    }

    @Test
    void comesOnArrivalWhereSeveralLeasesHaveBecomeLong() throws Exception {
        holder.reservedToAvailable();
        assertThat(slots.poll()).isSameAs(holder);
        queue.used(1);
        for (int i = 0; i < 8; i++) {
            queue.used(2 * Fairness.LONG_LEASE_NANOS);
        }

        comesOnArrival(true);
    }

    /** A coarse clock shows no time for a quick lease. */
    @Test
    void doesNotComeOnArrivalWhereTheFirstLeaseTookNoTime() throws Exception {
        holder.reservedToAvailable();
        assertThat(slots.poll()).isSameAs(holder);
        queue.used(0);
        queue.used(A_MINUTE);

        comesOnArrival(false);
    }

    @Test
    void doesNotComeOnArrivalWhereSeveralLeasesHaveBecomeShort() throws Exception {
        holder.reservedToAvailable();
        assertThat(slots.poll()).isSameAs(holder);
        queue.used(A_MINUTE);
        for (int i = 0; i < 16; i++) {
            queue.used(1);
        }

        comesOnArrival(false);
    }

    /** Leases have become long while it waited: those behind it are entitled on arrival. */
    @Test
    void comesInItsTurnThoughOneBehindItIsEntitled() throws Exception {
        DetachedWaiters<String> requests = new DetachedWaiters<>(queue);
        DetachedWaiter behind = requests.newWaiter(/* again= */ false, 1, () -> {});
        script.parks.add(
                () -> {
                    queue.used(Fairness.LONG_LEASE_NANOS);
                    requests.join(behind, script.now + A_MINUTE);
                    assertThat(queue.entitled).as("the one behind it").isOne();
                    script.now += Fairness.TURN_NANOS;
                    queue.released(Fairness.LEASES_PER_LOOK);
                    assertThat(queue.entitled).as("both").isEqualTo(2);
                    holder.accessibleToReserved(holder.stamp());
                    assertThat(queue.handOverOrOffer(holder)).isTrue();
                });

        assertThat(await(0)).isSameAs(holder);
        assertThat(requests.withdraw(behind)).isTrue();
    }

    @Test
    void isWhatReleasesAreAskedForThoughOneWasWoken() throws Exception {
        script.parks.add(
                () -> {
                    assertThat(queue.hasToKnow(1)).as("nobody is woken").isTrue();
                    queue.signal();
                    assertThat(queue.hasToKnow(1)).isFalse();
                    assertThat(queue.hasToKnow(Fairness.LEASES_PER_LOOK)).isTrue();
                    queue.offer(holder);
                });

        assertThat(await(0)).isSameAs(holder);
    }

    @Test
    void isCountedOutByTheThreadThatServesIt() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () -> {
                    queue.handOverOrOffer(holder);
                    assertThat(queue.waiting).as("its thread has not run yet").isZero();
                    assertThat(queue.entitled).isZero();
                });

        assertThat(await(A_MINUTE)).isSameAs(holder);
    }

    @Test
    void bringsTheHolderByHandWithoutEverBeingAvailable() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () -> {
                    assertThat(queue.handOverOrOffer(holder)).isTrue();
                    assertThat(holder.state()).isEqualTo(ResourceState.ACCESSIBLE);
                    assertThat(slots.poll()).as("for a thread that barges in").isNull();
                });

        assertThat(await(A_MINUTE)).isSameAs(holder);
        assertThat(holder.thread).isSameAs(Thread.currentThread());
    }

    @Test
    void doesNotBringWhatIsDoomed() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () -> {
                    holder.markDoomed(DiscardReason.BROKEN, null);
                    assertThat(queue.handOverOrOffer(holder)).isFalse();
                    script.now += A_MINUTE;
                });

        assertThat(await(A_MINUTE)).isNull();
        assertThat(holder.state()).isEqualTo(ResourceState.RESERVED);
    }

    @Test
    void keepsWhatWasHandedOverAtTheDeadline() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () ->
                        script.reads.add(
                                () -> {
                                    queue.handOverOrOffer(holder);
                                    script.now += A_MINUTE;
                                }));

        assertThat(await(A_MINUTE)).isSameAs(holder);
    }

    @Test
    void keepsWhatWasHandedOverAndTheFlagWhenInterrupted() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () ->
                        script.reads.add(
                                () -> {
                                    queue.handOverOrOffer(holder);
                                    Thread.currentThread().interrupt();
                                }));

        assertThat(await(A_MINUTE)).isSameAs(holder);
        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    }

    @Test
    void leavesTheNextInLineItsTurn() throws Exception {
        script.parks.add(this::grantTurn);
        script.parks.add(
                () -> {
                    script.parks.add(
                            () -> {
                                assertThat(queue.handOverOrOffer(holder)).isTrue();
                                assertThat(queue.entitled).isZero();
                                script.now += 2 * A_MINUTE;
                            });
                    assertThat(awaitUnchecked(0)).isNull();
                });

        assertThat(await(A_MINUTE)).isSameAs(holder);
    }

    @Test
    void givesBackWhatReachedItWhenItEndsWithAFailure() throws Exception {
        ResourceHolder<String> second =
                new ResourceHolder<>("second", epoch, queue, owner, 1, Long.MAX_VALUE, 0);
        slots.seat(second);
        script.parks.add(this::grantTurn);
        script.parks.add(
                () -> {
                    owner.onDemand =
                            () -> {
                                queue.handOverOrOffer(holder); // the next in line is old now
                                queue.handOverOrOffer(second);
                                throw new IllegalStateException("on purpose");
                            };
                    assertThatExceptionOfType(IllegalStateException.class)
                            .isThrownBy(() -> await(A_MINUTE));
                });

        assertThat(await(A_MINUTE)).isSameAs(holder);
        assertThat(slots.firstAvailable()).isSameAs(second);
    }

    private ResourceHolder<String> awaitUnchecked(long waited) {
        try {
            return await(waited);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void endsWithARefusal() {
        script.parks.add(this::grantTurn);
        script.parks.add(() -> WaiterQueueTest.refuse(queue));

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(() -> await(A_MINUTE))
                .withMessage("no resource can be created");
    }

    /** Runs the next step of a script whenever the clock is read or a thread parks. */
    private static final class ScriptedTicker implements Ticker {

        private final Deque<Runnable> reads = new ArrayDeque<>();
        private final Deque<Runnable> parks = new ArrayDeque<>();
        private long now = Duration.ofDays(1).toNanos(); // a clock is rarely at zero
        private long parkedFor;

        @Override
        public long nanos() {
            Runnable step = reads.poll();
            if (step != null) {
                step.run();
            }
            return now;
        }

        @Override
        public Alarm schedule(Runnable task, long delayNanos) {
            return () -> {}; // no deadline of a request comes
        }

        @Override
        public void park(Object blocker, long nanos) {
            parkedFor = nanos;
            Runnable step = parks.poll();
            if (step == null) {
                throw new AssertionError("parked for good");
            }
            step.run();
        }
    }
}
