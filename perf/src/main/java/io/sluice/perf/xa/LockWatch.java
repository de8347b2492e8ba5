package io.sluice.perf.xa;

import io.sluice.perf.fork.FlightRecording;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The events of locks and of work that JFR recorded. For one thread. */
final class LockWatch {

    private static final List<String> EVENTS =
            List.of(
                    FlightRecording.MONITOR_ENTER,
                    FlightRecording.MONITOR_WAIT,
                    FlightRecording.PARK,
                    FlightRecording.SAMPLE);

    private static final List<String> DATABASES = List.of("org.h2.", "org.postgresql.");
    private static final List<String> MANAGERS =
            List.of("com.arjuna.", "com.atomikos.", "bitronix.", "org.jboss.");

    private final List<String> pool;
    private final Map<String, Double> figures = new TreeMap<>();
    private final Map<String, double[]> byClass = new TreeMap<>();

    private LockWatch(List<String> pool) {
        this.pool = pool;
    }

    /**
     * Watches while some work is done.
     *
     * @param pool the packages whose locks are counted separately
     */
    static LockWatch during(List<String> pool, FlightRecording.Work work) throws Exception {
        LockWatch watch = new LockWatch(pool);
        try (FlightRecording recording = new FlightRecording(EVENTS)) {
            recording.during(work);
            recording.forEach(watch::take);
        }
        return watch;
    }

    private void take(RecordedEvent event) {
        String type = event.getEventType().getName();
        String owner = owner(event.getStackTrace());
        switch (type) {
            case FlightRecording.SAMPLE -> {
                add("samples", 1);
                add(owner, 1);
            }
            case FlightRecording.MONITOR_ENTER ->
                    blocked(event.getClass("monitorClass").getName(), owner, event.getDuration());
            case FlightRecording.PARK -> {
                var parked = event.getClass("parkedClass");
                String on = parked == null ? "nothing" : parked.getName();
                if (isClient(event)) { // an idle thread of the pool delays nothing
                    add("parked", nanos(event.getDuration()));
                }
                if (FlightRecording.isLock(on)) {
                    blocked(on, owner, event.getDuration());
                } else if (owner.equals("pool")) {
                    add("poolWait", nanos(event.getDuration()));
                }
            }
            case FlightRecording.MONITOR_WAIT -> {
                if (owner.equals("pool")) {
                    add("poolWait", nanos(event.getDuration()));
                }
            }
            default -> {
                // No other events were requested.
            }
        }
    }

    private static boolean isClient(RecordedEvent event) {
        return event.getThread() != null && XaFork.CLIENT.equals(event.getThread().getJavaName());
    }

    private void blocked(String lock, String owner, Duration time) {
        add("blocked", nanos(time));
        add("contentions", 1);
        double[] sum = byClass.computeIfAbsent(owner + " " + lock, ignored -> new double[2]);
        sum[0]++;
        sum[1] += nanos(time);
        if (owner.equals("pool")) {
            add("poolBlocked", nanos(time));
            add("poolContentions", 1);
        }
    }

    /** Returns the owner of the innermost code: the pool, the manager, the database, or other. */
    private String owner(RecordedStackTrace stack) {
        if (stack == null) {
            return "other";
        }
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (pool.stream().anyMatch(type::startsWith)) {
                return "pool";
            }
            if (DATABASES.stream().anyMatch(type::startsWith)) {
                return "database";
            }
            if (MANAGERS.stream().anyMatch(type::startsWith)) {
                return "manager";
            }
        }
        return "other";
    }

    private void add(String name, double value) {
        figures.merge(name, value, Double::sum);
    }

    private static double nanos(Duration time) {
        return time.toNanos();
    }

    double get(String name) {
        return figures.getOrDefault(name, 0.0);
    }

    /** Returns an owner's part of the samples. */
    double share(String owner) {
        double samples = get("samples");
        return samples == 0 ? 0 : get(owner) / samples;
    }

    /**
     * Returns the name of each class of lock, its number of contentions, and their milliseconds.
     */
    List<List<Object>> locks() {
        return byClass.entrySet().stream()
                .map(
                        lock ->
                                List.<Object>of(
                                        lock.getKey(),
                                        lock.getValue()[0],
                                        lock.getValue()[1] / 1e6))
                .toList();
    }
}
