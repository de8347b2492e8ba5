/**
 * The generic resource pool.
 *
 * <p>A pool owns <em>holders</em>, one for each physical resource. A holder is in exactly one
 * state:
 *
 * <pre>
 *            acquire                     close, transaction unfinished
 * AVAILABLE ---------&gt; ACCESSIBLE ---------------------------------&gt; INACCESSIBLE
 *     ^  ^    release   |  |  ^   &lt;---------------------------------      |
 *     |  +--------------+  |  |     same transaction acquires again       |
 *     |                    |  | handed over to a waiter                   |
 *     |   to be cleaned    v  |                 transaction ended         |
 *     +------------------ RESERVED &lt;--------------------------------------+
 *         clean, or new      |
 *                            v
 *                          CLOSED
 * </pre>
 *
 * <dl>
 *   <dt>AVAILABLE
 *   <dd>idle; any thread may acquire it
 *   <dt>ACCESSIBLE
 *   <dd>the application has at least one open handle
 *   <dt>INACCESSIBLE
 *   <dd>all handles are closed, but an unfinished global transaction still owns the resource; it
 *       counts against the maximum
 *   <dt>RESERVED
 *   <dd>the pool itself works on it: it is new, or being reset, validated or destroyed
 *   <dt>CLOSED
 *   <dd>removed from the pool
 * </dl>
 *
 * <p>Glossary:
 *
 * <dl>
 *   <dt>acquire, release
 *   <dd>take a resource from the pool, give it back
 *   <dt>lease, stamp
 *   <dd>the time between an acquire and its release; the state word that began it, whose upper 40
 *       bits are the serial of the lease. A late call with an old stamp has no effect
 *   <dt>handle
 *   <dd>the short-lived object through which the application uses a resource; a <em>retired</em>
 *       handle refuses every call
 *   <dt>home
 *   <dd>the holder that a thread used last and tries first; found by the thread's id
 *   <dt>publish, requeue
 *   <dd>make a reserved holder available, or hand it over to a waiter; check it, then publish it
 *   <dt>waiter, entitled
 *   <dd>a thread that waits in acquire; while the oldest waiter is entitled, no thread overtakes it
 *   <dt>capture
 *   <dd>a report of the longest leases, shared by all waiters that time out within a second
 *   <dt>validate, expire
 *   <dd>ask the resource whether it works; exceed the idle time-out or the maximum lifetime
 *   <dt>mark
 *   <dd>a bit of the state word beside the state: doomed, in-tx, ended, held or first
 *   <dt>doom, evict
 *   <dd>mark a holder to be discarded when its lease ends; do so on behalf of the application
 *   <dt>discard, destroy
 *   <dd>remove a holder from the pool; close its resource physically
 *   <dt>abort
 *   <dd>end a resource by force, so that a call stuck in it returns
 *   <dt>epoch, touch, generation
 *   <dd>a number that changes when holders must be checked again before use; read it and keep it
 *       ticking; a number that changes when all resources are suspected to be broken
 *   <dt>flush, drain
 *   <dd>discard the resources that exist now; the time leases are given to end before they are
 *       aborted
 *   <dt>suspend, resume
 *   <dd>stop serving and creating; an idle resource is <em>held</em> meanwhile
 *   <dt>enlist, defer, settle
 *   <dd>add a resource to a global transaction; keep it there after its last handle is closed;
 *       complete its branch with a known outcome
 * </dl>
 *
 * <p>Everything here is thread-safe except the builder of {@link io.sluice.pool.PoolConfig}. What a
 * thread did to a resource before it released it happens before what the next thread does after
 * acquiring it.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.pool;

import org.jspecify.annotations.NullMarked;
