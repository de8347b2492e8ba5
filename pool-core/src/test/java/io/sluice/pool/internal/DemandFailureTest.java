package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.CreationThrottle;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.jfr.FlightRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** What becomes of creation when attempts fail or hang. */
class DemandFailureTest extends DemandFixture {

    @Test
    void waitsForTheRetryAfterAFailure() {
        Demand<Resource> demand = demand(0, 4);
        factory.onCreate = this::fail;
        waiting(2);
        demand.check();
        runCreators();
        assertThat(creating()).isZero();

        waiting(5);
        demand.check();
        assertThat(creators).isEmpty();
        assertThat(ticker.pending()).as("one retry for all failures").isOne();

        ticker.advanceToNext();
        assertThat(creators).as("one prober").hasSize(1);
    }

    @Test
    void backsOffToFewerThanThreeAttemptsASecond() {
        Demand<Resource> demand = demand(1, 4);
        factory.onCreate = this::fail;
        demand.check();
        List<Duration> waits = new ArrayList<>();
        for (int attempt = 1; attempt <= 20; attempt++) {
            assertThat(creators).hasSize(1);
            runCreators();
            waits.add(ticker.advanceToNext());
        }

        assertThat(factory.attempts()).isEqualTo(20);
        assertThat(waits).allMatch(wait -> wait.compareTo(Duration.ofMillis(500)) < 0);
        assertThat(waits.get(0)).isBetween(Duration.ofMillis(20), Duration.ofMillis(40));
        assertThat(waits.subList(10, 20))
                .allMatch(wait -> wait.compareTo(Duration.ofMillis(250)) >= 0);
        assertThat(waits.subList(10, 20)).as("with jitter").doesNotHaveDuplicates();
    }

    @Test
    void recoversWithoutAnybodyAsking() {
        Demand<Resource> demand = demand(1, 4);
        factory.onCreate =
                number -> {
                    if (number < 4) {
                        fail(number);
                    }
                };
        demand.check();
        runCreators();
        assertThat(demand.lastFailure().cause()).hasMessage("attempt 1");

        while (total() == 0) {
            ticker.advanceToNext();
            runCreators();
        }

        assertThat(factory.attempts()).isEqualTo(4);
        assertThat(demand.lastFailure()).as("forgotten").isNull();
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void beginsWithAShortRetryAgainAfterASuccess() {
        Demand<Resource> demand = demand(2, 4);
        factory.onCreate =
                number -> {
                    if (number != 11) {
                        fail(number);
                    }
                };
        demand.check();
        runCreators();
        while (total() == 0) {
            ticker.advanceToNext();
            runCreators();
        }

        // The creator has gone on to the next, and failed.
        assertThat(demand.lastFailure().cause()).hasMessage("attempt 12");
        assertThat(ticker.untilNext()).isLessThan(Duration.ofMillis(40));
    }

    @Test
    void aFailureIsReportedOnceWithItsTime() {
        Demand<Resource> demand = demand(1, 4);
        factory.onCreate = this::fail;
        demand.check();

        runCreators();

        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 1");
        assertThat(pool.told).containsExactly(false);
        assertThat(demand.lastFailure().at()).isEqualTo(ticker.nanos());
    }

    @Test
    void aThreadThatCannotBeHadIsAFailureLikeAnother() {
        RejectedExecutionException noThread = new RejectedExecutionException("no thread");
        Demand<Resource> demand =
                demand(
                        1,
                        4,
                        task -> {
                            throw noThread;
                        });

        demand.check();

        assertThat(creating()).as("the permit came back").isZero();
        assertThat(pool.failures).containsExactly(noThread);
        assertThat(ticker.pending()).as("tried again").isOne();
    }

    @Test
    void aPermanentFailureRefusesWaitingUntilAProbeSucceeds() {
        Demand<Resource> demand = demand(0, 4);
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    if (number < 3) {
                        fail(number);
                    }
                };
        waiting(1);
        demand.check();
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();

        comesAndIsRefused(demand);
        ticker.advanceToNext();
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();
        comesAndIsRefused(demand);
        ticker.advanceToNext();
        runCreators();

        assertThat(waiters.isRefusing()).isFalse();
        assertThat(total()).isOne();
        assertThat(creators).as("nobody wants another").isEmpty();
        assertThat(ticker.pending()).isZero();
    }

    /** What it brings is not known yet. */
    @Test
    void duringTheAttemptForARefusedCallerOthersAreRefusedToo() {
        Demand<Resource> demand = demand(0, 4);
        factory.permanent = failure -> true;
        factory.onCreate = this::fail;
        waiting(1);
        demand.check();
        runCreators();
        comesAndIsRefused(demand);

        ticker.advanceToNext();

        assertThat(creators).hasSize(1);
        assertThat(waiters.isRefusing()).isTrue();
    }

