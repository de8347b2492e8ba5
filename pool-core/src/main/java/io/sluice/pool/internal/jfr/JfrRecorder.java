package io.sluice.pool.internal.jfr;

import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolSnapshot;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Commits the events of one pool. A disabled event costs one check. Only the types of failures are
 * recorded, since messages may contain confidential data.
 */
final class JfrRecorder extends FlightRecorder {

    private static final int MOST_FRAMES = 12;

    private final String poolName;
    private final EventType enlist = EventType.getEventType(EnlistEvent.class);
    private final EventType complete = EventType.getEventType(CompleteEvent.class);
    private final EventType use = EventType.getEventType(UseEvent.class);

    /**
     * By xid. Shared: concurrent map, by the thread that announces the end and the one that
     * settles. Partner: {@code closed}. A key is put before its branch can be settled.
     */
    private final ConcurrentHashMap<String, InDoubt> inDoubt = new ConcurrentHashMap<>();

    /**
     * Whether the pool is. Shared: volatile, by the close, before it forgets the branches; read
     * after one was added. Partner: {@code inDoubt}. One of the two forgets the branch.
     */
    private volatile boolean closed;

    /**
     * What records the state; null before the pool is open. Shared: volatile, by the thread that
     * opens the pool; read by the close, which comes after that. Partner: none (no other writes).
     */
    private volatile @Nullable Runnable state;

    private JfrRecorder(String poolName) {
        this.poolName = poolName;
    }

    /**
     * Returns the recorder of a pool.
     *
     * @throws LinkageError if there is no Flight Recorder
     */
    static FlightRecorder open(String poolName) {
        // Initializes the classes, so that a failure occurs here and not in an acquire.
        for (Class<? extends Event> event :
                List.of(
                        WaitEvent.class,
                        CreateEvent.class,
                        DiscardEvent.class,
                        LeakEvent.class,
                        EnlistEvent.class,
                        CompleteEvent.class,
                        InDoubtEvent.class,
                        StateEvent.class,
                        UseEvent.class)) {
            EventType.getEventType(event);
        }
        return new JfrRecorder(poolName);
    }

