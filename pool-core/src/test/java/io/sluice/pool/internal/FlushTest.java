package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All resources of a pool are sent away, and new ones take their places. */
class FlushTest {

    private static final Duration DRAIN = Duration.ofSeconds(5);

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

        assertThat(report).isEqualTo(new FlushReport(2, 0, 0));
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

        FlushReport report = pool.flush(FlushMode.GRACEFULLY);

        assertThat(report).isEqualTo(new FlushReport(2, 0, 1));
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

        FlushReport report = pool.flush(FlushMode.AT_ONCE);

        assertThat(report).isEqualTo(new FlushReport(2, 1, 0));
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
        assertThat(lease.holder().reserve(lease.stamp())).as("somebody cleans it").isTrue();

        FlushReport report = pool.flush(FlushMode.AT_ONCE);

        assertThat(report).isEqualTo(new FlushReport(1, 0, 0));
        journal.await("abort 1");
        lease.holder().requeue();
        awaitGone(1);
    }

    @Test
    void neverMakesMoreThanTheMaximum() throws Exception {
        open();
        Gate destroying = new Gate();
        factory.onDestroy = number -> destroying.pass();
        pool.flush(FlushMode.GRACEFULLY);
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
    void servesWhoWaitsWithNewOnes() throws Exception {
        pool = fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        pool.flush(FlushMode.AT_ONCE);

        Lease fresh = waiter.get();
        assertThat(fresh.number()).isEqualTo(2);
        fresh.release();
        assertThat(lease.release()).isFalse();
    }

    /** What was begun with the password of yesterday does not come in after the flush. */
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

        pool.flush(FlushMode.GRACEFULLY);
        creating.open();

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

        pool.flush(FlushMode.IDLE);
        creating.open();

        Lease lease = waiter.get();
        assertThat(lease.number()).isOne();
        lease.release();
    }

    @Test
    void fillsUpToTheMinimumAgain() throws Exception {
        pool = fixture.open(config -> config.maxSize(3).minSize(2));
        fixture.awaitAvailable(2);

        pool.flush(FlushMode.GRACEFULLY);

        awaitGone(2);
        fixture.awaitAvailable(2);
        assertThat(factory.attempts()).isEqualTo(4);
    }

    @Test
    void byADeadlineReturnsWhenAllHaveComeBack() throws Exception {
        open();
        Background<FlushReport> flush = Background.start(() -> pool.flush(DRAIN));
        ticker.awaitAlarmIn(DRAIN);
        ticker.advance(DRAIN.minusNanos(1));
        assertThat(flush.isDone()).isFalse();

        out.release();

        assertThat(flush.get()).isEqualTo(new FlushReport(3, 0, 0));
        assertThat(journal.count("destroy ")).as("they are gone").isEqualTo(3);
        assertThat(journal.count("abort")).isZero();
    }

    @Test
    void byADeadlineTakesAwayWhatIsStillOutAndTellsTheLogWho() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            open();
            Background<FlushReport> flush = Background.start(() -> pool.flush(DRAIN));
            ticker.awaitAlarmIn(DRAIN);
            Lease fresh = fixture.acquire(); // has nothing to do with it

            ticker.advance(DRAIN);

            assertThat(flush.get()).isEqualTo(new FlushReport(2, 1, 0));
            assertThat(journal.entries("abort")).containsExactly("abort " + out.number());
            assertThat(log.await("still out").getMessage())
                    .contains(
                            "after a drain of 5000 ms and are taken away: 1;",
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
        assertThat(flag.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(journal.count("abort")).isZero();
        assertThat(out.release()).isTrue();
        awaitGone(3);
    }

    @Test
    void ofAnEmptyPoolReturnsAtOnce() {
        pool = fixture.open(config -> config.maxSize(3));
        assertThat(pool.flush(DRAIN)).isEqualTo(new FlushReport(0, 0, 0));
        assertThat(pool.flush(FlushMode.AT_ONCE))
                .hasToString("discarded 0, taken away 0, still out 0");
    }
}
