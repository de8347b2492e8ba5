/**
 * The interfaces between a pool and its providers of resources, transactions and time. In global
 * transactions:
 *
 * <dl>
 *   <dt>participant
 *   <dd>a holder as it takes part in transactions, one at a time
 *   <dt>enlisted lease
 *   <dd>the lease of a participant in one transaction
 *   <dt>branch
 *   <dd>the same as the server of the resource knows it
 *   <dt>gate
 *   <dd>admits and counts the application's calls; it is ended before the branch
 *   <dt>pin, claim for abort
 *   <dd>forbid to close a resource, because its branch is about to be prepared; forbid to prepare
 *       its branch, because the resource is about to be closed by force
 * </dl>
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.pool.spi;

import org.jspecify.annotations.NullMarked;
