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

/**
 * A pool is closed by force while a holder is handed over to an entitled waiter: in the end one of
 * the two threads has to destroy it.
 *
 * <p>Three parts are played: one thread hands over, one waits, and one closes. jcstress runs no
 * more threads at once than there are processors, and there may be two. So the waiting thread
 * closes the pool as well: while it waits, or when it has given up. Other orders of waiting and
 * closing need no test, as the two touch nothing in common there.
 */
public final class ForceRaces {

    private ForceRaces() {}

    /** A holder on its way home, an entitled waiter for it, and a pool to be closed. */
    abstract static class OneOnItsWay extends WaiterRaces.OneOldWaiter {
        private boolean closed;
        private boolean taken;

        OneOnItsWay() {
            holder.reserve(stamp);
        }

        /** What a close does to a member, first as it begins and then when its drain is over. */
        final void closeByForce() {
            if (!closed) {
                closed = true;
                holder.doom(DiscardReason.POOL_CLOSED, null);
                taken = holder.anyLeaseToReserved();
            }
        }

        final void comeHome() {
            letItGrowOld();
            holder.requeue();
        }

        /** What is left, and how many threads believe that they must destroy the holder. */
        final String owned() {
            int owners = seats.discarded.size() + (taken ? 1 : 0);
            return end() + ", owners: " + owners;
        }
    }

    /**
     * The waiter is in line while the pool is closed: it may be given the holder, which is taken
     * away from it then, or a holder that is doomed is given to nobody.
     */
    @JCStressTest
    @Outcome(id = "holder, RESERVED, owners: 1", expect = ACCEPTABLE, desc = "Given and taken.")
    @Outcome(id = "nothing, RESERVED, owners: 1", expect = ACCEPTABLE, desc = "Doomed before.")
    @Outcome(expect = FORBIDDEN, desc = "It serves in a closed pool, or is nobody's or two's.")
    @State
    public static class HandOverAgainstForce extends OneOnItsWay {

        @Override
        void atTheLastPark() {
            closeByForce();
        }

        @Actor
        public void waitAndClose(LL_Result result) {
            result.r1 = awaitItsTurn();
            closeByForce(); // unless it came to a last park
        }

        @Actor
        public void handOver() {
            comeHome();
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r2 = owned();
        }
    }

    /**
     * The waiter has just given up when the pool is closed: the releasing thread finds that out
     * after the lease for it has begun, and that lease may have been taken away meanwhile.
     */
    @JCStressTest
    @Outcome(id = "holder, RESERVED, owners: 1", expect = ACCEPTABLE, desc = "Given and taken.")
    @Outcome(
            id = "nothing, RESERVED, owners: 1",
            expect = ACCEPTABLE,
            desc = "It gave up before, or the holder was doomed.")
    @Outcome(expect = FORBIDDEN, desc = "It serves in a closed pool, or is nobody's or two's.")
    @State
    public static class HandOverInVainAgainstForce extends OneOnItsWay {

        public HandOverInVainAgainstForce() {
            // At once: the releasing thread is on the next step.
            Races.onTimedOut(seats.waiters, this::closeByForce);
        }

        @Actor
        public void giveUpAndClose(LL_Result result) {
            result.r1 = awaitItsTurn();
            closeByForce(); // unless it gave up
        }

        @Actor
        public void handOver() {
            comeHome();
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r2 = owned();
        }
    }
}
