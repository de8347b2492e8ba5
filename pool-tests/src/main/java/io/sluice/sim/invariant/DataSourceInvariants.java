package io.sluice.sim.invariant;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.internal.Lifecycle;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.SimDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the pool of a data source to what is true of every pool. */
public final class DataSourceInvariants {

    /** In virtual time; what hangs is aborted or given up by then. */
    private static final long REST_NANOS = Duration.ofMinutes(10).toNanos();

    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private final Simulation simulation;
    private final SluiceDataSource source;
    private final SimDatabase database;
    private @Nullable ResourcePool<?> pool;
    private @Nullable PoolView<?> view;

    public DataSourceInvariants(
            Simulation simulation, SluiceDataSource source, SimDatabase database) {
        this.simulation = simulation;
        this.source = source;
        this.database = database;
        simulation.whenQuiet(this::checkQuiet);
    }

    /** Returns what is seen of the pool; null before its start. Each start makes another pool. */
    private @Nullable PoolView<?> view() {
        ResourcePool<?> opened = PoolView.part(source, Lifecycle.class).opened();
        if (opened != pool) {
            pool = opened;
            view = opened == null ? null : new PoolView<>(opened);
        }
        return view;
    }

    /** Every thread waits for time to pass. */
    private void checkQuiet() {
        PoolView<?> seen = view();
        String disorder = seen == null ? null : seen.disorder();
        if (disorder != null) {
            simulation.fail(disorder, null);
        }
    }

    /** Nothing uses the data source any more, and the database behaves. */
    public void checkAtRest() {
        long end = simulation.nanos() + REST_NANOS;
        boolean isAtRest = isAtRest(); // asked once at a time: a keepalive may begin meanwhile
        while (!isAtRest && simulation.nanos() < end) {
            simulation.sleep(LOOK_NANOS);
            isAtRest = isAtRest();
        }
        if (!isAtRest) {
            PoolView<?> seen = view();
            List<String> faults = seen == null ? List.of() : seen.faultsAtRest();
            simulation.fail(
                    "not at rest: " + faults + "; " + seen + ", open " + database.open(), null);
        }
    }

    private boolean isAtRest() {
        PoolView<?> seen = view();
        return seen == null
                ? database.open() == 0
                : seen.faultsAtRest().isEmpty() && database.open() == seen.total();
    }

    /** Nothing has gone wrong at the server, nor in a lease. */
    public void checkNothingLost() {
        Map<DiscardReason, Long> discarded = source.snapshot().counters().discarded();
        for (DiscardReason reason : List.of(DiscardReason.BROKEN, DiscardReason.INVALID)) {
            if (discarded.getOrDefault(reason, 0L) != 0) {
                simulation.fail("connections are lost as " + reason, null);
            }
        }
    }

    /** The data source is closed. */
    public void checkClosed() {
        simulation.await(() -> database.open() == 0, REST_NANOS);
        if (database.open() != 0) {
            simulation.fail("closed, but open are " + database.open() + "; " + view, null);
        }
    }
}
