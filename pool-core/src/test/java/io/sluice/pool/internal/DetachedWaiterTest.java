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

    @Test
    void isNotHandedWhatIsDoomed() {
        DetachedWaiter request = joined("one");
        holder.reservedToAvailable();
        holder.markDoomed(DiscardReason.BROKEN, null);

        waiters.signal();

        assertThat(ended).isEmpty();
        assertThat(requests.withdraw(request)).isTrue();
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

        assertThatExceptionOfType(TooManyWaitingException.class)
                .isThrownBy(() -> joined("three"))
                .withMessageContaining("2 requests are already waiting");

        assertThat(waiters.waiting).isEqualTo(2);
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

        ticker.advance(A_MINUTE);

        assertThat(ended).containsExactly("one");
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
