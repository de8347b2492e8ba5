package io.sluice.sim.world;

import io.sluice.pool.spi.ResourceFactory;
import io.sluice.sim.scheduler.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A good server whose every answer to a validation is planned, and which keeps a record. */
public final class UpkeepServer implements ResourceFactory<Object> {

    private static final Duration CONNECT = Duration.ofMillis(10);

    /** What becomes of a validation. */
    public interface Plan {
        void validate(Object resource) throws Exception;
    }

    /** The thread of each validation, in their order. */
    public final List<Thread> validators = new ArrayList<>();

    public final Set<Object> alive = new LinkedHashSet<>();
    public final Set<Object> aborted = new HashSet<>();

    /** How often it was connected to. */
    public int attempts;

    public Plan plan = resource -> {};

    /** Whether the failure of a validation may concern other resources. */
    public boolean concernsOthers = true;

    /** Runs at the end of each attempt to connect. */
    public Runnable whenOneEnds = () -> {};

    /** How long it takes to let a resource go. */
    public Duration destroying = Duration.ZERO;

    private final Simulation simulation;

    public UpkeepServer(Simulation simulation) {
        this.simulation = simulation;
    }

    public int validations() {
        return validators.size();
    }

    /** A validation that hangs until the pool ends it. */
    public void hang(Object resource) {
        simulation.await(() -> aborted.contains(resource), Duration.ofHours(1).toNanos());
    }

    /** A validation that fails after that time. */
    public void fail(Duration time) {
        simulation.sleep(time.toNanos());
        throw new IllegalStateException("the session is lost");
    }

    @Override
    public Object create() {
        Object resource = "resource-" + ++attempts;
        simulation.sleep(CONNECT.toNanos());
        whenOneEnds.run();
        alive.add(resource);
        return resource;
    }

    @Override
    public void validate(Object resource, Duration limit) throws Exception {
        simulation.note("validates " + resource);
        validators.add(Thread.currentThread());
        plan.validate(resource);
    }

    @Override
    public boolean mayConcernOthers(Throwable failure) {
        return concernsOthers;
    }

    @Override
    public void abort(Object resource) {
        aborted.add(resource);
    }

    @Override
    public void destroy(Object resource) {
        simulation.sleep(destroying.toNanos());
        simulation.note("destroys " + resource);
        alive.remove(resource);
    }
}
