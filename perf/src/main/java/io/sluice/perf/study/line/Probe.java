package io.sluice.perf.study.line;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes which memory one thread touches, in order. {@link MethodProbes} inserts the calls into
 * other classes, those of the class library as well. This class and those in it are therefore
 * loaded by the bootstrap loader, apart from the rest of its package.
 *
 * <p>One thread is watched at a time, and reads its notes itself.
 */
public final class Probe {

    /** The memory is read. */
    public static final int READ = 0;

    /** The memory is written. */
    public static final int WRITE = 1;

    /** The memory is written, and the processor waits for that: see {@link LinesCommand}. */
    public static final int ATOMIC = 2;

    /** What is touched. */
    public enum Kind {
        /** A field, by its name. */
        FIELD,

        /** An element of an array, by its index. */
        ELEMENT,

        /** Bytes of an object, by their distance from its beginning. */
        OFFSET,

        /** A stripe of a counter, or all of its stripes when the sum is read. */
        STRIPE
    }

    /**
     * An access.
     *
     * @param kind the kind of place
     * @param owner the object; null for a static field, or if the access is about to fail
     * @param type the class where the search for a field begins; the superclasses follow
     * @param name the name of a field
     * @param place the place in the object, for other kinds
     * @param access the kind of access
     */
    public record Note(
            Kind kind, @Nullable Object owner, String type, String name, long place, int access) {}

    private static final List<Note> NOTES = new ArrayList<>();

    /** Racy: what another thread reads here is never itself. */
    private static @Nullable Thread watched;

    /** When the clock was stopped; zero while it runs. */
    private static volatile long stoppedNanos;

    private static volatile long stoppedMillis;

    private Probe() {}

    /**
     * Stops the clock of all code that has probes. Timed work then never runs, and a second of our
     * calls counts as no time. Calls with probes are far slower than in an application, so there
     * would be many ticks of the pool between two cycles instead of none.
     */
    public static void stopClock() {
        stoppedMillis = System.currentTimeMillis();
        stoppedNanos = System.nanoTime();
    }

    /** Lets the clock run again. */
    public static void runClock() {
        stoppedMillis = 0;
        stoppedNanos = 0;
    }

    /** Replaces the method of {@code System} in code with probes. */
    public static long nanoTime() {
        long stopped = stoppedNanos;
        return stopped == 0 ? System.nanoTime() : stopped;
    }

    /** Replaces the method of {@code System} in code with probes. */
    public static long currentTimeMillis() {
        long stopped = stoppedMillis;
        return stopped == 0 ? System.currentTimeMillis() : stopped;
    }

    /** Begins to watch the calling thread. */
    public static void watch() {
        NOTES.clear();
        watched = Thread.currentThread();
    }

    /** Ends the watch, and returns the accesses since it began. */
    public static List<Note> rest() {
        watched = null;
        return List.copyOf(NOTES);
    }

    /** A field is touched; the owner of a static one is null. */
    public static void field(@Nullable Object owner, String type, String name, int access) {
        note(Kind.FIELD, owner, type, name, 0, access);
    }

    /** An element of an array is touched. */
    public static void element(@Nullable Object array, int index, int access) {
        note(Kind.ELEMENT, array, "", "", index, access);
    }

    /** Memory is touched by its distance from the beginning of an object. */
    public static void offset(@Nullable Object base, long offset, int access) {
        note(Kind.OFFSET, base, "", "", offset, access);
    }

    /** A striped counter is counted up or down, or summed up. */
    public static void stripe(@Nullable Object counter, int access) {
        note(Kind.STRIPE, counter, "", "", 0, access);
    }

    private static void note(
            Kind kind, @Nullable Object owner, String type, String name, long place, int access) {
        Thread thread = Thread.currentThread();
        if (watched == thread) {
            watched = null; // the list has probes, too
            NOTES.add(new Note(kind, owner, type, name, place, access));
            watched = thread;
        }
    }
}
