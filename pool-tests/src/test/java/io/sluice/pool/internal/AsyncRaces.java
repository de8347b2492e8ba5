package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.internal.queue.DetachedWaiter;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.Ticker;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A request without a thread ends once, and the holder is with it or available. */
public final class AsyncRaces {

    private AsyncRaces() {}

    /** Keeps the last alarm, which a race lets fire. */
    private static final class OneAlarm extends StillTicker {

        private Runnable task;

        @Override
        public synchronized Ticker.Alarm schedule(Runnable task, long delayNanos) {
            this.task = task;
            return () -> {};
        }
    }

    /** One holder on lease, and a request. */
    abstract static class OneRequest extends WaiterRaces.OneLease {

        private int ends;
        final DetachedWaiter request =
                seats.requests.newWaiter(/* again= */ false, 0, () -> countEnd());

        OneRequest() {
            holder.seen = seats.epoch.value; // the short way to release
        }

        @Override
        StillTicker ticker() {
            return new OneAlarm();
        }

        private synchronized void countEnd() {
            ends++;
        }

        final void join() {
            seats.requests.join(request, Long.MAX_VALUE / 4);
        }

        final void fire() {
            ((OneAlarm) seats.ticker).task.run();
        }

        /** How often the request was told, and with what. */
        final synchronized String told() {
            return ends + (request.isServed() ? " served" : " without");
        }
    }

    /** It joins while a release publishes: one sees the other. */
    @JCStressTest
    @Outcome(id = "1 served, ACCESSIBLE", expect = ACCEPTABLE, desc = "Found, or handed over.")
    @Outcome(expect = FORBIDDEN, desc = "It waits beside something available.")
    @State
    public static class PublishingAgainstJoining extends OneRequest {

        @Actor
        public void enter() {
            join();
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = told();
            result.r2 = end();
        }
    }

    /** It is withdrawn while a release hands over to it. */
    @JCStressTest
    @Outcome(id = "1 served, ACCESSIBLE", expect = ACCEPTABLE, desc = "It is told, and gives back.")
    @Outcome(id = "0 without, AVAILABLE", expect = ACCEPTABLE, desc = "Withdrawn first.")
    @Outcome(expect = FORBIDDEN, desc = "The holder is lost, or the request told in vain.")
    @State
    public static class WithdrawalAgainstHandOver extends OneRequest {

        public WithdrawalAgainstHandOver() {
            join();
        }

        @Actor
        public void withdraw() {
            seats.requests.withdraw(request);
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = told();
            result.r2 = end();
        }
    }

    /** Its time is over while a release hands over to it. */
    @JCStressTest
    @Outcome(id = "1 served, ACCESSIBLE", expect = ACCEPTABLE, desc = "Handed over first.")
    @Outcome(id = "1 without, AVAILABLE", expect = ACCEPTABLE, desc = "Timed out first.")
    @Outcome(expect = FORBIDDEN, desc = "The holder is lost, or the request is told twice.")
    @State
    public static class TimeOutAgainstHandOver extends OneRequest {

        public TimeOutAgainstHandOver() {
            join();
        }

        @Actor
        public void time() {
            fire();
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = told();
            result.r2 = end();
        }
    }

    /** All waiters are refused for good while a release hands over to it. */
    @JCStressTest
    @Outcome(id = "1 served, ACCESSIBLE", expect = ACCEPTABLE, desc = "Handed over first.")
    @Outcome(id = "1 without, AVAILABLE", expect = ACCEPTABLE, desc = "Refused first.")
    @Outcome(expect = FORBIDDEN, desc = "The holder is lost, or the request is told twice.")
    @State
    public static class RefusalAgainstHandOver extends OneRequest {

        public RefusalAgainstHandOver() {
            join();
        }

        @Actor
        public void close() {
            seats.waiters.close(() -> new PoolClosedException("Pool test is closed"));
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = told();
            result.r2 = end();
        }
    }

    /** Two releases, and two requests of which one is withdrawn: what it was handed goes on. */
    @JCStressTest
    @Outcome(id = "served, ACCESSIBLE", expect = ACCEPTABLE, desc = "The other one has it.")
    @Outcome(expect = FORBIDDEN, desc = "The other waits beside something available, or for ever.")
    @State
    public static class WithdrawalOfTheFirstOfTwo extends OneRequest {

        private final DetachedWaiter other;

        public WithdrawalOfTheFirstOfTwo() {
            join();
            other = seats.requests.newWaiter(/* again= */ false, 1, () -> {});
            seats.requests.join(other, Long.MAX_VALUE / 4);
        }

        @Actor
        public void withdraw() {
            if (!seats.requests.withdraw(request)) {
                seats.waiters.giveBack(holder);
            }
        }

        @Actor
        public void release() {
            holder.release(stamp);
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = other.isServed() ? "served" : "waits";
            result.r2 = holder.state();
        }
    }

    /** It is withdrawn while it joins. */
    @JCStressTest
    @Outcome(id = "0 without, 0 waiting, 0 in line", expect = ACCEPTABLE, desc = "It has gone.")
    @Outcome(expect = FORBIDDEN, desc = "It stays in line, or is counted out twice.")
    @State
    public static class WithdrawalAgainstJoining extends OneRequest {

        @Actor
        public void enter() {
            join();
        }

        @Actor
        public void withdraw() {
            seats.requests.withdraw(request);
        }

        @Arbiter
        public void end(LL_Result result) {
            WaiterQueue<Integer> waiters = seats.waiters;
            result.r1 = told();
            result.r2 = waiters.waiting + " waiting, " + Races.line(waiters).size() + " in line";
        }
    }

    /** It joins while all waiters are refused for good. */
    @JCStressTest
    @Outcome(id = "1 without, 0 waiting", expect = ACCEPTABLE, desc = "It is refused, once.")
    @Outcome(expect = FORBIDDEN, desc = "It waits in a closed pool, or is told twice.")
    @State
    public static class RefusalAgainstJoining extends OneRequest {

        @Actor
        public void enter() {
            join();
        }

        @Actor
        public void close() {
            seats.waiters.close(() -> new PoolClosedException("Pool test is closed"));
        }

        @Arbiter
        public void end(LL_Result result) {
            result.r1 = told();
            result.r2 = seats.waiters.waiting + " waiting";
        }
    }
}
