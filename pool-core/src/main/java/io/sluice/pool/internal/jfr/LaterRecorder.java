package io.sluice.pool.internal.jfr;

import io.sluice.pool.PoolSnapshot;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorderListener;
import org.jspecify.annotations.Nullable;

/**
 * Records nothing until the process first uses its Flight Recorder. To register the events costs as
 * much as the rest of a pool's start, and most processes record nothing.
 */
final class LaterRecorder extends FlightRecorder implements FlightRecorderListener {

    private final String poolName;
    private final FlightRecorder none = FlightRecorder.none();

    /**
     * Where events go. Shared: atomic, set once, by the thread that starts the Flight Recorder or
     * one that has a branch in doubt; read by all. Partner: {@code closed}. It is set before {@code
     * closed} is read.
     */
    private final AtomicReference<FlightRecorder> current = new AtomicReference<>(none);

    /**
     * Whether the pool is. Shared: volatile, by the close, before it reads {@code current}.
     * Partner: {@code current}. One of the two closes what was begun.
     */
    private volatile boolean closed;

    /**
     * The counts of the pool; null before it is open. Shared: volatile, by the thread that opens
     * the pool, before it asks to be called back. Partner: none (no other writes).
     */
    private volatile @Nullable Supplier<PoolSnapshot> snapshot;

    private LaterRecorder(String poolName) {
        this.poolName = poolName;
    }

    static FlightRecorder open(String poolName) {
        return new LaterRecorder(poolName);
    }

    @Override
    public void recorderInitialized(jdk.jfr.FlightRecorder ignored) {
        begin();
    }

    /** Holds no lock, since the Flight Recorder holds its own when it calls back. */
    private void begin() {
        if (current.get() != none) {
            return;
        }
        FlightRecorder begun = JfrRecorder.open(poolName);
        Supplier<PoolSnapshot> counts = snapshot;
        if (counts != null && current.compareAndSet(none, begun)) {
            begun.opened(counts);
            if (closed) {
                begun.close();
            }
        }
    }

    @Override
    public void opened(Supplier<PoolSnapshot> counts) {
        snapshot = counts;
        // Calls back at once if the Flight Recorder has been used meanwhile.
        jdk.jfr.FlightRecorder.addListener(this);
    }

    private FlightRecorder current() {
        return Objects.requireNonNull(current.get());
    }

    @Override
    public @Nullable Object waitBegins() {
        return current().waitBegins();
    }

    @Override
    public void waitEnded(
            @Nullable Object begun, boolean acquired, Supplier<@Nullable String> caller) {
        current().waitEnded(begun, acquired, caller);
    }

    @Override
    public @Nullable Object createBegins() {
        return current().createBegins();
    }

    @Override
    public void createEnded(@Nullable Object begun, @Nullable Throwable failure) {
        current().createEnded(begun, failure);
    }

    @Override
    public void used(long nanos) {
        current().used(nanos);
    }

    @Override
    public void discarded(Object resource, String reason, @Nullable Throwable cause) {
        current().discarded(resource, reason, cause);
    }

    @Override
    public void leaked(Object resource, Throwable site) {
        current().leaked(resource, site);
    }

    @Override
    public @Nullable Object enlistBegins() {
        return current().enlistBegins();
    }

    @Override
    public void enlistEnded(@Nullable Object begun, Object resource) {
        current().enlistEnded(begun, resource);
    }

    @Override
    public @Nullable Object transactionBegins() {
        return current().transactionBegins();
    }

    @Override
    public void completed(@Nullable Object begun, Object resource) {
        current().completed(begun, resource);
    }

    /** Begins to record: the branch must be in each recording from now on. */
    @Override
    public void inDoubt(Object resource, String xid, @Nullable Throwable failure) {
        begin();
        current().inDoubt(resource, xid, failure);
    }

    @Override
    public void settled(String xid) {
        current().settled(xid);
    }

    @Override
    public void close() {
        closed = true;
        boolean ignored = jdk.jfr.FlightRecorder.removeListener(this);
        current().close();
    }
}
