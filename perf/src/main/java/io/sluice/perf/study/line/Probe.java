package io.sluice.perf.study.line;

import org.jspecify.annotations.Nullable;

/**
 * Records which memory one thread touches, in order. {@link MethodProbes} inserts the calls into
 * other classes, those of the class library as well. This class is therefore loaded by the
 * bootstrap loader, apart from the rest of its package, and calls nothing that could call it.
 *
 * <p>One thread is watched at a time. Another thread reads its records when that is over, ordered
 * by whatever told it so.
 */
public final class Probe {

    /** The memory is read. */
    public static final int READ = 0;

    /** The memory is written. */
    public static final int WRITE = 1;

    /** The memory is written, and the processor waits for that: see {@link LinesReport}. */
    public static final int ATOMIC = 2;

    /** The place is the number of a field in {@link FieldNumbers}. */
    public static final int FIELD = 0;

    /** The place is an index of an array. */
    public static final int ELEMENT = 4;

    /** The place is a distance from the beginning of the object. */
    public static final int OFFSET = 8;

    /** The place is the object's header. */
    public static final int HEADER = 12;

    /** The place is a stripe of a counter, or all of its stripes when the sum is read. */
    public static final int STRIPE = 16;

    private static final int ACCESS = 3;

    /** Far more than a cycle records. */
    private static final int CAPACITY = 1 << 17;

    private static final @Nullable Object[] OWNERS = new Object[CAPACITY];
    private static final long[] PLACES = new long[CAPACITY];
    private static final byte[] HOW = new byte[CAPACITY];

    private static int count;

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
        count = 0;
        watched = Thread.currentThread();
    }

    /** Ends the watch. */
    public static void rest() {
        watched = null;
    }

    /** A field is touched; the owner of a static one is null. */
    public static void field(@Nullable Object owner, int number, int access) {
        note(owner, number, FIELD | access);
    }

    /** An element of an array is touched. */
    public static void element(@Nullable Object array, int index, int access) {
        note(array, index, ELEMENT | access);
    }

    /** Memory is touched by its distance from the beginning of an object. */
    public static void offset(@Nullable Object base, long offset, int access) {
        note(base, offset, OFFSET | access);
    }

    /** A monitor is entered or left. */
    public static void monitor(@Nullable Object object) {
        note(object, 0, HEADER | ATOMIC);
    }

    /** A striped counter is counted up or down, or summed up. */
    public static void stripe(@Nullable Object counter, int access) {
        note(counter, 0, STRIPE | access);
    }

    private static void note(@Nullable Object owner, long place, int how) {
        if (watched == Thread.currentThread()) {
            if (count < CAPACITY) {
                OWNERS[count] = owner;
                PLACES[count] = place;
                HOW[count] = (byte) how;
            }
            count++;
        }
    }

    /** Returns how many records were made since the watch began. */
    public static int count() {
        return count;
    }

    /** Returns whether all of them were kept. */
    public static boolean keptAll() {
        return count <= CAPACITY;
    }

    /** Returns the object of a record. */
    public static @Nullable Object owner(int note) {
        return OWNERS[note];
    }

    /** Returns the place in the object. */
    public static long place(int note) {
        return PLACES[note];
    }

    /** Returns what the place means. */
    public static int where(int note) {
        return HOW[note] & ~ACCESS;
    }

    /** Returns the kind of access. */
    public static int access(int note) {
        return HOW[note] & ACCESS;
    }
}
