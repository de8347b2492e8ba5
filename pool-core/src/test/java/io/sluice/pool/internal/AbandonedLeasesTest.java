package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.DiscardReport;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.FakeTransactions.FakeTransaction;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.TransactionalResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.LogRecord;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases that threads left for lack of memory or stack end, whatever becomes of the others. */
class AbandonedLeasesTest {

    private static final int PLACES = 3;
    private static final Duration A_TICK = Duration.ofSeconds(1);

    /** No more than one, with the default of {@code validateAfterIdle}. */
    private static final Duration ONE_TICK = Duration.ofMillis(250);

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final FakeTransactions transactions = new FakeTransactions();
    private final List<Branch> destroyed = new CopyOnWriteArrayList<>();
    private DefaultResourcePool<Branch> pool;

    @BeforeEach
    void open() {
        open(Integer.MAX_VALUE);
    }

    private void open(int maxWaiting) {
        pool =
                DefaultResourcePool.open(
                        PoolConfig.builder()
                                .name("orders")
                                .maxSize(PLACES)
                                .maxWaiting(maxWaiting)
                                .idleTimeout(Duration.ZERO)
                                .maxLifetime(Duration.ZERO)
                                .keepaliveInterval(Duration.ZERO)
                                .transactions(transactions)
                                .ticker(ticker)
                                .build(),
                        new Factory());
        ticker.advance(Duration.ofMillis(1));
    }

    @AfterEach
    void close() {
        ticker.runFree();
        pool.close(Duration.ZERO);
        awaitCounts(0, 0);
    }

    private ResourceHolder<Branch> acquire() throws InterruptedException {
        return (ResourceHolder<Branch>) pool.acquire();
    }

    private void awaitCounts(int total, int available) {
        await(total + " resources, " + available + " available")
                .until(
                        pool::snapshot,
                        (PoolSnapshot now) -> now.total() == total && now.available() == available);
    }

    @Test
    void endAlsoIfNoThreadMayWait() throws Exception {
        abandonAllOfAPoolInWhichNoneMayWait();

        assertThatThrownBy(() -> pool.acquire()).isInstanceOf(TooManyWaitingException.class);
        ticker.advance(A_TICK);
        awaitCounts(PLACES, PLACES);
    }

    @Test
    void endAlsoIfNoRequestMayWait() throws Exception {
        abandonAllOfAPoolInWhichNoneMayWait();

        assertThat(pool.acquireAsync(Duration.ZERO, Runnable::run)).isCompletedExceptionally();
        ticker.advance(A_TICK);
        awaitCounts(PLACES, PLACES);
    }

    @Test
    void aCleanLeaseEndsAndItsMarkIsGone() throws Exception {
        ResourceHolder<Branch> clean = acquire();
        clean.abandoned = clean.stamp();

        tick();

        assertThat(clean.abandoned).isZero();
        assertThat(destroyed).isEmpty();
        awaitCounts(2, 2);
    }

    @Test
    void aResourceThatMayHaveBeenChangedIsDiscarded() throws Exception {
        ResourceHolder<Branch> changed = acquire();
        changed.abandoned = changed.stamp() | Holder.DIRTY;

        tick();

        assertDiscarded(changed, DiscardReason.BROKEN);
    }

    @Test
    void aLeaseWhoseThreadCouldNotReadItsStampEndsToo() throws Exception {
        ResourceHolder<Branch> clean = acquire();
        clean.abandoned = Holder.PRESENT;

        tick();

        assertThat(clean.abandoned).isZero();
        awaitCounts(2, 2);
        ResourceHolder<Branch> changed = acquire();
        changed.abandoned = Holder.PRESENT | Holder.DIRTY;

        tick();

        assertDiscarded(changed, DiscardReason.BROKEN);
    }

    /** A tick and a close may look at once, and one of them when the next lease has begun. */
    @Test
    void aMarkWithoutAStampIsOfOneLeaseOnly() throws Exception {
        ResourceHolder<Branch> holder = acquire();
        long stamp = holder.stamp();
        holder.abandoned = Holder.PRESENT;
        long mark = holder.stampedMark();
        assertThat(mark).isEqualTo(stamp);
        assertThat(holder.abandoned).isEqualTo(stamp);
        assertThat(holder.release(stamp)).isTrue();
        assertThat(acquire()).isSameAs(holder);
        holder.abandoned = Holder.PRESENT;

        holder.settleAbandoned(mark);

        assertThat(holder.abandoned).isEqualTo(Holder.PRESENT);
        tick();
        awaitCounts(2, 2);
    }

