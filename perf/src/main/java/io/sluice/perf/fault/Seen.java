package io.sluice.perf.fault;

import io.sluice.perf.report.LineChart;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Lateness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The observations of the threads that used a pool. */
final class Seen {

    /** How much later a call may be than a thread that merely parks. */
    private static final Duration GRACE = Duration.ofMillis(50);

    private static final Duration STEP = Duration.ofMillis(100);

    private Seen() {}

    /**
     * Sums up calls.
     *
     * @param label the contestant
     * @param span the time of the fault
     * @param parking by how much threads that merely park are late
     * @param calls all calls
     */
    static Map<String, Object> of(String label, Span span, Lateness parking, List<Call> calls) {
        long recover = recoverNanos(span, calls);
        long limit = FaultPlan.LIMIT.toNanos();
        long allowed = parking.p999().plus(GRACE).toNanos();
        Map<String, Object> figures = new HashMap<>();
        // From the end of the fault until every thread had been served and none failed any more;
        // the time limit, if it took longer.
        figures.put("recoverMillis", recover / 1e6);
        figures.put("recovered", recover < span.watch().toNanos() ? 1 : 0);
        figures.put("refused", count(calls, Call::isRefused));
        figures.put("broken", count(calls, Call::isBroken));
        // Those that failed before the limit of an answer: their connection was lost.
        figures.put(
                "lost",
                count(calls, call -> call.isBroken() && call.ended() - call.answered() < limit));
        figures.put("wrongResults", count(calls, Call::wrong));
        figures.put("late", count(calls, call -> call.lateBy(limit) > allowed));
        long latest = calls.stream().mapToLong(call -> call.lateBy(limit)).max().orElse(0);
        figures.put("latestMillis", Math.max(0, latest) / 1e6);
        figures.put("parkingLateMillisP999", parking.p999().toNanos() / 1e6);
        figures.put("parkingLateMillisMax", parking.most().toNanos() / 1e6);
        figures.put("parkingCount", parking.parks());
        // Whether the machine stood still for long enough to make a call late.
        figures.put("machineStalled", parking.stalled(GRACE) ? 1 : 0);
        figures.put("timeline", new LineChart.Line(label, timeline(span, calls)));
        figures.put("span", span);
        return figures;
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
        return Math.min(watch, Math.max(lastFailure, Arrays.stream(served).max().orElse(watch)));
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
