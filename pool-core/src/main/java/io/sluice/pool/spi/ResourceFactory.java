package io.sluice.pool.spi;

import java.time.Duration;

/**
 * Creates, validates and destroys the physical resources of one pool.
 *
 * <p>All methods are called without any lock of the pool held, on the pool's creator threads, with
 * two exceptions. {@link #validate} mostly runs on the acquiring thread, and so does {@link
 * #mayConcernOthers} after it. {@link #transactionEnded} runs on a thread of the application or of
 * its transaction manager.
 *
 * <p>Methods may be called by several threads at once, each with its own resource or failure. Only
 * {@link #abort} shares a resource with the call that it ends.
 *
 * <p>{@code toString} names the source of the resources for the log, without secrets.
 *
 * @param <R> the physical resource
 */
public interface ResourceFactory<R> {

    /**
     * Returns the noun for one resource in messages and log lines. It fits after "a" and takes "s"
     * for its plural. Called while the pool is opened; not null.
     */
    default String noun() {
        return "resource";
    }

    /**
     * Creates one physical resource; may block for as long as connecting takes.
     *
     * @return the new resource, ready for use
     * @throws Exception what prevented it; the pool keeps it as the last failure and reports it to
     *     callers that time out
     */
    R create() throws Exception;

    /**
     * Tells a new resource its holder. Called once, before any thread can acquire it.
     *
     * @param resource what {@link #create} returned
     * @param holder its holder, through which its leases are released
     */
    default void joined(R resource, Holder<R> holder) {}

    /**
     * Checks whether the resource still works. No other thread uses the resource meanwhile.
     *
     * @param resource the resource to check
     * @param limit how long the check may take: the validation time-out, or the caller's remaining
     *     time if that is less. The implementation should keep to it; shortly after, the pool calls
     *     {@link #abort}
     * @throws Exception why the resource must not be used again; it is then discarded
     */
    default void validate(R resource, Duration limit) throws Exception {}

    /**
     * Returns whether a class is part of the library between the application and the pool. The
     * stack trace of a leak starts below its frames.
     *
     * @param className the name of a class as in a stack trace
     */
    default boolean acquiresBy(String className) {
        return false;
    }

    /**
     * Returns whether the cause of a failed validation may affect other resources too, such as a
     * server that went down: each of them is then validated before its next use. Asked about what
     * {@link #validate} threw within its limit, except for interrupts.
     *
     * @param failure what {@link #validate} threw
     * @return false if it says nothing about other resources
     */
    default boolean mayConcernOthers(Throwable failure) {
        return true;
    }

    /**
     * Resets a resource whose global transaction is over. Called when its branch is settled and its
     * last handle closed, by the thread that did the later of the two, before any other thread can
     * acquire the resource. Called once more if the transaction got another handle at that very
     * moment.
     *
     * @param resource the resource, which no other thread uses; the gate no longer admits calls of
     *     the transaction
     * @throws Exception why it must not be used again; it is then discarded
     */
    default void transactionEnded(R resource) throws Exception {}

    /**
     * Closes the resource physically. Called exactly once for each created resource. May block; the
     * pool limits the time with {@link #abort}.
     *
     * @param resource the resource to close
     * @throws Exception reported to the listener; the resource counts as destroyed nonetheless
     */
    void destroy(R resource) throws Exception;

    /**
     * Ends the resource by force, so that a call stuck in it returns. Called from another thread
     * than the stuck one.
     *
     * @param resource the resource to end
     * @throws Exception logged, if the stuck call is a validation; otherwise reported to the
     *     listener with the destruction
     */
    default void abort(R resource) throws Exception {}

    /**
     * Returns whether a failure of {@link #create} is permanent, so that retries cannot mend it: a
     * wrong password or a missing driver. While the pool is empty, a permanent failure is thrown at
     * once instead of after the caller's time-out.
     *
     * @param failure what {@link #create} threw
     * @return true if waiting is pointless
     */
    default boolean isPermanent(Throwable failure) {
        return false;
    }
}
