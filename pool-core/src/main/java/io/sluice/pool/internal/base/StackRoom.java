package io.sluice.pool.internal.base;

/**
 * Checks that enough stack is left for the slow path of acquire, before that changes anything. A
 * {@link StackOverflowError} then comes from here or from a driver, never between two dependent
 * steps of the pool.
 */
public final class StackRoom {

    /**
     * This many frames of {@link #deep} take some 9 kB compiled and 25 kB interpreted, three times
     * what the slow path takes, and a third of a microsecond.
     */
    private static final int FRAMES = 100;

    private StackRoom() {}

    /**
     * Checks that there is room for a slow path.
     *
     * @throws StackOverflowError if there is too little stack
     */
    public static void require() {
        deep(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /** The arguments are needed after the call, and so take space in the frame. */
    private static long deep(
            int left, long a, long b, long c, long d, long e, long f, long g, long h) {
        return left == 0
                ? a
                : deep(left - 1, b, c, d, e, f, g, h, a + left)
                        + (a ^ c)
                        + (b ^ e)
                        + (d ^ g)
                        + (f ^ h);
    }
}
