/**
 * How connections take part in global transactions, and how recovery finds what is in doubt. Not
 * exported.
 *
 * <dl>
 *   <dt>work
 *   <dd>what the application does on a connection in a transaction, through any number of handles;
 *       to the server it is a branch
 *   <dt>vendor
 *   <dd>a database for whose XA there is a class, which corrects its driver and knows what its
 *       server needs
 *   <dt>recovery
 *   <dd>the transaction manager's search for branches in doubt, in sessions of its own
 * </dl>
 */
@NullMarked
package io.sluice.jdbc.internal.xa;

import org.jspecify.annotations.NullMarked;
