package io.sluice.perf.study.queue;

/** What holds idle resources. Thread-safe, except for closing. */
interface IdleStore extends AutoCloseable {

    /** Takes one of those that are idle; there is one for every thread. */
    Object take() throws InterruptedException;

    /**
     * Gives one back.
     *
     * @param taken what {@link #take} returned to this thread
     */
    void give(Object taken);

    @Override
    default void close() {
        // Most are garbage when they are not used any more.
    }
}
