package io.sluice.jdbc.internal;

/**
 * Checks that enough stack is left to start a pool, or to take and leave the place of a tenant. An
 * overflow while a lock of the start is taken or released would leave it locked for ever.
 */
public final class StartRoom {

    /** They take some 20 kB interpreted, as at nearly every start. */
    private static final int FRAMES = 300;

    private StartRoom() {}

    /**
     * Checks that there is room for a start.
     *
     * @throws StackOverflowError if there is too little stack
     */
    public static void require() {
        int ignored = deep(FRAMES);
    }

    private static int deep(int left) {
        return left == 0 ? 0 : deep(left - 1) + 1;
    }
}
