package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.DetachedWaiter;
import io.sluice.pool.internal.queue.Fairness;
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
     * One lease, and a waiter that is entitled on arrival, since leases are long. Its time is over
     * after its first park.
     */
    abstract static class OneOldWaiter extends OneLease {
        private volatile boolean over;
        private volatile boolean coming;

        OneOldWaiter() {
            seats.waiters.used(Fairness.LONG_LEASE_NANOS);
        }

        @Override
        final StillTicker ticker() {
            return new StillTicker() {
                @Override
                public long nanos() {
                    return over ? Long.MAX_VALUE / 2 : super.nanos();
                }

                @Override
                public void park(Object blocker, long nanos) {
                    spinUntil(() -> coming);
                    atTheLastPark();
                    over = true;
                }
            };
        }

        /** What else happens on the thread that waits, before its time is over. */
        void atTheLastPark() {}

        final String awaitItsTurn() {
            return await(0, Long.MAX_VALUE / 4);
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

    /** One lease, and a thread that begins to wait. It parks until it is woken. */
    abstract static class OneArrival extends OneLease {
        final PatientTicker clock = (PatientTicker) seats.ticker;

        OneArrival() {
            holder.seen = seats.epoch.value; // the short way to release
        }

        @Override
        final StillTicker ticker() {
            return new PatientTicker();
        }

        final String enter() {
            String got = await(0, Long.MAX_VALUE / 4);
            return clock.wasInVain() ? "in vain" : got;
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
    public static class PublishingAgainstEntering extends OneArrival {

        @Actor
        public void enter(LL_Result result) {
            result.r1 = enter();
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
     * The same where leases are long: the waiter is entitled before it looks. A release that has
     * missed that publishes, and wakes the waiter; any other hands over.
     */
    @JCStressTest
    @Outcome(id = "holder, ACCESSIBLE", expect = ACCEPTABLE, desc = "Handed over, found, or woken.")
    @Outcome(expect = FORBIDDEN, desc = "Parked beside something available, or still entitled.")
    @State
    public static class PublishingAgainstEntitledEntering extends OneArrival {

        public PublishingAgainstEntitledEntering() {
            seats.waiters.used(Fairness.LONG_LEASE_NANOS);
        }

        @Actor
        public void enter(LL_Result result) {
            result.r1 = enter();
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
     * A release grants the first in line its turn while another release hands over. A request
     * behind the first is entitled since its arrival, so both try a hand-over. The thread of the
     * first does not run: what is left available needs its name.
     */
    @JCStressTest
    @Outcome(
            id = "none, 2 available, named",
            expect = ACCEPTABLE,
            desc = "The turn came too late; the first will look.")
    @Outcome(
            id = "first, 1 available, named",
            expect = ACCEPTABLE,
            desc = "Handed over; the first looks for the other when it leaves.")
    @Outcome(id = "first and second, 0 available", expect = ACCEPTABLE, desc = "One for each.")
    @Outcome(expect = FORBIDDEN, desc = "A wake-up or a resource is lost, or the order.")
    @State
    public static class TurnAgainstHandOver {
        private final StillTicker clock = new StillTicker();
        private final Seats seats = new Seats(2, clock);
        private final ResourceHolder<Integer> looking = seats.holders.get(0);
        private final ResourceHolder<Integer> other = seats.holders.get(1);
        private final Waiter first = new Waiter(Races.line(seats.waiters), clock.now);
        private final Waiter second;
        private final long otherStamp;
        private long lookingStamp;

        public TurnAgainstHandOver() {
            lookingStamp = lease(looking);
            for (int lease = 1; lease < Fairness.LEASES_PER_LOOK; lease++) {
                looking.accessibleToReserved(lookingStamp);
                lookingStamp = lease(looking);
            }
            otherStamp = lease(other);
            seats.waiters.waiting = 1;
            Races.line(seats.waiters).add(first);
            clock.now += Fairness.TURN_NANOS;
            seats.waiters.used(Fairness.LONG_LEASE_NANOS);
            DetachedWaiter request = seats.requests.newWaiter(false, clock.now, () -> {});
            seats.requests.join(request, Long.MAX_VALUE / 4);
            second = request;
        }

        private long lease(ResourceHolder<Integer> holder) {
            seats.queue.offer(holder);
            holder.availableToAccessible();
            return holder.stamp();
        }

        @Actor
        public void grantTurn() {
            looking.release(lookingStamp);
        }

        @Actor
        public void handOver() {
            other.release(otherStamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            int waiting = 2;
            String served = "none";
            if (first.get() instanceof ResourceHolder) {
                waiting--;
                served = "first";
            }
            if (second.get() instanceof ResourceHolder) {
                waiting--;
                served = served + " and second";
            }
            WaiterQueue<Integer> waiters = seats.waiters;
            result.r1 = served;
            result.r2 =
                    seats.queue.size()
                            + " available"
                            + (Races.notified(waiters) == first ? ", named" : "")
                            + (waiters.waiting == waiting && waiters.entitled == waiting
                                    ? ""
                                    : ", miscounted");
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
        private final StillTicker clock = new StillTicker();
        private final Seats seats = new Seats(2, clock);
        private final ResourceHolder<Integer> leased = seats.holders.get(0);
        private final ResourceHolder<Integer> other = seats.holders.get(1);
        private final long stamp;

        public HandOverAgainstFinding() {
            seats.queue.offer(leased);
            leased.availableToAccessible();
            stamp = leased.stamp();
            seats.waiters.used(Fairness.LONG_LEASE_NANOS); // so the waiter is entitled
        }

        @Actor
        public void find(LL_Result result) {
            result.r1 = await(seats, 0, Long.MAX_VALUE / 4);
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
