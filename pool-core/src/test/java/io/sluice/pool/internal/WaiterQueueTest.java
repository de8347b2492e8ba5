package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Waiter;
import io.sluice.pool.internal.queue.WaiterQueue;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WaiterQueueTest {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch =
            new Epoch(ticker, Duration.ofMillis(250).toNanos(), /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(4);
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
    private final WaiterQueue<String> waiters = owner.waiters(2, ticker, slots, permits);
    private final AvailableQueue<String> available = new AvailableQueue<>(slots, waiters, ticker);

    WaiterQueueTest() {
        owner.onPublish = waiters::handOverOrOffer;
        permits.tryBegin(permits.get());
        permits.created();
    }

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(waiters.waiting).as("waiting").isZero();
        assertThat(waiters.looking).as("looking").isZero();
        assertThat(waiters.entitled).as("entitled").isZero();
        assertThat(waiters.timedOut()).as("timed out").isEmpty();
        assertThat(Thread.interrupted()).as("interrupted").isFalse();
    }

    private ResourceHolder<String> seat(String resource) {
        ResourceHolder<String> holder =
                new ResourceHolder<>(resource, epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
        slots.seat(holder);
        return holder;
    }

    /** Waits in the background; the caller goes on when that thread is parked. */
    private Background<ResourceHolder<String>> waitInBackground(int alreadyParked) {
        Background<ResourceHolder<String>> waiter =
                Background.start(() -> available.poll(1, TimeUnit.MINUTES));
        ticker.awaitParked(alreadyParked + 1);
        return waiter;
    }

    static void refuse(WaiterQueue<?> queue) {
        queue.refuseWaiting(queue.refuse(WaiterQueueTest::refusal));
    }

    private static PoolException refusal() {
        return new PoolException("no resource can be created", null);
    }

    private static PoolClosedException closed() {
        return new PoolClosedException("Pool orders is closed");
    }

    @Nested
    class Waiting {

        @Test
        void asksForGrowthOnceItIsCounted() throws Exception {
            owner.onDemand = () -> owner.journal.add("waiting " + waiters.waiting);

            assertThat(available.poll(0, TimeUnit.NANOSECONDS)).isNull();

            assertThat(owner.journal.entries()).containsExactly("demand", "waiting 1");
        }

        @Test
        void asksForGrowthAgainWhenItHasLooked() throws Exception {
            owner.onDemand = () -> owner.journal.add("looking " + waiters.looking);

            Background<ResourceHolder<String>> waiter = waitInBackground(0);

            assertThat(owner.journal.entries())
                    .containsExactly("demand", "looking 0", "demand", "looking 0");
            ticker.advance(Duration.ofMinutes(1));
            assertThat(waiter.get()).isNull();
        }

        @Test
        void aServedHolderGoesToTheNextWaiterWhenTheCheckForGrowthFails() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            Background<ResourceHolder<String>> next = waitInBackground(0);
            InternalError noAlarm = failingWhenItLeaves(holder::reservedToAvailable);

            assertThatThrownBy(() -> available.poll(1, TimeUnit.MINUTES)).isSameAs(noAlarm);

            assertThat(next.get()).isSameAs(holder);
        }

        @Test
        void isNotReportedAsWaitingWhenGrowthForTheOthersFails() throws Exception {
            Background<ResourceHolder<String>> other = waitInBackground(0);
            InternalError noAlarm = failingWhenItLeaves(() -> {});

            assertThatThrownBy(() -> available.poll(0, TimeUnit.NANOSECONDS)).isSameAs(noAlarm);

            assertThat(waiters.timedOut()).isEmpty();
            ticker.advance(Duration.ofMinutes(1));
            assertThat(other.get()).isNull();
        }

        /** The next caller finds this, or nothing, and fails when it checks for the others. */
        private InternalError failingWhenItLeaves(Runnable whenItComes) {
            InternalError failure = new InternalError("no alarm");
            AtomicInteger demands = new AtomicInteger();
            owner.onDemand =
                    () -> {
                        int demand = demands.incrementAndGet();
                        if (demand == 1) {
                            whenItComes.run();
                        } else if (demand == 2) {
                            throw failure;
                        }
                    };
            return failure;
        }

        @Test
        void asksForGrowthForTheOthersWhenItLeaves() throws Exception {
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);
            int asked = owner.journal.count("demand");

            first.thread().interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(first::get);
            assertThat(owner.journal.count("demand")).isEqualTo(asked + 1);
            ticker.advance(Duration.ofMinutes(1));
            assertThat(second.get()).isNull();
        }

        @Test
        void findsWhatBecameAvailableBeforeItWasCounted() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            owner.onDemand = holder::reservedToAvailable; // published, and nobody was woken for it

            assertThat(available.poll(1, TimeUnit.MINUTES)).isSameAs(holder);
        }

        @Test
        void looksOnceMoreAfterTheDeadline() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            holder.reservedToAvailable();
            long now = ticker.nanos();

            assertThat(available.await(now - A_MINUTE, now - 1, false)).isSameAs(holder);
        }

        @Test
        void endsAtTheDeadlineWithNothing() throws Exception {
            Background<ResourceHolder<String>> waiter = waitInBackground(0);

            ticker.advance(Duration.ofMinutes(1));

            assertThat(waiter.get()).isNull();
        }

        @Test
        void endsAtTheDeadlineHoweverLateItBegins() throws Exception {
            ticker.advance(Duration.ofMinutes(5));
            Background<ResourceHolder<String>> waiter = waitInBackground(0);

            ticker.advance(Duration.ofMinutes(1));

            assertThat(waiter.get()).isNull();
        }

        @Test
        void endsAtTheDeadlineAlsoWhenTheClockOverflows() throws Exception {
            HandDrivenTicker late = new HandDrivenTicker(Long.MAX_VALUE - 1);
            WaiterQueue<String> queue = owner.waiters(late, slots);
            AvailableQueue<String> available = new AvailableQueue<>(slots, queue, late);
            Background<ResourceHolder<String>> waiter =
                    Background.start(() -> available.poll(1, TimeUnit.MINUTES));
            late.awaitParked(1);

            late.advance(Duration.ofSeconds(59));
            late.awaitParked(1);
            assertThat(waiter.isDone()).isFalse();
            late.advance(Duration.ofSeconds(1));

            assertThat(waiter.get()).isNull();
        }

        @Test
        void isWokenByWhatComesBack() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            Background<ResourceHolder<String>> waiter = waitInBackground(0);
            assertThat(waiters.waiting).isOne();

            available.offer(holder);

            assertThat(waiter.get()).isSameAs(holder);
            assertThat(holder.thread).isSameAs(waiter.thread());
            assertThat(holder.state()).isEqualTo(ResourceState.ACCESSIBLE);
        }

        @Test
        void anInterruptEndsIt() throws Exception {
            Background<ResourceHolder<String>> waiter = waitInBackground(0);

            waiter.thread().interrupt();

            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(waiter::get)
                    .withMessage("Pool orders: interrupted while waiting in acquire");
        }

        @Test
        void anInterruptFromBeforeDoesNotKeepItFromWhatIsThere() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            owner.onDemand = holder::reservedToAvailable;
            Thread.currentThread().interrupt();

            assertThat(available.poll(1, TimeUnit.MINUTES)).isSameAs(holder);
            assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        }

        @Test
        void isLimitedToAsManyAsConfigured() throws Exception {
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);

            assertThatExceptionOfType(TooManyWaitingException.class)
                    .isThrownBy(() -> available.poll(1, TimeUnit.MINUTES))
                    .withMessage(
                            "Pool orders: 2 requests are already waiting and maxWaiting is 2;"
                                    + " raise maxWaiting or maxSize, or reduce the load");

            assertThat(waiters.waiting).as("a refused thread counts no longer").isEqualTo(2);
            assertThat(waiters.refusals()).isOne();
            ticker.advance(Duration.ofMinutes(1));
            assertThat(first.get()).isNull();
            assertThat(second.get()).isNull();
        }

        /** It keeps the ticks going, which end abandoned leases. */
        @Test
        void asksForGrowthAlsoWhereItIsRefused() throws Exception {
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);
            int before = owner.journal.entries().size();

            assertThatExceptionOfType(TooManyWaitingException.class)
                    .isThrownBy(() -> available.poll(1, TimeUnit.MINUTES));

            assertThat(owner.journal.entries()).hasSize(before + 1).last().isEqualTo("demand");
            ticker.advance(Duration.ofMinutes(1));
            assertThat(first.get()).isNull();
            assertThat(second.get()).isNull();
        }

        @Test
        void countsAgainstWhatIsCreatedAndIsKnownByItsThread() throws Exception {
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);

            assertThat(waiters.threads()).containsExactly(first.thread(), second.thread());
            assertThat(waiters.outnumber(1)).isTrue();
            assertThat(waiters.outnumber(2)).isFalse();

            ticker.advance(Duration.ofMinutes(1));
            assertThat(first.get()).isNull();
            assertThat(second.get()).isNull();
            assertThat(waiters.threads()).isEmpty();
        }

        @Test
        void thatEndedInVainIsReportedOnce() throws Exception {
            assertThat(waiters.await(ticker.nanos(), ticker.nanos(), /* again= */ false)).isNull();

            assertThat(waiters.timedOut()).containsExactly(Thread.currentThread());
            waiters.reported();
            assertThat(waiters.timedOut()).isEmpty();
        }

        @Test
        void isNotLimitedForThoseThatThePoolCanGrowFor() throws Exception {
            permits.destroyed(); // one more may be created
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);

            assertThat(available.poll(0, TimeUnit.NANOSECONDS)).as("a third").isNull();

            ticker.advance(Duration.ofMinutes(1));
            assertThat(first.get()).isNull();
            assertThat(second.get()).isNull();
        }

        @Test
        void aNegativeTimeIsNone() throws Exception {
            assertThat(available.poll(Long.MIN_VALUE, TimeUnit.DAYS)).isNull();
        }

        @Test
        void hasRoomAgainWhenAWaiterHasLeft() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);
            available.offer(holder);
            assertThat(first.get()).isSameAs(holder);

            assertThat(available.poll(0, TimeUnit.NANOSECONDS)).isNull();

            ticker.awaitParked(1);
            ticker.advance(Duration.ofMinutes(1));
            assertThat(second.get()).isNull();
        }

        @Test
        void theFirstToComeIsTheFirstToBeWoken() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);

            available.offer(holder);
            assertThat(first.get()).isSameAs(holder);
            assertThat(second.isDone()).isFalse();
            waiters.giveBack(holder);

            assertThat(second.get()).isSameAs(holder);
        }
    }

    /** To ask for growth may take a lock, whose wait uses up the wake-up. */
    @Test
    void aWaiterThatIsToldWhileItAsksForGrowthLooksOnceMore() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        owner.onDemand =
                () -> {
                    if (asked.incrementAndGet() == 2) {
                        waiters.tell(1);
                        LockSupport.park(); // returns at once
                    }
                };

        Background<ResourceHolder<String>> waiter = waitInBackground(0);

        assertThat(asked).hasValue(3);
        waiter.thread().interrupt();
        assertThatThrownBy(waiter::get).isInstanceOf(InterruptedException.class);
    }

    @Nested
    class WaitingAgain {

        private Background<ResourceHolder<String>> waitAgain(long arrivedAt, int alreadyParked) {
            long deadline = ticker.nanos() + A_MINUTE;
            Background<ResourceHolder<String>> waiter =
                    Background.start(() -> waiters.await(arrivedAt, deadline, /* again= */ true));
            ticker.awaitParked(alreadyParked + 1);
            return waiter;
        }

        @Test
        void hasThePlaceOfItsFirstArrival() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            Background<ResourceHolder<String>> other = waitInBackground(0);
            Background<ResourceHolder<String>> again = waitAgain(ticker.nanos() - 1, 1);

            available.offer(holder);

            assertThat(again.get()).isSameAs(holder);
            assertThat(other.isDone()).isFalse();
            waiters.giveBack(holder);
            assertThat(other.get()).isSameAs(holder);
            assertThat(waiters.threads()).isEmpty();
        }

        @Test
        void hasNoPlaceBeforeThoseThatCameEarlier() throws Exception {
            ResourceHolder<String> holder = seat("resource");
            Background<ResourceHolder<String>> other = waitInBackground(0);
            Background<ResourceHolder<String>> again = waitAgain(ticker.nanos() + 1, 1);

            available.offer(holder);

            assertThat(other.get()).isSameAs(holder);
            assertThat(again.isDone()).isFalse();
            waiters.giveBack(holder);
            assertThat(again.get()).isSameAs(holder);
        }

        @Test
        void isNotTooManyAndIsRefusedWithTheOthers() throws Exception {
            waitInBackground(0);
            waitInBackground(1);
            Background<ResourceHolder<String>> again = waitAgain(ticker.nanos(), 2);

            refuse(waiters);

            assertThatExceptionOfType(PoolException.class)
                    .isThrownBy(again::get)
                    .withMessage("no resource can be created");
            assertThat(waiters.waiting).isZero();
        }
    }

    @Nested
    class Refusing {

        /** A caller of a closed pool is not told to raise maxWaiting. */
        @Test
        void comesBeforeTooManyThatWait() {
            WaiterQueue<String> full =
                    owner.waiters(
                            /* maxWaiting= */ 0,
                            ticker,
                            slots,
                            new CreationPermits(/* minSize= */ 0, 0));
            refuse(full);

            assertThatExceptionOfType(PoolException.class)
                    .isThrownBy(() -> full.await(0, ticker.nanos() + A_MINUTE, /* again= */ false))
                    .withMessage("no resource can be created");
        }

        @Test
        void reachesWaitersAndNewCallers() throws Exception {
            Background<ResourceHolder<String>> waiter = waitInBackground(0);

            refuse(waiters);

            assertThat(waiters.isRefusing()).isTrue();
            assertThatExceptionOfType(PoolException.class)
                    .isThrownBy(waiter::get)
                    .withMessage("no resource can be created");
            assertThatExceptionOfType(PoolException.class)
                    .isThrownBy(() -> available.poll(1, TimeUnit.MINUTES))
                    .withMessage("no resource can be created");
        }

        @Test
        void givesEachAnExceptionOfItsOwn() {
            refuse(waiters);

            Throwable first = refused();
            Throwable second = refused();

            assertThat(first).isNotSameAs(second);
        }

        private Throwable refused() {
            try {
                return new AssertionError(available.poll(1, TimeUnit.MINUTES));
            } catch (PoolException | InterruptedException e) {
                return e;
            }
        }

        @Test
        void stillAsksForGrowthSoThatItCanEnd() {
            refuse(waiters);

            refused();

            assertThat(owner.journal.entries()).containsExactly("demand");
        }

        @Test
        void endsWhenWaitingIsAcceptedAgain() throws Exception {
            refuse(waiters);

            waiters.accept();

            assertThat(waiters.isRefusing()).isFalse();
            assertThat(available.poll(0, TimeUnit.NANOSECONDS)).isNull();
        }

        /** Its reason was gone before the waiters were told. */
        @Test
        void reachesNobodyOnceWaitingIsAcceptedAgain() throws Exception {
            Background<ResourceHolder<String>> waiter = waitInBackground(0);
            Waiter.Refusal late = waiters.refuse(WaiterQueueTest::refusal);
            waiters.accept();

            waiters.refuseWaiting(late);

            ResourceHolder<String> holder = seat("resource");
            available.offer(holder);
            assertThat(waiter.get()).isSameAs(holder);
        }

        @Test
        void forEverIsNeverTakenBack() {
            waiters.close(WaiterQueueTest::closed);

            waiters.accept();
            refuse(waiters);

            assertThat(waiters.isRefusing()).isTrue();
            assertThatExceptionOfType(PoolClosedException.class)
                    .isThrownBy(() -> available.poll(1, TimeUnit.MINUTES));
        }

        @Test
        void forEverReplacesForNow() {
            refuse(waiters);

            waiters.close(WaiterQueueTest::closed);

            assertThatExceptionOfType(PoolClosedException.class)
                    .isThrownBy(() -> available.poll(1, TimeUnit.MINUTES));
        }

        @Test
        void wakesAllWaiters() throws Exception {
            Background<ResourceHolder<String>> first = waitInBackground(0);
            Background<ResourceHolder<String>> second = waitInBackground(1);

            waiters.close(WaiterQueueTest::closed);

            assertThatExceptionOfType(PoolClosedException.class).isThrownBy(first::get);
            assertThatExceptionOfType(PoolClosedException.class).isThrownBy(second::get);
        }
    }

    /**
     * One thread plays all parts: what others do comes out of the ticker, at the moment at which
     * the waiter reads the clock or parks.
     */
}