    @Test
    void whatIsDoomedIsDiscardedForTheReasonOfThat() throws Exception {
        ResourceHolder<Branch> doomed = acquire();
        pool.flush(FlushMode.GRACEFUL);
        doomed.abandoned = doomed.stamp() | Holder.DIRTY;

        tick();

        assertDiscarded(doomed, DiscardReason.FLUSHED);
    }

    private void assertDiscarded(ResourceHolder<Branch> holder, DiscardReason reason) {
        await("the resource, discarded").until(() -> destroyed.contains(holder.resource()));
        await("its report").until(pool::recentDiscards, reports -> !reports.isEmpty());
        assertThat(pool.recentDiscards()).extracting(DiscardReport::reason).containsExactly(reason);
    }

    private void abandonAllOfAPoolInWhichNoneMayWait() throws InterruptedException {
        pool.close(Duration.ZERO);
        open(0);
        List<ResourceHolder<Branch>> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(acquire());
        }
        ticker.advance(A_TICK.multipliedBy(4)); // without traffic there are no ticks
        all.forEach(holder -> holder.abandoned = holder.stamp());
    }

    @Test
    void aFailureAtOneKeepsNoOtherAndIsToldAndTriedAgain() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> failing = acquire();
        transactions.suspend();
        failing.resource().failure = new IllegalStateException("on purpose");
        List<ResourceHolder<Branch>> others = new ArrayList<>();
        for (int i = 1; i < PLACES; i++) {
            others.add(acquire());
        }
        others.forEach(holder -> holder.abandoned = holder.stamp());
        failing.abandoned = failing.stamp() | ResourceHolder.ENLISTING;

        try (LogCapture log = LogCapture.start()) {
            ticker.advance(A_TICK);

            LogRecord told = log.await("Pool orders: cannot end a lease whose thread");
            assertThat(told.getThrown()).isSameAs(failing.resource().failure);
        }

        awaitCounts(PLACES, PLACES - 1);
        failing.resource().failure = null;
        tick();
        await("the resource of the failing one")
                .until(() -> destroyed.contains(failing.resource()));
        transaction.end();
    }

    @Test
    void aFailureAtOneKeepsNoWaiterWaiting() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> failing = acquire();
        transactions.suspend();
        failing.resource().failure = new IllegalStateException("on purpose");
        failing.abandoned = failing.stamp() | ResourceHolder.ENLISTING;
        ResourceHolder<Branch> second = acquire();
        ResourceHolder<Branch> third = acquire();
        Background<Holder<Branch>> waiter = Background.start(() -> pool.acquire());
        ticker.awaitParked(1);
        second.abandoned = second.stamp();

        try (LogCapture log = LogCapture.start()) {
            ticker.advance(A_TICK);
            log.await("Pool orders: cannot end a lease whose thread");
        }

        Holder<Branch> served = waiter.get();
        served.release(served.stamp());
        third.release(third.stamp());
        failing.resource().failure = null;
        transaction.end();
    }

    /** Nobody knows whether the manager has it, and it may be prepared any moment. */
    @Test
    void aPreparedBranchKeepsItsResourceUntilItIsSettled() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        BranchGate gate = holder.resource().gate();
        gate.open(holder.stamp());
        holder.abandoned = holder.stamp() | ResourceHolder.ENLISTING;
        assertThat(gate.pin(holder.stamp())).isTrue(); // as a prepare does

        tick();
        tick();

        assertThat(destroyed).isEmpty();
        assertThat(pool.snapshot().accessible()).isOne();
        gate.unpin(holder.stamp()); // as a commit does
        transaction.end();
        tick();
        await("the resource, discarded").until(() -> destroyed.contains(holder.resource()));
        assertThat(holder.resource().aborted).isFalse();
    }

    /** As a close leaves it; the handle counts as open. */
    @Test
    void aPreparedBranchWhoseHandleCouldNotBeClosedEndsWithItsTransaction() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        BranchGate gate = holder.resource().gate();
        gate.open(holder.stamp());
        holder.abandoned = holder.stamp() | Holder.DIRTY;
        assertThat(gate.pin(holder.stamp())).isTrue();

        tick();

        assertThat(destroyed).isEmpty();
        gate.unpin(holder.stamp());
        transaction.end();
        tick();
        await("the resource, discarded").until(() -> destroyed.contains(holder.resource()));
        assertThat(holder.resource().aborted).isFalse();
    }

    /** Without traffic there are no ticks. */
    @Test
    void aTransactionThatEndsInAPoolAtRestEndsTheHandleLeftOpenAsWell() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        holder.abandoned = holder.stamp() | Holder.DIRTY;
        ticker.advance(A_TICK.multipliedBy(4));
        assertThat(ticker.untilNext()).as("the next tick").isNull();

        transaction.end();
        ticker.advance(ONE_TICK);

        assertDiscarded(holder, DiscardReason.BROKEN);
    }

    @Test
    void aBranchThatWasNotPreparedIsTakenAway() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        holder.resource().gate().open(holder.stamp());
        holder.abandoned = holder.stamp() | ResourceHolder.ENLISTING;

        tick();

        await("the resource, discarded").until(() -> destroyed.contains(holder.resource()));
        assertThat(holder.resource().aborted).isTrue();
        assertThat(holder.resource().gate().pin(holder.stamp())).as("prepared too late").isFalse();
        transaction.end();
    }

    /** As the end of a transaction leaves it without stack. */
    @Test
    void aTransactionWhoseEndWasAbandonedReturnsNothing() throws Exception {
        transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        long stamp = holder.stamp();
        assertThat(holder.release(stamp)).isTrue();
        holder.abandoned = (stamp & ~StateWord.FIRST) | ResourceHolder.OVER;

        tick();

        assertDiscarded(holder, DiscardReason.BROKEN);
    }

    @Test
    void aHandleLeftOpenBeyondATransactionWhoseEndWasAbandonedIsTheLast() throws Exception {
        transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        holder.abandoned = (holder.stamp() & ~StateWord.FIRST) | ResourceHolder.OVER;

        tick();
        tick();

        assertThat(destroyed).isEmpty();
        assertThat(holder.release(holder.stamp())).isTrue();
        awaitCounts(2, 2);
        tick();
        assertThat(holder.abandoned).isZero();
    }

    @Test
    void aLeaseWithSeveralHandlesIsTakenAwayAfterItsTransaction() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        assertThat(acquire()).as("of the same transaction").isSameAs(holder);
        transaction.end();
        transactions.suspend();
        holder.abandoned = holder.stamp();

        tick();

        assertDiscarded(holder, DiscardReason.BROKEN);
        assertThat(holder.resource().aborted).as("an open handle may be in use").isTrue();
    }

    @Test
    void aCloseOfThePoolNeitherEndsNorAwaitsAPreparedBranch() throws Exception {
        FakeTransaction transaction = transactions.begin();
        ResourceHolder<Branch> holder = acquire();
        transactions.suspend();
        BranchGate gate = holder.resource().gate();
        gate.open(holder.stamp());
        assertThat(gate.pin(holder.stamp())).isTrue();
        Background<PoolSnapshot> close = Background.start(() -> pool.close(Duration.ZERO));
        ticker.awaitAlarmIn(Duration.ZERO);

        ticker.advance(Duration.ZERO);

        try {
            assertThat(close.get().total()).isOne();
        } finally { // where it waits nonetheless
            ticker.advance(Duration.ofMinutes(1));
        }
        assertThat(destroyed).isEmpty();
        assertThat(holder.resource().aborted).isFalse();
        gate.unpin(holder.stamp());
        assertThat(holder.release(holder.stamp())).isTrue();
        transaction.end();
    }

    /** It may only have lost its processor between the mark and the release. */
    @Test
    void aCloseHasUntilTheSecondTick() throws Exception {
        ResourceHolder<Branch> slow = acquire();
        ResourceHolder<Branch> lost = acquire();
        slow.closing = slow.stamp();
        lost.closing = lost.stamp();
        ticker.advance(ONE_TICK);
        assertThat(pool.snapshot().accessible()).isEqualTo(2);

        assertThat(slow.release(slow.stamp())).isTrue();
        ticker.advance(ONE_TICK);

        await("the resource, discarded").until(() -> destroyed.contains(lost.resource()));
        assertThat(destroyed).doesNotContain(slow.resource());
    }

    @Test
    void aPoolAtRestTicksOnceMoreForAClose() throws Exception {
        ResourceHolder<Branch> lost = acquire();
        ticker.advance(ONE_TICK);
        lost.closing = lost.stamp();
        ticker.advance(ONE_TICK); // would be the last
        assertThat(pool.snapshot().accessible()).isOne();

        ticker.advance(ONE_TICK);

        await("the resource, discarded").until(() -> destroyed.contains(lost.resource()));
        assertThat(lost.resource().aborted).as("whose transaction may be open").isTrue();
    }

    @Test
    void aCloseOfWhatIsDoomedEndsForTheReasonOfThat() throws Exception {
        ResourceHolder<Branch> lost = acquire();
        pool.flush(FlushMode.GRACEFUL);
        lost.closing = lost.stamp();

        tick();
        tick();

        assertDiscarded(lost, DiscardReason.FLUSHED);
    }

    @Test
    void aLeaseTakenAwayWithoutMemoryEndsByForceLaterForItsReason() throws Exception {
        ResourceHolder<Branch> taken = acquire();
        ResourceHolder<Branch> other = acquire();
        other.release(other.stamp());
        assertThat(taken.anyLeaseToReserved()).isTrue();
        taken.isOrphanedByForce = true; // as a flush does without memory
        taken.orphaned = DiscardReason.FLUSHED;

        tick();

        assertDiscarded(taken, DiscardReason.FLUSHED);
        assertThat(taken.resource().aborted).as("which a thread may still use").isTrue();
    }

    @Test
    void oneTickDiscardsEachThatCouldNotBeDiscarded() throws Exception {
        List<ResourceHolder<Branch>> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(acquire());
        }
        ResourceHolder<Branch> between = all.remove(1);
        for (ResourceHolder<Branch> each : all) {
            assertThat(each.anyLeaseToReserved()).isTrue();
            each.orphaned = DiscardReason.BROKEN;
        }
        between.release(between.stamp());

        ticker.advance(ONE_TICK);

        await("both, discarded").until(destroyed::size, size -> size == all.size());
    }

    @Test
    void aCloseThatFailsIsFinishedByTheNext() throws Exception {
        ResourceHolder<Branch> failing = acquire();
        ResourceHolder<Branch> other = acquire();
        failing.resource().failure = new IllegalStateException("on purpose");
        other.resource().failure = failing.resource().failure;

        ticker.runFree();
        assertThatThrownBy(() -> pool.close(Duration.ZERO)).isSameAs(failing.resource().failure);
        failing.resource().failure = null;
        other.resource().failure = null;
        pool.close(Duration.ZERO);

        awaitCounts(0, 0);
        await("both, destroyed aside")
                .untilAsserted(
                        () -> assertThat(destroyed).contains(failing.resource(), other.resource()));
    }

    /** The next tick, even of a pool at rest. */
    private void tick() throws InterruptedException {
        Holder<Branch> other = pool.acquire();
        other.release(other.stamp());
        ticker.advance(A_TICK);
    }

    /** A resource that fails where a test says so. */
    private static final class Branch implements TransactionalResource {

        private final BranchGate gate = new BranchGate();
        private volatile RuntimeException failure;
        private volatile boolean aborted;

        @Override
        public boolean claimForAbort(long stamp) {
            if (failure != null) {
                throw failure;
            }
            return gate.claimForAbort(stamp);
        }

        @Override
        public BranchGate gate() {
            return gate;
        }

        @Override
        public String resourceManagerName() {
            return "orders";
        }

        @Override
        public XAResource xaResource() {
            throw new AssertionError("these transactions have no branches");
        }

        @Override
        public void enlisting(Object transaction) {}

        @Override
        public void cancel() {}

        @Override
        public void abort() {
            aborted = true;
        }
    }

    private final class Factory implements ResourceFactory<Branch> {

        @Override
        public Branch create() {
            return new Branch();
        }

        @Override
        public void destroy(Branch resource) {
            destroyed.add(resource);
        }

        @Override
        public void abort(Branch resource) {
            resource.abort();
        }
    }
}
