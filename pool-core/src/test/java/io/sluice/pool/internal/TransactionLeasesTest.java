package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.FakeTransactions.FakeTransaction;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NotEnlistedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TransactionLeasesTest {

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final FakeTransactions transactions = new FakeTransactions();
    private DefaultResourcePool<Resource> pool;

    private void openThePool(int maxSize) {
        pool = fixture.open(config -> config.maxSize(maxSize).transactions(transactions));
    }

    private void assertCounts(int available, int accessible, int inaccessible) {
        PoolSnapshot counts = pool.snapshot();
        assertThat(counts)
                .extracting(
                        PoolSnapshot::available,
                        PoolSnapshot::accessible,
                        PoolSnapshot::inaccessible)
                .containsExactly(available, accessible, inaccessible);
    }

    @Test
    void outsideAnyTransactionALeaseIsPlain() throws Exception {
        openThePool(1);
        Lease lease = fixture.acquire();
        assertThat(StateWord.has(lease.holder().word, StateWord.MARKS)).isFalse();

        assertThat(lease.release()).isTrue();

        assertCounts(1, 0, 0);
    }

    @Test
    void theFirstAcquireEnlists() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();

        Lease lease = fixture.acquire();

        assertThat(transaction.enlisted).containsExactly(lease.holder().resource());
        assertThat(StateWord.has(lease.holder().word, StateWord.IN_TX)).isTrue();
        lease.release();
        transaction.end();
    }

    @Test
    void anAcquireWithALimitOfItsOwnEnlistsAsWell() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();

        Lease lease = Lease.of(pool.acquire(Duration.ofSeconds(1)));

        assertThat(transaction.enlisted).containsExactly(lease.holder().resource());
        lease.release();
        transaction.end();
    }

    @Test
    void aThreadThatEnlistsItsHomeAfterAnotherIsKnownToHaveIt() throws Exception {
        openThePool(1);
        fixture.acquire().release();
        Background.start(() -> fixture.acquire().release()).get();
        FakeTransaction transaction = transactions.begin();

        Lease lease = fixture.acquire();

        assertThat(transaction.enlisted).containsExactly(lease.holder().resource());
        assertThat(lease.holder().thread).isSameAs(Thread.currentThread());
        assertThat(StateWord.has(lease.holder().word, StateWord.IN_TX)).isTrue();
        lease.release();
        transaction.end();
        assertCounts(1, 0, 0);
    }

    @Test
    void nobodyGetsItsHomeOutsideTheTransaction() throws Exception {
        openThePool(1);
        fixture.acquire().release();
        FakeTransaction transaction = transactions.begin();

        assertThat(pool.tryAcquire()).isNull();

        Lease lease = fixture.acquire();
        assertThat(transaction.enlisted).containsExactly(lease.holder().resource());
        lease.release();
        transaction.end();
    }

    @Test
    void anAsynchronousAcquireIsRefused() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();

        assertThat(pool.acquireAsync(Duration.ofSeconds(1)))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessage(
                        "Pool orders: an asynchronous acquire takes no part in the transaction of"
                                + " this thread; acquire without async, or outside of the"
                                + " transaction");
        CompletableFuture<Holder<Resource>> stage = new CompletableFuture<>();
        assertThatIllegalStateException()
                .isThrownBy(
                        () ->
                                pool.acquireAsync(
                                        Duration.ofSeconds(1),
                                        Runnable::run,
                                        new PlainLease<>(),
                                        stage));
        assertThat(stage).isNotDone();

        transaction.end();
        Lease plain =
                Background.start(
                                () ->
                                        Lease.of(
                                                pool.acquireAsync(Duration.ofSeconds(1))
                                                        .get(30, TimeUnit.SECONDS)))
                        .get();
        assertThat(StateWord.has(plain.holder().word, StateWord.IN_TX)).isFalse();
        plain.release();
    }

    /** What its caller has waited for is doomed just before it could be enlisted. */
    @Test
    void aResourceDoomedBeforeItIsEnlistedIsReplacedInTheTimeLeft() throws Exception {
        pool =
                fixture.open(
                        config ->
                                config.maxSize(1)
                                        .acquireTimeout(Duration.ofSeconds(10))
                                        .validationTimeout(Duration.ofSeconds(30))
                                        .validateAfterIdle(Duration.ZERO)
                                        .transactions(transactions));
        Lease only = fixture.acquire();
        fixture.factory.onValidate =
                number -> {
                    if (number == 1) {
                        only.holder().doom(DiscardReason.EVICTED, null);
                    }
                };
        Background<Lease> waiter =
                Background.start(
                        () -> {
                            FakeTransaction transaction = transactions.begin();
                            Lease lease = fixture.acquire();
                            lease.release();
                            transaction.end();
                            return lease;
                        });
        fixture.ticker.awaitParked(1);
        fixture.ticker.advance(Duration.ofSeconds(9));
        fixture.ticker.awaitParked(1);

        only.release();

        assertThat(waiter.get().number()).isEqualTo(2);
        assertThat(fixture.factory.lastLimit).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void withoutWaitingNoReplacementOfADoomedResourceIsAwaited() throws Exception {
        openThePool(1);
        Lease only = fixture.acquire();
        only.release();
        fixture.ticker.advance(Duration.ofSeconds(1)); // long enough to be validated
        fixture.factory.onValidate = number -> only.holder().doom(DiscardReason.EVICTED, null);
        Gate creation = new Gate();
        fixture.factory.onCreate = number -> creation.pass();
        Background<Holder<Resource>> inVain =
                Background.start(
                        () -> {
                            transactions.begin();
                            return pool.acquire(Duration.ZERO);
                        });

        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(inVain::get);

        creation.open();
    }

    @Test
    void theSameTransactionSharesItsHolderWhileAHandleIsOpen() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease first = fixture.acquire();

        Lease second = fixture.acquire();

        assertThat(second.holder()).isSameAs(first.holder());
        assertThat(transaction.enlisted).as("enlisted once").hasSize(1);
        assertCounts(0, 1, 0);
        assertThat(first.release()).isTrue();
        assertCounts(0, 1, 0);
        assertThat(second.release()).isTrue();
        assertCounts(0, 0, 1);
        transaction.end();
        assertCounts(1, 0, 0);
    }

    @Test
    void closingDefersTheReleaseToCompletion() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();

        assertThat(lease.release()).isTrue();

        assertCounts(0, 0, 1);
        assertThat(lease.release()).as("closed before").isFalse();
        transaction.end();
        assertCounts(1, 0, 0);
        assertThat(lease.release()).as("closed before").isFalse();
    }

    @Test
    void theSameTransactionGetsItsHolderAgainAfterClose() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease first = fixture.acquire();
        first.release();

        Lease again = fixture.acquire();

        assertThat(again.holder()).isSameAs(first.holder());
        assertThat(transaction.enlisted).as("enlisted once").hasSize(1);
        assertCounts(0, 1, 0);
        again.release();
        assertCounts(0, 0, 1);
        transaction.end();
    }

    @Test
    void completionReturnsItOnAnyThread() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();

        Background.start(transaction::end).get();

        assertCounts(1, 0, 0);
    }

    @Test
    void completionWakesAWaiter() throws Exception {
        openThePool(2);
        FakeTransaction first = transactions.begin();
        Lease lease = fixture.acquire();
        FakeTransaction second = transactions.begin();
        Lease other = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        lease.release();
        other.release();
        assertCounts(0, 0, 2);

        first.end();

        Lease plain = waiter.get();
        assertThat(plain.holder()).isSameAs(lease.holder());
        plain.release();
        second.end();
    }

    @Test
    void completionWhileAHandleIsOpenLeavesItUntilThatIsClosed() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();

        transaction.end();

        assertCounts(0, 1, 0);
        assertThat(StateWord.has(lease.holder().word, StateWord.ENDED)).isTrue();
        assertThat(lease.release()).isTrue();
        assertCounts(1, 0, 0);
        assertThat(StateWord.has(lease.holder().word, StateWord.MARKS)).isFalse();
    }

    @Test
    void completionWhileSeveralHandlesAreOpenLeavesItUntilTheLastIsClosed() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease first = fixture.acquire();
        Lease second = fixture.acquire();

        transaction.end();

        assertThat(first.release()).isTrue();
        assertCounts(0, 1, 0);
        assertThat(second.release()).isTrue();
        assertCounts(1, 0, 0);
    }

    @Test
    void aSuspendedTransactionKeepsItsHolder() throws Exception {
        openThePool(2);
        transactions.begin();
        Lease first = fixture.acquire();
        FakeTransaction suspended = transactions.suspend();
        FakeTransaction other = transactions.begin();

        Lease second = fixture.acquire();

        assertThat(second.holder()).isNotSameAs(first.holder());
        second.release();
        other.end();
        transactions.resume(suspended);
        assertThat(fixture.acquire().holder()).isSameAs(first.holder());
        first.release();
        first.release();
        suspended.end();
    }

    @Test
    void aReleaseOutsideItsTransactionIsDeferredAsWell() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        transactions.suspend();

        assertThat(lease.release()).isTrue();

        assertCounts(0, 0, 1);
        transaction.end();
        assertCounts(1, 0, 0);
    }

    @Test
    void aRefusedEnlistmentDiscardsTheHolder() throws Exception {
        openThePool(1);
        Exception refusal = new Exception("no more resources");
        FakeTransaction transaction = transactions.begin();
        transaction.onEnlist =
                () -> {
                    throw refusal;
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withMessage("Pool orders: the transaction refused the resource: no more resources")
                .withCause(refusal);

        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.entries("onDiscard")).containsExactly("onDiscard 1 BROKEN");
        assertThat(pool.snapshot().total()).isZero();
    }

    @Test
    void aRefusalWithoutATextIsToldByItsClass() throws Exception {
        openThePool(1);
        transactions.begin().onEnlist =
                () -> {
                    throw new Exception();
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withMessage(
                        "Pool orders: the transaction refused the resource: java.lang.Exception");
    }

    @Test
    void anErrorWhileEnlistingDiscardsTheHolderAsWell() throws Exception {
        openThePool(1);
        NoClassDefFoundError error = new NoClassDefFoundError("on purpose");
        transactions.begin().onEnlist =
                () -> {
                    throw error;
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withCause(error);

        fixture.journal.await("onDestroy 1");
        assertThat(pool.snapshot().total()).isZero();
    }

    @Test
    void aThreadInterruptedWhileItEnlistsStaysInterrupted() throws Exception {
        openThePool(1);
        InterruptedException interrupt = new InterruptedException("on purpose");
        transactions.begin().onEnlist =
                () -> {
                    throw interrupt;
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withCause(interrupt);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void afterARefusalTheSameTransactionMayTryAgain() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        transaction.onEnlist =
                () -> {
                    transaction.onEnlist = () -> {};
                    throw new Exception("not now");
                };
        assertThatExceptionOfType(PoolException.class).isThrownBy(fixture::acquire);

        Lease lease = fixture.acquire();

        assertThat(lease.number()).isEqualTo(2);
        lease.release();
        transaction.end();
    }

    @Test
    void aTransactionThatIsNotActiveRefusesAcquire() throws Exception {
        openThePool(1);
        transactions.begin().end();

        assertThatIllegalStateException()
                .isThrownBy(fixture::acquire)
                .withMessage("the transaction is not active");
    }

    @Test
    void aTransactionThatEndsWhileItsHolderIsLookedUpRefusesAcquire() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();
        transaction.onGet = transaction::end;

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withMessageStartingWith("Pool orders: the transaction of this thread has ended")
                .withMessageEndingWith("; close some, or begin a new transaction");

        assertCounts(1, 0, 0);
    }

    /**
     * Held between its two steps, to share what is accessible and to recycle what is not, while the
     * last handle is closed and another thread of the transaction acquires.
     */
    @Test
    void twoThreadsOfATransactionAcquireWhileItsLastHandleIsClosed() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease last = fixture.acquire();
        AtomicInteger steps = new AtomicInteger();
        AtomicReference<Lease> others = new AtomicReference<>();
        transaction.onStamp =
                () -> {
                    if (steps.incrementAndGet() == 1) {
                        last.release(); // so that it cannot be shared
                    } else if (steps.get() == 2) {
                        transaction.onStamp = () -> {};
                        others.set(acquireIn(transaction)); // so that it cannot be recycled
                    }
                };

        Lease mine = fixture.acquire();

        assertThat(mine.holder()).isSameAs(others.get().holder()).isSameAs(last.holder());
        assertThat(mine.release()).isTrue();
        assertCounts(0, 1, 0);
        assertThat(others.get().release()).isTrue();
        assertCounts(0, 0, 1);
        transaction.end();
        assertCounts(1, 0, 0);
    }

    @Test
    void aTransactionThatEndedDoesNotShareTheHolderWithTheNext() throws Exception {
        openThePool(1);
        FakeTransaction first = transactions.begin();
        fixture.acquire().release();
        FakeTransaction next = new FakeTransaction();
        AtomicReference<Lease> leaseOfNext = new AtomicReference<>();
        // Rolled back by its time-out, and its holder acquired in another transaction, while this
        // thread is on its way to acquire.
        first.onGet =
                () -> {
                    first.onGet = () -> {};
                    first.end();
                    leaseOfNext.set(acquireIn(next));
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withMessageContaining("has ended");

        assertThat(StateWord.handles(leaseOfNext.get().holder().word)).isOne();
        leaseOfNext.get().release();
        next.end();
    }

    @Test
    void aTransactionThatEndedDoesNotRecycleTheHolderOfTheNext() throws Exception {
        openThePool(1);
        FakeTransaction first = transactions.begin();
        fixture.acquire().release();
        FakeTransaction next = new FakeTransaction();
        first.onGet =
                () -> {
                    first.onGet = () -> {};
                    first.end();
                    acquireIn(next).release();
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withMessageContaining("has ended");

        assertCounts(0, 0, 1);
        next.end();
    }

    private Lease acquireIn(FakeTransaction transaction) {
        FakeTransaction outer = transactions.suspend();
        transactions.resume(transaction);
        try {
            return fixture.acquire();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            transactions.resume(outer);
        }
    }

    @Test
    void aTransactionThatEndsWithAnOpenHandleSharesItNoMore() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        transaction.onGet = transaction::end;

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(fixture::acquire)
                .withMessageContaining("has ended");

        lease.release();
        assertCounts(1, 0, 0);
    }

    @Test
    void aDoomedHolderStaysWithItsTransactionAndIsDiscardedAfterIt() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();

        lease.holder().doom(DiscardReason.BROKEN, null);
        lease.release();
        assertCounts(0, 0, 1);
        transaction.end();

        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.entries("onDiscard")).containsExactly("onDiscard 1 BROKEN");
        assertThat(pool.snapshot().total()).isZero();
    }

    @Test
    void aHolderDoomedBeforeItWasEnlistedIsReplaced() throws Exception {
        openThePool(1);
        Lease first = fixture.acquire();
        first.release();
        fixture.ticker.advance(Duration.ofSeconds(1)); // long enough to be validated
        fixture.factory.onValidate =
                number -> first.holder().doom(DiscardReason.BROKEN, /* cause= */ null);
        FakeTransaction transaction = transactions.begin();

        Lease lease = fixture.acquire();

        assertThat(lease.number()).isEqualTo(2);
        assertThat(transaction.enlisted).containsExactly(lease.holder().resource());
        fixture.journal.await("onDestroy 1");
        lease.release();
        transaction.end();
    }

    @Test
    void aLeaseInATransactionIsAbortedByACloseAfterItsDrain() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.release();

        Background<PoolSnapshot> close = Background.start(() -> pool.close(Duration.ofSeconds(5)));
        fixture.ticker.awaitAlarmIn(Duration.ofSeconds(5));
        fixture.ticker.advance(Duration.ofSeconds(5));

        assertThat(close.get().inaccessible()).isOne();
        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.count("abort 1")).isOne();
        transaction.end();
        assertThat(lease.holder().state()).isEqualTo(ResourceState.CLOSED);
    }

    @Test
    void aTransactionThatTookNothingInLeavesTheResourceAsGoodAsBefore() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        transaction.onEnlist =
                () -> {
                    throw new NotEnlistedException("it is ending", new Exception("timed out"));
                };

        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(pool::acquire)
                .withMessageContaining("it is ending");

        assertCounts(1, 0, 0);
    }

    @Test
    void theFactoryBringsItBackToRestBeforeAnybodyCanAcquireIt() throws Exception {
        openThePool(1);
        fixture.factory.onTransactionEnded = number -> assertCounts(0, 0, 0);
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();

        transaction.end();

        assertThat(fixture.journal.entries("transactionEnded "))
                .containsExactly("transactionEnded 1");
        assertCounts(1, 0, 0);
    }

    @Test
    void theSameWhenTheLastHandleIsClosedAfterTheTransaction() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        transaction.end();
        assertThat(fixture.journal.entries("transactionEnded ")).isEmpty();
        assertCounts(0, 1, 0);

        assertThat(lease.release()).isTrue();

        assertThat(fixture.journal.entries("transactionEnded "))
                .containsExactly("transactionEnded 1");
        assertCounts(1, 0, 0);
    }

    @Test
    void aResourceThatCannotBeBroughtBackToRestIsDiscarded() throws Exception {
        openThePool(1);
        fixture.factory.onTransactionEnded =
                number -> {
                    throw new IllegalStateException("not at rest");
                };
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();

        transaction.end();

        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.entries()).contains("onDiscard 1 BROKEN");
    }

    /** The pool has just used it, so a release has nothing else to look at. */
    @Test
    void soIsOneThatWasBroughtBackToRestBefore() throws Exception {
        openThePool(1);
        FakeTransaction before = transactions.begin();
        fixture.acquire().release();
        before.end();
        fixture.factory.onTransactionEnded =
                number -> {
                    throw new IllegalStateException("not at rest");
                };
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();

        transaction.end();

        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.entries()).contains("onDiscard 1 BROKEN");
    }

    @Test
    void anEndThatIsToldTwiceLeavesTheNextTransactionAsItIs() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();
        transaction.end();
        FakeTransaction next = transactions.begin();
        Lease lease = fixture.acquire();

        Background.start(transaction::end).get();

        assertCounts(0, 1, 0);
        lease.release();
        assertCounts(0, 0, 1);
        next.end();
        assertCounts(1, 0, 0);
    }

    @Test
    void whatIsDoomedGoesAsItIs() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.holder().doom(DiscardReason.BROKEN, null);
        lease.release();

        transaction.end();

        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.entries("transactionEnded ")).isEmpty();
    }

    @Test
    void comesToRestBeforeAnotherThreadHasIt() throws Exception {
        openThePool(1);
        fixture.factory.onTransactionEnded = number -> assertCounts(0, 0, 0);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.release();

        transaction.end();

        assertThat(fixture.journal.entries("transactionEnded "))
                .containsExactly("transactionEnded 1");
        assertCounts(1, 0, 0);
        assertThat(lease.release()).as("closed before").isFalse();
    }

    @Test
    void theEndOfATransactionWakesAWaiter() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        lease.release();

        transaction.end();

        assertThat(waiter.get().release()).isTrue();
    }

    /** The pool has just used it, so a release has nothing else to look at. */
    @Test
    void soDoesThatOfOneAfterAnother() throws Exception {
        openThePool(1);
        FakeTransaction before = transactions.begin();
        fixture.acquire().release();
        before.end();
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        lease.release();

        transaction.end();

        assertThat(waiter.get().release()).isTrue();
    }

    /** Another thread of the transaction has seen it active, and acquires at that very moment. */
    @Test
    void nobodyAcquiresAgainWhatIsOnItsWayToRest() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease first = fixture.acquire();
        first.release();
        fixture.factory.onTransactionEnded =
                number ->
                        assertThat(first.holder().inaccessibleToAccessible(first.holder().stamp()))
                                .isFalse();

        transaction.end();

        assertThat(fixture.journal.entries("transactionEnded "))
                .containsExactly("transactionEnded 1");
        assertCounts(1, 0, 0);
    }

    @Test
    void aResourceDoomedOnItsWayToRestIsDiscarded() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.release();
        fixture.factory.onTransactionEnded =
                number -> lease.holder().doom(DiscardReason.EVICTED, null);

        transaction.end();

        fixture.journal.await("onDestroy 1");
        assertThat(fixture.journal.entries("onDiscard")).containsExactly("onDiscard 1 EVICTED");
    }

    @Test
    void theFirstHandleOfALeaseIsClosedOnce() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Resource> holder = fixture.acquire().holder();
        long stamp = holder.stamp();
        fixture.acquire(); // another, which stays open

        assertThat(holder.releaseInTransaction(stamp | StateWord.FIRST)).isTrue();
        assertThat(holder.releaseInTransaction(stamp | StateWord.FIRST)).isFalse();

        assertCounts(0, 1, 0);
        transaction.end();
        assertThat(holder.releaseInTransaction(stamp | StateWord.FIRST)).isFalse();
        assertThat(holder.releaseInTransaction(stamp)).isTrue();
        assertCounts(1, 0, 0);
    }

    @Test
    void theFirstHandleIsTheLastToBeClosedAfterTheTransaction() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Resource> holder = fixture.acquire().holder();
        long stamp = holder.stamp();
        transaction.end();

        assertThat(holder.releaseInTransaction(stamp | StateWord.FIRST)).isTrue();

        assertCounts(1, 0, 0);
    }

    @Test
    void aBranchInDoubtIsToldUntilItIsSettled() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        fixture.acquire().release();

        transaction.endInDoubt("51:01:01");

        fixture.journal.await("onInDoubt 51:01:01");
        assertCounts(0, 0, 1);
        transaction.end();
        fixture.journal.await("onSettle 51:01:01");
        assertCounts(1, 0, 0);
    }

    /** As a thread leaves it that has no memory for another handle of the same transaction. */
    @Test
    void aLeaseAbandonedInATransactionEndsAfterItAndItsResourceIsDiscarded() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.holder().abandoned = lease.stamp();
        fixture.ticker.advance(Duration.ofSeconds(1));
        assertCounts(0, 1, 0);

        transaction.end();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        fixture.ticker.advance(Duration.ofSeconds(1));

        fixture.journal.await("onDiscard 1 BROKEN");
        assertThat(waiter.get().number()).isEqualTo(2);
    }

    /** As a thread leaves it whose stack ends while the manager enlists. */
    @Test
    void aLeaseWhoseEnlistmentIsUnknownEndsAtTheNextTick() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.holder().abandoned = lease.stamp() | StateWord.DOOMED;

        fixture.ticker.advance(Duration.ofSeconds(1));

        fixture.journal.await("onDiscard 1 BROKEN");
        transaction.end();
        transactions.suspend();
        assertThat(fixture.acquire().number()).isEqualTo(2);
    }

    @Test
    void anAbandonedLeaseThatWasReleasedMeanwhileIsForgotten() throws Exception {
        openThePool(1);
        FakeTransaction transaction = transactions.begin();
        Lease lease = fixture.acquire();
        lease.holder().releaseInTransaction(lease.stamp());
        lease.holder().abandoned = lease.stamp();
        transaction.end();
        transactions.suspend();

        fixture.ticker.advance(Duration.ofSeconds(1));

        assertThat(lease.holder().abandoned).isZero();
        assertCounts(1, 0, 0);
    }
}
