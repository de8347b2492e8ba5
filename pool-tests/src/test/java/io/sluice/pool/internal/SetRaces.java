package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.spi.DiscardReason;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Holders join and leave while others count and close. */
public final class SetRaces {

    private SetRaces() {}

    /**
     * A new holder joins while the pool is closed: it is refused, or among those that the close
     * takes.
     */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Joined, and seen by the close.")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(expect = FORBIDDEN, desc = "It survives the close, or is destroyed twice.")
    @State
    public static class JoinAgainstClose {
        private final Seats seats = new Seats(1, new StillTicker());
        private final HolderSets<Integer> sets =
                new HolderSets<>(
                        seats.slots, seats.waiters, new CreationPermits(/* minSize= */ 0, 2));
        private final ResourceHolder<Integer> holder = seats.holders.get(0);

        public JoinAgainstClose() {
            seats.slots.unseat(holder);
        }

        @Actor
        public void join(ZI_Result result) {
            result.r1 = sets.join(holder);
        }

        @Actor
        public void close(ZI_Result result) {
            sets.close();
            result.r2 = sets.members().size();
        }
    }

    /**
     * Holders are counted while one is acquired and another leaves: each counts once, in a state
     * that it had.
     */
    @JCStressTest
    @Outcome(
            id = {"true, 2", "true, 1"},
            expect = ACCEPTABLE,
            desc = "Before or after the one left.")
    @Outcome(expect = FORBIDDEN, desc = "One is counted twice, or missed.")
    @State
    public static class CountAgainstLeaving {
        private final Seats seats = new Seats(2, new StillTicker());
        private final HolderSets<Integer> sets =
                new HolderSets<>(
                        seats.slots, seats.waiters, new CreationPermits(/* minSize= */ 0, 2));

        public CountAgainstLeaving() {
            seats.queue.offer(seats.holders.get(1));
        }

        @Actor
        public void leave(ZI_Result result) {
            result.r1 = true;
            sets.leave(seats.holders.get(0), DiscardReason.BROKEN);
            seats.queue.poll();
        }

        @Actor
        public void count(ZI_Result result) {
            result.r2 = sets.count().states().values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * A lease inside a transaction is deferred and recycled, with no lock, while the leased are
     * looked for: it is one of them throughout.
     */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "In one of the two sets.")
    @Outcome(expect = FORBIDDEN, desc = "It is in both, or in none.")
    @State
    public static class LeasedAgainstDeferring {
        private static final int TIMES = 8;

        private final Seats seats = new Seats(1, new StillTicker());
        private final HolderSets<Integer> sets =
                new HolderSets<>(
                        seats.slots, seats.waiters, new CreationPermits(/* minSize= */ 0, 2));
        private final ResourceHolder<Integer> holder = seats.holders.get(0);
        private final long stamp;

        public LeasedAgainstDeferring() {
            holder.reservedToAccessible();
            stamp = holder.stamp();
            holder.plainToInTransaction(stamp);
        }

        @Actor
        public void deferAndRecycle(ZI_Result result) {
            boolean won = true;
            for (int i = 0; i < TIMES; i++) {
                won &= holder.accessibleToInaccessible(stamp);
                won &= holder.inaccessibleToAccessible(stamp);
            }
            result.r1 = won;
        }

        @Actor
        public void look(ZI_Result result) {
            result.r2 = sets.leased().size();
        }
    }
}
