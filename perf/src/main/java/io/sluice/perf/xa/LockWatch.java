package io.sluice.perf.xa;

import io.sluice.perf.fork.FlightRecording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** The packages of each owner of code, in the order in which one place may have several. */
    private final Map<String, List<String>> owners = new LinkedHashMap<>();

    private final Map<String, Double> figures = new TreeMap<>();
    private final Map<String, double[]> byClass = new TreeMap<>();

    private LockWatch(List<String> pool) {
        owners.put("pool", pool);
        owners.put("database", List.of("org.h2.", "org.postgresql."));
        owners.put("manager", List.of("com.arjuna.", "com.atomikos.", "bitronix.", "org.jboss."));
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
        String owner = owner(event.getStackTrace());
        double nanos = event.getDuration().toNanos();
        switch (event.getEventType().getName()) {
            case FlightRecording.SAMPLE -> {
                add("samples", 1);
                add(owner, 1);
            }
            case FlightRecording.MONITOR_ENTER ->
                    blocked(event.getClass("monitorClass").getName(), owner, nanos);
            case FlightRecording.PARK -> {
                var parked = event.getClass("parkedClass");
                String on = parked == null ? "nothing" : parked.getName();
                if (isClient(event)) { // an idle thread of the pool delays nothing
                    add("parked", nanos);
                }
                if (FlightRecording.isLock(on)) {
                    blocked(on, owner, nanos);
                } else {
                    add(owner + "Wait", nanos);
                }
            }
            default -> add(owner + "Wait", nanos); // in a monitor
        }
    }

    private static boolean isClient(RecordedEvent event) {
        return event.getThread() != null && XaFork.CLIENT.equals(event.getThread().getJavaName());
    }

    private void blocked(String lock, String owner, double nanos) {
        add("blocked", nanos);
        add(owner + "Blocked", nanos);
        add(owner + "Contentions", 1);
        double[] sum = byClass.computeIfAbsent(owner + " " + lock, ignored -> new double[2]);
        sum[0]++;
        sum[1] += nanos;
    }

    /** Returns the owner of the innermost code: the pool, the manager, the database, or other. */
    private String owner(RecordedStackTrace stack) {
        List<RecordedFrame> frames = stack == null ? List.of() : stack.getFrames();
        for (RecordedFrame frame : frames) {
            String type = frame.getMethod().getType().getName();
            for (Map.Entry<String, List<String>> owner : owners.entrySet()) {
                if (owner.getValue().stream().anyMatch(type::startsWith)) {
                    return owner.getKey();
                }
            }
        }
        return "other";
    }

    private void add(String name, double value) {
        figures.merge(name, value, Double::sum);
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
        List<List<Object>> locks = new ArrayList<>();
        byClass.forEach((lock, sum) -> locks.add(List.of(lock, sum[0], sum[1] / 1e6)));
        return locks;
    }
}
