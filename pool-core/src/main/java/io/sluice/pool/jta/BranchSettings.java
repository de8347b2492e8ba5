package io.sluice.pool.jta;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;

/**
 * The settings of all branches of a transaction manager.
 *
 * @param registry the manager's registry
 * @param patienceNanos how long calls inside the gate may take to leave before the connection is
 *     aborted
 * @param separate whether branches are never joined, whatever the driver says
 * @param lastResourceMarker makes the object that the manager sees for a resource that cannot be
 *     prepared
 */
record BranchSettings(
        TransactionSynchronizationRegistry registry,
        long patienceNanos,
        boolean separate,
        UnaryOperator<XAResource> lastResourceMarker) {}
