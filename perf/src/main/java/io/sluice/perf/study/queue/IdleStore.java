package io.sluice.perf.study.queue;

/** A store of idle resources. Thread-safe, except for closing. */
interface IdleStore extends AutoCloseable {

    /** Takes an idle resource; there is one for every thread. */
    Object take() throws InterruptedException;

    /**
     * Gives a resource back.
     *
     * @param taken what {@link #take} returned to this thread
     */
    void give(Object taken);

    @Override
    default void close() {
        // Most need no closing.
    }
}
