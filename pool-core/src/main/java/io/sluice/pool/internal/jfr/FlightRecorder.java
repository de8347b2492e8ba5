package io.sluice.pool.internal.jfr;

import org.jspecify.annotations.Nullable;

/**
 * Where the events of one pool go for Java Flight Recorder: to nowhere where the module {@code
 * jdk.jfr} is missing. The one door to everything that needs it. Thread-safe.
 */
public class FlightRecorder {

    /** For a recorder, which overrides what it records. */
    protected FlightRecorder() {}

    /** Returns the recorder of a pool. */
    public static FlightRecorder of(String poolName) {
        try {
            return JfrRecorder.open(poolName);
        } catch (LinkageError e) { // no such module: it is optional, and there is nothing to tell
            return none();
        }
    }

    /** Returns a recorder that records nothing. */
    public static FlightRecorder none() {
        return new FlightRecorder();
    }

    /**
     * An acquire begins to wait.
     *
     * @return what to give to {@link #waitEnded}; null if nobody records
     */
    public @Nullable Object waitBegins() {
        return null;
    }

    /** The wait is over: whether it brought a resource. */
    public void waitEnded(@Nullable Object begun, boolean acquired) {}

    /**
     * A creation begins.
     *
     * @return what to give to {@link #createEnded}; null if nobody records
     */
    public @Nullable Object createBegins() {
        return null;
    }

    /** A creation is over; the failure is null if it brought a resource. */
    public void createEnded(@Nullable Object begun, @Nullable Throwable failure) {}

    /** A resource was discarded. */
    public void discarded(Object resource, String reason, @Nullable Throwable cause) {}

    /** A lease was reported as a leak; the site says where it was acquired. */
    public void leaked(Object resource, Throwable site) {}

    /**
     * A transaction manager is asked to take a resource.
     *
     * @return what to give to {@link #enlistEnded}; null if nobody records
     */
    public @Nullable Object enlistBegins() {
        return null;
    }

    /** The manager has taken it. */
    public void enlistEnded(@Nullable Object begun, Object resource) {}

    /**
     * A resource is in a transaction from now on.
     *
     * @return what to give to {@link #completed}; null if nobody records
     */
    public @Nullable Object transactionBegins() {
        return null;
    }

    /** The transaction is over and the branch settled. */
    public void completed(@Nullable Object begun, Object resource) {}

    /** A branch is in doubt, and recorded again and again until it is settled. */
    public void inDoubt(Object resource, String xid, @Nullable Throwable failure) {}

    /** A branch is in doubt no more. */
    public void settled(String xid) {}

    /** The pool is closed: nothing is recorded again and again any more. */
    public void close() {}
}
