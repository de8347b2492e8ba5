package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.internal.holder.Epoch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The coarse time ticks, wakes, goes dormant and announces, all at once: nothing looks fresh that
 * is not, and no tick is lost.
 */
public final class EpochRaces {

    private EpochRaces() {}

    private static Epoch epoch(StillTicker ticker) {
        return new Epoch(ticker, 1_000_000, /* fixed= */ false, () -> {});
    }

    /**
     * A holder comes back while a generation begins. Whatever was seen, it does not equal an epoch
     * that announces another generation than the holder's.
     */
    @JCStressTest
    @Outcome(
            id = "differs",
            expect = ACCEPTABLE,
            desc = "The next acquire looks, and finds the new generation.")
    @Outcome(expect = FORBIDDEN, desc = "The holder looks fresh and is of the past.")
    @State
    public static class ReleaseAgainstNewGeneration extends PoolOfOne {
        private final long stamp = holder.stamp();

        public ReleaseAgainstNewGeneration() {
            holder.seen = epoch.value - 1; // the slow way to release
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Actor
        public void begin() {
            fitnessCheck.suspectAll();
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = holder.seen == epoch.value ? "looks fresh" : "differs";
        }
    }

    /**
     * A tick that found nothing to do goes dormant while a caller comes: a live epoch has its next
     * tick, a dormant one none.
     */
    @JCStressTest
    @Outcome(id = "live, ticks", expect = ACCEPTABLE, desc = "Seen in time, or woken again.")
    @Outcome(
            id = "dormant, differs",
            expect = ACCEPTABLE,
            desc = "Missed: the caller finds a difference at its next step.")
    @Outcome(expect = FORBIDDEN, desc = "The clock stands still and looks live.")
    @State
    public static class TickAgainstTouch {
        private final StillTicker ticker = new StillTicker();
        private final Epoch epoch = epoch(ticker);
        private final int before;
        private long seen;

        public TickAgainstTouch() {
            epoch.touch(); // wakes it, and sets an alarm
            epoch.tick(); // is run, and sets another; nobody has touched since
            before = ticker.alarms();
        }

        @Actor
        public void tick() {
            epoch.tick();
        }

        @Actor
        public void touch() {
            seen = epoch.touch();
        }

        @Arbiter
        public void end(L_Result result) {
            boolean ticks = ticker.alarms() == before + 1;
            if (epoch.value < 0) {
                result.r1 =
                        "dormant, "
                                + (seen == epoch.value
                                        ? "looks fresh"
                                        : ticks ? "ticks" : "differs");
            } else {
                result.r1 = "live, " + (ticks ? "ticks" : "stands still");
            }
        }
    }

    /** Two threads wake a dormant epoch: it ticks once. */
    @JCStressTest
    @Outcome(id = "live, 1 alarms", expect = ACCEPTABLE, desc = "One set the alarm.")
    @Outcome(expect = FORBIDDEN, desc = "No tick will come, or two.")
    @State
    public static class TwoTouches {
        private final StillTicker ticker = new StillTicker();
        private final Epoch epoch = epoch(ticker);

        @Actor
        public void one() {
            epoch.touch();
        }

        @Actor
        public void other() {
            epoch.touch();
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = (epoch.value < 0 ? "dormant, " : "live, ") + ticker.alarms() + " alarms";
        }
    }

    /**
     * Something is announced before and after a holder is looked at, while the clock ticks: what
     * was seen before an announcement equals no epoch after it.
     */
    @JCStressTest
    @Outcome(id = "differs", expect = ACCEPTABLE, desc = "The announcement is noticed.")
    @Outcome(expect = FORBIDDEN, desc = "The announcement is lost.")
    @State
    public static class BumpAgainstTick {
        private final StillTicker ticker = new StillTicker();
        private final Epoch epoch = epoch(ticker);
        private long seen;

        public BumpAgainstTick() {
            epoch.touch();
        }

        @Actor
        public void announce() {
            epoch.bump();
            seen = epoch.touch();
            epoch.bump();
        }

        @Actor
        public void tick() {
            epoch.tick();
            epoch.tick();
        }

        @Arbiter
        public void end(L_Result result) {
            result.r1 = seen == epoch.value ? "looks fresh" : "differs";
        }
    }
}