    private void comesAndIsRefused(Demand<Resource> demand) {
        onDemand = demand::check;
        long now = ticker.nanos();
        assertThatThrownBy(() -> waiters.await(now, now + 1, /* again= */ false))
                .isInstanceOf(ResourceCreationException.class);
    }

    /** Each attempt for no caller counts towards the lockout of an account. */
    @Test
    void aCallerThatIsRefusedWithOthersCallsForNoAttemptOnTheirBehalf() {
        Demand<Resource> demand = demand(0, 4);
        onDemand = demand::check;
        factory.permanent = failure -> true;
        factory.onCreate = this::fail;
        waiting(2);
        demand.check();
        runCreators();

        waiting(1); // the other is being refused
        waiters.lookForOthers();
        waiting(0);
        ticker.advanceToNext();

        assertThat(creators).isEmpty();
        assertThat(waiters.isRefusing()).isFalse();
    }

    /** The server may lock out a user after repeated attempts with a wrong password. */
    @Test
    void afterAPermanentFailureNothingIsTriedUntilACallerComes() {
        Demand<Resource> demand = demand(0, 4);
        factory.permanent = failure -> true;
        factory.onCreate = this::fail;
        waiting(1);
        demand.check();
        runCreators();
        waiting(0);
        demand.check(); // for no caller

        ticker.advanceToNext();

        assertThat(creators).isEmpty();
        assertThat(waiters.isRefusing()).as("the next caller waits for an attempt").isFalse();
        assertThat(ticker.pending()).isZero();
        waiting(1);
        demand.check();
        assertThat(creators).hasSize(1);
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();
    }

    @Test
    void afterPermanentFailuresTheMinimumAloneIsTriedEverMoreSeldom() {
        Demand<Resource> demand = demand(1, 4);
        factory.permanent = failure -> true;
        List<Long> begunAt = new ArrayList<>();
        factory.onCreate =
                number -> {
                    begunAt.add(ticker.nanos());
                    fail(number);
                };
        demand.check();
        runCreators();

        while (begunAt.size() < 8) {
            ticker.advanceToNext();
            runCreators();
        }

        for (int i = 1; i < begunAt.size(); i++) {
            long longest = A_SECOND.toNanos() * Math.min(30, 1 << i);
            assertThat(begunAt.get(i) - begunAt.get(i - 1))
                    .as("from attempt %s to the next", i)
                    .isBetween(longest / 2, longest + A_SECOND.toNanos() / 2);
        }
        ticker.advanceToNext(); // the short pause, after which only the minimum waits on
        waiting(1);
        demand.check();
        assertThat(creators).as("for the new caller").hasSize(1);
        factory.onCreate = number -> {};
        runCreators();
        assertThat(total()).isOne();
        assertThat(ticker.pending()).isZero();
    }

    /** The cause of the failure may be repaired just then. */
    @Test
    void afterAPermanentFailureASuspensionForgetsTheMinimumNoMoreThanItsCaller() {
        Demand<Resource> demand = demand(1, 4);
        factory.permanent = failure -> true;
        factory.onCreate = this::fail;
        demand.check();
        runCreators();
        comesAndIsRefused(demand);
        pool.suspended = true;
        demand.suspend();
        assertThat(waiters.isRefusing()).as("nothing shows that it is in vain").isFalse();
        ticker.advanceToNext();
        assertThat(creators).isEmpty();

        pool.suspended = false;
        demand.check();

        assertThat(creators).hasSize(1);
    }

