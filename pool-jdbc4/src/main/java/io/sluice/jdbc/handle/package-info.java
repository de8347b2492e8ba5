/**
 * The objects that an application sees in place of the driver's: concrete classes in two layers,
 * told apart by a prefix.
 *
 * <ul>
 *   <li>{@code Delegating*} has every method of JDBC 4.3, default methods included, and passes it
 *       to the driver's object. It has two hooks and no policy. {@code delegate} returns the
 *       driver's object or refuses; it is called before each call and outside its {@code try}.
 *       {@code failed} sees every exception of the driver.
 *   <li>{@code *Handle} adds what pooling needs: closed checks, tracking and closing of children,
 *       what the application changed, whether a transaction may be open.
 * </ul>
 *
 * <p>The layers interleave along the inheritance of JDBC, so that nothing is written twice: {@link
 * io.sluice.jdbc.handle.StatementHandle} extends {@link io.sluice.jdbc.handle.DelegatingStatement},
 * {@link io.sluice.jdbc.handle.DelegatingPreparedStatement} extends that and adds only what its
 * interface adds, and so on down to {@link io.sluice.jdbc.handle.CallableStatementHandle}. The
 * driver's object is kept in a field of the type that is called, since casts to an interface are
 * slow. A prepared statement has one such field, which saves eight bytes where no cache keeps it; a
 * call has two.
 *
 * <p>A handle is created per lease and never reused. It calls its owner only through {@link
 * io.sluice.jdbc.handle.ConnectionOwner}; this package knows nothing else of the pool.
 *
 * <p><b>What is wrapped.</b> Connection, statements, result sets and the metadata of the database;
 * {@code getConnection} and {@code getStatement} return handles. A result set that is the value of
 * a column or parameter (a reference cursor) is wrapped as well. Arrays, large objects, structures,
 * row ids, savepoints and the descriptions of parameters and result sets are the driver's own, and
 * so are the result sets of an array.
 *
 * <p><b>Kept statements.</b> Where the owner has a {@link io.sluice.jdbc.handle.StatementStore}, a
 * prepared statement of the driver outlives its handle. A <i>use</i> is the work of one handle with
 * it. The use leaves <i>traces</i> on it, which are removed before the statement is kept; a
 * statement on which a trace would stay is closed.
 *
 * <p><b>Newer versions of JDBC.</b> Default methods that a JDK after 17 adds to the interfaces are
 * inherited, and work through the methods that are passed on. Up to JDK 26 these are the quoting of
 * names and literals on the connection.
 *
 * <p><b>Threads.</b> A handle may be used by as many threads as the driver allows; closing is safe
 * at any time, from any number of threads. A handle does not stop a call that is inside the driver
 * while another thread closes the connection.
 */
@NullMarked
package io.sluice.jdbc.handle;

import org.jspecify.annotations.NullMarked;
