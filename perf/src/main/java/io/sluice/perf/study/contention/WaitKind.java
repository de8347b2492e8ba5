package io.sluice.perf.study.contention;

import io.sluice.perf.fork.FlightRecording;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a thread waited for. */
enum WaitKind {
    /** To enter a monitor that another thread was in. */
    MONITOR("contended monitor"),

    /** To enter a lock of the class library that another thread was in. */
    LOCK("contended lock"),

    /** For a connection, while there was none: that happens with every pool, without a lock. */
    CONNECTION("wait for a connection"),

    /** Outside of an acquire, for no lock: the pool let the thread rest. */
    PAUSE("pause in a release");

    /** The kind in words. */
    final String title;

    WaitKind(String title) {
        this.title = title;
    }

    /** Returns whether one thread was in the way of another. */
    boolean contention() {
        return this == MONITOR || this == LOCK;
    }

    /**
     * Returns what a recorded wait was for, or null if it does not concern the workload, such as
     * the wait of an idle thread of the pool.
     *
     * @param event the name of the event
     * @param waitedAt the class that the thread waited at, or null if unknown
     * @param frames the stack
     */
    static @Nullable WaitKind of(String event, @Nullable String waitedAt, List<String> frames) {
        if (event.equals(FlightRecording.MONITOR_ENTER)) {
            return MONITOR;
        }
        if (event.equals(FlightRecording.PARK)
                && waitedAt != null
                && FlightRecording.isLock(waitedAt)) {
            return LOCK;
        }
        if (frames.contains(ContentionFork.ACQUIRE)) {
            return CONNECTION;
        }
        return frames.contains(ContentionFork.RELEASE) ? PAUSE : null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
