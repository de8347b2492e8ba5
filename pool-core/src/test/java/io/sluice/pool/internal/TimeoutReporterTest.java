package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolReport;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.LeaseDiagnostics;
import io.sluice.pool.internal.report.TimeoutReporter;
import io.sluice.pool.spi.DiscardReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a thread that waited in vain is told. */
class TimeoutReporterTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Gate gate = new Gate();
    private final Queue<Lease> hoarded = new ConcurrentLinkedQueue<>();

    private DefaultResourcePool<Resource> open(int maxSize) {
        return fixture.open(config -> config.maxSize(maxSize).acquireTimeout(A_SECOND));
    }

    /** A thread that acquires once and holds on to it in {@link #keep} until the gate is open. */
    private Background<Void> keeper(String name) {
        return Background.start(
                () -> {
                    Thread.currentThread().setName(name);
                    Lease lease = fixture.acquire();
                    keep();
                    lease.release();
                    return null;
                });
    }

    private void keep() throws Exception {
        gate.pass();
    }

    /**
     * Threads that have a lease each, and then acquire another without giving the first back; they
     * wait for it when this returns. What they have is released by the test, when all have ended.
     */
    private List<Background<Lease>> hoarders(int count) throws Exception {
        CountDownLatch eachHasOne = new CountDownLatch(count);
        List<Background<Lease>> hoarders = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            String name = "hoarder-" + i;
            hoarders.add(
                    Background.start(
                            () -> {
                                Thread.currentThread().setName(name);
                                hoarded.add(fixture.acquire());
                                eachHasOne.countDown();
                                eachHasOne.await();
                                return acquireAnother();
                            }));
        }
        assertThat(eachHasOne.await(30, TimeUnit.SECONDS)).isTrue();
        ticker.awaitParked(count);
        return hoarders;
    }

    private Lease acquireAnother() throws InterruptedException {
        return fixture.acquire();
    }

    private static AcquireTimeoutException timeoutOf(Background<Lease> waiter) {
        return catchThrowableOfType(AcquireTimeoutException.class, waiter::get);
    }

    /** Acquires without waiting, and gets nothing. */
    private AcquireTimeoutException timeOutNow(DefaultResourcePool<Resource> pool) {
        return catchThrowableOfType(
                AcquireTimeoutException.class, () -> pool.acquire(Duration.ZERO));
    }

    /** A thread that does this when its stack is taken. */
    private static final class Watched extends Thread {
        private final Runnable onStack;

        Watched(Runnable work, Runnable onStack) {
            super(work, "watched");
            this.onStack = onStack;
            setDaemon(true);
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            onStack.run();
            return super.getStackTrace();
        }
    }

    /** A lease of a thread that does this when its stack is taken; the thread lives on. */
    private Lease watchedLease(Runnable onStack) throws Exception {
        CompletableFuture<Lease> lease = new CompletableFuture<>();
        Runnable work =
                () -> {
                    try {
                        lease.complete(fixture.acquire());
                        keep();
                    } catch (Exception e) {
                        lease.completeExceptionally(e);
                    }
                };
        new Watched(work, onStack).start();
        return lease.get(30, TimeUnit.SECONDS);
    }

    private static void pass(Gate gate) {
        try {
            gate.pass();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    // the leases

    @Test
    void aLeaseIsReportedWithItsThreadItsTimeAndItsStack() throws Exception {
        open(1);
        Background<Void> keeper = keeper("worker-1");
        gate.awaitEntered();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        ticker.advance(A_SECOND);

        AcquireTimeoutException timeout = timeoutOf(waiter);
        assertThat(timeout)
                .hasMessageStartingWith(
                        "Pool orders: no resource became available within 1000 ms (acquireTimeout"
                                + " 1000 ms): orders [total 1 of 1, available 0, accessible 1,"
                                + " inaccessible 0, reserved 0, creating 0, waiting 1]\n"
                                + "The longest leases, with the stacks of their threads:\n"
                                + "    1000 ms, thread worker-1\n"
                                + "        at ")
                .hasMessageContaining("\n        at " + Gate.class.getName() + ".pass(Gate.java:")
                .hasMessageContaining(
                        "\n        at " + TimeoutReporterTest.class.getName() + ".keep(");
        LeaseReport lease = timeout.longestLeases().get(0);
        assertThat(lease.thread()).isEqualTo("worker-1");
        assertThat(lease.held()).isEqualTo(A_SECOND);
        assertThat(lease.waiting()).isFalse();
        assertThat(lease.threadEnded()).isFalse();
        assertThat(lease.inaccessible()).isFalse();
        assertThat(lease.stack()).hasSizeLessThanOrEqualTo(12);
        gate.open();
        keeper.get();
    }

    @Test
    void theFiveLongestLeasesAreToldLongestFirst() throws Exception {
        DefaultResourcePool<Resource> pool = open(7);
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            leases.add(fixture.acquire());
            ticker.advance(A_SECOND);
        }

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.longestLeases())
                .extracting(lease -> lease.held().toSeconds())
                .containsExactly(7L, 6L, 5L, 4L, 3L);
        leases.forEach(Lease::release);
    }

    @Test
    void onRequestAllLeasesAreToldLongestFirst() throws Exception {
        DefaultResourcePool<Resource> pool = open(7);
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            leases.add(fixture.acquire());
            ticker.advance(A_SECOND);
        }

        assertThat(pool.leases())
                .extracting(lease -> lease.held().toSeconds())
                .containsExactly(7L, 6L, 5L, 4L, 3L, 2L, 1L);

        leases.forEach(Lease::release);
        assertThat(pool.leases()).isEmpty();
    }

    @Test
    void ofADeepStackTwelveFramesAreTold() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Lease lease = fixture.acquire(); // by this very thread, deep inside JUnit

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.longestLeases().get(0).stack()).hasSize(12);
        lease.release();
    }

    @Test
    void aLeaseThatIsTakenAgainWithoutALookAtTheClockIsToldTooLongRatherThanTooShort()
            throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        fixture.warmUp(1);
        ticker.advance(Duration.ofMillis(100)); // no tick yet
        Lease lease = fixture.acquire();
        ticker.advance(A_MINUTE);

        Duration held = timeOutNow(pool).longestLeases().get(0).held();

        assertThat(held).isBetween(A_MINUTE, A_MINUTE.plusMillis(250));
        lease.release();
    }

    @Test
    void aLeaseIsCountedFromItsBeginningAlsoWhileItIsValidated() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        fixture.warmUp(1);
        ticker.advance(A_MINUTE);
        fixture.factory.onValidate = number -> gate.pass();
        Background<Lease> validating = fixture.acquireInBackground();
        gate.awaitEntered();
        ticker.advance(A_SECOND);

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.longestLeases().get(0).held().toMillis()).isEqualTo(1000);
        gate.open();
        validating.get().release();
    }

    @Test
    void aThreadThatHasEndedWithoutReleasingIsToldAsSuch() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Background<Lease> forgetful = fixture.acquireInBackground();
        Lease lease = forgetful.get();
        forgetful.thread().join();

        AcquireTimeoutException timeout = timeOutNow(pool);

        LeaseReport report = timeout.longestLeases().get(0);
        assertThat(report.threadEnded()).isTrue();
        assertThat(report.stack()).isEmpty();
        assertThat(timeout)
                .hasMessageEndingWith("\n    0 ms, thread test-background, which has ended");
        lease.release();
    }

    @Test
    void whatAnUnfinishedTransactionKeepsIsToldAsSuch() throws Exception {
        FakeTransactions transactions = new FakeTransactions();
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(1).transactions(transactions));
        FakeTransactions.FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();
        transactions.suspend();

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.longestLeases().get(0).inaccessible()).isTrue();
        assertThat(timeout)
                .hasMessageContaining(
                        "closed by the application but held by an unfinished transaction\n");
        transaction.end();
    }

    /** As virtual threads are; where they exist, this is one. */
    @Test
    void aThreadWithoutANameIsGivenByItsNumber() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        CompletableFuture<Lease> acquired = new CompletableFuture<>();
        Thread nameless =
                startNameless(
                        () -> {
                            try {
                                acquired.complete(fixture.acquire());
                                keep();
                            } catch (Exception e) {
                                acquired.completeExceptionally(e);
                            }
                        });
        gate.awaitEntered();

        LeaseReport report = timeOutNow(pool).longestLeases().get(0);

        assertThat(report.thread()).matches("#[0-9]+");
        assertThat(report.stack()).extracting(StackTraceElement::getMethodName).contains("keep");
        gate.open();
        nameless.join();
        acquired.get().release();
    }

    private static Thread startNameless(Runnable work) throws Exception {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        } catch (NoSuchMethodException | InvocationTargetException e) { // before Java 21
            Thread thread = new Thread(work, "");
            thread.setDaemon(true);
            thread.start();
            return thread;
        }
    }

    // threads that wait for each other

    @Test
    void whenEveryLeaseIsHeldByAThreadThatWaitsForAnotherItSaysWhatToDo() throws Exception {
        open(2);
        List<Background<Lease>> hoarders = hoarders(2);

        ticker.advance(A_SECOND);

        for (Background<Lease> hoarder : hoarders) {
            assertThat(timeoutOf(hoarder))
                    .hasMessageContaining(
                            "waiting 2]\n"
                                    + "Likely deadlock: every lease is held by a thread that"
                                    + " is itself waiting in this pool. Do not acquire a"
                                    + " lease while holding another, or set maxSize to at"
                                    + " least threads * (leases per thread - 1) + 1: for 2"
                                    + " waiting threads with 2"
                                    + " leases each, that is 3\n"
                                    + "The longest leases");
        }
        hoarded.forEach(Lease::release);
    }

    @Test
    void waitersWithoutALeaseCountForTheSizeThatWouldDo() throws Exception {
        DefaultResourcePool<Resource> pool = open(2);
        List<Background<Lease>> hoarders = hoarders(2);
        Background<Lease> third = fixture.acquireInBackground();
        ticker.awaitParked(3);

        AcquireTimeoutException fourth = timeOutNow(pool);

        assertThat(fourth.report().deadlock())
                .endsWith("for 4 waiting threads with 2 leases each, that is 5");
        ticker.advance(A_SECOND);
        for (Background<Lease> hoarder : hoarders) {
            assertThat(timeoutOf(hoarder)).isNotNull();
        }
        assertThat(timeoutOf(third)).isNotNull();
        hoarded.forEach(Lease::release);
    }

    @Test
    void aThreadThatWaitsForItselfIsADeadlockAsWell() throws Exception {
        DefaultResourcePool<Resource> pool = open(2);
        Lease first = fixture.acquire();
        Lease second = fixture.acquire();

        AcquireTimeoutException third = timeOutNow(pool);

        assertThat(third.report().deadlock())
                .contains(
                        "in this pool. One thread holds 2 leases; if it needs fewer, it"
                                + " leaks them: set leakThreshold to see where they were"
                                + " acquired. Do not acquire")
                .endsWith("for 1 waiting threads with 3 leases each, that is 3");
        first.release();
        second.release();
    }

    @Test
    void aThreadThatWaitsForASecondLeaseIsShownFromItsAcquire() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Background<Lease> hoarder = hoarders(1).get(0);

        LeaseReport report = timeOutNow(pool).longestLeases().get(0);

        assertThat(report.waiting()).isTrue();
        assertThat(report.stack().get(0).getClassName()).isEqualTo(PoolFixture.class.getName());
        assertThat(report.stack().get(1).getMethodName()).isEqualTo("acquireAnother");
        assertThat(report)
                .asString()
                .startsWith("0 ms, thread hoarder-1, which is itself waiting in this pool\n");
        ticker.advance(A_SECOND);
        assertThat(timeoutOf(hoarder)).isNotNull();
        hoarded.forEach(Lease::release);
    }

    @Test
    void itIsNoDeadlockWhileOneOfTheHoldersIsAtWork() throws Exception {
        DefaultResourcePool<Resource> pool = open(2);
        Background<Void> keeper = keeper("at work");
        gate.awaitEntered();
        Background<Lease> hoarder = hoarders(1).get(0);

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.report().deadlock()).isNull();
        assertThat(timeout.getMessage()).doesNotContain("deadlock");
        gate.open();
        keeper.get();
        hoarder.get().release();
        hoarded.forEach(Lease::release);
    }

    @Test
    void itIsNoDeadlockWhileAnotherResourceMayStillCome() throws Exception {
        fixture.factory.onCreate =
                number -> {
                    if (number > 1) {
                        gate.pass();
                    }
                };
        DefaultResourcePool<Resource> pool = open(2);
        Background<Lease> hoarder = hoarders(1).get(0);
        gate.awaitEntered();

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.report().deadlock()).isNull();
        gate.open();
        hoarder.get().release();
        hoarded.forEach(Lease::release);
    }

    // one capture for all

    @Test
    void aHundredThreadsThatTimeOutAtOnceShareOneCapture() throws Exception {
        open(1);
        Lease lease = fixture.acquire();
        List<Background<Lease>> waiters = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiters.add(fixture.acquireInBackground());
        }
        ticker.awaitParked(100);

        ticker.advance(A_SECOND);

        Set<PoolReport> diagnostics = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Background<Lease> waiter : waiters) {
            diagnostics.add(timeoutOf(waiter).report());
        }
        assertThat(diagnostics).hasSize(1);
        lease.release();
    }

    @Test
    void aCaptureIsSharedForASecondAndSaysHowOldItIs() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Lease lease = fixture.acquire();
        AcquireTimeoutException first = timeOutNow(pool);

        ticker.advance(Duration.ofMillis(999));
        AcquireTimeoutException second = timeOutNow(pool);
        ticker.advance(Duration.ofMillis(1));
        AcquireTimeoutException third = timeOutNow(pool);

        assertThat(second.report()).isSameAs(first.report());
        assertThat(second)
                .hasMessageContaining(
                        "\nThe longest leases, with the stacks of their threads, captured 999"
                                + " ms ago:\n    0 ms, thread ");
        assertThat(third.report()).isNotSameAs(first.report());
        assertThat(third.getMessage()).doesNotContain("as captured");
        assertThat(third.longestLeases().get(0).held()).isEqualTo(A_SECOND);
        lease.release();
    }

    @Test
    void noLockIsHeldWhileAStackIsTaken() throws Exception {
        Gate stack = new Gate();
        DefaultResourcePool<Resource> pool = open(2);
        Lease watched = watchedLease(() -> pass(stack));
        Lease other = fixture.acquire();
        Background<Outcome> capturing = Background.start(() -> new Outcome(timeOutNow(pool)));
        stack.awaitEntered();

        // Members leave and join, which takes the lock, while the stack is being taken.
        other.holder().doom(DiscardReason.EVICTED, null);
        other.release();
        fixture.journal.await("onDestroy 2");
        Lease next = fixture.acquire();

        assertThat(next.number()).isEqualTo(3);
        assertThat(capturing.isDone()).isFalse();
        stack.open();
        assertThat(capturing.get().timeout()).isNotNull();
        next.release();
        gate.open();
        watched.release();
    }

    private record Outcome(AcquireTimeoutException timeout) {}

    @Test
    void aCallerDuringACaptureWaitsForItAndKeepsItsInterrupt() throws Exception {
        Gate stack = new Gate();
        DefaultResourcePool<Resource> pool = open(1);
        Lease watched = watchedLease(() -> pass(stack));
        Background<Outcome> capturing = Background.start(() -> new Outcome(timeOutNow(pool)));
        stack.awaitEntered();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Background<Outcome> sharing =
                Background.start(
                        () -> {
                            Outcome shared = new Outcome(timeOutNow(pool));
                            flag.complete(Thread.currentThread().isInterrupted());
                            return shared;
                        });
        sharing.awaitBlocked();

        sharing.thread().interrupt();
        stack.open();

        assertThat(sharing.get().timeout().report()).isSameAs(capturing.get().timeout().report());
        assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
        gate.open();
        watched.release();
    }

    @Test
    void aCaptureThatDoesNotEndHoldsUpNoOtherTimeOut() throws Exception {
        Gate stack = new Gate();
        DefaultResourcePool<Resource> pool = open(1);
        Lease watched = watchedLease(() -> pass(stack));
        Background<Outcome> capturing = Background.start(() -> new Outcome(timeOutNow(pool)));
        stack.awaitEntered();

        Background<Outcome> sharing = Background.start(() -> new Outcome(timeOutNow(pool)));

        assertThat(sharing.get().timeout().longestLeases()).as("counts alone").isEmpty();
        assertThat(capturing.isDone()).isFalse();
        stack.open();
        assertThat(capturing.get().timeout().longestLeases()).isNotEmpty();
        gate.open();
        watched.release();
    }

    @Test
    void aLeaseThatEndsWhileItsStackIsTakenIsLeftOut() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        CompletableFuture<Lease> itself = new CompletableFuture<>();
        Lease watched = watchedLease(() -> itself.join().release());
        itself.complete(watched);

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout.longestLeases()).isEmpty();
        assertThat(timeout).hasMessageEndingWith("waiting 1]");
        gate.open();
    }

    @Test
    void whenNothingElseIsKnownTheCountsAreReported() throws Exception {
        SecurityException refused = new SecurityException("no stacks here");
        DefaultResourcePool<Resource> pool = open(1);
        Lease watched =
                watchedLease(
                        () -> {
                            throw refused;
                        });
        AcquireTimeoutException timeout;
        try (LogCapture log = LogCapture.start()) {
            timeout = timeOutNow(pool);

            assertThat(log.await("Pool orders: could not determine which threads hold").getThrown())
                    .isSameAs(refused);
        }

        assertThat(timeout.snapshot().accessible()).isOne();
        assertThat(timeout.longestLeases()).isEmpty();
        gate.open();
        watched.release();
    }

    @Test
    void theLogAppenderMayItselfWaitForAResource() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Lease watched =
                watchedLease(
                        () -> {
                            throw new SecurityException("no stacks here");
                        });
        CompletableFuture<AcquireTimeoutException> appender = new CompletableFuture<>();
        Logger logger = Logger.getLogger("io.sluice.pool");
        logger.setFilter(record -> !appender.complete(timeOutNow(pool)));
        try {
            Background<Outcome> capturing = Background.start(() -> new Outcome(timeOutNow(pool)));

            AcquireTimeoutException timeout = capturing.get().timeout();

            assertThat(appender).isCompleted();
            assertThat(appender.join().report()).isSameAs(timeout.report());
        } finally {
            logger.setFilter(null);
        }
        gate.open();
        watched.release();
    }

    @Test
    void whenEvenTheCountsFailAllSharingThreadsAreToldWhy() {
        IllegalStateException refused = new IllegalStateException("no counts");
        HolderSlots<Resource> slots = new HolderSlots<>(1);
        CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
        WaiterQueue<Resource> waiters =
                new WaiterQueue<>(
                        "orders", ticker, slots, new Admission("orders", 1, permits), () -> {});
        HolderSets<Resource> sets = new HolderSets<>(slots, waiters, permits);
        LeaseDiagnostics<Resource> diagnostics =
                new LeaseDiagnostics<>(
                        null,
                        sets,
                        waiters,
                        new DetachedWaiters<>(waiters),
                        waiting -> {
                            throw refused;
                        });
        TimeoutReporter<Resource> timeouts =
                new TimeoutReporter<>(
                        "orders",
                        "resource",
                        ticker,
                        waiters,
                        () -> null,
                        diagnostics,
                        () -> false);
        try (LogCapture log = LogCapture.start()) {
            for (int sharing = 1; sharing <= 2; sharing++) {
                Background<AcquireTimeoutException> reporting =
                        Background.start(() -> timeouts.report(0, 0));

                assertThatExceptionOfType(CompletionException.class)
                        .isThrownBy(reporting::get)
                        .withCause(refused);
            }
            assertThat(log.await(1)).hasSize(1);
        }
    }

    @Test
    void aFailureWithoutAMessageIsToldByItsClass() throws Exception {
        fixture.factory.onCreate =
                number -> {
                    throw new IllegalStateException();
                };
        DefaultResourcePool<Resource> pool = open(1);
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.journal.await("onCreateFailure null");

        AcquireTimeoutException timeout = timeOutNow(pool);

        assertThat(timeout)
                .hasMessageEndingWith(" failed 0 ms ago: java.lang.IllegalStateException");
        ticker.advance(A_SECOND);
        assertThat(timeoutOf(waiter)).isNotNull();
    }

    @Test
    void afterATimeOutNobodyIsKeptAsWaiting() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Lease lease = fixture.acquire();
        timeOutNow(pool);
        ticker.advance(A_SECOND);

        Background<Outcome> another = Background.start(() -> new Outcome(timeOutNow(pool)));

        assertThat(another.get().timeout().snapshot().waiting()).isOne();
        lease.release();
    }

    @Test
    void whatIsWrittenAndReadBackKeepsItsTextAndItsTimes() throws Exception {
        DefaultResourcePool<Resource> pool = open(1);
        Lease lease = fixture.acquire();
        AcquireTimeoutException timeout = timeOutNow(pool);
        lease.release();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(timeout);
        }

        AcquireTimeoutException read;
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            read = (AcquireTimeoutException) in.readObject();
        }

        assertThat(read).hasMessage(timeout.getMessage());
        assertThat(read.waited()).isEqualTo(timeout.waited());
        assertThat(read.snapshot()).isNull();
        assertThat(read.longestLeases()).isEmpty();
    }
}
