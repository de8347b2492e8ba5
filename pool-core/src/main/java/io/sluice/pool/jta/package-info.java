/**
 * Global transactions with any Jakarta transaction manager: {@link
 * io.sluice.pool.jta.JtaTransactionContext}. The only part of Sluice that needs {@code
 * jakarta.transaction-api}.
 *
 * <dl>
 *   <dt>branch
 *   <dd>an enlisted lease as its server knows it: the work of one resource in a transaction. One
 *       object in three layers: {@code BranchLease} releases the holder, {@code TrackedBranch} has
 *       the state, {@code BranchXaResource} takes the calls of the manager
 *   <dt>announced, settled
 *   <dd>of a branch: its transaction is over; its server keeps nothing of it
 *   <dt>in doubt
 *   <dd>of a branch: its server may keep something of it, and has not confirmed its outcome
 *   <dt>given up
 *   <dd>of a branch in doubt: it is settled elsewhere, without its resource
 * </dl>
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.pool.jta;

import org.jspecify.annotations.NullMarked;
