package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.DiscardReason;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A pool is suspended and resumed while holders come and go: none serves while it is suspended, and
 * none is kept afterwards.
 */
public final class SuspensionRaces {

    private SuspensionRaces() {}

    /** One holder with the parts of a pool that decide who gets it. */
    abstract static class OneHolder implements HolderOwner<Integer> {

        private final StillTicker ticker = new StillTicker();
        private final WaiterQueue<Integer> waiters = new WaiterQueue<>("test", 1, ticker);
        private final AvailableQueue<Integer> queue =
                new AvailableQueue<>(1, this, waiters, ticker);
        private final Epoch epoch = new Epoch(ticker, 1_000_000, /* fixed= */ false, () -> {});
        private final HolderSets<Integer> sets = new HolderSets<>(queue, new CreationPermits(1));
        private final AtomicInteger discarded = new AtomicInteger();
        final Suspension<Integer> suspension = new Suspension<>(epoch, sets, queue);
        private final Inspection<Integer> inspection =
                new Inspection<>(
                        PoolConfig.builder().build(),
                        null,
                        epoch,
                        sets,
                        suspension,
                        waiters,
                        null,
                        null,
                        Runnable::run);
        final ResourceHolder<Integer> holder =
                new ResourceHolder<>(1, epoch, waiters, this, 1, Long.MAX_VALUE, 0);

        OneHolder() {
            sets.join(holder);
            queue.offer(holder);
            acquire(); // looked at, so that the next release and acquire take the short way
        }

        /** As the pool does it. */
        final String acquire() {
            ResourceHolder<Integer> found = queue.poll();
            if (found == null) {
                return "nothing";
            }
            return found.seen == epoch.value || inspection.isFit(found, Long.MAX_VALUE)
                    ? "leased"
                    : "nothing";
        }

        final String end() {
            return holder.state() + ", discarded " + discarded;
        }

        @Override
        public void runAside(Runnable task) {
            throw new AssertionError("nothing blocks here");
        }

        @Override
        public void requeue(ResourceHolder<Integer> returned) {
            inspection.requeue(returned);
        }

        @Override
        public void publish(ResourceHolder<Integer> reserved) {
            if (!suspension.publish(reserved)) {
                discarded.incrementAndGet();
            }
        }

        @Override
        public void discard(
                ResourceHolder<Integer> reserved, DiscardReason reason, Throwable cause) {
            discarded.incrementAndGet();
        }

        @Override
        public boolean releaseInTransaction(ResourceHolder<Integer> leased, long stamp) {
            return false;
        }

        @Override
        public void timedOut() {}

        @Override
        public void timedOutUnreported() {}

        @Override
        public void demand() {}

        @Override
        public int spareCapacity() {
            return 0;
        }
    }

    /** What comes back while the pool is being suspended serves nobody before it is resumed. */
    @JCStressTest
    @Outcome(id = "nothing, leased", expect = ACCEPTABLE, desc = "Kept, then let go.")
    @Outcome(expect = FORBIDDEN, desc = "It serves in a suspended pool, or is lost.")
    @State
    public static class ReleaseAgainstSuspend extends OneHolder {
        private final long stamp = holder.stamp();

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Actor
        public void suspend() {
            suspension.suspend();
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = acquire();
            suspension.resume();
            result.r2 = acquire();
        }
    }

    /** Who acquires while the pool is being suspended comes before or after it. */
    @JCStressTest
    @Outcome(id = "leased, nothing", expect = ACCEPTABLE, desc = "Before.")
    @Outcome(id = "nothing, nothing", expect = ACCEPTABLE, desc = "After.")
    @Outcome(expect = FORBIDDEN, desc = "It serves in a suspended pool.")
    @State
    public static class AcquireAgainstSuspend extends OneHolder {

        public AcquireAgainstSuspend() {
            holder.release(holder.stamp());
        }

        @Actor
        public void acquire(LL_Result result) {
            result.r1 = acquire();
        }

        @Actor
        public void suspend() {
            suspension.suspend();
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r2 = acquire();
        }
    }

    /** What comes back while the pool is being resumed is not kept. */
    @JCStressTest
    @Outcome(id = "leased", expect = ACCEPTABLE, desc = "Whoever was last let it go.")
    @Outcome(expect = FORBIDDEN, desc = "It is kept, and nobody will let it go.")
    @State
    public static class ReleaseAgainstResume extends OneHolder {
        private final long stamp = holder.stamp();

        public ReleaseAgainstResume() {
            suspension.suspend();
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Actor
        public void resume() {
            suspension.resume();
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = acquire();
        }
    }

    /** Two disagree: the pool is as the last of them wanted it, and so is what is idle. */
    @JCStressTest
    @Outcome(
            id = "suspended nothing, leased",
            expect = ACCEPTABLE,
            desc = "Resuming came first and did nothing.")
    @Outcome(id = "resumed leased, nothing", expect = ACCEPTABLE, desc = "Suspending came first.")
    @Outcome(expect = FORBIDDEN, desc = "What is idle does not follow.")
    @State
    public static class SuspendAgainstResume extends OneHolder {

        public SuspendAgainstResume() {
            holder.release(holder.stamp());
        }

        @Actor
        public void suspend() {
            suspension.suspend();
        }

        @Actor
        public void resume() {
            suspension.resume();
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = (suspension.isSuspended() ? "suspended " : "resumed ") + acquire();
            suspension.resume();
            result.r2 = acquire();
        }
    }

    /** What is idle is doomed, as by a flush, while the pool is being suspended. */
    @JCStressTest
    @Outcome(id = "RESERVED, discarded 1", expect = ACCEPTABLE, desc = "In either order.")
    @Outcome(expect = FORBIDDEN, desc = "It is kept, or discarded twice.")
    @State
    public static class DoomAgainstSuspend extends OneHolder {

        public DoomAgainstSuspend() {
            holder.release(holder.stamp());
        }

        @Actor
        public void doom() {
            holder.doom(DiscardReason.FLUSHED, null);
        }

        @Actor
        public void suspend() {
            suspension.suspend();
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = end();
        }
    }

    /** What is held is doomed while the pool is being resumed. */
    @JCStressTest
    @Outcome(id = "RESERVED, discarded 1", expect = ACCEPTABLE, desc = "In either order.")
    @Outcome(expect = FORBIDDEN, desc = "It serves, or is discarded twice or never.")
    @State
    public static class DoomAgainstResume extends OneHolder {

        public DoomAgainstResume() {
            holder.release(holder.stamp());
            suspension.suspend();
        }

        @Actor
        public void doom() {
            holder.doom(DiscardReason.FLUSHED, null);
        }

        @Actor
        public void resume() {
            suspension.resume();
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = end();
        }
    }
}
