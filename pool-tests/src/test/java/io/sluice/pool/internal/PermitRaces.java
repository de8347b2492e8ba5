package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.queue.CreationPermits;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Permits are taken and given back at once: their number is exact, the maximum is never passed, and
 * what is free is found.
 */
public final class PermitRaces {

    private PermitRaces() {}

    /** Takes a permit if there is room, as a creator does. */
    private static int take(CreationPermits permits) {
        for (; ; ) {
            long counts = permits.get();
            if (permits.tryBegin(counts)) {
                return 1;
            }
            if (permits.get() == counts) {
                return 0; // no other thread interfered: there was no room
            }
        }
    }

    private static int all(CreationPermits permits) {
        long counts = permits.get();
        return CreationPermits.total(counts) * 10 + CreationPermits.creating(counts);
    }

    /** Two threads want the last permit. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 11", "0, 1, 11"},
            expect = ACCEPTABLE,
            desc = "One gets it.")
    @Outcome(expect = FORBIDDEN, desc = "The maximum is passed, or a permit is lost.")
    @State
    public static class TwoTakers {
        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 2);

        public TwoTakers() {
            take(permits);
            permits.created();
        }

        @Actor
        public void one(III_Result result) {
            result.r1 = take(permits);
        }

        @Actor
        public void other(III_Result result) {
            result.r2 = take(permits);
        }

        @Arbiter
        public void end(III_Result result) {
            result.r3 = all(permits);
        }
    }

    /** One is given back while another is taken. */
    @JCStressTest
    @Outcome(id = "1, 11", expect = ACCEPTABLE, desc = "In either order.")
    @Outcome(expect = FORBIDDEN, desc = "A permit is lost, or counted twice.")
    @State
    public static class TakeAgainstGiveBack {
        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 3);

        public TakeAgainstGiveBack() {
            for (int i = 0; i < 2; i++) {
                PermitRaces.take(permits);
                permits.created();
            }
        }

        @Actor
        public void giveBack() {
            permits.destroyed();
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = PermitRaces.take(permits);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r2 = all(permits);
        }
    }

    /** A creation succeeds while another fails. */
    @JCStressTest
    @Outcome(id = "10", expect = ACCEPTABLE, desc = "One exists, none is in creation.")
    @Outcome(expect = FORBIDDEN, desc = "A permit is lost, or counted twice.")
    @State
    public static class SuccessAgainstFailure {
        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 2);

        public SuccessAgainstFailure() {
            take(permits);
            take(permits);
        }

        @Actor
        public void succeed() {
            permits.created();
        }

        @Actor
        public void fail() {
            permits.creationFailed();
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = all(permits);
        }
    }

    /**
     * A thread begins to wait at the maximum while a destroyed resource gives its permit back. The
     * waiter counts itself and then looks for a permit. The other gives the permit back and then
     * looks for waiters. One sees the other, so a creator is started.
     */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One creator is started.")
    @Outcome(expect = FORBIDDEN, desc = "The freed permit and the waiter miss each other.")
    @State
    public static class FreedPermitAgainstNewWaiter {
        private final StillTicker ticker = new StillTicker();
        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
        private final AtomicInteger started = new AtomicInteger();
        private final Seats seats = new Seats(1, ticker);
        private final Demand<Integer> demand = demand();

        public FreedPermitAgainstNewWaiter() {
            take(permits);
            permits.created();
        }

        private Demand<Integer> demand() {
            return Races.demand(ticker, permits, seats, task -> started.incrementAndGet());
        }

        @Actor
        public void beginToWait() {
            seats.waiters.waiting = 1; // no other thread waits
            demand.check();
        }

        @Actor
        public void giveBack() {
            permits.destroyed();
            demand.check();
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = started.get();
        }
    }

    /**
     * A thread begins to wait while a creator finds that it is not needed. The waiter counts itself
     * and may rely on the creator. The creator gives its permit back and then looks for waiters.
     * One sees the other, so something is created.
     */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "By this creator, or by another.")
    @Outcome(expect = FORBIDDEN, desc = "The waiter relies on a creator that has given up.")
    @State
    public static class NeedlessPermitAgainstNewWaiter {
        private final StillTicker ticker = new StillTicker();
        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 1);
        private final Queue<Runnable> creators = new ConcurrentLinkedQueue<>();
        private final Seats seats = new Seats(1, ticker);
        private final Demand<Integer> demand = Races.demand(ticker, permits, seats, creators::add);
        private final Runnable creator;

        public NeedlessPermitAgainstNewWaiter() {
            seats.waiters.waiting = 1;
            demand.check();
            creator = creators.remove();
            seats.waiters.waiting = 0; // that waiter has been served
        }

        @Actor
        public void beginToWait() {
            seats.waiters.waiting = 1;
            demand.check();
        }

        @Actor
        public void create() {
            creator.run();
        }

        @Arbiter
        public void end(I_Result result) {
            // Nobody here turns a permit into an existing one: it stays where something was begun.
            result.r1 = all(permits);
        }
    }

    /**
     * A flush begins a generation while an attempt begins. The flush begins it and then looks for
     * attempts. The attempt counts itself and then looks for a new generation. One sees the other.
     */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The flush waits for the attempt.")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The attempt is of the new generation; it may have counted before for a moment.")
    @Outcome(expect = FORBIDDEN, desc = "The flush misses an attempt of the old generation.")
    @State
    public static class FlushAgainstAttempt {
        private final Generations generations = new Generations(new DrainSignal(new StillTicker()));

        @Actor
        public void create(II_Result result) {
            result.r1 = generations.creationBegins();
        }

        @Actor
        public void flush(II_Result result) {
            result.r2 = generations.creatingBefore(generations.begin());
        }
    }
}
