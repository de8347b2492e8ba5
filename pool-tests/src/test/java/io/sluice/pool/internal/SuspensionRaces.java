package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.spi.DiscardReason;
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

    /** What comes back while the pool is being suspended serves nobody before it is resumed. */
    @JCStressTest
    @Outcome(id = "nothing, leased", expect = ACCEPTABLE, desc = "Kept, then let go.")
    @Outcome(expect = FORBIDDEN, desc = "It serves in a suspended pool, or is lost.")
    @State
    public static class ReleaseAgainstSuspend extends PoolOfOne {
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

    /**
     * A thread that acquires during a suspension comes before or after it. A holder that it finds
     * too late is not lost.
     */
    @JCStressTest
    @Outcome(id = "leased, nothing nothing", expect = ACCEPTABLE, desc = "Before.")
    @Outcome(id = "nothing, nothing leased", expect = ACCEPTABLE, desc = "After.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "It serves in a suspended pool, serves two, or is lost for the resumed one.")
    @State
    public static class AcquireAgainstSuspend extends PoolOfOne {

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
            String suspended = acquire();
            suspension.resume();
            result.r2 = suspended + " " + acquire();
        }
    }

    /**
     * A lease that began at home is taken back while the pool is being suspended: as if it had not
     * begun.
     */
    @JCStressTest
    @Outcome(id = "nothing, leased", expect = ACCEPTABLE, desc = "Kept, then let go.")
    @Outcome(expect = FORBIDDEN, desc = "It serves in a suspended pool, or is lost.")
    @State
    public static class TakingBackAgainstSuspend extends PoolOfOne {

        public TakingBackAgainstSuspend() {
            holder.release(holder.stamp());
        }

        @Actor
        public void takeBack() {
            long last = holder.stamp;
            holder.takeBack(holder.tryHome(last), last);
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

    /** What comes back while the pool is being resumed is not kept. */
    @JCStressTest
    @Outcome(id = "leased", expect = ACCEPTABLE, desc = "The last of the two let it go.")
    @Outcome(expect = FORBIDDEN, desc = "It is kept, and nobody will let it go.")
    @State
    public static class ReleaseAgainstResume extends PoolOfOne {
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

    /** Two threads disagree: the pool and its idle holders are as the last of them wanted. */
    @JCStressTest
    @Outcome(
            id = "suspended nothing, leased",
            expect = ACCEPTABLE,
            desc = "Resuming came first and did nothing.")
    @Outcome(id = "resumed leased, nothing", expect = ACCEPTABLE, desc = "Suspending came first.")
    @Outcome(expect = FORBIDDEN, desc = "What is idle does not follow.")
    @State
    public static class SuspendAgainstResume extends PoolOfOne {

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
    public static class DoomAgainstSuspend extends PoolOfOne {

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
    public static class DoomAgainstResume extends PoolOfOne {

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
