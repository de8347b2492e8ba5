package io.sluice.pool.spi;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * A physical resource that can take part in global transactions, in one at a time. Implemented by
 * what a {@link ResourceFactory} creates.
 */
public interface TransactionalResource {

    /**
     * Returns the name under which transaction managers know where the resource leads to: that of
     * its pool, the same after every restart.
     */
    String resourceManagerName();

    /**
     * Returns the driver's own, the same at every call; what it answers must be what the
     * specification says, so a driver that deviates comes with a translator around it.
     */
    XAResource xaResource();

    /**
     * Says whether it cannot be prepared, so that its branch must be committed in one phase, as the
     * last one of its transaction.
     */
    default boolean isLastResource() {
        return false;
    }

    /** Returns the gate through which the calls of the application pass. */
    BranchGate gate();

    /**
     * Says whether a branch that was prepared here stays prepared when the resource is closed. If
     * that is not known it does not, and a resource that works is kept open until its branch is
     * settled.
     */
    default boolean preparedOutlivesClose() {
        return false;
    }

    /**
     * Says whether the resource can be brought back to rest after its server has rolled a branch
     * back in place of preparing or committing it. If that is not known it is discarded: some
     * servers accept nothing else until the branch is rolled back once more.
     *
     * @param refusal what {@link #xaResource} threw
     * @return false, as here, if it is to be discarded
     */
    default boolean servesAfter(XAException refusal) {
        return false;
    }

    /**
     * A call of {@link #xaResource} has failed, which may mean that the resource is lost.
     *
     * @param failure what it threw
     */
    default void xaFailed(XAException failure) {}

    /**
     * Says whether the resource is known to be lost: its server has ended the session, or will, and
     * nothing can be done on it any more.
     */
    default boolean isLost() {
        return false;
    }

    /** Returns whether a prepared branch keeps the resource from being closed. */
    default boolean isKept() {
        return gate().isKept();
    }

    /**
     * Somebody is about to end the resource by force.
     *
     * @param stamp the stamp of the lease
     * @return false if a branch keeps the resource from being closed
     * @see BranchGate#take
     */
    default boolean take(long stamp) {
        return gate().take(stamp);
    }

    /**
     * Prepares for a branch, before it is started: from now on nothing may be committed by itself,
     * until the pool has brought the resource back to rest.
     *
     * @param transaction what {@link TransactionContext#current} says of the transaction
     * @throws Exception why it cannot take part; it is discarded then
     */
    void enlisting(Object transaction) throws Exception;

    /**
     * Asks the calls that are inside the gate to give up, as far as the driver can. Called on a
     * thread of the pool's, perhaps several times, but never by two at once.
     */
    void cancel();

    /**
     * Ends the resource by force, so that a call stuck in it returns and the server rolls an
     * unprepared branch back. Called on a thread of the pool's.
     *
     * @throws Exception logged; the resource is of no use all the same
     */
    void abort() throws Exception;
}
