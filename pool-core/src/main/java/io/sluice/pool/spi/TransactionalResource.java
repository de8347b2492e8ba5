package io.sluice.pool.spi;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * A physical resource that can take part in global transactions, one at a time. Implemented by what
 * a {@link ResourceFactory} creates.
 *
 * <p>Called by threads of the application, of the pool and of the transaction manager. Those that
 * end a branch or abort the resource may be other threads than the one that works with it.
 */
public interface TransactionalResource {

    /**
     * Returns the name by which transaction managers know the resource's server: the name of its
     * pool, unchanged across restarts.
     */
    String resourceManagerName();

    /**
     * Returns the driver's XA resource, the same at every call. It must behave as the specification
     * says; a driver that deviates needs a wrapper that corrects it.
     */
    XAResource xaResource();

    /**
     * Returns whether it cannot be prepared, so that its branch must be committed in one phase, as
     * the last of its transaction.
     */
    default boolean isLastResource() {
        return false;
    }

    /** Returns the gate through which the calls of the application pass. */
    BranchGate gate();

    /**
     * Returns whether a prepared branch survives when the resource is closed. False if that is
     * unknown: a working resource is then kept open until its branch is settled.
     */
    default boolean preparedOutlivesClose() {
        return false;
    }

    /**
     * Returns whether the resource can be reset after its server rolled back a branch instead of
     * preparing or committing it. If that is unknown, it is discarded: some servers accept nothing
     * else until the branch is rolled back once more.
     *
     * @param refusal what {@link #xaResource} threw
     * @return false, the default, if it is to be discarded
     */
    default boolean servesAfter(XAException refusal) {
        return false;
    }

    /**
     * A call of {@link #xaResource} failed; the resource may be lost.
     *
     * @param failure what it threw
     */
    default void xaFailed(XAException failure) {}

    /**
     * Returns whether the resource is known to be lost: its server has ended the session, or will,
     * and the resource is unusable.
     */
    default boolean isLost() {
        return false;
    }

    /** Returns whether a prepared branch keeps the resource from being closed. */
    default boolean isPinned() {
        return gate().isPinned();
    }

    /**
     * Claims the resource for an abort, which fails its lease.
     *
     * @param stamp the stamp of the lease
     * @return false if a branch keeps the resource from being closed
     * @see BranchGate#claimForAbort
     */
    default boolean claimForAbort(long stamp) {
        return gate().claimForAbort(stamp);
    }

    /**
     * Prepares the resource for a branch that is about to start: from now on it must not commit by
     * itself, until the pool has reset it.
     *
     * @param transaction the transaction as returned by {@link TransactionContext#current}
     * @throws Exception why it cannot take part; it is then discarded
     */
    void enlisting(Object transaction) throws Exception;

    /**
     * Cancels the calls inside the gate, as far as the driver can. Called on a thread of the pool,
     * possibly several times, but never concurrently.
     */
    void cancel();

    /**
     * Ends the resource by force, so that a call stuck in it returns and the server rolls back an
     * unprepared branch. Called on a thread of the pool.
     *
     * @throws Exception logged; the resource is unusable nonetheless
     */
    void abort() throws Exception;
}
