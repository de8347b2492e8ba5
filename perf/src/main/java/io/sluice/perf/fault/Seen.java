package io.sluice.perf.fault;

import io.sluice.perf.report.LineChart;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Lateness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The observations of the threads that used a pool.
 *
 * @param recoverMillis the time from the end of the fault until every thread had been served and
 *     none failed any more; the time limit, if it took longer
 * @param recovered whether it did so in time
 * @param refused how many calls got an error instead of a connection
 * @param broken how many calls had a connection that failed under them
 * @param lost how many of these failed before the limit of an answer, so that the connection was
 *     lost
 * @param wrong how many calls had the reply to another question
 * @param late how many acquires had neither a connection nor an error in time
 * @param latestMillis by how much the latest acquire was late
 * @param parking by how much threads that merely park are late
 * @param mark the fault on the time-line
 * @param timeline good calls per second, by when they ended
 */
record Seen(
        double recoverMillis,
        boolean recovered,
        long refused,
        long broken,
        long lost,
        long wrong,
        long late,
        double latestMillis,
        Lateness parking,
        LineChart.Mark mark,
        List<LineChart.Point> timeline) {

    /** How much later a call may be than a thread that merely parks. */
    private static final Duration GRACE = Duration.ofMillis(50);

    private static final Duration STEP = Duration.ofMillis(100);

    Seen {
        timeline = List.copyOf(timeline);
    }

    /**
     * Sums up calls.
     *
     * @param fault the fault
     * @param span its time
     * @param parking by how much threads that merely park are late
     * @param calls all calls
     */
    static Seen of(Fault fault, Span span, Lateness parking, List<Call> calls) {
        long recover = recoverNanos(span, calls);
        long limit = FaultPlan.LIMIT.toNanos();
        long allowed = parking.p999().plus(GRACE).toNanos();
        return new Seen(
                recover / 1e6,
                recover < span.watch().toNanos(),
                count(calls, Call::isRefused),
                count(calls, Call::isBroken),
                count(calls, call -> call.isBroken() && call.ended() - call.answered() < limit),
                count(calls, Call::wrong),
                count(calls, call -> call.lateBy(limit) > allowed),
                calls.stream().mapToLong(call -> Math.max(0, call.lateBy(limit))).max().orElse(0)
                        / 1e6,
                parking,
                new LineChart.Mark(
                        fault.toString(),
                        span.onTimeline(span.begun()) / 1e9,
                        span.onTimeline(span.ended()) / 1e9),
                timeline(span, calls));
    }

    /** Returns whether the machine stood still for long enough to make a call late. */
    boolean machineStalled() {
        return parking.stalled(GRACE);
    }

    private static long recoverNanos(Span span, List<Call> calls) {
        long watch = span.watch().toNanos();
        int threads = calls.stream().mapToInt(Call::caller).max().orElse(-1) + 1;
        long[] served = new long[threads];
        Arrays.fill(served, watch);
        long lastFailure = 0;
        for (Call call : calls) {
            long after = span.afterEnd(call.ended());
            if (!call.isGood()) {
                lastFailure = Math.max(lastFailure, after);
            } else if (after > 0) {
                served[call.caller()] = Math.min(served[call.caller()], after);
            }
        }
        long lastServed = Arrays.stream(served).max().orElse(watch);
        return Math.min(watch, Math.max(lastFailure, lastServed));
    }

    /** Returns a point for each step; the last, unfinished step has none. */
    private static List<LineChart.Point> timeline(Span span, List<Call> calls) {
        long step = STEP.toNanos();
        long last = calls.stream().mapToLong(call -> span.onTimeline(call.ended())).max().orElse(0);
        long[] ended = new long[(int) Math.max(0, last / step)];
        for (Call call : calls) {
            long at = span.onTimeline(call.ended());
            if (call.isGood() && at >= 0 && at / step < ended.length) {
                ended[(int) (at / step)]++;
            }
        }
        List<LineChart.Point> points = new ArrayList<>();
        for (int i = 0; i < ended.length; i++) {
            points.add(new LineChart.Point(i * step / 1e9, ended[i] * 1e9 / step));
        }
        return points;
    }

    private static long count(List<Call> calls, Predicate<Call> which) {
        return calls.stream().filter(which).count();
    }
}
