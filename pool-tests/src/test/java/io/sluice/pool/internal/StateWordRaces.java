package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.spi.DiscardReason;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Two threads want to move one holder: the outcome is that of one order or the other. */
public final class StateWordRaces {

    private StateWordRaces() {}

    /** One holder in a queue of its own. */
    abstract static class OneHolder {
        final Seats seats = new Seats(1, new StillTicker());
        final ResourceHolder<Integer> holder = seats.holders.get(0);

        /** Begins a lease. */
        final long lease() {
            seats.queue.offer(holder);
            holder.availableToAccessible();
            return holder.stamp();
        }

        /**
         * Makes a release take the short way: nothing has changed since the holder was looked at
         * last.
         */
        final void freshlySeen() {
            holder.seen = seats.epoch.value;
        }

        /** The state with its marks, and how often the holder was given up for destruction. */
        final String end() {
            String doomed = holder.isDoomed() ? " doomed" : "";
            return holder.state() + doomed + ", discarded " + seats.discarded.size();
        }
    }

    /** The lease ends while the holder is doomed: it is discarded once, and never available. */
    @JCStressTest
    @Outcome(
            id = "true, true, RESERVED doomed, discarded 1",
            expect = ACCEPTABLE,
            desc = "In either order.")
    @Outcome(expect = FORBIDDEN, desc = "A doomed holder is available, lost, or discarded twice.")
    @State
    public static class ReleaseAgainstDoom extends OneHolder {
        private final long stamp = lease();

        public ReleaseAgainstDoom() {
            freshlySeen();
        }

        @Actor
        public void release(ZZL_Result result) {
            result.r1 = holder.release(stamp);
        }

