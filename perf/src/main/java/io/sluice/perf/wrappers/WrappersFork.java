package io.sluice.perf.wrappers;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Spent;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import java.util.Map;
import javax.sql.DataSource;

/**
 * How much CPU does a fixed number of statements take on the thread that runs them? Runs in a
 * virtual machine of its own, started by {@link WrappersCommand}, and prints one JSON object.
 */
final class WrappersFork {

    private WrappersFork() {}

    /**
     * What to measure.
     *
     * @param warmups iterations that do not count
     * @param iterations iterations that do
     * @param statements how many statements each of them has
     */
    record Order(WrappersRow row, Peer peer, int warmups, int iterations, int statements) {}

    /** Measures one contestant. */
    public static void main(String[] args) {
        ForkedJvm.answer(
                Order.class,
                args,
                order -> {
                    order.row.prepare();
                    return measure(order);
                });
    }

    /** Measures on this thread; the database is prepared already. */
    static Map<String, Object> measure(Order order) throws Exception {
        try (OpenPeer open = order.peer.open(PeerSettings.withoutUser(order.row.url(), 1))) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, 1);
            StatementWork work = new StatementWork(source);
            for (int i = 0; i < order.warmups; i++) {
                work.run(order.statements);
            }
            Spent each =
                    Spent.on(
                            () -> {
                                int done = 0;
                                for (int i = 0; i < order.iterations; i++) {
                                    done += work.run(order.statements);
                                }
                                return done;
                            });
            return Printed.begin()
                    .with("cpuNanosPerStatement", each.cpuNanos())
                    .with("nanosPerStatement", each.nanos())
                    .with("nanosPerCall", each.nanos() / StatementWork.CALLS_PER_STATEMENT)
                    .with("bytesPerStatement", each.bytes())
                    .figures();
        }
    }
}
