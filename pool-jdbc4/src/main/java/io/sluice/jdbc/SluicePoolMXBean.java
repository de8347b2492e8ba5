package io.sluice.jdbc;

import io.sluice.pool.FlushMode;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The counts and the configuration of a pool for management tools. Each count is read on its own:
 * together they need not add up. Registered as {@code io.sluice:type=Pool,name="..."} when {@link
 * JdbcOption#REGISTER_MBEAN} says so, until the pool is closed. Thread-safe; nothing is null.
 */
public interface SluicePoolMXBean {

    /** Returns the name of the pool. */
    String getName();

    /**
     * Returns one line for each option, such as {@code maxSize = 20 (key maxSize of
     * orders.properties)}, without secrets.
     */
    List<String> getConfiguration();

    /** Returns {@link JdbcPoolConfig#warnings()}. */
    List<String> getWarnings();

    /** Returns how many connections exist. */
    int getTotal();

    /** Returns how many connections the pool keeps when idle. */
    int getMinSize();

    /** Returns the largest number of connections that may exist or be being made. */
    int getMaxSize();

    /** Returns how many connections are being made. */
    int getCreating();

    /** Returns how many connections are idle. */
    int getAvailable();

    /** Returns how many connections the application has open. */
    int getAccessible();

    /**
     * Returns how many connections the application has closed while a global transaction still owns
     * them.
     */
    int getInaccessible();

    /** Returns how many connections the pool itself is working on. */
    int getReserved();

    /**
     * Returns how many threads wait for a connection, with the requests of {@link
     * SluicePool#acquireAsync}.
     */
    int getWaiting();

    /** Returns how many leases of connections have begun. */
    long getAcquired();

    /** Returns how many acquires have timed out. */
    long getTimedOut();

    /** Returns how many acquires were refused because too many were waiting. */
    long getRefused();

    /** Returns how many connections were made and have joined the pool. */
    long getCreated();

    /** Returns how many attempts to connect have failed. */
    long getCreationsFailed();

    /** Returns how many connections have left the pool, for each reason. */
    Map<DiscardReason, Long> getDiscarded();

    /**
     * Returns how long things have taken since the start: {@code wait.return}, {@code
     * wait.creation}, {@code wait.validation}, {@code usage} (a sample of the leases) and {@code
     * creation}.
     */
    Map<String, Times> getTimes();

    /** Returns in words how large a pool the load has needed so far, and what to do. */
    String getSizing();

    /**
     * Returns the last connections that have left the pool, newest first, at most twenty. One line
     * each: when, the reason, the connection and the type of the exception, if one was the cause.
     */
    List<String> getRecentDiscards();

    /**
     * Returns the branches in doubt: their transaction is over, but the server has not confirmed
     * the outcome. One text each: format, global part and branch part in hexadecimal digits.
     */
    List<String> getInDoubt();

    /** Returns whether the pool is suspended. */
    boolean isSuspended();

    /**
     * Returns the connections in use at this moment, longest first. An operation and no attribute,
     * since it takes the stack trace of each thread.
     */
    List<Lease> leases();

    /**
     * Flushes connections, as {@link SluiceDataSource#flush(FlushMode)} does.
     *
     * @param mode which connections, and when; many tools pass a text: IDLE, GRACEFUL or IMMEDIATE
     * @return in words, what became of the connections so far
     */
    String flush(FlushMode mode);

    /**
     * Flushes all connections by a deadline, as {@link SluiceDataSource#flush(Duration)} does.
     *
     * @param drainMillis how long connections may still be in use, in milliseconds
     * @return in words, what became of the connections
     */
    String flushWithin(long drainMillis);

    /**
     * Changes the sizes of the pool, as {@link SluiceDataSource#resize} does.
     *
     * @param minSize how many connections to keep when idle: 0 to {@code maxSize}
     * @param maxSize the most connections, including those being created: 1 to 1,000,000
     * @throws IllegalArgumentException if a size is out of range; nothing has changed
     */
    void resize(int minSize, int maxSize);

    /** Suspends the pool, as {@link SluiceDataSource#suspend} does. */
    void suspend();

    /** Ends the suspension, as {@link SluiceDataSource#resume} does. */
    void resume();

    /**
     * How often something took time, and how long, in milliseconds. A percentile is up to a quarter
     * too long, never too short.
     */
    interface Times {

        /** Returns how many were measured. */
        long getCount();

        /** Returns their sum. */
        double getTotalMillis();

        /** Returns the longest. */
        double getMaxMillis();

        /** Returns the median. */
        double getP50Millis();

        /** Returns the 95th percentile. */
        double getP95Millis();

        /** Returns the 99th percentile. */
        double getP99Millis();
    }

    /** A connection in use. */
    interface Lease {

        /** Returns the name of the thread that acquired it, or its id if it has no name. */
        String getThread();

        /** Returns roughly how long it has been in use, in milliseconds; never too little. */
        long getHeldMillis();

        /** Returns whether that thread itself waits in this pool for another connection. */
        boolean isWaiting();

        /** Returns whether that thread has ended. */
        boolean isThreadEnded();

        /**
         * Returns whether the application has closed it while a global transaction still owns it.
         */
        boolean isInaccessible();

        /** Returns what that thread executes now, innermost frame first, at most twelve frames. */
        List<String> getStack();
    }
}
