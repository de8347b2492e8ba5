package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.jfr.FlightRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** What becomes of creation when attempts fail or hang. */
class GrowerFailureTest extends GrowerFixture {

    @Test
    void waitsForTheRetryAfterAFailure() {
        Grower<Resource> grower = grower(0, 4);
        factory.onCreate = this::fail;
        waiting(2);
        grower.demand();
        runCreators();
        assertThat(creating()).isZero();

        waiting(5);
        grower.demand();
        assertThat(creators).isEmpty();
        assertThat(ticker.pending()).as("one retry for all failures").isOne();

        ticker.advanceToNext();
        assertThat(creators).as("one prober").hasSize(1);
    }

    @Test
    void backsOffToFewerThanThreeAttemptsASecond() {
        Grower<Resource> grower = grower(1, 4);
        factory.onCreate = this::fail;
        grower.demand();
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
        Grower<Resource> grower = grower(1, 4);
        factory.onCreate =
                number -> {
                    if (number < 4) {
                        fail(number);
                    }
                };
        grower.demand();
        runCreators();
        assertThat(grower.lastFailure().cause()).hasMessage("attempt 1");

        while (total() == 0) {
            ticker.advanceToNext();
            runCreators();
        }

        assertThat(factory.attempts()).isEqualTo(4);
        assertThat(grower.lastFailure()).as("forgotten").isNull();
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void beginsWithAShortRetryAgainAfterASuccess() {
        Grower<Resource> grower = grower(2, 4);
        factory.onCreate =
                number -> {
                    if (number != 11) {
                        fail(number);
                    }
                };
        grower.demand();
        runCreators();
        while (total() == 0) {
            ticker.advanceToNext();
            runCreators();
        }

        // The creator has gone on to the next, and failed.
        assertThat(grower.lastFailure().cause()).hasMessage("attempt 12");
        assertThat(ticker.untilNext()).isLessThan(Duration.ofMillis(40));
    }

    @Test
    void aFailureIsReportedOnceWithItsTime() {
        Grower<Resource> grower = grower(1, 4);
        factory.onCreate = this::fail;
        grower.demand();

        runCreators();

        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 1");
        assertThat(grower.lastFailure().at()).isEqualTo(ticker.nanos());
    }

    @Test
    void aThreadThatCannotBeHadIsAFailureLikeAnother() {
        RejectedExecutionException noThread = new RejectedExecutionException("no thread");
        Grower<Resource> grower =
                grower(
                        1,
                        4,
                        task -> {
                            throw noThread;
                        });

        grower.demand();

        assertThat(creating()).as("the permit came back").isZero();
        assertThat(pool.failures).containsExactly(noThread);
        assertThat(ticker.pending()).as("tried again").isOne();
    }

    @Test
    void aPermanentFailureRefusesWaitingUntilAProbeSucceeds() {
        Grower<Resource> grower = grower(0, 4);
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    if (number < 3) {
                        fail(number);
                    }
                };
        waiting(1);
        grower.demand();
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();

        waiting(0); // it was refused; the probes go on without anybody
        ticker.advanceToNext();
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();
        ticker.advanceToNext();
        runCreators();

        assertThat(waiters.isRefusing()).isFalse();
        assertThat(total()).isOne();
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void aPermanentFailureRefusesNobodyWhileThereIsAResource() {
        Grower<Resource> grower = grower(2, 1);
        factory.permanent = failure -> true;
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        fail(number);
                    }
                };
        grower.demand();

        runCreators();

