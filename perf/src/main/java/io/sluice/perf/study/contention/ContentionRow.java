package io.sluice.perf.study.contention;

/**
 * The workload.
 *
 * @param threads how many threads acquire and release
 * @param connections how many connections there are
 * @param tokens how much work each thread does while it holds a connection
 */
record ContentionRow(int threads, int connections, int tokens) {

    /** Returns the row in words. */
    String title() {
        String clients = threads == 1 ? "1 thread" : threads + " threads";
        String shared = connections == 1 ? "1 connection" : connections + " connections";
        String held = tokens > 0 ? ", " + tokens + " tokens of work while holding" : "";
        return clients + " on " + shared + held;
    }

    @Override
    public String toString() {
        return threads + "t-" + connections + "c-" + tokens;
    }
}