        @Actor
        public void doom(ZZL_Result result) {
            holder.doom(DiscardReason.EVICTED, null);
            result.r2 = true;
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** A lease ends while its resource is about to be broken: it serves again or it is broken. */
    @JCStressTest
    @Outcome(
            id = "true, true, RESERVED doomed, discarded 1",
            expect = ACCEPTABLE,
            desc = "Evicted in time: nobody has it next.")
    @Outcome(
            id = "true, false, AVAILABLE, discarded 0",
            expect = ACCEPTABLE,
            desc = "The lease was over: the evicting thread is told.")
    @Outcome(expect = FORBIDDEN, desc = "What is about to be broken is available, or lost.")
    @State
    public static class ReleaseAgainstEviction extends OneHolder {
        private final long stamp = lease();

        public ReleaseAgainstEviction() {
            freshlySeen();
        }

        @Actor
        public void release(ZZL_Result result) {
            result.r1 = holder.release(stamp);
        }

        @Actor
        public void evict(ZZL_Result result) {
            result.r2 = holder.evict(stamp);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** Two threads end one lease: one of them does. */
    @JCStressTest
    @Outcome(
            id = {"true, false, AVAILABLE, discarded 0", "false, true, AVAILABLE, discarded 0"},
            expect = ACCEPTABLE,
            desc = "One wins.")
    @Outcome(expect = FORBIDDEN, desc = "The lease ended twice, or not at all.")
    @State
    public static class TwoClosers extends OneHolder {
        private final long stamp = lease();

        public TwoClosers() {
            freshlySeen();
        }

        @Actor
        public void one(ZZL_Result result) {
            result.r1 = holder.release(stamp);
        }

        @Actor
        public void other(ZZL_Result result) {
            result.r2 = holder.release(stamp);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** One closer found something to clean, the other did not: the loser has touched nothing. */
    @JCStressTest
    @Outcome(
            id = {"true, false, AVAILABLE, discarded 0", "false, true, AVAILABLE, discarded 0"},
            expect = ACCEPTABLE,
            desc = "One wins.")
    @Outcome(expect = FORBIDDEN, desc = "Both clean, or a clean holder is lost.")
    @State
    public static class CleaningAgainstRelease extends OneHolder {
        private final long stamp = lease();

        public CleaningAgainstRelease() {
            freshlySeen();
        }

        @Actor
        public void clean(ZZL_Result result) {
            boolean mine = holder.reserve(stamp);
            if (mine) {
                holder.requeue();
            }
            result.r1 = mine;
        }

        @Actor
        public void release(ZZL_Result result) {
            result.r2 = holder.release(stamp);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /**
     * A lease ends twice while another thread acquires: the second end does not touch the next
     * lease.
     */
    @JCStressTest
    @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "Acquired in between, and kept.")
    @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "Looked too early.")
    @Outcome(expect = FORBIDDEN, desc = "The next lease was ended by the one before.")
    @State
    public static class LateReleaseAgainstNextLease extends OneHolder {
        private final long stamp = lease();

        public LateReleaseAgainstNextLease() {
            freshlySeen();
        }

        @Actor
        public void releaseTwice(ZZI_Result result) {
            result.r1 = holder.release(stamp);
            result.r2 = holder.release(stamp);
        }

        @Actor
        public void acquire(ZZI_Result result) {
            ResourceHolder<Integer> got = seats.queue.poll();
            result.r3 = got == null ? 0 : 1;
        }

        @Arbiter
        public void end(ZZI_Result result) {
            boolean leased = holder.state() == ResourceState.ACCESSIBLE;
            if (leased != (result.r3 == 1)) {
                result.r3 = -1;
            }
        }
    }

    /**
     * An idle holder is acquired and doomed: either it is leased and marked, or it was taken out
     * before.
     */
    @JCStressTest
    @Outcome(
            id = "true, true, ACCESSIBLE doomed, discarded 0",
            expect = ACCEPTABLE,
            desc = "Acquired first: doomed for the release to find.")
    @Outcome(
            id = "false, true, RESERVED doomed, discarded 1",
            expect = ACCEPTABLE,
            desc = "Doomed first: out at once.")
    @Outcome(expect = FORBIDDEN, desc = "Leased and discarded, or neither.")
    @State
    public static class AcquireAgainstDoom extends OneHolder {

        public AcquireAgainstDoom() {
            seats.queue.offer(holder);
        }

        @Actor
        public void acquire(ZZL_Result result) {
            result.r1 = seats.queue.poll() != null;
        }

        @Actor
        public void doom(ZZL_Result result) {
            holder.doom(DiscardReason.EVICTED, null);
            result.r2 = true;
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** One thread comes to its home, another scans: one of them has it. */
    @JCStressTest
    @Outcome(
            id = {"true, false, ACCESSIBLE, discarded 0", "false, true, ACCESSIBLE, discarded 0"},
            expect = ACCEPTABLE,
            desc = "One of the two.")
    @Outcome(expect = FORBIDDEN, desc = "Both have it, or nobody.")
    @State
    public static class HomeAgainstScan extends OneHolder {

        public HomeAgainstScan() {
            seats.queue.offer(holder);
        }

        @Actor
        public void home(ZZL_Result result) {
            result.r1 = holder.tryHome(holder.stamp) == 0;
        }

        @Actor
        public void scan(ZZL_Result result) {
            result.r2 = seats.queue.poll() != null;
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /**
     * One thread comes to its home while another has a whole lease of it: the first has it before
     * or after that, or not at all, and each finds the stamp of its own lease.
     */
    @JCStressTest
    @Outcome(
            id = {
                "true, false, ACCESSIBLE, discarded 0",
                "true, true, ACCESSIBLE, discarded 0",
                "false, true, AVAILABLE, discarded 0"
            },
            expect = ACCEPTABLE,
            desc = "One lease, or one after the other.")
    @Outcome(expect = FORBIDDEN, desc = "Both at once, or a stamp that ends nothing.")
    @State
    public static class HomeAgainstLease extends OneHolder {

        public HomeAgainstLease() {
            freshlySeen();
            seats.queue.offer(holder);
        }

        @Actor
        public void home(ZZL_Result result) {
            long last = holder.stamp;
            if (holder.tryHome(last) == 0) {
                holder.stamp = last + StateWord.ONE_LEASE;
                holder.acquiredByCaller();
                result.r1 = holder.word == holder.stamp();
            }
        }

        @Actor
        public void lease(ZZL_Result result) {
            ResourceHolder<Integer> found = seats.queue.poll();
            result.r2 = found != null && found.release(found.stamp());
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /**
     * A lease that began at home is taken back while the holder is doomed: it is discarded once,
     * whichever comes first.
     */
    @JCStressTest
    @Outcome(
            id = "true, true, RESERVED doomed, discarded 1",
            expect = ACCEPTABLE,
            desc = "Begun before, and discarded by one of the two.")
    @Outcome(
            id = "false, true, RESERVED doomed, discarded 1",
            expect = ACCEPTABLE,
            desc = "Doomed before.")
    @Outcome(expect = FORBIDDEN, desc = "A doomed holder is available, lost, or discarded twice.")
    @State
    public static class TakingBackAgainstDoom extends OneHolder {

        public TakingBackAgainstDoom() {
            seats.queue.offer(holder);
        }

        @Actor
        public void takeBack(ZZL_Result result) {
            long last = holder.stamp;
            long difference = holder.tryHome(last);
            holder.takeBack(difference, last);
            result.r1 = difference == 0;
        }

        @Actor
        public void doom(ZZL_Result result) {
            holder.doom(DiscardReason.EVICTED, null);
            result.r2 = true;
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /**
     * A new holder is made available and doomed: it is discarded by one of the two, or taken out of
     * the queue.
     */
    @JCStressTest
    @Outcome(
            id = {
                "true, true, RESERVED doomed, discarded 1",
                "false, true, RESERVED doomed, discarded 0"
            },
            expect = ACCEPTABLE,
            desc = "Offered first, or refused.")
    @Outcome(expect = FORBIDDEN, desc = "A doomed holder is available.")
    @State
    public static class OfferAgainstDoom extends OneHolder {

        @Actor
        public void offer(ZZL_Result result) {
            result.r1 = seats.queue.offer(holder);
        }

        @Actor
        public void doom(ZZL_Result result) {
            holder.doom(DiscardReason.EVICTED, null);
            result.r2 = true;
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** A thread acquires a holder that the pool wants to work on: one of them has it. */
    @JCStressTest
    @Outcome(id = "true, false, ACCESSIBLE, discarded 0", expect = ACCEPTABLE, desc = "Acquired.")
    @Outcome(id = "false, true, RESERVED, discarded 0", expect = ACCEPTABLE, desc = "Reserved.")
    @Outcome(expect = FORBIDDEN, desc = "Both have it, or nobody.")
    @State
    public static class AcquireAgainstReserve extends OneHolder {

        public AcquireAgainstReserve() {
            seats.queue.offer(holder);
        }

        @Actor
        public void acquire(ZZL_Result result) {
            result.r1 = seats.queue.poll() != null;
        }

        @Actor
        public void reserve(ZZL_Result result) {
            result.r2 = seats.queue.remove(holder);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** A lease is ended by its owner and taken away by a close: one of them has the holder. */
    @JCStressTest
    @Outcome(
            id = "true, false, AVAILABLE, discarded 0",
            expect = ACCEPTABLE,
            desc = "Released in time.")
    @Outcome(
            id = "false, true, RESERVED doomed, discarded 0",
            expect = ACCEPTABLE,
            desc = "Taken away.")
    @Outcome(expect = FORBIDDEN, desc = "Both, or neither.")
    @State
    public static class ReleaseAgainstTakingAway extends OneHolder {
        private final long stamp = lease();

        public ReleaseAgainstTakingAway() {
            freshlySeen();
        }

        @Actor
        public void release(ZZL_Result result) {
            result.r1 = holder.release(stamp);
        }

        @Actor
        public void takeAway(ZZL_Result result) {
            result.r2 = holder.anyLeaseToReserved();
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /** One holder whose lease is in a transaction, with its first handle open. */
    abstract static class OneInTransaction extends OneHolder {
        final long stamp = lease();

        OneInTransaction() {
            holder.plainToInTransaction(stamp);
        }
    }

    /**
     * Two threads close the first handle of a lease while its transaction acquires again: it is
     * closed once, and the handle that comes after it stays open.
     */
    @JCStressTest
    @Outcome(
            id = "true, false, ACCESSIBLE, discarded 0",
            expect = ACCEPTABLE,
            desc = "Closed by the thread that acquires again.")
    @Outcome(
            id = "false, true, INACCESSIBLE, discarded 0",
            expect = ACCEPTABLE,
            desc = "Closed by the other.")
    @Outcome(expect = FORBIDDEN, desc = "Closed twice, and another handle with it, or never.")
    @State
    public static class TwoClosersOfTheFirstHandle extends OneInTransaction {

        @Actor
        public void closeAndAcquireAgain(ZZL_Result result) {
            result.r1 = holder.closeFirst(stamp) && holder.inaccessibleToAccessible(stamp);
        }

        @Actor
        public void close(ZZL_Result result) {
            result.r2 = holder.closeFirst(stamp);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /**
     * The first handle is closed while the lease is shared: the other is open, or came too late.
     */
    @JCStressTest
    @Outcome(id = "true, true, ACCESSIBLE, discarded 0", expect = ACCEPTABLE, desc = "Shared.")
    @Outcome(
            id = "true, false, INACCESSIBLE, discarded 0",
            expect = ACCEPTABLE,
            desc = "Closed before that.")
    @Outcome(expect = FORBIDDEN, desc = "A handle is open that nobody counts, or the other way.")
    @State
    public static class FirstHandleAgainstShare extends OneInTransaction {

        @Actor
        public void close(ZZL_Result result) {
            result.r1 = holder.closeFirst(stamp);
        }

        @Actor
        public void share(ZZL_Result result) {
            result.r2 = holder.share(stamp);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }

    /**
     * The first handle is closed while the transaction ends: the second of the two has the holder.
     */
    @JCStressTest
    @Outcome(
            id = {"true, true, RESERVED, discarded 0", "true, false, RESERVED, discarded 0"},
            expect = ACCEPTABLE,
            desc = "It goes home with the one or the other.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody has it, or both.")
    @State
    public static class FirstHandleAgainstCompletion extends OneInTransaction {

        @Actor
        public void close(ZZL_Result result) {
            result.r1 = holder.closeFirst(stamp) || holder.endedToReserved(stamp | StateWord.FIRST);
        }

        @Actor
        public void complete(ZZL_Result result) {
            result.r2 = !holder.accessibleToEnded(stamp) && holder.inaccessibleToReserved(stamp);
        }

        @Arbiter
        public void end(ZZL_Result result) {
            result.r3 = end();
        }
    }
}
