/**
 * The pool over any resource.
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
 *     |   something to     v  |                 transaction ended         |
 *     +------------------ RESERVED &lt;--------------------------------------+
 *         clean, or new      |
 *                            v
 *                          CLOSED
 * </pre>
 *
 * <dl>
 *   <dt>AVAILABLE
 *   <dd>idle, anyone may acquire it
 *   <dt>ACCESSIBLE
 *   <dd>the application has at least one open handle
 *   <dt>INACCESSIBLE
 *   <dd>every handle is closed, but a global transaction that has not ended still owns it: it
 *       counts against the maximum although nobody seems to use it
 *   <dt>RESERVED
 *   <dd>the pool itself works on it: new, being reset, validated, kept alive, destroyed
 *   <dt>CLOSED
 *   <dd>out of the pool
 * </dl>
 *
 * <p>The words used here, one for each idea: an application <em>acquires</em> and
 * <em>releases</em>; such an interval is a <em>lease</em>; what it sees is a throw-away
 * <em>handle</em>. The pool <em>validates</em> (asks the resource), lets <em>expire</em> (a rule
 * says it is too old), <em>evicts</em> (decides that it must go), <em>dooms</em> (marks it so that
 * it goes when its lease ends), <em>flushes</em> (sends away all there are), <em>discards</em>
 * (removes it from the pool) and <em>destroys</em> (closes it physically). It <em>grows</em> and
 * <em>fills</em> up to the minimum, <em>shrinks</em> and <em>reaps</em> down to it. Inside a global
 * transaction a holder is <em>enlisted</em>, <em>shared</em>, <em>deferred</em> (accessible to
 * inaccessible) and <em>recycled</em> (back); at the end it is <em>requeued</em>.
 *
 * <p>Inside the pool: a new holder is <em>seated</em>, it gets a slot among the members, and
 * <em>unseated</em> when it leaves. A lease that its taker has no use for is <em>given back</em>;
 * at the end of a drain (of a close, or of a flush), those still out are <em>taken away</em>. While
 * the pool is <em>suspended</em>, what is idle is <em>held</em> until it is <em>resumed</em>: it is
 * available, and nobody can acquire it. A handle that is made to refuse because what it belongs to
 * has moved on is <em>retired</em>. Those who wait stand in <em>line</em>; the members'
 * <em>pace</em> is how fast they serve it. Who waited in vain is told by a <em>capture</em>: one
 * look at who holds the leases, shared by all whose time is over by then.
 *
 * <p>Everything here is thread-safe but the builder of {@link io.sluice.pool.PoolConfig}. What a
 * thread did to a resource before it released it happens before what the next one does after
 * acquiring it.
 */
@NullMarked
package io.sluice.pool;

import org.jspecify.annotations.NullMarked;
