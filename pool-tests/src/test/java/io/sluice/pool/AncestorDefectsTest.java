package io.sluice.pool;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.fixture.Await;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.ManualTicker;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.fixture.Step;
import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import io.sluice.pool.internal.PoolProbe;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What went wrong in the pool from which this one descends, and must not here. Each method is named
 * for the promise and tells the number of the defect it would have caught; whatever a test leaves
 * behind is checked by {@link PoolInvariants}, which is part of every proof.
 *
 * <p>Of the twenty-nine, 1 to 14, 16, 21, 23, 24, 26 and 28 are here, and so are the halves of 17,
 * 20 and 22 that need neither JDBC nor transactions. The rest is tested elsewhere:
 *
 * <ul>
 *   <li>15, a lookup by transaction races its completion: {@code TransactionLeasesTest};
 *   <li>17, on the side of the handles: {@code TwoClosersTest}, {@code ConnectionHandleTest};
 *   <li>18, closing a handle of a suspended transaction: {@code TransactionLifeContract};
 *   <li>19, statements are iterated without their lock: {@code HandleThreadsTest};
 *   <li>20, incremental recovery is skipped after a failed restart: {@code RecoveryContract};
 *   <li>22, a failed branch start stays in the pool: {@code BranchXaResourceTest};
 *   <li>25, what one user changed is seen by the next: {@code LeaseTest}, {@code
 *       PristineLeaseContract};
 *   <li>27, a cached statement reports closed: {@code CachedStatementTest};
 *   <li>29, recovery competes for pooled resources: {@code RecoveryContract}.
 * </ul>
 */
class AncestorDefectsTest {

    @RegisterExtension final PoolInvariants pools = new PoolInvariants();
    @RegisterExtension final Workers workers = new Workers();

    private final ManualTicker ticker = new ManualTicker();
    private final FakeResourceFactory factory = new FakeResourceFactory();

    private ResourcePool<FakeResource> open(PoolConfig.Builder config) {
        return pools.open(config, factory, ticker);
    }

    /** A pool whose resources neither expire nor are validated. */
    private static PoolConfig.Builder quiet(int maxSize) {
        return PoolConfig.builder()
                .maxSize(maxSize)
                .idleTimeout(ZERO)
                .maxLifetime(ZERO)
                .keepaliveInterval(ZERO);
    }

    /** Opens a pool and waits for its minimum. */
    private ResourcePool<FakeResource> openFilled(PoolConfig.Builder config, int minSize) {
        ResourcePool<FakeResource> pool = open(config.minSize(minSize));
        await("the minimum exists").until(pool::snapshot, now -> now.available() == minSize);
        return pool;
    }

