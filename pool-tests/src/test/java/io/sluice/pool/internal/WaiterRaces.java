package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.Waiter;
import io.sluice.pool.internal.queue.WaiterQueue;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** One thread waits and another releases: in every order the holder reaches a thread. */
public final class WaiterRaces {

    private WaiterRaces() {}

    /** Long ago. */
    private static final long LONG_AGO = -1_000_000_000L;

    /** Waits until the deadline, as acquire does; says what came of it. */
    private static String await(Seats seats, long arrivedAt, long deadline) {
        try {
            ResourceHolder<Integer> got = seats.waiters.await(arrivedAt, deadline, false);
            return got == null ? "nothing" : "holder";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    /** One holder on lease, in a queue of its own. */
    abstract static class OneLease {
        final Seats seats = new Seats(1, ticker());
        final ResourceHolder<Integer> holder = seats.holders.get(0);
        final long stamp;

        OneLease() {
            seats.queue.offer(holder);
            holder.availableToAccessible();
            stamp = holder.stamp();
        }

        StillTicker ticker() {
            return new StillTicker();
        }

        final String await(long arrivedAt, long deadline) {
            return WaiterRaces.await(seats, arrivedAt, deadline);
        }

        /** What is left: nothing but the holder may be. */
        final String end() {
            WaiterQueue<Integer> waiters = seats.waiters;
            boolean clean =
                    waiters.waiting == 0
                            && waiters.entitled == 0
                            && Races.notified(waiters) == null
                            && Races.line(waiters).isEmpty();
            return clean
                    ? holder.state().toString()
                    : waiters.waiting + " waiting, " + waiters.entitled + " entitled";
        }
    }

    /**
     * One lease, and a waiter that waits for it until it is entitled. The clock of the waiter moves
     * with its steps: at the first park it is told to look, in vain, and becomes entitled; the park
     * after that is its last.
     */
    abstract static class OneOldWaiter extends OneLease {
        private int parks;
        private volatile boolean over;
        private volatile boolean coming;

        @Override
        final StillTicker ticker() {
            return new StillTicker() {
                @Override
                public long nanos() {
                    return over ? Long.MAX_VALUE / 2 : super.nanos();
                }

                @Override
                public void park(Object blocker, long nanos) {
                    if (parks++ == 0) {
                        seats.waiters.signal();
                    } else {
                        spinUntil(() -> coming);
                        atTheLastPark();
                        over = true;
                    }
                }
            };
        }

        /** What else happens on the thread that waits, before its time is over. */
        void atTheLastPark() {}

        final String awaitItsTurn() {
            return await(LONG_AGO, Long.MAX_VALUE / 4);
        }

        /** Waits until there is an entitled waiter to hand over to. */
        final void letItGrowOld() {
            coming = true;
            spinUntil(() -> seats.waiters.entitled != 0);
        }

        /** Not for ever: the other may have come to its end. */
        private static void spinUntil(BooleanSupplier condition) {
            for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * An entitled waiter times out while a release hands over to it: it leaves with the holder, or
     * the holder is available.
     */
    @JCStressTest
    @Outcome(id = "holder, ACCESSIBLE", expect = ACCEPTABLE, desc = "Handed over, or found.")
    @Outcome(id = "nothing, AVAILABLE", expect = ACCEPTABLE, desc = "Gave up first.")
    @Outcome(expect = FORBIDDEN, desc = "Handed to a waiter that had left, or left behind.")
    @State
    public static class HandOverAgainstTimeOut extends OneOldWaiter {

        @Actor
        public void time(LL_Result result) {
            result.r1 = awaitItsTurn();
        }

        @Actor
        public void release() {
            letItGrowOld();
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r2 = end();
        }
    }

    /**
     * A waiter takes what a creator has just made available, and the creator looks whether another
     * is needed.
     */
    @JCStressTest
    @Outcome(id = "holder, false", expect = ACCEPTABLE, desc = "It served the waiter.")
    @Outcome(id = "nothing, false", expect = ACCEPTABLE, desc = "The waiter gave up before.")
    @Outcome(expect = FORBIDDEN, desc = "Another is created for a waiter that has one already.")
    @State
    public static class TakingAgainstDemand extends OneLease {

        @Actor
        public void take(LL_Result result) {
            result.r1 = await(0, -1);
        }

        @Actor
        public void create(LL_Result result) {
            holder.release(stamp);
            int there = seats.slots.hasAvailable() ? 1 : 0;
            result.r2 = seats.waiters.outnumber(there);
        }
    }

    /**
     * A release wakes the first of two waiters, which is just leaving. The second has to be named
     * instead if a holder is available and no waiter is on the way to it.
     */
    @JCStressTest
    @Outcome(
            id = "nothing, AVAILABLE, second is named",
            expect = ACCEPTABLE,
            desc = "Passed on, or named at once.")
    @Outcome(
            id = {"holder, ACCESSIBLE, nobody is named", "holder, ACCESSIBLE, second is named"},
            expect = ACCEPTABLE,
            desc = "Found in the last moment.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "The second waits beside something available, and will not be told.")
    @State
    public static class WakeUpAgainstLeaving extends OneLease {
        private final Waiter second = new Waiter(Races.line(seats.waiters), 0);

        public WakeUpAgainstLeaving() {
            holder.seen = seats.epoch.value; // the short way to release
            seats.waiters.waiting = 1;
            // Called when the first has joined the line, and before it looks; and when it leaves.
            seats.onDemand =
                    () -> {
                        if (!Races.line(seats.waiters).contains(second)) {
                            Races.line(seats.waiters).add(second);
                        }
                    };
        }

        @Actor
        public void leave(LL_Result result) {
            result.r1 = await(0, 0); // joins the line, looks once, gives up
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            Waiter named = Races.notified(seats.waiters);
            String name =
                    named == null ? "nobody" : named == second ? "second" : "the one that left";
            result.r1 = result.r1 + ", " + holder.state();
            result.r2 = name + " is named";
        }
    }

    /**
     * The first of two waiters leaves and has cleared its name, all while a release chooses it and
     * names it: the name of the waiter that left must not stay, or no waiter is woken any more.
     */
    @JCStressTest
    @Outcome(id = "second", expect = ACCEPTABLE, desc = "It left first, or was seen to have left.")
    @Outcome(
            id = "nobody",
            expect = ACCEPTABLE,
            desc = "Nobody had come yet; or it was named in time, and has cleared its name.")
    @Outcome(expect = FORBIDDEN, desc = "The waiter that left stays named for ever.")
    @State
    public static class NamingAgainstLeaving {
        private final Seats seats = new Seats(1, new StillTicker());
        private final Waiter second = new Waiter(Races.line(seats.waiters), 0);

        public NamingAgainstLeaving() {
            seats.waiters.waiting = 1;
            // Called when the first has joined the line; and when it leaves.
            seats.onDemand =
                    () -> {
                        if (!Races.line(seats.waiters).contains(second)) {
                            Races.line(seats.waiters).add(second);
                        }
                    };
        }

        @Actor
        public void leave() {
            await(seats, 0, 0); // joins the line, looks once, gives up
        }

        @Actor
        public void name() {
            seats.waiters.signal();
        }

        @Arbiter
        public void end(L_Result result) {
            Waiter named = Races.notified(seats.waiters);
            result.r1 = named == null ? "nobody" : named == second ? "second" : "first";
        }
    }

    /**
     * A thread begins to wait while a release publishes. The waiter counts itself and then looks;
     * the release publishes and then looks for waiters. One sees the other, so the wait is over at
     * once.
     */
    @JCStressTest
    @Outcome(id = "holder, ACCESSIBLE", expect = ACCEPTABLE, desc = "Found, or woken.")
    @Outcome(expect = FORBIDDEN, desc = "Parked beside something available, and nobody came.")
    @State
    public static class PublishingAgainstEntering extends OneLease {

        private final PatientTicker clock = (PatientTicker) seats.ticker;

        public PublishingAgainstEntering() {
            holder.seen = seats.epoch.value; // the short way to release
        }

        @Override
        StillTicker ticker() {
            return new PatientTicker();
        }

        @Actor
        public void enter(LL_Result result) {
            result.r1 = await(0, Long.MAX_VALUE / 4);
            if (clock.wasInVain()) {
                result.r1 = "in vain";
            }
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r2 = end();
        }
    }

    /**
     * An entitled waiter finds something available while something else is handed over to it: it
     * leaves with one, and the other is there.
     */
    @JCStressTest
    @Outcome(id = "holder, 1 available", expect = ACCEPTABLE, desc = "One taken, one left.")
    @Outcome(expect = FORBIDDEN, desc = "It has both, or one is lost.")
    @State
    public static class HandOverAgainstFinding {
        private final Seats seats = new Seats(2, new ToldTicker());
        private final ResourceHolder<Integer> leased = seats.holders.get(0);
        private final ResourceHolder<Integer> other = seats.holders.get(1);
        private final long stamp;

        public HandOverAgainstFinding() {
            seats.queue.offer(leased);
            leased.availableToAccessible();
            stamp = leased.stamp();
        }

        /** Tells the waiter to look, in vain, so that it becomes entitled. */
        private final class ToldTicker extends StillTicker {
            private int parks;

            @Override
            public void park(Object blocker, long nanos) {
                if (parks++ == 0) {
                    seats.waiters.signal();
                }
            }
        }

        @Actor
        public void find(LL_Result result) {
            result.r1 = await(seats, LONG_AGO, Long.MAX_VALUE / 4);
        }

        @Actor
        public void bringBoth() {
            for (int i = 0; i < 1_000 && seats.waiters.entitled == 0; i++) {
                Thread.onSpinWait();
            }
            seats.queue.offer(other);
            leased.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r2 = seats.queue.size() + " available";
        }
    }

    /** A close refuses all waiters while a thread begins to wait: that one is refused as well. */
    @JCStressTest
    @Outcome(id = "refused", expect = ACCEPTABLE, desc = "Found by the close, or finds it.")
    @Outcome(expect = FORBIDDEN, desc = "Waits in a closed pool.")
    @State
    public static class RefusalAgainstEntering extends OneLease {
        @Override
        StillTicker ticker() {
            return new PatientTicker();
        }

        @Actor
        public void enter(L_Result result) {
            try {
                result.r1 = await(0, Long.MAX_VALUE / 4);
            } catch (PoolClosedException e) {
                result.r1 = "refused";
            }
        }

        @Actor
        public void refuse() {
            seats.waiters.close(() -> new PoolClosedException("closed"));
        }
    }
}
