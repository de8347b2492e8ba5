package io.sluice.jdbc;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.SizingReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.sql.DataSource;

/**
 * A data source that is a pool of connections, with what an operator needs: counts, flush, resize,
 * suspend, close. Thread-safe.
 *
 * <p>{@code dataSource.unwrap(SluicePool.class)} finds it behind the wrappers and proxies of
 * frameworks.
 */
public interface SluicePool extends DataSource, AutoCloseable {

    /**
     * Starts the pool, as the first {@link #getConnection()} does, and takes no connection. Call it
     * before traffic comes; with {@link Startup#FULL} it returns when {@code minSize} connections
     * are there. Does nothing if the pool has started.
     *
     * @throws SQLException if it is closed or cannot start: a configured class or object is
     *     unavailable, or no connection can be made and {@link JdbcOption#STARTUP} says fail or
     *     full
     */
    void start() throws SQLException;

    /**
     * Acquires a connection without waiting for it: {@link #acquireAsync(Duration, Executor)} with
     * {@link ResourcePool#DEFAULT_EXECUTOR}.
     *
     * @param timeout how long the request may wait; zero or less takes only an available connection
     * @return a stage of a connection that is the caller's until it is closed
     */
    CompletableFuture<Connection> acquireAsync(Duration timeout);

    /**
     * Acquires a connection without waiting for it. The request stands in the line of all callers
     * that wait, in order of arrival, and counts as one that waits; but no thread is parked for it.
     *
     * <p>The stage completes with a connection, or with the {@link SQLException} that {@link
     * #getConnection()} would throw. A request leaves the line at its time-out, as exactly as the
     * pool's timer runs; making its exception takes some milliseconds more.
     *
     * <p>If a connection is available and needs no check, the stage is complete when this returns.
     * Otherwise the executor completes it, and so runs its dependents. The pool validates and
     * prepares the connection on its own threads. If the executor refuses, the connection goes back
     * to the pool, and the stage completes on a thread of the pool with what the executor has
     * thrown. An executor that drops tasks keeps the connection; cancel the stage to end that.
     *
     * <p>To cancel the stage takes the request out of the line, or returns its connection. So does
     * to complete it otherwise, as {@link CompletableFuture#orTimeout} does. To cancel a stage that
     * depends on it does neither.
     *
     * <p>A transaction belongs to a thread, and the stage to none. So the connection takes part in
     * no global transaction, whatever thread uses it; and on a thread with a transaction the stage
     * completes with an exception.
     *
     * <p>A call before the start starts the pool on a thread of its own, which counts towards the
     * time-out as with {@link #getConnection()}. Such calls join the line in their order, and the
     * executor completes their stages in any case. They are not refused on a thread with a
     * transaction.
     *
     * @param timeout how long the request may wait; zero or less takes only an available connection
     * @param executor completes the stage; called on threads of the pool
     * @return a stage of a connection that is the caller's until it is closed
     */
    CompletableFuture<Connection> acquireAsync(Duration timeout, Executor executor);

    /**
     * Returns the configuration that the pool runs with, or, before its start, would start with. It
     * has the value and the source of each option; its text has no secrets.
     *
     * @throws IllegalArgumentException if the pool has not started and the options do not fit
     *     together
     * @see JdbcPoolConfig#options()
     * @see JdbcPoolConfig#warnings()
     */
    JdbcPoolConfig configuration();

    /** Returns the counts of the pool; before its start only its name and sizes are set. */
    PoolSnapshot snapshot();

    /**
     * Returns how large a pool the load has needed so far, with advice in its text; before the
     * start all zeros but the maximum. The pool also logs it when it is closed after ten minutes or
     * more.
     */
    SizingReport sizing();

    /**
     * Returns the connections in use at this moment, longest first: which thread holds each, how
     * long, and what that thread executes. Empty before the start.
     *
     * @see ResourcePool#leases()
     */
    List<LeaseReport> leases();

    /**
     * Adds an observer, which is told how long things take in the pool. Does nothing if it was
     * added before. Works before the start as well.
     */
    void observe(PoolObserver observer);

    /** Removes an observer; does nothing if it was not added. */
    void unobserve(PoolObserver observer);

    /**
     * Closes the data source, waiting at most {@link JdbcOption#CLOSE_TIMEOUT} for connections in
     * use.
     */
    @Override
    void close();

    /**
     * Closes the data source for good. Threads that wait and later calls are refused, and idle
     * connections are closed. Connections in use may come back until the drain time is over; then
     * they are taken away: the pool cancels what PostgreSQL executes for them and aborts the
     * connection. With other drivers it only calls {@link java.sql.Connection#abort}, and their
     * server may complete a running statement.
     *
     * <p>Connections that are being made are closed when they arrive; the close does not wait for
     * them. Further calls wait for the same close. An interrupted thread waits for nothing and
     * takes connections away at once; its interrupt flag is kept.
     *
     * @param drain how long connections may still be in use; zero means not at all
     * @return the counts at the end of that time: {@code accessible} is what was still in use,
     *     {@code reserved} what the pool itself was working on, for example a rollback
     */
    PoolSnapshot close(Duration drain);

    /**
     * Flushes connections without waiting for it; threads that wait and later calls get new ones.
     * Does nothing before the start.
     *
     * @return what became of the connections so far
     * @see ResourcePool#flush(FlushMode)
     */
    FlushReport flush(FlushMode mode);

    /**
     * Flushes all connections by a deadline. Idle ones are closed now, those in use when the
     * application closes them. What is still in use at the deadline is taken away, as by {@link
     * #close(Duration)}.
     *
     * <p>Returns when all connections that existed at the call are closed, or given up after twice
     * {@link JdbcOption#CLOSE_TIMEOUT}. Until the deadline it also waits for connections that were
     * being made at the call, which are closed when they arrive. If the report counts none as still
     * out or being made, PostgreSQL ends the last session a moment later, and the user of these
     * connections can be dropped.
     *
     * <p>Does nothing before the start. An interrupted thread stops waiting and takes nothing away;
     * its interrupt flag is kept.
     *
     * @param drain how long connections may still be in use or being made; zero means not at all
     * @return what became of the connections, and how many are not closed yet
     */
    FlushReport flush(Duration drain);

    /**
     * Changes {@link JdbcOption#MIN_SIZE} and {@link JdbcOption#MAX_SIZE} while the pool runs. With
     * a lower maximum, surplus connections are closed: idle ones now, those in use when the
     * application closes them. The options keep their values; {@link #snapshot()} has the present
     * maximum. Before the start this sets the options.
     *
     * @param minSize how many connections to keep when idle: 0 to {@code maxSize}
     * @param maxSize the most connections, including those being created: 1 to 1,000,000
     * @throws IllegalArgumentException if a size is out of range; nothing has changed
     * @throws IllegalStateException if the data source is closed
     */
    void resize(int minSize, int maxSize);

    /**
     * Suspends the pool: until {@link #resume} it gives out no connection and makes none.
     * getConnection waits at most {@link JdbcOption#ACQUIRE_TIMEOUT}. Connections in use keep
     * working, and are kept when they are closed. Does nothing before the start.
     */
    void suspend();

    /** Ends the suspension; does nothing if the pool is not suspended. */
    void resume();

    /** Returns whether the pool is suspended. */
    boolean isSuspended();
}