    /** Leases as many at once. */
    private static List<Holder<FakeResource>> acquire(ResourcePool<FakeResource> pool, int count)
            throws InterruptedException {
        List<Holder<FakeResource>> holders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            holders.add(pool.acquire());
        }
        return holders;
    }

    private static void release(List<Holder<FakeResource>> holders) {
        holders.forEach(holder -> assertThat(holder.release(holder.stamp())).isTrue());
    }

    private static void release(Holder<FakeResource> holder) {
        release(List.of(holder));
    }

    /** Starts a thread that acquires, and returns when it waits. */
    private Worker<Holder<FakeResource>> waiter(ResourcePool<FakeResource> pool, String name) {
        int before = ticker.parked();
        Worker<Holder<FakeResource>> waiter = workers.start(name, () -> pool.acquire());
        ticker.awaitParked(before + 1);
        return waiter;
    }

    /** Lets the attempt under way fail, and more after it. */
    private void failAttempts(int count) {
        int before = factory.creation().arrived();
        for (int attempt = 0; attempt <= count; attempt++) {
            factory.creation().awaitArrived(before + attempt);
            if (attempt < count) {
                ticker.advance(ofSeconds(1));
            }
        }
    }

    private static void assertNothingIsLeft(ResourcePool<FakeResource> pool) {
        assertThatExceptionOfType(AcquireTimeoutException.class)
                .isThrownBy(() -> pool.acquire(ZERO));
    }

    // capacity

    /**
     * Defect 1: holders between two collections were not counted, and the pool outgrew its maximum.
     */
    @Test
    void theMaximumHoldsWhileHoldersComeAndGo() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(3).maxCreating(3));
        List<Worker<Void>> users = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            users.add(
                    workers.start(
                            "user " + i,
                            () -> {
                                for (int round = 0; round < 500; round++) {
                                    Holder<FakeResource> holder = pool.acquire();
                                    long stamp = holder.stamp();
                                    holder.resource().use();
                                    PoolSnapshot seen = pool.snapshot();
                                    assertThat(seen.total() + seen.creating())
                                            .isLessThanOrEqualTo(3);
                                    if (round % 3 == 0) {
                                        holder.doom(DiscardReason.EVICTED, null);
                                    }
                                    holder.release(stamp);
                                }
                                return null;
                            }));
        }
        for (Worker<Void> user : users) {
            user.result();
        }
        assertThat(factory.mostExisting()).isLessThanOrEqualTo(3);
    }

    /**
     * Defect 2: a close missed what was neither available nor in use, and it came back into the
     * dead pool.
     */
    @Test
    void aCloseReachesEveryHolderInAnyState() throws Exception {
        ResourcePool<FakeResource> pool = openFilled(quiet(4).validateAfterIdle(ofMillis(500)), 3);
        List<Holder<FakeResource>> three = acquire(pool, 3);
        release(three.subList(0, 2)); // two available, one in use
        ticker.advance(ofSeconds(5));
        factory.validation().hold();
        Worker<Throwable> validating = refused(pool); // one being validated
        factory.validation().awaitHeld(1);
        Worker<Throwable> alsoValidating = refused(pool);
        factory.validation().awaitHeld(2);
        factory.creation().hold();
        Worker<Throwable> waiting = refused(pool); // one in creation
        factory.creation().awaitHeld(1);
        three.get(2).reserve(three.get(2).stamp()); // one being cleaned

        Worker<PoolSnapshot> closing = workers.start("closer", () -> pool.close(ZERO));
        assertThat(waiting.result()).isInstanceOf(PoolClosedException.class);
        factory.behave();
        assertThat(validating.result()).isInstanceOf(PoolClosedException.class);
        assertThat(alsoValidating.result()).isInstanceOf(PoolClosedException.class);
        three.get(2).requeue();

        closing.result();
        await("everything created is destroyed").until(factory::alive, Collection::isEmpty);
    }

    /**
     * Starts a thread whose acquire is refused sooner or later, or that then releases what it got.
     */
    private Worker<Throwable> refused(ResourcePool<FakeResource> pool) {
        return workers.start(
                "refused",
                () -> {
                    try {
                        release(pool.acquire());
                        return pool.isClosed()
                                ? new PoolClosedException("released after close")
                                : null;
                    } catch (PoolException e) {
                        return e;
                    }
                });
    }

    /**
     * Defect 3: a thread about to create when the pool was closed put a resource into the closed
     * pool.
     */
    @Test
    void whatIsCreatedDuringACloseDoesNotEnterTheClosedPool() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(2));
        factory.creation().hold();
        Worker<Throwable> waiting = refused(pool);
        factory.creation().awaitHeld(1);

        pool.close(ZERO);
        assertThat(waiting.result()).isInstanceOf(PoolClosedException.class);
        factory.creation().letAllGo();

        factory.creation().awaitPassed(1);
        await("it is destroyed")
                .until(() -> factory.createdCount() == 1 && factory.alive().isEmpty());
        await("its permit is back").until(pool::snapshot, now -> now.total() == 0);
    }

    /**
     * Defect 4: every caller that found the queue empty grew the pool, although returns had covered
     * the need.
     */
    @Test
    void aBurstThatReturnsHaveCoveredCreatesNothingMore() throws Exception {
        ResourcePool<FakeResource> pool = openFilled(quiet(20).maxCreating(3), 1);
        Holder<FakeResource> only = pool.acquire();
        factory.creation().hold();
        List<Worker<Void>> burst = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            burst.add(
                    workers.start(
                            "burst " + i,
                            () -> {
                                release(pool.acquire());
                                return null;
                            }));
        }
        ticker.awaitParked(15);
        factory.creation().awaitHeld(1); // the line may be over before more are there

        release(only); // and it goes round all of them
        for (Worker<Void> one : burst) {
            one.result();
        }
        factory.creation().letAllGo();

        await("nothing is in creation").until(pool::snapshot, now -> now.creating() == 0);
        assertThat(factory.createdCount()).isEqualTo(1 + 1);
    }

    // locking and latency

    /** Defect 5: one slow connect, under the lock that every acquire took, stopped all of them. */
    @Test
    void aSlowCreationDelaysNoOtherCaller() throws Exception {
        ResourcePool<FakeResource> pool = openFilled(quiet(3).acquireTimeout(ofMillis(900)), 2);
        List<Holder<FakeResource>> two = acquire(pool, 2);
        factory.creation().hold();
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");
        factory.creation().awaitHeld(1);

        release(two.get(0));
        Holder<FakeResource> served = waiting.result(); // though creation is at a standstill
        Worker<Holder<FakeResource>> late = waiter(pool, "late");
        ticker.advance(ofMillis(900)); // and the acquire time-out holds as well

        assertThat(late.failure()).isInstanceOf(AcquireTimeoutException.class);
        release(List.of(served, two.get(1)));
    }

    /**
     * Defect 6: a failed connect failed the caller, although there was time left and resources were
     * about to return.
     */
    @Test
    void aFailedCreationFailsNoCallerWithTimeLeft() throws Exception {
        ResourcePool<FakeResource> pool = openFilled(quiet(2), 1);
        Holder<FakeResource> only = pool.acquire();
        factory.creation().failWith(() -> new IOException("connection refused"));
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");
        failAttempts(5);
        assertThat(waiting.isDone()).isFalse();

        release(only);

        release(waiting.result());
    }

    /** Defect 6, the other side: the failure is not lost, it is the cause of the time-out. */
    @Test
    void aTimeOutNamesTheLastFailedCreation() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(2).acquireTimeout(ofSeconds(5)));
        factory.creation().failWith(() -> new IOException("connection refused"));
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");
        factory.creation().awaitArrived(1);

        ticker.advance(ofSeconds(5));

        assertThat(waiting.failure())
                .isInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining("connection refused")
                .hasRootCauseMessage("connection refused");
    }

    /**
     * Defect 7, first half: shrinking made what was available look taken for a moment, and callers
     * grew the pool.
     */
    @Test
    void shrinkingTakesNothingFromAnyCaller() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(4).minSize(1).idleTimeout(ofMinutes(1)));
        release(acquire(pool, 4));
        factory.destruction().hold();

        ticker.advance(ofMinutes(2));
        factory.destruction().awaitHeld(3);

        release(pool.acquire(ZERO)); // while the others are being destroyed
        assertThat(factory.createdCount()).isEqualTo(4);
    }

    /** Defect 7, second half: use in turn kept every resource warm, and none ever became idle. */
    @Test
    void underLightLoadWhatIsNotNeededIdlesOut() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(6).minSize(1).idleTimeout(ofMinutes(1)));
        release(acquire(pool, 6));

        ticker.advance(ofMinutes(2), ofSeconds(1), () -> acquireAndRelease(pool));

        await("one is left").until(() -> factory.alive().size() == 1);
    }

    private static void acquireAndRelease(ResourcePool<FakeResource> pool) {
        try {
            Holder<FakeResource> holder = pool.acquire(ZERO);
            holder.resource().use();
            release(holder);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Defect 8: taking out a resource that had been taken already was ignored, so two threads could
     * have it.
     */
    @Test
    void aLeasedHolderIsNotInTheQueue() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(5));
        List<Holder<FakeResource>> all = acquire(pool, 5);

        assertThat(new HashSet<>(all)).hasSize(5);
        assertNothingIsLeft(pool);
        assertThat(pool.snapshot().available()).isZero();
        release(all);
        assertThat(pool.snapshot().available()).isEqualTo(5);
    }

    /**
     * Defect 9, first half: slow destruction on the one timer thread delayed every other deadline.
     */
    @Test
    void aSlowDestructionDelaysNoOtherDeadline() throws Exception {
        PoolConfig.Builder mortal = quiet(2).maxLifetime(ofMinutes(1)).lifetimeJitter(0);
        ResourcePool<FakeResource> pool = open(mortal);
        FakeResourceFactory otherFactory = new FakeResourceFactory();
        ResourcePool<FakeResource> other = pools.open(mortal, otherFactory, ticker);
        release(acquire(pool, 2));
        release(acquire(other, 2));
        factory.destruction().hold();

        ticker.advance(ofMinutes(1)); // all four end at the same nanosecond

        factory.destruction().awaitHeld(2);
        await("the other pool's are destroyed").until(otherFactory::alive, Collection::isEmpty);
    }

    /** Defect 9, second half: of two tasks due at the same time, one was lost. */
    @Test
    void alarmsDueAtTheSameTimeAllRun() throws Exception {
        Ticker system = SystemTicker.INSTANCE;
        CountDownLatch ran = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            system.schedule(ran::countDown, ofMillis(5 - i % 2).toNanos());
        }
        Await.open("all alarms have run", ran);
    }

    // wake-ups and waiting

    /** Defect 10: the capacity that a dead resource gave back was not offered to waiters. */
    @Test
    void theCapacityOfADeadResourceReachesAWaiter() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Holder<FakeResource> only = pool.acquire();
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");

        assertThat(only.reserve(only.stamp())).isTrue();
        only.discard(DiscardReason.BROKEN, new IOException("broken"));

        Holder<FakeResource> fresh = waiting.result();
        assertThat(fresh.resource().number()).isEqualTo(2);
        release(fresh);
    }

    /** Defect 11: an interrupt was swallowed, or became another exception and lost the flag. */
    @Test
    void anInterruptEndsTheWaitAsWhatItIs() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Holder<FakeResource> only = pool.acquire();
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");

        waiting.interrupt();

        assertThat(waiting.failure()).isInstanceOf(InterruptedException.class);
        assertThat(pool.snapshot().waiting()).isZero();
        release(only);
        release(pool.acquire(ZERO)); // which the interrupted one has not taken with it
    }

    /**
     * Defect 12, first half: after a restart of the database each dead resource cost its finder a
     * second.
     */
    @Test
    void deadResourcesCostNoWaiting() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(5));
        List<Holder<FakeResource>> all = acquire(pool, 5);
        all.forEach(holder -> holder.resource().breakDown());
        release(all);
        ticker.advance(ofSeconds(2));
        pool.suspectAll();
        long before = ticker.nanos();

        Holder<FakeResource> fresh = pool.acquire();

        assertThat(ticker.nanos()).as("the time it took").isEqualTo(before);
        assertThat(fresh.resource().number()).isGreaterThan(5);
        release(fresh);
    }

    /**
     * Defect 12, second half: a resource used a moment ago was asked each time whether it still
     * serves.
     */
    @Test
    void whatWasUsedAMomentAgoIsNotValidated() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1).validateAfterIdle(ofMillis(500)));
        release(pool.acquire());
        ticker.advance(ofMillis(400), ofMillis(10), () -> acquireAndRelease(pool));
        assertThat(factory.validation().arrived()).isZero();

        ticker.advance(ofMillis(800));
        release(pool.acquire());

        assertThat(factory.validation().arrived()).isEqualTo(1);
    }

    /** Defect 13: waiters were not served in order of arrival. */
    @Test
    void waitersAreServedInTheOrderOfTheirArrival() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Holder<FakeResource> only = pool.acquire();
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        List<Worker<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            waiting.add(
                    workers.start(
                            "waiter " + i,
                            () -> {
                                Holder<FakeResource> holder = pool.acquire();
                                served.add(number);
                                release(holder);
                                return null;
                            }));
            ticker.awaitParked(i + 1);
        }

        release(only);

        for (Worker<Void> one : waiting) {
            one.result();
        }
        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    /**
     * Defect 13, against threads that need not wait: where leases are long, a waiter that was
     * overtaken is served by the next release.
     */
    @Test
    void aWaiterIsOvertakenOnceAtMostWhereLeasesAreLong() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Holder<FakeResource> mine = pool.acquire();
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");
        ticker.advance(ofMillis(50));
        ticker.awaitParked(1);
        Step woken = new Step("woken, and not running yet");
        ticker.whenWoken(woken::reach);

        release(mine);
        woken.awaitReached();
        mine = pool.acquire(ZERO); // overtakes it
        woken.go();
        await("it has looked in vain and insists").until(() -> PoolProbe.of(pool).entitled() == 1);
        release(mine);

        assertNothingIsLeft(pool); // handed over, not published
        release(waiting.result());
    }

    // the state machine

    /** Defect 14: returning twice removed the holder from the pool for good. */
    @Test
    void releasingTwiceLosesNothing() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Holder<FakeResource> holder = pool.acquire();
        long stamp = holder.stamp();

        assertThat(holder.release(stamp)).isTrue();
        assertThat(holder.release(stamp)).isFalse();
        assertThat(holder.reserve(stamp)).isFalse();

        release(pool.acquire(ZERO));
        assertThat(factory.createdCount()).isEqualTo(1);
    }

    /**
     * Defect 16: two threads that closed one lease drove its count below zero, and it was never
     * seen again.
     */
    @Test
    void ofTwoThreadsThatEndOneLeaseOneDoes() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        CyclicBarrier start = new CyclicBarrier(2);
        for (int round = 0; round < 300; round++) {
            Holder<FakeResource> holder = pool.acquire();
            long stamp = holder.stamp();
            Worker<Boolean> other =
                    workers.start(
                            "other closer",
                            () -> {
                                start.await();
                                return holder.release(stamp);
                            });
            start.await();
            boolean mine;
            if (round % 2 == 0) {
                mine = holder.release(stamp);
            } else {
                mine = holder.reserve(stamp); // something to clean
                if (mine) {
                    holder.requeue();
                }
            }
            assertThat(mine ^ other.result()).as("exactly one ended the lease").isTrue();
        }
        release(pool.acquire(ZERO));
    }

    /** Defect 17: a second close of an earlier lease ended the lease of the next user. */
    @Test
    void aLateReleaseDoesNotTouchTheNextLease() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Holder<FakeResource> holder = pool.acquire();
        long earlier = holder.stamp();
        holder.release(earlier);
        Holder<FakeResource> next = pool.acquire();
        assertThat(next).isSameAs(holder);

        assertThat(holder.release(earlier)).isFalse();
        assertThat(holder.reserve(earlier)).isFalse();

        assertNothingIsLeft(pool);
        release(next);
    }

    // failures

    /**
     * Defect 20, the plain half: a pool that had failed once to come back did not try again, and
     * killed what was in use.
     */
    @Test
    void afterAnOutageThePoolComesBackByItself() throws Exception {
        ResourcePool<FakeResource> pool = openFilled(quiet(3), 1);
        Holder<FakeResource> inUse = pool.acquire();
        factory.creation().failWith(() -> new IOException("connection refused"));
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");
        failAttempts(10);

        factory.creation().succeed();
        ticker.advance(ofSeconds(1));

        release(waiting.result());
        assertThat(inUse.resource().isGone()).isFalse();
        release(inUse);
    }

    /** Defect 21, first half: a destruction that threw left something open. */
    @Test
    void aDestructionThatThrowsGivesItsCapacityBack() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        factory.destruction().failWith(() -> new IOException("already closed"));
        for (int i = 0; i < 5; i++) {
            Holder<FakeResource> holder = pool.acquire();
            holder.reserve(holder.stamp());
            holder.discard(DiscardReason.BROKEN, null);
        }
        release(pool.acquire());
        assertThat(factory.createdCount()).isEqualTo(6);
    }

    /** Defect 21, second half: what was created but could not be put to use stayed open. */
    @Test
    void whatCannotBePutToUseIsDestroyed() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        factory.joining().failWith(() -> new IOException("refused"));
        Worker<Holder<FakeResource>> waiting = waiter(pool, "waiting");
        factory.joining().awaitArrived(1);
        await("it is destroyed").until(() -> factory.created().get(0).isGone());

        factory.joining().succeed();
        ticker.advance(ofMillis(100)); // to the retry; in a longer time that may be late

        release(waiting.result());
        assertThat(factory.alive()).hasSize(1);
    }

    /**
     * Defect 22, the plain half: a resource known to be broken went back into the pool and poisoned
     * every later use.
     */
    @Test
    void aBrokenResourceNeverServesAgain() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(1));
        Set<FakeResource> broken = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            Holder<FakeResource> holder = pool.acquire();
            assertThat(broken).doesNotContain(holder.resource());
            broken.add(holder.resource());
            long stamp = holder.stamp();
            if (i % 2 == 0) {
                holder.doom(DiscardReason.BROKEN, null); // in use
                assertThat(holder.release(stamp)).isTrue();
            } else {
                holder.release(stamp);
                holder.doom(DiscardReason.BROKEN, null); // idle
            }
        }
    }

    /** Defect 23: acquiring from a closed pool opened it again, or returned nothing at all. */
    @Test
    void aClosedPoolStaysClosed() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(2).minSize(1));
        release(pool.acquire());
        pool.close(ZERO);
        int created = factory.createdCount();

        assertThatExceptionOfType(PoolClosedException.class)
                .isThrownBy(pool::acquire)
                .withMessageContaining("closed");
        assertThatExceptionOfType(PoolClosedException.class)
                .isThrownBy(() -> pool.acquire(ofSeconds(1)));
        assertThatExceptionOfType(PoolClosedException.class).isThrownBy(pool::createFirst);

        assertThat(pool.isClosed()).isTrue();
        assertThat(factory.createdCount()).isEqualTo(created);
        assertThat(factory.alive()).isEmpty();
    }

    /** Defect 24: what was in use during a reset came back as if nothing had happened. */
    @Test
    void whatIsInUseWhenAllAreSuspectedIsValidatedBeforeItServesAgain() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(2));
        List<Holder<FakeResource>> both = acquire(pool, 2);
        FakeResource bad = both.get(0).resource();
        release(both.get(1)); // one idle, one in use
        bad.breakDown();

        pool.suspectAll();
        release(both.get(0));

        List<Holder<FakeResource>> next = acquire(pool, 2);
        assertThat(next)
                .extracting(Holder::resource)
                .doesNotContain(bad)
                .contains(both.get(1).resource());
        assertThat(factory.validation().arrived()).isEqualTo(2);
        release(next);
    }

    // time

    /**
     * Defect 26, first half: the age was the difference of two clocks, and never came or came for
     * all at once.
     */
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                Long.MIN_VALUE,
                Long.MAX_VALUE - 30_000_000_000L,
                25L * 24 * 3600 * 1_000_000_000
            })
    void aLifetimeEndsOnTimeWhateverTheOriginOfTheClock(long origin) throws Exception {
        ManualTicker clock = new ManualTicker(origin);
        ResourcePool<FakeResource> pool =
                pools.open(quiet(1).maxLifetime(ofMinutes(1)).lifetimeJitter(0), factory, clock);
        release(pool.acquire());

        clock.advance(ofSeconds(59));
        release(pool.acquire());
        assertThat(factory.createdCount()).isEqualTo(1);
        clock.advance(ofSeconds(1));

        release(pool.acquire());
        assertThat(factory.createdCount()).isEqualTo(2);
    }

    /** Defect 26, second half: limits that were switched off fired, and long ones overflowed. */
    @Test
    void limitsThatAreOffNeverComeAndLongOnesComeOnTime() throws Exception {
        ResourcePool<FakeResource> off = open(quiet(1).validateAfterIdle(ofDays(36_500)));
        FakeResourceFactory longFactory = new FakeResourceFactory();
        ResourcePool<FakeResource> years =
                pools.open(
                        quiet(1).maxLifetime(ofDays(1_000))
                                .lifetimeJitter(0)
                                .idleTimeout(ofDays(500)),
                        longFactory,
                        ticker);
        release(off.acquire());
        release(years.acquire());

        ticker.advance(ofDays(499));
        assertThat(longFactory.alive()).hasSize(1);
        ticker.advance(ofDays(2));
        await("the idle one is destroyed").until(longFactory::alive, Collection::isEmpty);
        ticker.advance(ofDays(30_000));

        assertThat(factory.alive()).hasSize(1);
        release(off.acquire());
        assertThat(factory.createdCount()).isEqualTo(1);
    }

    // the hot path

    /** Defect 28: each cycle paid for locks, queue locks and clock reads. */
    @Test
    void aWarmCycleTakesNoLockAndReadsNoClock() throws Exception {
        ResourcePool<FakeResource> pool = open(quiet(2));
        Step warm = new Step("warm");
        Worker<Long> cycles =
                workers.start(
                        "cycles",
                        () -> {
                            release(pool.acquire());
                            release(pool.acquire());
                            long before = ticker.readsByThisThread();
                            warm.reach();
                            for (int i = 0; i < 1_000; i++) {
                                Holder<FakeResource> holder = pool.acquire();
                                holder.release(holder.stamp());
                            }
                            return ticker.readsByThisThread() - before;
                        });
        warm.awaitReached();

        try (PoolProbe.Locked locked = PoolProbe.of(pool).lockEverything(workers)) {
            warm.go();
            assertThat(cycles.result()).as("reads of the clock").isZero();
            assertThat(locked.isHeld()).isTrue();
        }
    }
}
