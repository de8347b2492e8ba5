package io.sluice.pool.internal.jfr;

import io.sluice.pool.PoolSnapshot;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records what happens in a pool; this base class records nothing. Thread-safe. */
public class FlightRecorder {

    /** For the implementation, which overrides what it records. */
    protected FlightRecorder() {}

    /** Returns a recorder that records nothing. */
    public static FlightRecorder none() {
        return new FlightRecorder();
    }

    /**
     * An acquire begins to wait.
     *
     * @return the argument for {@link #waitEnded}; null if nothing is recorded
     */
    public @Nullable Object waitBegins() {
        return null;
    }

    /**
     * The wait is over.
     *
     * @param acquired whether it got a resource
     * @param caller returns where the application called the pool, or null; not called unless the
     *     wait is recorded
     */
    public void waitEnded(
            @Nullable Object begun, boolean acquired, Supplier<@Nullable String> caller) {}

    /**
     * A creation begins.
     *
     * @return the argument for {@link #createEnded}; null if nothing is recorded
     */
    public @Nullable Object createBegins() {
        return null;
    }

    /**
     * A creation is over.
     *
     * @param failure why it failed, or null
     */
    public void createEnded(@Nullable Object begun, @Nullable Throwable failure) {}

    /** A lease has ended. */
    public void used(long nanos) {}

    /**
     * The pool is open: its state is recorded periodically until {@link #close}.
     *
     * @param snapshot returns the counts; called on a thread of the recorder
     */
    public void opened(Supplier<PoolSnapshot> snapshot) {}

    /** A resource was discarded. */
    public void discarded(Object resource, String reason, @Nullable Throwable cause) {}

    /**
     * A lease was reported as a leak.
     *
     * @param site where it was acquired
     */
    public void leaked(Object resource, Throwable site) {}

    /**
     * A transaction manager is asked to enlist a resource.
     *
     * @return the argument for {@link #enlistEnded}; null if nothing is recorded
     */
    public @Nullable Object enlistBegins() {
        return null;
    }

    /** The manager has enlisted it. */
    public void enlistEnded(@Nullable Object begun, Object resource) {}

    /**
     * A resource is in a transaction from now on.
     *
     * @return the argument for {@link #completed}; null if nothing is recorded
     */
    public @Nullable Object transactionBegins() {
        return null;
    }

    /** The transaction is over and the branch settled. */
    public void completed(@Nullable Object begun, Object resource) {}

    /** A branch is in doubt; recorded periodically until it is settled. */
    public void inDoubt(Object resource, String xid, @Nullable Throwable failure) {}

    /** A branch is no longer in doubt. */
    public void settled(String xid) {}

    /** The pool is closed: periodic recording stops. */
    public void close() {}
}
