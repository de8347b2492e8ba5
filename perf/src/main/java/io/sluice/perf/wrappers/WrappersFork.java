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
 *
 * @param row what lies behind the wrappers
 * @param peer whose wrappers
 * @param warmups iterations that do not count
 * @param iterations iterations that do
 * @param statements how many statements each of them has
 */
record WrappersFork(WrappersRow row, Peer peer, int warmups, int iterations, int statements)
        implements ForkedJvm.Order {

    @Override
    public Map<String, Object> measure() throws Exception {
        row.prepare();
        return measured();
    }

    /** Measures on this thread; the database is prepared already. */
    Map<String, Object> measured() throws Exception {
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(row.url, 1))) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, 1);
            StatementWork work = new StatementWork(source);
            for (int i = 0; i < warmups; i++) {
                work.run(statements);
            }
            Spent each =
                    Spent.on(
                            () -> {
                                int done = 0;
                                for (int i = 0; i < iterations; i++) {
                                    done += work.run(statements);
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
