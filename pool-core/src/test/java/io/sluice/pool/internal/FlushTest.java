package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All resources of a pool are sent away, and new ones take their places. */
class FlushTest {

    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(7);

    /** Two limits, and some time for the threads. */
    private static final Duration LONGEST = LIMIT.multipliedBy(2).plusMillis(100);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    /** A pool of three resources: the first two idle, the third leased. */
    private DefaultResourcePool<Resource> pool;

    private Lease out;

    private void open() throws Exception {
        pool = fixture.open(config -> config.maxSize(3));
        fixture.warmUp(3);
        out = fixture.acquire();
    }

    private void awaitGone(int resources) {
        journal.await("onDestroy", resources);
        assertThat(journal.entries("onDiscard"))
                .hasSize(resources)
                .allMatch(entry -> entry.endsWith(" FLUSHED"));
    }

    @Test
    void ofWhatIsIdleLeavesTheLeasesAlone() throws Exception {
        open();

        FlushReport report = pool.flush(FlushMode.IDLE);

        assertThat(report).isEqualTo(new FlushReport(2, 0, 0, 0));
        awaitGone(2);
        assertThat(out.release()).isTrue();
        Lease again = fixture.acquire();
        assertThat(again.number()).isEqualTo(out.number());
        again.release();
        assertThat(journal.count("onDiscard")).isEqualTo(2);
    }

    @Test
    void gracefullyLetsLeasesEndFirst() throws Exception {
        open();

        FlushReport report = pool.flush(FlushMode.GRACEFUL);

        assertThat(report).isEqualTo(new FlushReport(2, 0, 1, 0));
        awaitGone(2);
        assertThat(journal.count("abort")).isZero();
        assertThat(out.release()).isTrue();
        awaitGone(3);
        assertThat(journal.count("abort")).isZero();
        Lease fresh = fixture.acquire();
        assertThat(fresh.number()).isEqualTo(4);
        fresh.release();
    }

    @Test
    void atOnceTakesLeasesAway() throws Exception {
        open();

        FlushReport report = pool.flush(FlushMode.IMMEDIATE);

        assertThat(report).isEqualTo(new FlushReport(2, 1, 0, 0));
        awaitGone(3);
        assertThat(journal.entries())
                .containsSubsequence("abort " + out.number(), "destroy " + out.number());
        assertThat(out.release()).as("it was taken away").isFalse();
    }

    @Test
    void atOnceAbortsWhatThePoolItselfWorksOn() throws Exception {
        Gate hanging = new Gate();
        factory.onAbort = number -> hanging.open();
        pool = fixture.open(config -> config.maxSize(1).validateAfterIdle(Duration.ZERO));
        fixture.warmUp(1);
        Lease lease = fixture.acquire();
        assertThat(lease.holder().reserve(lease.stamp())).as("it is being cleaned").isTrue();

        FlushReport report = pool.flush(FlushMode.IMMEDIATE);

        assertThat(report).isEqualTo(new FlushReport(0, 0, 1, 0));
        journal.await("abort 1");
        lease.holder().requeue();
        awaitGone(1);
    }

