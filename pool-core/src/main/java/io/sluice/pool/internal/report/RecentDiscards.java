package io.sluice.pool.internal.report;

import io.sluice.pool.DiscardReport;
import io.sluice.pool.spi.DiscardReason;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/** Keeps the last discards of a pool as text, so that no resource stays reachable. */
final class RecentDiscards {

    private static final int MOST = 20;

    /**
     * The newest first. Shared: concurrent deque, by the threads that destroy. Partner: none (for a
     * moment there may be one too many).
     */
    private final ConcurrentLinkedDeque<DiscardReport> reports = new ConcurrentLinkedDeque<>();

    void add(Object resource, DiscardReason reason, @Nullable Throwable cause) {
        String type = cause == null ? null : cause.getClass().getName();
        reports.addFirst(new DiscardReport(Instant.now(), resource.toString(), reason, type));
        if (reports.size() > MOST) {
            reports.pollLast();
        }
    }

    List<DiscardReport> newestFirst() {
        return reports.stream().limit(MOST).toList();
    }
}
