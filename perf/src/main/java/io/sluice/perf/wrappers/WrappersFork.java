package io.sluice.perf.wrappers;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.management.ThreadMXBean;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * How much CPU does a fixed number of statements take on the thread that runs them? Runs in a
 * virtual machine of its own, started by {@link Wrappers}, and prints one JSON object.
 */
final class WrappersFork {

    private WrappersFork() {}

    /**
     * Measures one contestant.
     *
     * @param args the row, the contestant, iterations that do not count, iterations that do,
     *     statements of each
     */
    public static void main(String[] args) throws Exception {
        WrappersRow row = WrappersRow.valueOf(args[0]);
        row.prepare();
        Map<String, Object> figures =
                measure(
                        row,
                        Peer.valueOf(args[1]),
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]),
                        Integer.parseInt(args[4]));
        System.out.println(JSON.std.asString(figures));
    }

    /** Measures on this thread; the database is prepared already. */
    static Map<String, Object> measure(
            WrappersRow row, Peer peer, int warmups, int iterations, int statements)
            throws SQLException {
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(row.url(), 1))) {
            DataSource source = open.sourceForClient();
            OpenPeer.fill(source, 1);
            StatementWork work = new StatementWork(source);
            for (int i = 0; i < warmups; i++) {
                work.run(statements);
            }
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long thread = Thread.currentThread().getId();
            int done = 0;
            long bytes = -threads.getThreadAllocatedBytes(thread);
            long nanos = -System.nanoTime();
            long cpuNanos = -threads.getCurrentThreadCpuTime();
            for (int i = 0; i < iterations; i++) {
                done += work.run(statements);
            }
            cpuNanos += threads.getCurrentThreadCpuTime();
            nanos += System.nanoTime();
            bytes += threads.getThreadAllocatedBytes(thread);
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("cpuNanos", (double) cpuNanos / done);
            figures.put("nanos", (double) nanos / done);
            figures.put("bytes", (double) bytes / done);
            return figures;
        }
    }
}