        assertThat(total()).isOne();
        assertThat(waiters.isRefusing()).isFalse();
    }

    @Test
    void aFailureOfWhichNobodyCanSayWhetherItIsPermanentIsNot() {
        Grower<Resource> grower = grower(1, 4);
        IllegalStateException doubt = new IllegalStateException("in doubt");
        factory.permanent =
                failure -> {
                    throw doubt;
                };
        factory.onCreate = this::fail;
        grower.demand();

        runCreators();

        assertThat(waiters.isRefusing()).isFalse();
        assertThat(pool.failures.get(0)).hasSuppressedException(doubt);
    }

    @Test
    void allowsOneAfterAFailureAndTwiceAsManyWithEachSuccess() {
        Grower<Resource> grower = grower(0, 4);
        List<String> atOnce = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        fail(number);
                    }
                    atOnce.add("attempt " + number + " of " + creating() + " at once");
                };
        waiting(1);
        grower.demand();
        runCreators();
        waiting(MAX_SIZE);
        ticker.advanceToNext();

        runCreators();
        ticker.advance(Duration.ofNanos(Pace.LOOK_NANOS)); // members return nothing
        runCreators();

        assertThat(atOnce)
                .startsWith("attempt 2 of 1 at once", "attempt 3 of 2 at once")
                .hasSize(MAX_SIZE);
    }

    /** Else what is created when it comes would pass for slow, and others be begun beside it. */
    @Test
    void aSuccessCallsOffTheRetryOfAFailureThatWasBesideIt() {
        Grower<Resource> grower = grower(0, 2);
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        creators.remove().run(); // the second begins and fails meanwhile
                        assertThat(ticker.pending()).as("the retry, and a limit").isEqualTo(2);
                    } else {
                        fail(number);
                    }
                };
        waiting(2);
        grower.demand();
        creators.remove().run();
        assertThat(total()).isOne();

        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    ticker.advance(A_SECOND.dividedBy(2)); // past the retry that there was
                    begun.add(creators.size());
                };
        waiting(1);
        grower.demand();
        creators.remove().run();

        assertThat(begun).as("begun beside it").containsExactly(0);
    }

    @Test
    void aTransientFailureLetsThreadsWaitAgainThatAPermanentOneHadRefused() {
        Grower<Resource> grower = grower(1, 4);
        factory.permanent = failure -> failure.getMessage().equals("attempt 1");
        factory.onCreate = this::fail;
        grower.demand();
        runCreators();
        assertThat(waiters.isRefusing()).isTrue();

        ticker.advanceToNext();
        runCreators();

        assertThat(grower.lastFailure().cause()).hasMessage("attempt 2");
        assertThat(waiters.isRefusing()).isFalse();
    }

    /** It goes to the thread, which logs it: it is neither a failed creation nor a late one. */
    @Test
    void whatThePoolFailsAtWithAResourceThatIsThereIsNoFailureToCreateIt() {
        Grower<Resource> grower = grower(1, 4);
        IllegalStateException unforeseen = new IllegalStateException("unforeseen");
        pool.onAnnounced =
                () -> {
                    throw unforeseen;
                };
        grower.demand();

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
        Grower<Resource> grower = grower(2, 1);
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        fail(number);
                    }
                };
        try (LogCapture log = LogCapture.start()) {
            grower.demand();
            runCreators();

            assertThat(log.await(2))
                    .extracting(LogRecord::getMessage)
                    .contains("Pool orders: a creation could not be recorded");
        }
        assertThat(pool.created).hasSize(1);
        assertThat(pool.failures).extracting(Throwable::getMessage).containsExactly("attempt 2");
    }

    @Test
    void aSecondLookThatCannotBeScheduledIsScheduledTheNextTime() {
        Grower<Resource> grower = grower(0, 4);
        pool.reserved = 1; // and returns soon
        waiting(1);
        ticker.onSchedule = new OutOfMemoryError("no alarm");
        assertThatThrownBy(grower::demand).isSameAs(ticker.onSchedule);
        ticker.onSchedule = null;

        grower.demand();

        assertThat(ticker.pending()).isOne();
    }

    @Test
    void beginsAnotherBesideOneThatHangs() {
        Grower<Resource> grower = grower(0, 1);
        List<Integer> begun = new ArrayList<>();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        ticker.advance(A_SECOND.minusMillis(1));
                        begun.add(creators.size());
                        ticker.advance(Duration.ofMillis(1));
                        begun.add(creators.size());
                        creators.remove().run();
                        begun.add(total());
                    }
                };
        waiting(1);
        grower.demand();

        runCreators();

        assertThat(begun)
                .as("begun before a second, after it, and its success")
                .containsExactly(0, 1, 1);
        assertThat(total()).as("what hung arrived in time as well").isEqualTo(2);
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void beginsNoMoreBesideThoseThatHangThanThePermitsLeaveRoomFor() {
        Grower<Resource> grower = grower(0, 2);
        factory.onCreate =
                number -> {
                    if (number < MAX_SIZE) { // it hangs, and the next begins inside it
                        ticker.advance(A_SECOND);
                        creators.remove().run();
                    }
                };
        waiting(1);
        grower.demand();

        creators.remove().run();

        assertThat(factory.attempts()).isEqualTo(MAX_SIZE);
        assertThat(total()).isEqualTo(MAX_SIZE);
    }

    @Test
    void stopsAtTooManyCreationsThatHangUntilOneReturns() {
        Grower<Resource> grower = grower(1, 4);
        factory.onCreate =
                number -> {
                    if (number > 32) {
                        return;
                    }
                    // Given up, but it does not return: the next begins inside it.
                    ticker.advance(CONNECT_TIMEOUT);
                    ticker.advance(A_SECOND);
                    assertThat(creators).hasSize(number < 32 ? 1 : 0);
                    if (number < 32) {
                        creators.remove().run();
                    }
                };

        grower.demand();
        creators.remove().run();

        assertThat(pool.late).hasSize(32);
        assertThat(pool.created).as("begun when one had returned").hasSize(1);
        assertThat(creating()).isZero();
    }

    @Test
    void aClosedPoolRetriesNothing() {
        Grower<Resource> grower = grower(1, 4);
        factory.onCreate = this::fail;
        grower.demand();
        runCreators();

        pool.closed = true;
        grower.close(new PoolClosedException("Pool orders is closed"));

        assertThat(ticker.pending()).isZero();
    }
}
