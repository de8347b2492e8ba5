package io.sluice.jdbc.fault;

import io.sluice.jdbc.fault.ConnectingSockets.Connect;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Which connects a pool has begun since a fault came. An attempt may connect to several servers:
 * all figures are those of the server that saw most.
 *
 * @param meanwhile until the fault began to be mended
 * @param afterwards since it was mended; in between the first ones may succeed already
 */
record Connects(List<Connect> meanwhile, List<Connect> afterwards) {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    static Connects of(List<Connect> all, long failedAt, long mendingAt, long mendedAt) {
        return new Connects(
                all.stream()
                        .filter(each -> each.at() - failedAt >= 0 && each.at() - mendingAt < 0)
                        .toList(),
                all.stream().filter(each -> each.at() - mendedAt >= 0).toList());
    }

    long countMeanwhile() {
        return most(meanwhile, times -> times.length);
    }

    long countAfterwards() {
        return most(afterwards, times -> times.length);
    }

    /** How many came within a second while it lasted; seconds that begin with the first do so. */
    long mostInTheFirstSecond() {
        return most(meanwhile, times -> mostFrom(times, times[0], times[0] + SECOND_NANOS));
    }

    /** How many came within a second while it lasted, in seconds that begin later than that. */
    long mostInASecondLater() {
        return most(
                meanwhile,
                times ->
                        mostFrom(
                                times,
                                times[0] + SECOND_NANOS,
                                times[times.length - 1] + SECOND_NANOS));
    }

    /**
     * How many connects came during the fault beyond a limit per second: the least number to leave
     * out so that no second has more.
     */
    long countBeyond(int inASecond) {
        return most(
                meanwhile,
                times -> {
                    long beyond = 0;
                    Deque<Long> kept = new ArrayDeque<>();
                    for (long time : times) {
                        while (!kept.isEmpty() && time - kept.peekFirst() >= SECOND_NANOS) {
                            kept.removeFirst();
                        }
                        if (kept.size() < inASecond) {
                            kept.addLast(time);
                        } else {
                            beyond++;
                        }
                    }
                    return beyond;
                });
    }

    /** The most within a second that begins with a connect between the two. */
    private static long mostFrom(long[] times, long from, long until) {
        long most = 0;
        for (int first = 0; first < times.length; first++) {
            if (times[first] - from >= 0 && times[first] - until < 0) {
                int last = first;
                while (last < times.length && times[last] - times[first] < SECOND_NANOS) {
                    last++;
                }
                most = Math.max(most, last - first);
            }
        }
        return most;
    }

    private static long most(List<Connect> connects, ToLongFunction<long[]> figure) {
        return connects.stream()
                .collect(Collectors.groupingBy(Connect::port, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(each -> each.stream().mapToLong(Connect::at).sorted().toArray())
                .mapToLong(figure)
                .max()
                .orElse(0);
    }
}
