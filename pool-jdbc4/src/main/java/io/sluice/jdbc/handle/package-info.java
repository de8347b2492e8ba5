/**
 * The objects an application sees in place of the driver's: concrete classes in two layers that a
 * prefix tells apart.
 *
 * <ul>
 *   <li>{@code Delegating*} has every method of JDBC 4.3, default methods included, and passes it
 *       to the driver's object. It knows two hooks and no policy: {@code delegate}, asked before
 *       each call and outside its {@code try}, gives the driver's object or refuses; {@code failed}
 *       sees every exception of the driver.
 *   <li>{@code *Handle} adds what pooling needs: closed checks, tracking and closing of children,
 *       what the application changed, whether a transaction may be open.
 * </ul>
 *
 * <p>The layers interleave along the inheritance of JDBC, so that nothing is written twice: {@link
 * io.sluice.jdbc.handle.DelegatingStatement} is extended by {@link
 * io.sluice.jdbc.handle.StatementHandle}, that by {@link
 * io.sluice.jdbc.handle.DelegatingPreparedStatement}, which adds only what its interface adds, and
 * so on down to {@link io.sluice.jdbc.handle.CallableStatementHandle}. The driver's object is kept
 * in a field of the type that is called, for casts to an interface are slow. A prepared statement
 * has one such field, which saves eight bytes where no cache keeps it; a call has two.
 *
 * <p>A handle is made per lease and never used again. It talks back through {@link
 * io.sluice.jdbc.handle.ConnectionOwner} only, and this package knows nothing else of the pool.
 *
 * <p><b>What is wrapped.</b> Connection, statements, result sets and the metadata of the database;
 * {@code getConnection} and {@code getStatement} answer with handles. A result set that is the
 * value of a column or parameter (a reference cursor) is wrapped as well. Arrays, large objects,
 * structures, row ids, savepoints and the descriptions of parameters and result sets are the
 * driver's own, and so are the result sets that an array makes of itself.
 *
 * <p><b>Kept statements.</b> Where the owner has a {@link io.sluice.jdbc.handle.StatementStore}, a
 * prepared statement of the driver outlives its handle. A <i>use</i> is what one handle does to it;
 * what the use leaves on it, its <i>traces</i>, is taken back before the statement is kept, and a
 * statement on which something would stay is closed.
 *
 * <p><b>Newer versions of JDBC.</b> What a JDK after 17 adds to the interfaces as default methods
 * is inherited: it works through the methods that are passed on. Up to JDK 26 that is quoting of
 * names and literals on the connection.
 *
 * <p><b>Threads.</b> A handle may be used by as many threads as the driver allows; closing is safe
 * at any time, from any number of threads. A call that is inside the driver while another thread
 * closes the connection is not stopped by the handle.
 */
@NullMarked
package io.sluice.jdbc.handle;

import org.jspecify.annotations.NullMarked;
