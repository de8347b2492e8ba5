package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.pool.jta.InDoubtBranches;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the log message about branches in doubt each time recovery passes by, but at most once a
 * minute. Thread-safe.
 */
final class InDoubtReminder {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final String poolName;

    /**
     * When the log was told last; null before the first time. Shared: CAS; volatile read. Partner:
     * none (one pass a minute wins).
     */
    private final AtomicReference<@Nullable Told> last = new AtomicReference<>();

    private record Told(long at) {}

    InDoubtReminder(String poolName) {
        this.poolName = poolName;
    }

    void tell() {
        List<String> xids = InDoubtBranches.of(poolName);
        if (xids.isEmpty() || !isDue(System.nanoTime())) {
            return;
        }
        JdbcLog.write(Level.WARNING, poolName, "still has branches in doubt: " + xids, null);
    }

    /** Returns whether a reminder is due at that time, and records it if so. */
    boolean isDue(long now) {
        Told told = last.get();
        return (told == null || now - told.at >= A_MINUTE)
                && last.compareAndSet(told, new Told(now));
    }
}