    @Test
    void byADeadlineCountsWhatThePoolItselfWorkedOnAsTakenAwayIfThatEnds() throws Exception {
        pool = fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        assertThat(lease.holder().reserve(lease.stamp())).as("it is being cleaned").isTrue();
        Background<FlushReport> flush = flushByADeadline();

        ticker.advance(DRAIN);
        journal.await("abort 1");
        lease.holder().requeue();

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 1, 0, 0));
    }

    @Test
    void byADeadlineCountsWhatThePoolItselfWorksOnAsStillOutIfAnAbortIsInVain() throws Exception {
        pool = fixture.open(config -> config.maxSize(1).closeTimeout(LIMIT));
        Lease lease = fixture.acquire();
        assertThat(lease.holder().reserve(lease.stamp())).as("it is being cleaned").isTrue();
        Background<FlushReport> flush = flushByADeadline();

        ticker.advance(DRAIN);
        awaitWaiting(flush, LONGEST);
        ticker.advance(LONGEST);

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 1, 0));
        lease.holder().requeue();
        awaitGone(1);
    }

    @Test
    void neverMakesMoreThanTheMaximum() throws Exception {
        open();
        Gate destroying = new Gate();
        factory.onDestroy = number -> destroying.pass();
        pool.flush(FlushMode.GRACEFUL);
        journal.await("destroy", 2);
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        assertThat(pool.snapshot().total()).isEqualTo(3);
        assertThat(factory.attempts())
                .as("two places are being cleared, one is in use")
                .isEqualTo(3);

        destroying.open();
        Lease fresh = waiter.get();
        assertThat(fresh.number()).isEqualTo(4);
        fresh.release();
        out.release();
    }

    @Test
    void servesWaitersWithNewResources() throws Exception {
        pool = fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        pool.flush(FlushMode.IMMEDIATE);

        Lease fresh = waiter.get();
        assertThat(fresh.number()).isEqualTo(2);
        fresh.release();
        assertThat(lease.release()).isFalse();
    }

    /** A creation begun with the old password adds no member after the flush. */
    @Test
    void catchesWhatIsInCreation() throws Exception {
        Gate creating = new Gate();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        creating.pass();
                    }
                };
        pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        creating.awaitEntered();

        FlushReport report = pool.flush(FlushMode.GRACEFUL);
        creating.open();

        assertThat(report).isEqualTo(new FlushReport(0, 0, 0, 1));
        Lease lease = waiter.get();
        assertThat(lease.number()).isEqualTo(2);
        journal.await("onDiscard 1 FLUSHED");
        lease.release();
    }

    @Test
    void ofWhatIsIdleLetsWhatIsInCreationCome() throws Exception {
        Gate creating = new Gate();
        factory.onCreate = number -> creating.pass();
        pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        creating.awaitEntered();

        FlushReport report = pool.flush(FlushMode.IDLE);
        creating.open();

        assertThat(report).isEqualTo(new FlushReport(0, 0, 0, 0));
        Lease lease = waiter.get();
        assertThat(lease.number()).isOne();
        lease.release();
    }

    @Test
    void fillsUpToTheMinimumAgain() throws Exception {
        pool = fixture.open(config -> config.maxSize(3).minSize(2));
        fixture.awaitAvailable(2);

        pool.flush(FlushMode.GRACEFUL);

        awaitGone(2);
        fixture.awaitAvailable(2);
        assertThat(factory.attempts()).isEqualTo(4);
    }

    @Test
    void byADeadlineReturnsWhenAllHaveComeBack() throws Exception {
        open();
        Background<FlushReport> flush = flushByADeadline();
        ticker.advance(DRAIN.minusNanos(1));
        assertThat(flush.isDone()).isFalse();

        out.release();

        assertThat(flush.get()).isEqualTo(new FlushReport(3, 0, 0, 0));
        assertThat(journal.count("destroy ")).as("they are gone").isEqualTo(3);
        assertThat(journal.count("abort")).isZero();
    }

    @Test
    void byADeadlineTakesAwayLeasesStillOutAndLogsThem() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            open();
            Background<FlushReport> flush = flushByADeadline();
            Lease fresh = fixture.acquire(); // has nothing to do with it

            ticker.advance(DRAIN);

            assertThat(flush.get()).isEqualTo(new FlushReport(2, 1, 0, 0));
            assertThat(journal.entries("abort")).containsExactly("abort " + out.number());
            assertThat(log.await("still out").getMessage())
                    .contains(
                            "after a drain of 5000 ms are taken away: 1;",
                            "thread " + Thread.currentThread().getName());
            assertThat(out.release()).isFalse();
            assertThat(fresh.release()).isTrue();
        }
    }

    @Test
    void interruptedWaitsNoLongerAndTakesNothingAway() throws Exception {
        open();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Background<FlushReport> flush =
                Background.start(
                        () -> {
                            FlushReport report = pool.flush(DRAIN);
                            flag.complete(Thread.currentThread().isInterrupted());
                            return report;
                        });
        ticker.awaitAlarmIn(DRAIN);

        flush.thread().interrupt();

        assertThat(flush.get().stillOut()).isOne();
        assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(journal.count("abort")).isZero();
        assertThat(out.release()).isTrue();
        awaitGone(3);
    }

    @Test
    void ofAnEmptyPoolReturnsAtOnce() {
        pool = fixture.open(config -> config.maxSize(3));
        assertThat(pool.flush(DRAIN)).isEqualTo(new FlushReport(0, 0, 0, 0));
        assertThat(pool.flush(FlushMode.IMMEDIATE))
                .hasToString("discarded 0, taken away 0, still out 0, creating 0");
    }

    // by a deadline, and what is in creation

    private Background<FlushReport> flushByADeadline() {
        Background<FlushReport> flush = Background.start(() -> pool.flush(DRAIN));
        awaitWaiting(flush, DRAIN);
        return flush;
    }

    /** The alarm alone is not enough: the thread waits as well. */
    private void awaitWaiting(Background<?> flush, Duration limit) {
        await("a flush that waits for " + limit)
                .until(
                        () ->
                                flush.thread().getState() == Thread.State.WAITING
                                        && ticker.hasAlarmIn(limit));
    }

    /** The first attempt stops in a gate. */
    private Gate stopTheFirst() {
        Gate creating = new Gate();
        factory.onCreate =
                number -> {
                    if (number == 1) {
                        creating.pass();
                    }
                };
        return creating;
    }

    /** Its session may exist already, with the old user. */
    @Test
    void byADeadlineWaitsForWhatIsInCreationUntilItIsDestroyed() throws Exception {
        Gate creating = stopTheFirst();
        Gate destroying = new Gate();
        factory.onDestroy = number -> destroying.pass();
        pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        creating.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();
        ticker.advance(DRAIN.minusNanos(1));

        creating.open();
        destroying.awaitEntered();

        assertThat(flush.isDone()).isFalse();
        destroying.open();
        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 0));
        waiter.get().release();
    }

    @Test
    void byADeadlineWaitsForWhatWasGivenUpAndMayStillArrive() throws Exception {
        Gate creating = stopTheFirst();
        pool = fixture.open(config -> config.maxSize(2).connectTimeout(Duration.ofSeconds(1)));
        Background<Lease> waiter = fixture.acquireInBackground();
        creating.awaitEntered();
        ticker.advance(Duration.ofMillis(1_100)); // the next is not late by then
        waiter.get().release();
        assertThat(pool.snapshot().creating()).isZero();
        Background<FlushReport> flush = flushByADeadline();

        creating.open();

        assertThat(flush.get()).isEqualTo(new FlushReport(1, 0, 0, 0));
        assertThat(journal.entries("destroy ")).contains("destroy 1", "destroy 2");
    }

    @Test
    void gracefullyCountsWhatHasArrivedAndIsNoMemberYetAsInCreation() throws Exception {
        Gate joining = stopTheFirstBeforeItJoins();
        pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        joining.awaitEntered();

        FlushReport report = pool.flush(FlushMode.GRACEFUL);
        joining.open();

        assertThat(report).isEqualTo(new FlushReport(0, 0, 0, 1));
        waiter.get().release();
        journal.await("destroy 1");
    }

    /** The factory is told of a resource before that becomes a member. */
    private Gate stopTheFirstBeforeItJoins() {
        Gate joining = new Gate();
        factory.onJoined =
                number -> {
                    if (number == 1) {
                        joining.pass();
                    }
                };
        return joining;
    }

    @Test
    void byADeadlineWaitsForWhatHasArrivedAndIsNoMemberYet() throws Exception {
        Gate joining = stopTheFirstBeforeItJoins();
        pool = fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        joining.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();

        joining.open();

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 0));
        assertThat(journal.entries("destroy ")).contains("destroy 1");
        waiter.get().release();
    }

    /** Its first validation may take long, and nothing takes it away meanwhile. */
    @Test
    void byADeadlineDoesNotWaitLongerForWhatHasArrivedAndIsNoMemberYet() throws Exception {
        Gate joining = stopTheFirstBeforeItJoins();
        pool = fixture.open(config -> config.maxSize(1).minSize(1));
        joining.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();

        ticker.advance(DRAIN);

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 1));
        joining.open();
        journal.await("destroy 1");
    }

    @Test
    void byADeadlineDoesNotWaitForWhatHasFailed() throws Exception {
        Gate creating = new Gate();
        factory.onCreate =
                number -> {
                    creating.pass();
                    throw new IllegalStateException("no");
                };
        pool = fixture.open(config -> config.maxSize(1).minSize(1));
        creating.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();

        creating.open();

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 0));
    }

    @Test
    void byADeadlineDoesNotWaitForWhatTheFactoryHasRefused() throws Exception {
        Gate creating = stopTheFirst();
        factory.onJoined =
                number -> {
                    throw new IllegalStateException("no");
                };
        pool = fixture.open(config -> config.maxSize(1).minSize(1));
        creating.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();

        creating.open();

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 0));
        assertThat(journal.entries("destroy ")).contains("destroy 1");
    }

    @Test
    void byADeadlineCountsWhatIsStillInCreationAndTellsTheLog() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            Gate creating = stopTheFirst();
            pool = fixture.open(config -> config.maxSize(1).minSize(1));
            creating.awaitEntered();
            Background<FlushReport> flush = flushByADeadline();

            ticker.advance(DRAIN);

            assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 1));
            assertThat(log.await("a flush has drained for 5000 ms").getMessage())
                    .contains("from before it still run: 1;");
            creating.open();
            journal.await("destroy 1");
        }
    }

    /** A thread is the application's, and may throw anything where it is asked for its stack. */
    @Test
    void byADeadlineTakesAwayWhatCannotBeDescribed() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            pool = fixture.open(config -> config.maxSize(1));
            FutureTask<Lease> acquire = new FutureTask<>(fixture::acquire);
            Thread owner =
                    new Thread(acquire) {
                        @Override
                        public StackTraceElement[] getStackTrace() {
                            throw new InternalError("no stack");
                        }
                    };
            owner.start();
            acquire.get();
            Background<FlushReport> flush = flushByADeadline();

            ticker.advance(DRAIN);

            assertThat(flush.get()).isEqualTo(new FlushReport(0, 1, 0, 0));
            assertThat(log.await("leases still out after a drain").getMessage())
                    .contains("are taken away: 1;")
                    .endsWith("java.lang.InternalError: no stack");
        }
    }

    /** The time for what is in creation is over, that for a close is not. */
    @Test
    void byADeadlineWaitsForTheCloseOfWhatHasArrivedBeforeIt() throws Exception {
        Gate creating = stopTheFirst();
        Gate destroying = new Gate();
        factory.onDestroy = number -> destroying.pass();
        pool = fixture.open(config -> config.maxSize(1).minSize(1).closeTimeout(LIMIT));
        creating.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();
        creating.open();
        destroying.awaitEntered();

        ticker.advance(DRAIN);
        awaitWaiting(flush, LONGEST);
        destroying.open();

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 0));
    }

    /** It is aborted when its limit is over, and given up after the same time again. */
    @Test
    void byADeadlineWaitsUntilWhatItTookAwayIsGivenUp() throws Exception {
        Gate aborting = new Gate();
        factory.onAbort = number -> aborting.pass();
        pool = fixture.open(config -> config.maxSize(1).closeTimeout(LIMIT));
        Lease lease = fixture.acquire();
        Background<FlushReport> flush = flushByADeadline();

        ticker.advance(DRAIN);
        awaitWaiting(flush, LONGEST);
        aborting.awaitEntered();
        ticker.advance(LIMIT);
        ticker.awaitAlarmIn(LIMIT);
        assertThat(pool.snapshot().total()).isOne();
        ticker.advance(LIMIT);

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 1, 0, 0));
        assertThat(pool.snapshot().total()).isZero();
        aborting.open();
        assertThat(lease.release()).isFalse();
    }

    @Test
    void byADeadlineWaitsForWhatWasSentAwayBefore() throws Exception {
        Gate destroying = new Gate();
        factory.onDestroy = number -> destroying.pass();
        pool = fixture.open(config -> config.maxSize(1));
        fixture.warmUp(1);
        assertThat(pool.flush(FlushMode.GRACEFUL)).isEqualTo(new FlushReport(1, 0, 0, 0));
        destroying.awaitEntered();
        Background<FlushReport> flush = flushByADeadline();

        destroying.open();

        assertThat(flush.get()).isEqualTo(new FlushReport(0, 0, 0, 0));
        assertThat(pool.snapshot().total()).isZero();
    }
}
