package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HousekeepingTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_DAY = Duration.ofDays(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    /** Nothing is left on the clock after the ticks of the last traffic. */
    private void assertNothingIsDue() {
        ticker.advance(A_SECOND);
        ticker.awaitPending(0);
    }

    @Test
    void aPoolAtRestWithNothingDueWakesForNothing() throws Exception {
        fixture.open(config -> config.maxSize(2));
        fixture.warmUp(2);

        assertNothingIsDue();
    }

    @Test
    void aPoolAtRestWakesForWhatIsDueNextOnly() throws Exception {
        fixture.open(
                config ->
                        config.maxSize(1)
                                .maxLifetime(A_DAY)
                                .lifetimeJitter(0)
                                .idleTimeout(A_MINUTE.multipliedBy(10))
                                .minSize(1));
        fixture.warmUp(1);
        ticker.advance(A_MINUTE.multipliedBy(10)); // a first look, whether it was used

        assertThat(ticker.pending()).isOne();
        // To the millisecond: the minimum is created in the background.
        assertThat(ticker.untilNext().plusMillis(1)).isGreaterThanOrEqualTo(A_DAY.minusMinutes(10));
    }

    @Test
    void aClosedPoolLeavesNothingOnTheClock() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(
                        config ->
                                config.maxSize(1)
                                        .maxLifetime(A_DAY)
                                        .idleTimeout(A_MINUTE)
                                        .keepaliveInterval(A_SECOND)
                                        .leakThreshold(A_MINUTE));
        fixture.warmUp(1);

        pool.close(Duration.ZERO);
        journal.await("onDestroy 1");

        assertNothingIsDue();
    }

    /** Its class loader could not be unloaded otherwise. */
    @Test
    void aThreadThatHasEndedIsForgottenWithTheNextLook() throws Exception {
        fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
        Lease lease = fixture.acquire();
        lease.release();
        ticker.advance(A_MINUTE);
        journal.await("validate 1");
        assertThat(lease.holder().thread).as("alive").isSameAs(Thread.currentThread());
        fixture.awaitAvailable(1);
        Background<Boolean> user = Background.start(() -> fixture.acquire().release());
        user.get();
        user.thread().join();
        assertThat(lease.holder().thread).isSameAs(user.thread());

        ticker.advance(A_MINUTE);

        assertThat(lease.holder().thread).isNull();
    }

    @Nested
    class Lifetime {

        @Test
        void isShortenedByTheJitterAtMost() throws Exception {
            fixture.open(
                    config ->
                            config.maxSize(50)
                                    .minSize(50)
                                    .maxLifetime(Duration.ofSeconds(100))
                                    .lifetimeJitter(0.2));
            journal.await("onCreate", 50);
            List<Lease> leases = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                leases.add(fixture.acquire());
            }

            assertThat(leases)
                    .extracting(lease -> lease.holder().expiresAt - lease.holder().createdAt)
                    .allMatch(lifetime -> lifetime > Duration.ofSeconds(80).toNanos() - 1)
                    .allMatch(lifetime -> lifetime <= Duration.ofSeconds(100).toNanos());
            assertThat(leases)
                    .extracting(lease -> lease.holder().expiresAt - lease.holder().createdAt)
                    .as("they do not all expire at once")
                    .doesNotHaveDuplicates();
            leases.forEach(Lease::release);
        }

        @Test
        void withoutJitterIsWhatWasConfigured() throws Exception {
            fixture.open(config -> config.maxSize(1).maxLifetime(A_DAY).lifetimeJitter(0));

            Lease lease = fixture.acquire();

            assertThat(lease.holder().expiresAt - lease.holder().createdAt)
                    .isEqualTo(A_DAY.toNanos());
            lease.release();
        }

        @Test
        void whenOverDiscardsWhatIsIdle() throws Exception {
            DefaultResourcePool<Resource> pool =
                    fixture.open(
                            config -> config.maxSize(1).maxLifetime(A_MINUTE).lifetimeJitter(0));
            fixture.warmUp(1);

            ticker.advance(A_MINUTE.minusNanos(1));
            assertThat(pool.snapshot().available()).isOne();
            ticker.advance(Duration.ofNanos(1));

            journal.await("onDestroy 1");
            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 LIFETIME");
            assertThat(pool.snapshot().total()).isZero();
        }

        @Test
        void whenOverDuringAnAcquireLeavesThatAnother() throws Exception {
            fixture.open(config -> config.maxSize(1).maxLifetime(A_MINUTE).lifetimeJitter(0));
            fixture.warmUp(1);
            Duration tick = Duration.ofMillis(250);
            ticker.advance(tick); // so that the next acquire checks
            ticker.onRead =
                    () -> {
                        ticker.onRead = () -> {};
                        ticker.advance(A_MINUTE.minus(tick));
                    };

            Lease lease = fixture.acquire();

            assertThat(lease.number()).isEqualTo(2);
            journal.await("onDiscard 1 LIFETIME");
            lease.release();
        }

        @Test
        void whenOverDiscardsWhatIsInUseAtItsRelease() throws Exception {
            DefaultResourcePool<Resource> pool =
                    fixture.open(
                            config -> config.maxSize(1).maxLifetime(A_MINUTE).lifetimeJitter(0));
            Lease lease = fixture.acquire();

            ticker.advance(A_DAY);
            assertThat(journal.count("onDiscard")).isZero();
            assertThat(pool.snapshot().accessible()).isOne();
            assertThat(lease.release()).isTrue();

            journal.await("onDestroy 1");
            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 LIFETIME");
        }

        @Test
        void zeroMeansAsOldAsItLikes() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
            fixture.warmUp(1);

            ticker.advance(Duration.ofDays(36_500));

            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void whenOverMakesRoomForTheMinimum() throws Exception {
            fixture.open(
                    config -> config.maxSize(1).minSize(1).maxLifetime(A_MINUTE).lifetimeJitter(0));
            journal.await("onCreate 1");

            ticker.advance(A_MINUTE.plus(A_SECOND));

            journal.await("onCreate 2");
            journal.await("onDestroy 1");
        }
    }

    @Nested
    class Idle {

        @Test
        void resourcesBeyondTheMinimumAreDiscarded() throws Exception {
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(3).minSize(1).idleTimeout(A_MINUTE));
            fixture.warmUp(3);

            ticker.advance(A_MINUTE);

            journal.await("onDestroy", 2);
            assertThat(journal.entries("onDiscard")).allMatch(entry -> entry.endsWith(" IDLE"));
            assertThat(pool.snapshot().total()).isOne();
            ticker.advance(A_DAY);
            assertThat(pool.snapshot().available()).as("the minimum stays").isOne();
            assertThat(factory.attempts()).as("and was not replaced").isEqualTo(3);
        }

        @Test
        void isCountedFromTheLastUse() throws Exception {
            fixture.open(config -> config.maxSize(1).idleTimeout(A_MINUTE));
            fixture.warmUp(1);
            ticker.advance(A_MINUTE.minusSeconds(10));
            fixture.acquire().release();

            ticker.advance(A_MINUTE.minusSeconds(1));
            assertThat(journal.count("onDiscard")).isZero();
            ticker.advance(A_SECOND);

            journal.await("onDestroy 1");
            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 IDLE");
        }

        @Test
        void isCountedFromTheEndOfALongLease() throws Exception {
            fixture.open(config -> config.maxSize(1).idleTimeout(A_MINUTE));
            Lease lease = fixture.acquire();
            ticker.advance(A_MINUTE.multipliedBy(5).plusSeconds(30));
            lease.release();

            ticker.advance(A_MINUTE.minusNanos(1));
            assertThat(journal.count("onDiscard")).isZero();
            ticker.advance(Duration.ofNanos(1));

            journal.await("onDestroy 1");
        }

        @Test
        void resourcesInUseCountForTheMinimum() throws Exception {
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(2).minSize(1).idleTimeout(A_MINUTE));
            fixture.warmUp(2);
            Lease lease = fixture.acquire();

            ticker.advance(A_MINUTE.multipliedBy(2));

            journal.await("onDestroy", 1);
            assertThat(pool.snapshot().total()).isOne();
            assertThat(pool.snapshot().accessible()).isOne();
            lease.release();
        }

        @Test
        void zeroMeansNever() throws Exception {
            DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));
            fixture.warmUp(2);

            ticker.advance(Duration.ofDays(36_500));

            assertThat(pool.snapshot().available()).isEqualTo(2);
        }
    }

    @Nested
    class Keepalive {

        private final Gate gate = new Gate();

        @Test
        void validatesWhatIsIdleOnACreatorThread() throws Exception {
            factory.onValidate =
                    number -> journal.add("validated on " + Thread.currentThread().getName());
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
            fixture.warmUp(1);

            ticker.advance(A_MINUTE.minusNanos(1));
            assertThat(journal.count("validate ")).isZero();
            ticker.advance(Duration.ofNanos(1));

            journal.await("validated on sluice-orders-creator-");
            assertThat(pool.snapshot().total()).isOne();
        }

        @Test
        void isRepeatedInItsInterval() throws Exception {
            BlockingQueue<Thread> creators = new LinkedBlockingQueue<>();
            factory.onValidate = number -> creators.add(Thread.currentThread());
            fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
            fixture.warmUp(1);

            for (int round = 1; round <= 3; round++) {
                ticker.advance(A_MINUTE);
                awaitIdle(Objects.requireNonNull(creators.poll(30, TimeUnit.SECONDS)));

                assertThat(journal.count("validate 1")).isEqualTo(round);
            }
        }

        /**
         * Waits until a creator thread has finished its round, as no other begins while one is
         * under way. Only an idle creator thread waits with a time limit.
         */
        private void awaitIdle(Thread creator) {
            await("the end of the round")
                    .until(
                            creator::getState,
                            Set.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED)::contains);
        }

        @Test
        void reservesOneAtATime() throws Exception {
            factory.onValidate = number -> gate.pass();
            DefaultResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(3).keepaliveInterval(A_MINUTE));
            fixture.warmUp(3);

            ticker.advance(A_MINUTE);
            gate.awaitEntered();

            assertThat(pool.snapshot())
                    .extracting(PoolSnapshot::reserved, PoolSnapshot::available)
                    .containsExactly(1, 2);
            ticker.advance(A_MINUTE);
            assertThat(pool.snapshot().reserved()).as("no second round beside it").isOne();
            assertThat(journal.count("validate ")).isOne();
            gate.open();
            journal.await("validate ", 3);
        }

        @Test
        void isNoUse() throws Exception {
            fixture.open(
                    config ->
                            config.maxSize(1)
                                    .keepaliveInterval(Duration.ofSeconds(40))
                                    .idleTimeout(A_MINUTE));
            fixture.warmUp(1);

            ticker.advance(Duration.ofSeconds(40));
            journal.await("validate 1");
            fixture.awaitAvailable(1);
            ticker.advance(Duration.ofSeconds(20));

            journal.await("onDestroy 1");
            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 IDLE");
        }

        @Test
        void isLeftOutForWhatIsUsedWhileAnotherIsValidated() throws Exception {
            BlockingQueue<Thread> creators = new LinkedBlockingQueue<>();
            factory.onValidate =
                    number -> {
                        creators.add(Thread.currentThread());
                        gate.pass();
                    };
            fixture.open(
                    config ->
                            config.maxSize(2)
                                    .keepaliveInterval(A_MINUTE)
                                    .validateAfterIdle(Duration.ofHours(1)));
            fixture.warmUp(2);
            ticker.advance(A_MINUTE);
            gate.awaitEntered();
            fixture.acquire().release();

            gate.open();

            awaitIdle(Objects.requireNonNull(creators.poll()));
            assertThat(journal.count("validate ")).isOne();
            fixture.awaitAvailable(2);
        }

        @Test
        void isNotDueForWhatWasUsed() throws Exception {
            fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
            fixture.warmUp(1);
            ticker.advance(A_MINUTE.minus(A_SECOND));
            fixture.acquire().release(); // validates, for it was idle
            assertThat(journal.count("validate 1")).isOne();

            ticker.advance(A_MINUTE.minus(A_SECOND));

            assertThat(journal.count("validate 1")).isOne();
            ticker.advance(A_SECOND);
            journal.await("validate 1", 2);
        }

        @Test
        void discardsWhatDoesNotPass() throws Exception {
            IllegalStateException gone = new IllegalStateException("server gone");
            factory.onValidate =
                    number -> {
                        throw gone;
                    };
            fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
            fixture.warmUp(1);

            ticker.advance(A_MINUTE);
            journal.await("onDestroy 1");

            assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 INVALID");
            assertThat(fixture.discardCause).hasValue(gone);
        }

        @Test
        void givesItsResourceToAWaiterAfterwards() throws Exception {
            factory.onValidate = number -> gate.pass();
            fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            gate.awaitEntered();
            Background<Lease> waiter = fixture.acquireInBackground();
            ticker.awaitParked(1);

            gate.open();

            Lease lease = waiter.get();
            assertThat(lease.number()).isOne();
            lease.release();
        }

        @Test
        void zeroMeansNever() throws Exception {
            fixture.open(config -> config.maxSize(1));
            fixture.warmUp(1);

            ticker.advance(A_DAY);

            assertThat(journal.count("validate")).isZero();
        }
    }

    @Nested
    class Leaks {

        private void open() {
            fixture.open(config -> config.maxSize(1).leakThreshold(A_MINUTE));
        }

        @Test
        void aLeaseBeyondTheThresholdIsReportedWithTheSiteThatAcquiredIt() throws Exception {
            open();
            Lease lease = fixture.acquire();

            ticker.advance(A_MINUTE.minusNanos(1));
            assertThat(journal.count("onLeak")).isZero();
            ticker.advance(Duration.ofNanos(1));

            journal.await("onLeak 1");
            assertThat(fixture.lastLeak.get())
                    .hasMessage("acquired by " + Thread.currentThread().getName());
            assertThat(fixture.lastLeak.get().getStackTrace())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("aLeaseBeyondTheThresholdIsReportedWithTheSiteThatAcquiredIt");
            lease.release();
        }

        @Test
        void aLeaseIsReportedOnce() throws Exception {
            // Keepalives make it look at the lease again and again.
            fixture.open(
                    config ->
                            config.maxSize(1)
                                    .leakThreshold(A_MINUTE)
                                    .keepaliveInterval(Duration.ofSeconds(10)));
            Lease lease = fixture.acquire();

            for (int i = 0; i < 10; i++) {
                ticker.advance(A_MINUTE);
            }
            lease.release();
            Lease next = fixture.acquire();
            ticker.advance(A_MINUTE);
            journal.await("onLeak", 2);

            assertThat(journal.count("onLeak")).as("once for each of the two leases").isEqualTo(2);
            next.release();
        }

        @Test
        void aLeaseThatEndsInTimeIsNotReported() throws Exception {
            open();
            for (int i = 0; i < 5; i++) {
                Lease lease = fixture.acquire();
                ticker.advance(A_MINUTE.minus(A_SECOND));
                lease.release();
            }
            ticker.advance(A_DAY);

            assertThat(journal.count("onLeak")).isZero();
        }

        @Test
        void theSiteIsForgottenWithTheLease() throws Exception {
            open();
            Lease lease = fixture.acquire();
            assertThat(lease.holder().site).isNotNull();

            lease.release();

            assertThat(lease.holder().site).isNull();
        }

        @Test
        void switchedOffNoSiteIsTaken() throws Exception {
            fixture.open(config -> config.maxSize(1));
            Lease lease = fixture.acquire();

            ticker.advance(A_DAY);

            assertThat(lease.holder().site).isNull();
            assertThat(journal.count("onLeak")).isZero();
            lease.release();
        }
    }
}