    @Test
    void besideALateAttemptForACallerInThePauseOfTheMinimumAnotherBegins() {
        Demand<Resource> demand = demand(1, 4);
        factory.permanent = failure -> failure.getMessage().equals("attempt 1");
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        fail(number);
                    } else if (number == 2) {
                        ticker.advance(A_SECOND);
                        begun.add(creators.size());
                    }
                };
        demand.check();
        runCreators();
        ticker.advanceToNext();
        waiting(1);
        demand.check();

        runCreators();

        assertThat(begun).containsExactly(1);
    }

    @Test
    void aPermanentFailureRefusesNoCallerWhileThereIsAResource() {
        Demand<Resource> demand = demand(2, 1);
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        fail(number);
                    }
                };
        demand.check();

        runCreators();

        assertThat(total()).isOne();
        assertThat(waiters.isRefusing()).isFalse();
    }

    @Test
    void aFailureThatCannotBeJudgedIsNotPermanent() {
        Demand<Resource> demand = demand(1, 4);
        IllegalStateException doubt = new IllegalStateException("in doubt");
        factory.permanent =
                failure -> {
                    throw doubt;
                };
        factory.onCreate = this::fail;
        demand.check();

        runCreators();

        assertThat(waiters.isRefusing()).isFalse();
        assertThat(pool.failures.get(0)).hasSuppressedException(doubt);
    }

    /** A chain of causes that leads back to itself, or a class that is not there. */
    @Test
    void anErrorWhileAFailureIsJudgedCostsNeitherThePermitNorTheRetry() {
        Demand<Resource> demand = demand(1, 4);
        StackOverflowError doubt = new StackOverflowError();
        factory.permanent =
                failure -> {
                    throw doubt;
                };
        factory.onCreate = this::fail;
        demand.check();

        runCreators();

        assertThat(creating()).isZero();
        assertThat(pool.failures.get(0)).hasMessage("attempt 1").hasSuppressedException(doubt);
        assertThat(ticker.pending()).as("the retry").isOne();
    }

    @Test
    void aFailureRethrownWhileItIsJudgedCostsNeitherThePermitNorTheRetry() {
        Demand<Resource> demand = demand(1, 4);
        factory.permanent =
                failure -> {
                    throw (IllegalStateException) failure;
                };
        factory.onCreate = this::fail;
        demand.check();

        runCreators();

        assertThat(creating()).isZero();
        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 1");
        assertThat(ticker.pending()).as("the retry").isOne();
    }

    @Test
    void noWaiterWaitsForARetryThatCannotBePlanned() {
        Demand<Resource> demand = demand(1, 4);
        InternalError noAlarm = new InternalError("no alarm");
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.onSchedule = noAlarm;
                        fail(number);
                    }
                };
        demand.check();
        assertThatThrownBy(this::runCreators).isSameAs(noAlarm);
        ticker.onSchedule = null;
        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 1");
        assertThat(ticker.pending()).as("left of the attempt on the clock").isZero();
        assertThat(generations.isNothingLeftBefore(generations.begin())).isTrue();

        demand.check();
        runCreators();

        assertThat(total()).isOne();
        assertThat(creating()).isZero();
    }

    @Test
    void aSuccessCountsEvenIfNoAlarmCanBeSet() {
        Demand<Resource> demand = demand(3, 2);
        InternalError noAlarm = new InternalError("no alarm");
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.onSchedule = noAlarm;
                    }
                };
        demand.check();
        creators.remove().run();
        ticker.onSchedule = null;

        assertThat(pool.announced).hasSize(1);
        assertThat(demand.lastFailure()).isNull();
        runCreators();
        assertThat(total()).isEqualTo(3);
    }

    @Test
    void allowsOneAfterAFailureAndTwiceAsManyWithEachSuccess() {
        Demand<Resource> demand = demand(0, 4);
        List<String> atOnce = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        fail(number);
                    }
                    atOnce.add("attempt " + number + " of " + creating() + " at once");
                };
        waiting(1);
        demand.check();
        runCreators();
        waiting(MAX_SIZE);
        ticker.advanceToNext();

        runCreators();
        ticker.advance(Duration.ofNanos(CreationThrottle.LOOK_NANOS)); // members return nothing
        runCreators();

        assertThat(atOnce)
                .startsWith("attempt 2 of 1 at once", "attempt 3 of 2 at once")
                .hasSize(MAX_SIZE);
    }

    @Test
    void aSuccessCallsOffTheRetryOfAFailureThatWasBesideIt() {
        Demand<Resource> demand = demand(0, 2);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        creators.remove().run(); // the second begins and fails meanwhile
                        assertThat(ticker.pending()).as("the retry, and two limits").isEqualTo(3);
                    } else {
                        fail(number);
                    }
                };
        waiting(2);
        demand.check();
        creators.remove().run();

        assertThat(total()).isOne();
        assertThat(ticker.pending()).as("the retry").isZero();
    }

    @Test
    void aTransientFailureLetsThreadsWaitAgainThatAPermanentOneHadRefused() {
        Demand<Resource> demand = demand(1, 4);
        factory.permanent = failure -> failure.getMessage().equals("attempt 1");
        factory.onCreate = this::fail;
        demand.check();
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();

        comesAndIsRefused(demand);
        ticker.advanceToNext();
        runCreators();

        assertThat(demand.lastFailure().cause()).hasMessage("attempt 2");
        assertThat(waiters.isRefusing()).isFalse();
    }

    /** The error reaches the thread, which logs it; the creation neither failed nor was late. */
    @Test
    void aFailureOfThePoolWithACreatedResourceIsNoFailureToCreateIt() {
        Demand<Resource> demand = demand(1, 4);
        IllegalStateException unforeseen = new IllegalStateException("unforeseen");
        pool.onAnnounced =
                () -> {
                    throw unforeseen;
                };
        demand.check();

        assertThatThrownBy(this::runCreators).isSameAs(unforeseen);

        assertThat(pool.created).hasSize(1);
        assertThat(pool.failures).isEmpty();
        assertThat(creating()).isZero();
    }

    @Test
    void aFlightRecorderThatFailsCostsNeitherAResourceNorTheReasonWhyThereIsNone() {
        recorder =
                new FlightRecorder() {
                    @Override
                    public void createEnded(Object begun, Throwable failure) {
                        throw new IllegalStateException("the recorder failed");
                    }
                };
        Demand<Resource> demand = demand(2, 1);
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        fail(number);
                    }
                };
        try (LogCapture log = LogCapture.start()) {
            demand.check();
            runCreators();

            assertThat(log.await(2))
                    .extracting(LogRecord::getMessage)
                    .contains("Pool orders: Flight Recorder failed to record a creation");
        }
        assertThat(pool.created).hasSize(1);
        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 2");
    }

    /** A flush waits for each attempt that is counted. */
    @Test
    void anAttemptThatCannotBeginIsCountedInNoGeneration() {
        Demand<Resource> demand = demand(0, 1);
        waiting(1);
        demand.check();
        ticker.onRead =
                () -> {
                    ticker.onRead = () -> {};
                    throw new OutOfMemoryError("no memory for an attempt");
                };

        creators.remove().run();

        assertThat(creating()).as("the permit was given back").isZero();
        assertThat(generations.isNothingLeftBefore(generations.begin())).isTrue();
    }

    /** The need is judged once more on the thread that is to create. */
    @Test
    void aNeedThatCannotBeJudgedCostsNeitherThePermitNorTheRetry() {
        OutOfMemoryError failure = new OutOfMemoryError("on purpose");
        demand(1, 4).check();
        pool.onIsClosed =
                () -> {
                    pool.onIsClosed = () -> {};
                    throw failure;
                };

        assertThatThrownBy(this::runCreators).isSameAs(failure);

        assertThat(creating()).isZero();
        assertThat(pool.failures).containsExactly(failure);
        assertThat(ticker.pending()).as("the retry").isOne();
    }

    @Test
    void anInterruptedAttemptLeavesItsThreadInterrupted() {
        factory.onCreate =
                number -> {
                    throw new InterruptedException("on purpose");
                };
        demand(1, 4).check();

        runCreators();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(pool.failures).hasSize(1);
    }

    @Test
    void theFirstCallerIsToldWhetherTimeMayMendAFailure() {
        Demand<Resource> demand = demand(0, 1, Runnable::run);
        factory.permanent = failure -> failure.getMessage().equals("attempt 2");
        factory.onCreate = this::fail;

        for (boolean isPermanent : new boolean[] {false, true}) {
            assertThatExceptionOfType(ResourceCreationException.class)
                    .isThrownBy(demand::createFirst)
                    .satisfies(told -> assertThat(told.isPermanent()).isEqualTo(isPermanent))
                    .withCauseInstanceOf(IllegalStateException.class);
            pool.suspended = true; // for the time of the retry
            ticker.advanceToNext();
            pool.suspended = false;
        }
        assertThat(pool.told).containsExactly(true, true);
    }

    @Test
    void theLimitOfTheMinimumIncludesTheFirstAttempt() throws Exception {
        Demand<Resource> demand = demand(2, 1, Runnable::run);
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        fail(number);
                    }
                    ticker.advance(Duration.ofMillis(400));
                };

        Background<Boolean> minimum =
                Background.start(() -> demand.createMinimum(A_SECOND.toNanos()));

        minimum.awaitBlocked(); // the attempt has an alarm at that time as well
        ticker.awaitAlarmIn(Duration.ofMillis(600));
        ticker.advance(Duration.ofMillis(600));
        assertThat(minimum.get()).isFalse();
    }

    @Test
    void aSecondLookThatCannotBeScheduledIsScheduledTheNextTime() {
        Demand<Resource> demand = demand(0, 4);
        pool.reserved = 1; // and returns soon
        waiting(1);
        ticker.onSchedule = new OutOfMemoryError("no alarm");
        assertThatThrownBy(demand::check).isSameAs(ticker.onSchedule);
        ticker.onSchedule = null;

        demand.check();

        assertThat(ticker.pending()).isOne();
    }

    /** No other alarm may be pending, and no other caller may come. */
    @Test
    @SuppressWarnings("unchecked") // the owner takes whatever comes
    void workThatTheTimerCannotDoIsLeftToAWaiter() throws Exception {
        InternalError noThread = new InternalError("no thread");
        AtomicBoolean isFailing = new AtomicBoolean();
        Demand<Resource> demand =
                demand(
                        0,
                        4,
                        task -> {
                            if (isFailing.get()) {
                                throw noThread;
                            }
                            creators.add(task);
                        });
        Gate woken = new Gate();
        onDemand =
                () -> {
                    if (isFailing.get()) {
                        woken.passUnchecked();
                    }
                    demand.check();
                };
        long now = ticker.nanos();
        Background<ResourceHolder<Resource>> waiter =
                Background.start(() -> waiters.await(now, now + A_SECOND.toNanos() * 60, false));
        ticker.awaitParks(1);
        factory.onCreate = this::fail;
        creators.remove().run();
        isFailing.set(true);
        ticker.onSchedule = new InternalError("no alarm");
        assertThatThrownBy(ticker::advanceToNext).isSameAs(ticker.onSchedule);

        woken.awaitEntered();
        ticker.onSchedule = null;
        isFailing.set(false);
        woken.open();
        ticker.awaitParks(2);

        assertThat(creators).as("begun by the thread that waits").hasSize(1);
        waiter.thread().interrupt();
        assertThatThrownBy(waiter::get).isInstanceOf(InterruptedException.class);
    }

    @Test
    @SuppressWarnings("unchecked") // the owner takes whatever comes
    void aLookAgainThatTheTimerCannotPlanIsLeftToAWaiter() throws Exception {
        AtomicBoolean isFailing = new AtomicBoolean();
        Demand<Resource> demand = demand(0, 4);
        Gate woken = new Gate();
        onDemand =
                () -> {
                    if (isFailing.get()) {
                        woken.passUnchecked();
                    }
                    demand.check();
                };
        long now = ticker.nanos();
        Background<ResourceHolder<Resource>> waiter =
                Background.start(() -> waiters.await(now, now + A_SECOND.toNanos() * 60, false));
        ticker.awaitParks(1);
        factory.onCreate = this::fail;
        creators.remove().run();
        isFailing.set(true);
        pool.reserved = 1; // and returns soon
        ticker.onSchedule = new InternalError("no alarm");
        assertThatThrownBy(ticker::advanceToNext).isSameAs(ticker.onSchedule);

        woken.awaitEntered();
        ticker.onSchedule = null;
        isFailing.set(false);
        pool.reserved = 0;
        woken.open();
        ticker.awaitParks(2);

        assertThat(creators).as("begun by the thread that waits").hasSize(1);
        waiter.thread().interrupt();
        assertThatThrownBy(waiter::get).isInstanceOf(InterruptedException.class);
    }

    @Test
    @SuppressWarnings("unchecked") // the owner takes whatever comes
    void aRetryThatCannotBePlannedIsLeftToAWaiter() throws Exception {
        AtomicBoolean isFailing = new AtomicBoolean();
        Demand<Resource> demand = demand(0, 4);
        Gate woken = new Gate();
        onDemand =
                () -> {
                    if (isFailing.get()) {
                        woken.passUnchecked();
                    }
                    demand.check();
                };
        long now = ticker.nanos();
        Background<ResourceHolder<Resource>> waiter =
                Background.start(() -> waiters.await(now, now + A_SECOND.toNanos() * 60, false));
        ticker.awaitParks(1);
        factory.onCreate =
                number -> {
                    isFailing.set(true);
                    ticker.onSchedule = new InternalError("no alarm");
                    fail(number);
                };
        assertThatThrownBy(() -> creators.remove().run()).hasMessage("no alarm");

        woken.awaitEntered();
        ticker.onSchedule = null;
        isFailing.set(false);
        woken.open();
        ticker.awaitParks(2);

        assertThat(creators).as("begun by the thread that waits").hasSize(1);
        waiter.thread().interrupt();
        assertThatThrownBy(waiter::get).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aClosedPoolRetriesNothing() {
        Demand<Resource> demand = demand(1, 4);
        factory.onCreate = this::fail;
        demand.check();
        runCreators();

        pool.closed = true;
        demand.close(new PoolClosedException("Pool orders is closed"));

        assertThat(ticker.pending()).isZero();
    }
}
