package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.PoolException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.Arrivals;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.DetachedWaiter;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request in the line of waiters, without a thread. */
class DetachedWaiterTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch =
            new Epoch(ticker, Duration.ofMillis(250).toNanos(), /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(4);
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
    private final WaiterQueue<String> waiters = owner.waiters(2, ticker, slots, permits);
    private final DetachedWaiters<String> requests = new DetachedWaiters<>(waiters);
    private final ResourceHolder<String> holder =
            new ResourceHolder<>("resource", epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
    private final List<String> ended = new ArrayList<>();

    DetachedWaiterTest() {
        permits.tryBegin(permits.get());
        permits.created();
        slots.seat(holder);
    }

    @AfterEach
    void nothingIsLeftBehind() throws Exception {
        assertThat(waiters.waiting).as("waiting").isZero();
        assertThat(waiters.entitled).as("entitled").isZero();
        assertThat(requests.count()).as("without a thread").isZero();
        assertThat(arrivals().first).isEmpty();
        assertThat(arrivals().again).isEmpty();
        assertThat(ticker.pending()).as("alarms").isZero();
    }

    private Arrivals arrivals() throws ReflectiveOperationException {
        Field arrivals = WaiterQueue.class.getDeclaredField("arrivals");
        arrivals.setAccessible(true);
        return (Arrivals) arrivals.get(waiters);
    }

    private DetachedWaiter request(String name, boolean again) {
        return requests.newWaiter(again, ticker.nanos(), () -> ended.add(name));
    }

    private DetachedWaiter joined(String name) {
        DetachedWaiter request = request(name, /* again= */ false);
        requests.join(request, ticker.nanos() + A_MINUTE.toNanos());
        return request;
    }

    @Test
    void isHandedWhatBecomesAvailable() {
        DetachedWaiter request = joined("one");
        assertThat(waiters.waiting).isOne();
        assertThat(requests.count()).isOne();

        assertThat(waiters.offer(holder)).isTrue();

        assertThat(ended).containsExactly("one");
        assertThat(request.isServed()).isTrue();
        assertThat(requests.outcome(request)).isSameAs(holder);
        assertThat(holder.state()).isEqualTo(ResourceState.ACCESSIBLE);
    }

    @Test
    void leavesNoAlarmWhenItIsServed() {
        joined("one");
        assertThat(ticker.pending()).isOne();

        waiters.offer(holder);

        assertThat(ticker.pending()).isZero();
    }

    /** The timer of a closed pool ends with its last alarm; a task without a thread needs it. */
    @Test
    void keepsItsAlarmUntilItsRequestIsTold() {
        requests.join(
                requests.newWaiter(
                        /* again= */ false,
                        ticker.nanos(),
                        () -> ended.add("alarms: " + ticker.pending())),
                ticker.nanos() + A_MINUTE.toNanos());

        waiters.offer(holder);

        assertThat(ended).containsExactly("alarms: 1");
    }

    @Test
    void findsWhatBecameAvailableBeforeItWasCounted() {
        holder.reservedToAvailable();

        joined("one");

        assertThat(ended).containsExactly("one");
    }

    @Test
    void isServedInOrderOfFirstArrival() {
        joined("one");
        ticker.advance(Duration.ofMillis(2));
        joined("two");
        long between = ticker.nanos() - Duration.ofMillis(1).toNanos();
        requests.join(
                requests.newWaiter(/* again= */ true, between, () -> ended.add("again")),
                ticker.nanos() + A_MINUTE.toNanos());

        for (int i = 0; i < 3; i++) {
            waiters.offer(holder);
            holder.accessibleToReserved(holder.stamp());
        }

        assertThat(ended).containsExactly("one", "again", "two");
    }

    /** Their line is in the order in which they have come back. */
    @Test
    void isServedInOrderOfFirstArrivalAlsoAmongThoseThatWaitAgain() {
        long now = ticker.nanos();
        for (int before : new int[] {2, 3, 1}) {
            requests.join(
                    requests.newWaiter(true, now - before, () -> ended.add(before + " before")),
                    now + A_MINUTE.toNanos());
        }

        for (int i = 0; i < 3; i++) {
            waiters.offer(holder);
            holder.accessibleToReserved(holder.stamp());
        }

        assertThat(ended).containsExactly("3 before", "2 before", "1 before");
    }

    /** Another thread has ended its wait, and is about to remove it. */
    @Test
    void isServedBehindOneThatIsLeavingTheLine() throws Exception {
        DetachedWaiter leaving = request("leaving", /* again= */ false);
        requests.withdraw(leaving);
        arrivals().first.add(leaving);
        joined("one");
        assertThat(requests.count()).isOne();

        waiters.offer(holder);

        assertThat(ended).containsExactly("one");
        arrivals().first.remove(leaving);
    }

    @Test
    void isNotHandedWhatIsDoomed() {
        DetachedWaiter request = joined("one");
        holder.reservedToAvailable();
        holder.markDoomed(DiscardReason.BROKEN, null);

        waiters.signal();

        assertThat(ended).isEmpty();
        assertThat(requests.withdraw(request)).isTrue();
    }

    /** Each tick serves as many, in case that a release has missed them. */
    @Test
    void isServedAtATick() {
        joined("one");
        joined("two");
        ResourceHolder<String> other =
                new ResourceHolder<>("other", epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
        slots.seat(other);
        holder.reservedToAvailable();
        other.reservedToAvailable();

        waiters.tell(1);
        assertThat(ended).containsExactly("one");
        waiters.tell(1);
        assertThat(ended).containsExactly("one", "two");
    }

    @Test
    void leavesItsTurnAtATickToTheThreadBehindItIfNothingIsAvailable() throws Exception {
        DetachedWaiter request = joined("one");
        long deadline = ticker.nanos() + A_MINUTE.toNanos();
        Background<ResourceHolder<String>> thread =
                Background.start(() -> waiters.await(ticker.nanos(), deadline, false));
        ticker.awaitParks(1);

        waiters.tell(1);

        ticker.awaitParks(2);
        thread.thread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(thread::get);
        assertThat(requests.withdraw(request)).isTrue();
    }

    /** A release has relied on it. */
    @Test
    void leavesWhatIsAvailableToAnotherWhenItIsWithdrawn() {
        DetachedWaiter one = joined("one");
        joined("two");
        holder.reservedToAvailable();

        assertThat(requests.withdraw(one)).isTrue();

        assertThat(ended).containsExactly("two");
    }

    @Test
    void growthIsAskedForWhenItJoins() {
        DetachedWaiter request = joined("one");

        assertThat(owner.journal.count("demand")).isOne();
        requests.withdraw(request);
    }

    @Test
    void growthIsAskedForWhenWhatWasReleasedHasGone() {
        DetachedWaiter request = joined("one");
        int asked = owner.journal.count("demand");

        waiters.signal(); // another thread was faster

        assertThat(owner.journal.count("demand")).isEqualTo(asked + 1);
        requests.withdraw(request);
    }

    @Test
    void isNoMemberOfTheLineIfItIsTooMany() {
        DetachedWaiter one = joined("one");
        DetachedWaiter two = joined("two");
        int asked = owner.journal.count("demand");

        assertThatExceptionOfType(TooManyWaitingException.class)
                .isThrownBy(() -> joined("three"))
                .withMessageContaining("2 requests are already waiting");

        assertThat(waiters.waiting).isEqualTo(2);
        assertThat(owner.journal.count("demand")).as("so that ticks go on").isEqualTo(asked + 1);
        assertThat(requests.withdraw(one)).isTrue();
        assertThat(requests.withdraw(two)).isTrue();
    }

    @Test
    void isNotTooManyIfItWaitsAgain() {
        DetachedWaiter one = joined("one");
        DetachedWaiter two = joined("two");
        DetachedWaiter again = request("again", /* again= */ true);
        requests.join(again, ticker.nanos() + A_MINUTE.toNanos());

        assertThat(waiters.waiting).isEqualTo(3);
        assertThat(requests.count()).isEqualTo(3);
        for (DetachedWaiter each : List.of(one, two, again)) {
            assertThat(requests.withdraw(each)).isTrue();
        }
    }

    @Test
    void isNoMemberOfTheLineIfItWasWithdrawnBefore() {
        DetachedWaiter request = request("one", /* again= */ false);
        assertThat(requests.withdraw(request)).isTrue();

        requests.join(request, ticker.nanos() + A_MINUTE.toNanos());

        assertThat(ended).isEmpty();
    }

    @Test
    void isNoMemberOfTheLineIfNoAlarmCanBeSet() {
        OutOfMemoryError failure = new OutOfMemoryError("on purpose");
        ticker.onNextSchedule = failure;

        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> joined("one"))
                .isSameAs(failure);

        assertThat(ended).isEmpty();
    }

    @Test
    void isNoMemberOfTheLineIfGrowthCannotBeAskedFor() {
        OutOfMemoryError failure = new OutOfMemoryError("on purpose");
        owner.onDemand =
                () -> {
                    throw failure;
                };

        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> joined("one"))
                .isSameAs(failure);

        assertThat(ended).isEmpty();
    }

    @Test
    void leavesNoAlarmIfItIsServedBeforeThatIsSet() {
        ticker.onScheduling = () -> waiters.offer(holder);

        joined("one");

        assertThat(ended).containsExactly("one");
    }

    @Test
    void keepsWhatItWasHandedWhileItJoinedAlthoughTheCheckForGrowthFails() {
        holder.reservedToAvailable();
        owner.onDemand =
                () -> {
                    throw new OutOfMemoryError("on purpose");
                };

        DetachedWaiter request = joined("one");

        assertThat(ended).containsExactly("one");
        assertThat(requests.outcome(request)).isSameAs(holder);
    }

    @Test
    void countsAsWaitingUntilItsTimeOutIsReported() {
        DetachedWaiter request = joined("one");
        ticker.advance(A_MINUTE.minusNanos(1));
        assertThat(ended).isEmpty();

        ticker.advance(Duration.ofNanos(1));

        assertThat(ended).containsExactly("one");
        assertThat(request.isServed()).isFalse();
        assertThat(waiters.waiting).isZero();
        assertThat(requests.count()).isOne();
        assertThat(requests.outcome(request)).isNull();
        assertThat(requests.withdraw(request)).isFalse();
        requests.reported(request);
    }

    @Test
    void isRefusedWithTheOthers() {
        DetachedWaiter request = joined("one");

        waiters.close(() -> new PoolException("closed", null));

        assertThat(ended).containsExactly("one");
        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(() -> requests.outcome(request))
                .withMessage("closed");
        joined("late");
        assertThat(ended).containsExactly("one", "late");
    }
}
