package io.sluice.perf.xa;

import com.sun.management.ThreadMXBean;
import io.sluice.perf.stub.StubXaDataSource;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Cycles of one thread, one after the other, on a driver that takes no time. */
final class XaCycles {

    /** Work of one thread. */
    private interface Work {

        void run(int count) throws Exception;
    }

    private final XaOrder order;

    XaCycles(XaOrder order) {
        this.order = order;
    }

    private OpenXa openOnStubs() throws Exception {
        XaSettings.Database stub =
                new XaSettings.Database(StubXaDataSource.class.getName(), Map.of());
        return order.peer().open(new XaSettings(List.of(stub), 1, 1, true));
    }

    /** Runs each cycle in a transaction of its own. */
    Map<String, Object> inTransactions() throws Exception {
        OpenXa xa = openOnStubs();
        DataSource source = xa.source(0);
        return timed(
                "Transaction",
                count -> {
                    for (int i = 0; i < count; i++) {
                        xa.begin();
                        source.getConnection().close();
                        xa.commit();
                    }
                });
    }

    /** Runs cycles without transactions. */
    Map<String, Object> plain() throws Exception {
        DataSource source = openOnStubs().source(0);
        return timed(
                "Cycle",
                count -> {
                    for (int i = 0; i < count; i++) {
                        source.getConnection().close();
                    }
                });
    }

    private Map<String, Object> timed(String what, Work work) throws Exception {
        for (int i = 0; i < XaFork.BATCHES; i++) {
            work.run(order.count());
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long bytes = -threads.getThreadAllocatedBytes(thread);
        long nanos = -System.nanoTime();
        work.run(order.count());
        nanos += System.nanoTime();
        bytes += threads.getThreadAllocatedBytes(thread);
        return XaFork.figures(
                "nanosPer" + what,
                (double) nanos / order.count(),
                "bytesPer" + what,
                (double) bytes / order.count());
    }
}
