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

    /** For a connection, while there was none: every pool has that, and no lock is to blame. */
    CONNECTION("wait for a connection"),

    /** Outside of an acquire, for no lock: the pool let the thread rest. */
    PAUSE("pause in a release");

    private final String title;

    WaitKind(String title) {
        this.title = title;
    }

    /** Returns the kind in words. */
    String title() {
        return title;
    }

    /** Returns whether one thread was in the way of another. */
    boolean contention() {
        return this == MONITOR || this == LOCK;
    }

    /**
     * Returns what a recorded wait was for, or null if it has nothing to do with the workload, such
     * as that of a thread of the pool that has nothing to do.
     *
     * @param event the name of the event
     * @param waitedAt the class of what the thread waited at, or null if it named nothing
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
        if (frames.contains(Workload.ACQUIRE)) {
            return CONNECTION;
        }
        return frames.contains(Workload.RELEASE) ? PAUSE : null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
