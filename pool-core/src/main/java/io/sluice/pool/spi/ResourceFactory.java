package io.sluice.pool.spi;

import java.time.Duration;

/**
 * Makes, checks and destroys the physical resources of one pool.
 *
 * <p>All methods are called without any lock of the pool held, and from the pool's creator threads,
 * with two exceptions: {@link #validate} mostly comes from the thread that acquires, and {@link
 * #transactionEnded} from a thread of the application or of its transaction manager. {@link
 * #isPermanent} and {@link #mayConcernOthers} may be asked for several failures at once; the others
 * may be called by several threads at once, each for a resource of its own, which only {@link
 * #abort} shares with the call that it is to end. {@link #mayConcernOthers} is asked where {@link
 * #validate} was called.
 *
 * <p>{@code toString} names the source of the resources, without secrets, for the log.
 *
 * @param <R> the physical resource
 */
public interface ResourceFactory<R> {

    /**
     * Creates one physical resource; it may block for as long as connecting takes.
     *
     * @return the new resource, ready to serve
     * @throws Exception whatever prevented it; kept by the pool as the last failure and given to
     *     those who wait in vain
     */
    R create() throws Exception;

    /**
     * Tells a new resource the holder it will live in. Called once, before anybody can acquire it.
     *
     * @param resource what {@link #create} returned
     * @param holder its holder, through which its leases are released
     */
    default void joined(R resource, Holder<R> holder) {}

    /**
     * Asks the resource whether it still serves. Called on a resource that nobody else uses.
     *
     * @param resource the resource to ask
     * @param limit how long that may take: the validation time-out, or what is left of the caller's
     *     time if that is less. Who can had better keep to it by other means; a little later the
     *     pool ends it with {@link #abort}
     * @throws Exception why the resource must not serve again; it is then discarded
     */
    default void validate(R resource, Duration limit) throws Exception {}

    /**
     * Says whether a class stands between the application and the pool: the stack of a leak begins
     * below its frames.
     *
     * @param className the name of a class as stacks have it
     */
    default boolean acquiresBy(String className) {
        return false;
    }

    /**
     * Says whether what made a validation fail may have hit other resources too, as the end of a
     * server has: each of them is then validated before it serves again. Asked for what {@link
     * #validate} threw within its limit, but not for an interrupt.
     *
     * @param failure what {@link #validate} threw
     * @return false when it says nothing of other resources
     */
    default boolean mayConcernOthers(Throwable failure) {
        return true;
    }

    /**
     * Brings a resource back to rest whose global transaction is over. Called when its branch is
     * settled and its last handle closed, before anybody can acquire it again, by the thread that
     * brought the later of the two; once more, if the transaction had another handle made at that
     * very moment.
     *
     * @param resource the resource, which nobody else uses: of the transaction nobody passes its
     *     gate any more
     * @throws Exception why it must not serve again; it is then discarded
     */
    default void transactionEnded(R resource) throws Exception {}

    /**
     * Closes the resource physically. Called exactly once for each created resource; it may block,
     * the pool bounds it with {@link #abort}.
     *
     * @param resource the resource to close
     * @throws Exception reported to the listener; the resource counts as destroyed all the same
     */
    void destroy(R resource) throws Exception;

    /**
     * Ends the resource by force, so that a call stuck in it returns. Called from a thread other
     * than the one stuck.
     *
     * @param resource the resource to end
     * @throws Exception logged, if the call that is stuck is a validation; reported to the listener
     *     with the destruction otherwise
     */
    default void abort(R resource) throws Exception {}

    /**
     * Says whether time alone can mend a failure of {@link #create}. A wrong password or a missing
     * driver is permanent: while the pool has no resource it then refuses at once instead of
     * letting callers wait for their time-out.
     *
     * @param failure what {@link #create} threw
     * @return true when waiting is in vain
     */
    default boolean isPermanent(Throwable failure) {
        return false;
    }
}