    @Override
    public @Nullable Object waitBegins() {
        WaitEvent event = new WaitEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    @Override
    public void waitEnded(
            @Nullable Object begun, boolean acquired, Supplier<@Nullable String> caller) {
        if (begun instanceof WaitEvent event) {
            event.end();
            if (event.shouldCommit()) {
                event.pool = poolName;
                event.acquired = acquired;
                event.caller = caller.get();
                event.commit();
            }
        }
    }

    @Override
    public void used(long nanos) {
        if (!use.isEnabled()) { // before memory is taken
            return;
        }
        UseEvent event = new UseEvent();
        if (event.shouldCommit()) {
            event.pool = poolName;
            event.held = nanos;
            event.commit();
        }
    }

    @Override
    public void opened(Supplier<PoolSnapshot> snapshot) {
        Runnable recording = () -> record(snapshot.get());
        state = recording;
        jdk.jfr.FlightRecorder.addPeriodicEvent(StateEvent.class, recording);
    }

    private static void record(PoolSnapshot now) {
        StateEvent event = new StateEvent();
        if (!event.shouldCommit()) {
            return;
        }
        event.pool = now.name();
        event.total = now.total();
        event.minSize = now.minSize();
        event.maxSize = now.maxSize();
        event.creating = now.creating();
        event.available = now.available();
        event.accessible = now.accessible();
        event.inaccessible = now.inaccessible();
        event.reserved = now.reserved();
        event.waiting = now.waiting();
        event.suspended = now.suspended();
        PoolCounters counters = now.counters();
        event.acquired = counters.acquired();
        event.timedOut = counters.timedOut();
        event.refused = counters.refused();
        event.created = counters.created();
        event.creationsFailed = counters.creationsFailed();
        event.commit();
    }

    @Override
    public @Nullable Object createBegins() {
        CreateEvent event = new CreateEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    @Override
    public void createEnded(@Nullable Object begun, @Nullable Throwable failure) {
        if (begun instanceof CreateEvent event) {
            event.end();
            if (event.shouldCommit()) {
                event.pool = poolName;
                event.failure = typeOf(failure);
                event.commit();
            }
        }
    }

    @Override
    public void discarded(Object resource, String reason, @Nullable Throwable cause) {
        DiscardEvent event = new DiscardEvent();
        if (event.shouldCommit()) {
            event.pool = poolName;
            event.resource = resource.toString();
            event.reason = reason;
            event.cause = typeOf(cause);
            event.commit();
        }
    }

    @Override
    public void leaked(Object resource, Throwable site) {
        LeakEvent event = new LeakEvent();
        if (event.shouldCommit()) {
            event.pool = poolName;
            event.resource = resource.toString();
            event.lease = site.getMessage();
            event.site =
                    Arrays.stream(site.getStackTrace())
                            .limit(MOST_FRAMES)
                            .map(StackTraceElement::toString)
                            .collect(Collectors.joining("\n"));
            event.commit();
        }
    }

    @Override
    public @Nullable Object enlistBegins() {
        if (!enlist.isEnabled()) {
            return null; // checked first, since every transaction comes here
        }
        EnlistEvent event = new EnlistEvent();
        event.begin();
        return event;
    }

    @Override
    public void enlistEnded(@Nullable Object begun, Object resource) {
        if (begun instanceof EnlistEvent event) {
            event.end();
            if (event.shouldCommit()) {
                event.pool = poolName;
                event.resource = resource.toString();
                event.commit();
            }
        }
    }

    @Override
    public @Nullable Object transactionBegins() {
        if (!complete.isEnabled()) {
            return null; // checked first, since every transaction comes here
        }
        CompleteEvent event = new CompleteEvent();
        event.begin();
        return event;
    }

    @Override
    public void completed(@Nullable Object begun, Object resource) {
        if (begun instanceof CompleteEvent event) {
            event.end();
            if (event.shouldCommit()) {
                event.pool = poolName;
                event.resource = resource.toString();
                event.commit();
            }
        }
    }

    @Override
    public void inDoubt(Object resource, String xid, @Nullable Throwable failure) {
        InDoubt branch = new InDoubt(resource.toString(), xid, typeOf(failure));
        branch.run();
        InDoubt before = inDoubt.put(xid, branch);
        jdk.jfr.FlightRecorder.addPeriodicEvent(InDoubtEvent.class, branch);
        forget(before);
        if (closed) {
            forget(branch);
        }
    }

    @Override
    public void settled(String xid) {
        forget(inDoubt.remove(xid));
    }

    /**
     * The process-wide Flight Recorder would otherwise keep objects of the application reachable.
     */
    @Override
    public void close() {
        closed = true;
        inDoubt.keySet().forEach(this::settled);
        Runnable recording = state;
        if (recording != null) {
            boolean ignored = jdk.jfr.FlightRecorder.removePeriodicEvent(recording);
        }
    }

    private static void forget(@Nullable InDoubt branch) {
        if (branch != null) {
            boolean ignored = jdk.jfr.FlightRecorder.removePeriodicEvent(branch);
        }
    }

    /** Records a branch in doubt at each run. */
    private final class InDoubt implements Runnable {

        private final String resource;
        private final String xid;
        private final @Nullable String failure;

        InDoubt(String resource, String xid, @Nullable String failure) {
            this.resource = resource;
            this.xid = xid;
            this.failure = failure;
        }

        @Override
        public void run() {
            InDoubtEvent event = new InDoubtEvent();
            if (event.shouldCommit()) {
                event.pool = poolName;
                event.resource = resource;
                event.xid = xid;
                event.failure = failure;
                event.commit();
            }
        }
    }

    private static @Nullable String typeOf(@Nullable Throwable failure) {
        return failure == null ? null : failure.getClass().getName();
    }
}
