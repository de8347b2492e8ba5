package io.sluice.perf.study.queue;

import java.util.List;

/**
 * A situation to measure in.
 *
 * @param threads how many threads take and give
 * @param tokens how much work each does while it holds a resource
 */
record QueueRow(int threads, int tokens) {

    /** Returns every combination. */
    static List<QueueRow> all(List<Integer> threads, List<Integer> tokens) {
        return tokens.stream()
                .flatMap(work -> threads.stream().map(count -> new QueueRow(count, work)))
                .toList();
    }

    /** Returns the row in words. */
    String title() {
        String clients = threads == 1 ? "1 thread" : threads + " threads";
        String held = tokens > 0 ? ", " + tokens + " tokens of work while holding" : "";
        return clients + " on " + QueuePlan.RESOURCES + " resources" + held;
    }

    @Override
    public String toString() {
        return threads + "t-" + tokens;
    }
}
