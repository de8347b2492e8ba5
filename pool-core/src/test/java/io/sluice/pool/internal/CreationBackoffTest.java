package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.growth.CreationBackoff;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.DetachedWaiter;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How the backoff of creation handles its alarms, and its lock meanwhile. */
class CreationBackoffTest {

    private static final IllegalStateException REFUSED = new IllegalStateException("refused");

    private static final long A_SECOND = 1_000_000_000;

    private final Alarms ticker = new Alarms();
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 1, 4);
    private final WaiterQueue<String> waiters =
            new RecordingOwner().waiters(ticker, new HolderSlots<>(4));
    private final DemandFixture.Pool pool = new DemandFixture() {}.pool;
    private final AtomicInteger demanded = new AtomicInteger();
    private final CreationBackoff backoff =
            new CreationBackoff(
                    PoolConfig.builder().minSize(1).maxSize(4).ticker(ticker).build(),
                    permits,
                    waiters,
                    pool,
                    demanded::incrementAndGet);

    private void fail() {
        backoff.failed(REFUSED, null, ticker.nanos(), /* wasLate= */ false, 0);
    }

    private void failForGood() {
        backoff.failed(REFUSED, CreationBackoffTest::refusal, ticker.nanos(), false, 0);
    }

    /** Takes the lock, and changes nothing. */
    private void failOfEarlier() {
        backoff.failed(REFUSED, null, -1, /* wasLate= */ false, 0);
    }

    private static PoolException refusal() {
        return new ResourceCreationException("in vain", REFUSED, /* permanent= */ true);
    }

    /** The timer is about to run the alarm while another thread cancels it. */
    @Test
    void aRetryThatWasCalledOffWhenItsAlarmWasOnItsWayChangesNothing() {
        fail();
        ticker.time++;
        backoff.succeeded(ticker.nanos());
        ticker.time++;
        fail();
        assertThat(ticker.pending()).hasSize(1);

        ticker.set.get(0).task.run();

        assertThat(backoff.allows(0)).as("before the retry").isFalse();
        assertThat(demanded).hasValue(0);
        fail();
        assertThat(ticker.pending()).as("one retry").hasSize(1);
        ticker.pending().get(0).task.run();
        assertThat(backoff.allows(0)).isTrue();
        assertThat(demanded).hasValue(1);
    }

    @Test
    void aRetryThatIsCalledOffWhileItsAlarmIsBeingSetIsCancelled() {
        ticker.onSet = backoff::close;

        fail();

        assertThat(ticker.set).hasSize(1);
        assertThat(ticker.pending()).isEmpty();
    }

    /** The ticker has a lock of its own, and may run on a thread that has to wait for a carrier. */
    @Test
    void noLockIsHeldWhileAnAlarmIsSetOrCancelled() {
        AtomicInteger tried = new AtomicInteger();
        Runnable enter =
                () -> {
                    throughAnotherThread(this::failOfEarlier);
                    tried.getAndIncrement();
                };
        ticker.onSet = enter;
        ticker.onCancel = enter;

        fail(); // sets one
        backoff.succeeded(ticker.nanos()); // cancels it
        failForGood(); // sets one
        ticker.pending().get(0).task.run(); // sets that of the minimum
        backoff.close(); // cancels it

        assertThat(tried).hasValue(5);
    }

    /** Any thread that acquires may ask. */
    @Test
    void whetherAnotherMayBeginIsAskedWithoutALock() {
        List<Boolean> answers = new ArrayList<>();
        pool.onIsClosed = () -> throughAnotherThread(() -> answers.add(backoff.allows(0)));

        fail();

        assertThat(answers).containsExactly(false);
    }

    @Test
    void besideALateAttemptOneMayBeginUntilTheNextSuccess() {
        backoff.late(ticker.nanos());

        assertThat(backoff.allows(0)).isTrue();
        assertThat(backoff.allows(1)).isFalse();
        ticker.time++;
        backoff.succeeded(ticker.nanos());
        assertThat(backoff.allows(1)).isTrue();
        backoff.late(ticker.nanos() - 1);
        assertThat(backoff.allows(1)).as("it began before the success").isTrue();
    }

    @Test
    void ofAttemptsThatFailTogetherTheFirstDecidesThePause() {
        fail();
        Alarms.Entry first = ticker.pending().get(0);

        fail();

        assertThat(ticker.pending()).containsExactly(first);
    }

    /** Its pause is over sooner, since it began long before. */
    @Test
    void theRetryAfterTheFailureOfALateAttemptIsNotThatOfALaterOne() {
        ticker.time = A_SECOND;
        backoff.failed(REFUSED, null, 0, /* wasLate= */ true, 0);
        Alarms.Entry early = ticker.pending().get(0);

        fail();

        assertThat(ticker.pending()).hasSize(1).doesNotContain(early);
    }

    /** It has made its pause by being late. */
    @Test
    void theFailureOfALateAttemptDelaysNoOther() {
        backoff.failed(REFUSED, null, ticker.nanos(), /* wasLate= */ true, 0);

        assertThat(backoff.allows(0)).isTrue();
        backoff.failed(REFUSED, null, ticker.nanos(), /* wasLate= */ true, 1);
        assertThat(backoff.allows(0)).as("so many are late").isFalse();
    }

    /** It may be a clock of the application, which takes as long as it likes. */
    @Test
    void noLockIsHeldWhileTheClockIsRead() {
        AtomicInteger reads = new AtomicInteger();
        ticker.onRead =
                () -> {
                    throughAnotherThread(backoff::suspend); // takes the lock
                    reads.getAndIncrement();
                };

        backoff.succeeded(0);
        backoff.failed(REFUSED, CreationBackoffTest::refusal, 0, false, 0);

        assertThat(reads).hasValue(2);
    }

    /** The attempt failed permanently; by the time waiters are refused, another has succeeded. */
    @Test
    void whatIsRefusedIsAcceptedAgainWhenAnotherHasSucceededMeanwhile() {
        ticker.onSet = () -> backoff.succeeded(ticker.nanos());

        failForGood();

        assertThat(waiters.isRefusing()).isFalse();
        assertThat(backoff.isMinimumDue()).isTrue();
    }

    @Test
    void aFailureIsNewsUnlessALaterAttemptHasSucceeded() {
        assertThat(backoff.failed(REFUSED, null, 0, /* wasLate= */ false, 0)).isTrue();
        ticker.time++;
        backoff.succeeded(ticker.nanos());

        assertThat(backoff.failed(REFUSED, null, 0, /* wasLate= */ false, 0)).isFalse();
    }

    @Test
    void aPermanentFailureEndsTheWaitOfThoseThatHaveComeBefore() {
        List<String> ended = new ArrayList<>();
        DetachedWaiters<String> requests = new DetachedWaiters<>(waiters);
        DetachedWaiter request = requests.newWaiter(false, 0, () -> ended.add("refused"));
        requests.join(request, A_SECOND);

        failForGood();

        assertThat(ended).containsExactly("refused");
        assertThatThrownBy(() -> requests.outcome(request)).hasMessage("in vain");
    }

    /** The cause may be gone when the pool is resumed. */
    @Test
    void aSuspensionLetsThreadsWaitAgain() {
        failForGood();
        assertThat(waiters.isRefusing()).isTrue();

        backoff.suspend();

        assertThat(waiters.isRefusing()).isFalse();
    }

    /** No attempt would show that the failure is over. */
    @Test
    void nobodyIsRefusedBecauseOfAFailureThatNoRetryFollows() {
        ticker.failure = new InternalError("no alarm");

        assertThatThrownBy(this::failForGood).isSameAs(ticker.failure);

        assertThat(waiters.isRefusing()).isFalse();
        assertThat(backoff.isMinimumDue()).isTrue();
        assertThat(backoff.allows(0)).isTrue();
    }

    @Test
    void aRetryThatAnotherWasToReplaceIsCancelledEvenIfThatCannotBeSet() {
        backoff.failed(REFUSED, null, 0, /* wasLate= */ true, 0);
        Alarms.Entry replaced = ticker.pending().get(0);
        ticker.failure = new InternalError("no alarm");

        assertThatThrownBy(this::fail).isSameAs(ticker.failure);

        assertThat(replaced.cancelled).isTrue();
    }

    /** The minimum may wait for it. */
    @Test
    void demandIsLookedAtEvenIfTheNextRetryCannotBeSet() {
        failForGood();
        ticker.failure = new InternalError("no alarm");

        assertThatThrownBy(ticker.pending().get(0).task::run).isSameAs(ticker.failure);

        assertThat(demanded).hasValue(1);
        assertThat(backoff.isMinimumDue()).isTrue();
    }

    @Test
    void theLockIsFreeAfterEachCall() {
        backoff.late(ticker.nanos());
        throughAnotherThread(this::failOfEarlier);
        ticker.failure = new InternalError("no alarm");
        assertThatThrownBy(this::fail).isSameAs(ticker.failure);
        throughAnotherThread(this::failOfEarlier);
        ticker.failure = null;
        fail();
        backoff.close();
        ticker.set.get(0).task.run(); // called off
        throughAnotherThread(this::failOfEarlier);
        fail();
        ticker.pending().get(0).task.run();
        throughAnotherThread(this::failOfEarlier);

        assertThat(demanded).as("by the retry that was not called off").hasValue(1);
    }

    @Test
    void noMonitorIsEntered() {
        synchronized (backoff) {
            throughAnotherThread(
                    () -> {
                        backoff.late(ticker.nanos());
                        fail();
                        backoff.succeeded(ticker.nanos());
                        backoff.suspend();
                        backoff.close();
                    });
        }
    }

    private static void throughAnotherThread(Runnable work) {
        try {
            Background.start(work).get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Alarms that the test runs itself, cancelled or not. */
    private static final class Alarms implements Ticker {

        private final List<Entry> set = new ArrayList<>();
        private long time;

        /** What setting an alarm throws; null for nothing. */
        private Error failure;

        private Runnable onRead = () -> {};
        private Runnable onSet = () -> {};
        private Runnable onCancel = () -> {};

        @Override
        public long nanos() {
            onRead.run();
            return time;
        }

        @Override
        public void park(Object blocker, long nanos) {
            throw new AssertionError("nobody waits");
        }

        @Override
        public Alarm schedule(Runnable task, long delayNanos) {
            if (failure != null) {
                throw failure;
            }
            Entry entry = new Entry(task);
            set.add(entry);
            Runnable then = onSet;
            then.run();
            return entry;
        }

        @Override
        public void open() {}

        @Override
        public void close() {}

        List<Entry> pending() {
            return set.stream().filter(entry -> !entry.cancelled).toList();
        }

        private final class Entry implements Alarm {

            private final Runnable task;
            private boolean cancelled;

            Entry(Runnable task) {
                this.task = task;
            }

            @Override
            public void cancel() {
                cancelled = true;
                onCancel.run();
            }
        }
    }
}
