package io.sluice.perf.fork;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording of Java Flight Recorder on this virtual machine while some work is done. All
 * thresholds are 0: every wait is an event. Not thread-safe.
 */
public final class FlightRecording implements AutoCloseable {

    /** A thread was blocked because it could not enter a monitor. */
    public static final String MONITOR_ENTER = "jdk.JavaMonitorEnter";

    /** A thread was in {@link Object#wait}. */
    public static final String MONITOR_WAIT = "jdk.JavaMonitorWait";

    /** A thread was parked, for a lock of the class library or for anything else. */
    public static final String PARK = "jdk.ThreadPark";

    /** The place where a running thread was found. */
    public static final String SAMPLE = "jdk.ExecutionSample";

    /** There were more events than could be written. */
    public static final String LOSS = "jdk.DataLoss";

    private static final Duration SAMPLE_PERIOD = Duration.ofMillis(10);

    /** The class that a thread parks on when it cannot enter a lock of the class library. */
    private static final Pattern LOCK =
            Pattern.compile("java\\.util\\.concurrent\\.locks\\.(Reentrant.*Sync|StampedLock)");

    private final List<String> events;
    private final Path file;

    /** Work to watch. */
    public interface Work {

        /** Does the work. */
        void run() throws Exception;
    }

    /**
     * Prepares a recording.
     *
     * @param events the names of the events to record
     */
    public FlightRecording(List<String> events) throws IOException {
        this.events = List.copyOf(events);
        file = Files.createTempFile("sluice-perf", ".jfr");
    }

    /**
     * Records while some work is done. Events that begin before or end after it are not recorded,
     * so its threads should begin and end with it.
     */
    public void during(Work work) throws Exception {
        try (Recording recording = new Recording()) {
            // Events of libraries, contestants included, are on unless they are switched off.
            FlightRecorder.getFlightRecorder()
                    .getEventTypes()
                    .forEach(type -> recording.disable(type.getName()));
            for (String event : events) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            if (events.contains(SAMPLE)) {
                recording.enable(SAMPLE).withPeriod(SAMPLE_PERIOD);
            }
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
    }

    /**
     * Reads what was recorded. That takes time, which should not be taken from the work.
     *
     * @param reader receives each event
     */
    public void forEach(Consumer<RecordedEvent> reader) throws IOException {
        try (RecordingFile recorded = new RecordingFile(file)) {
            while (recorded.hasMoreEvents()) {
                RecordedEvent event = recorded.readEvent();
                // Without events that a library has registered meanwhile.
                if (events.contains(event.getEventType().getName())) {
                    reader.accept(event);
                }
            }
        }
    }

    /**
     * Returns whether a thread that parks on such an object cannot enter a lock of the class
     * library. For other objects the reason is unknown.
     *
     * @param parkedOn the name of a class
     */
    public static boolean isLock(String parkedOn) {
        return LOCK.matcher(parkedOn).matches();
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
