package io.sluice.pool.internal;

/**
 * Whether there is stack for what the slow side of acquire does. Asked before it takes or changes
 * anything: a {@link StackOverflowError} then comes from here, or from a driver, and never from
 * between two steps of the pool that belong together.
 */
final class StackRoom {

    /**
     * So many frames of {@link #deep} are some 9 kB when compiled and 25 kB when interpreted, three
     * times what the slow side takes either way. They take a third of a microsecond.
     */
    private static final int FRAMES = 100;

    private StackRoom() {}

    /**
     * @throws StackOverflowError if there is none
     */
    static void require() {
        deep(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    /** Its arguments are needed after the call, and so take room in its frame. */
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
