package io.sluice.pool.jta;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;

/**
 * What holds for all branches of a manager.
 *
 * @param registry of the manager
 * @param patienceNanos how long calls inside the gate are given to leave before the connection is
 *     aborted
 * @param separate whether no branch is joined with another, whatever the driver says
 * @param lastResourceMarker makes what the manager sees of a resource that cannot be prepared
 */
record BranchSettings(
        TransactionSynchronizationRegistry registry,
        long patienceNanos,
        boolean separate,
        UnaryOperator<XAResource> lastResourceMarker) {}
