package io.sluice.sim.invariant;

import io.sluice.pool.PoolConfig;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;

/** What a resource has to have behind it when a caller gets it. */
public final class ResourceFreshness {

    /** Clocks are read a little before and after what they time. */
    private static final long SLACK_NANOS = Duration.ofMillis(2).toNanos();

    private static final long SUSPICION_NANOS = Duration.ofSeconds(1).toNanos();

    /** Of the coarse clock, the longest; twice, since two may pass. */
    private static final long TICK_NANOS = Duration.ofMillis(500).toNanos();

    private final Simulation simulation;
    private final SimServer server;
    private final PoolConfig config;

    private Announcements announced = new Announcements(-1, -1, Long.MAX_VALUE);
    private long lastSuspicion = -2 * SUSPICION_NANOS;

    /**
     * What the pool was told before a moment.
     *
     * @param flushedAt when a flush began that is over; what was begun before must not serve
     * @param suspectedAt when all were suspected; what was begun before is to be validated
     * @param suspectedFrom from when on that is certain
     */
    public record Announcements(long flushedAt, long suspectedAt, long suspectedFrom) {}

    public ResourceFreshness(Simulation simulation, SimServer server, PoolConfig config) {
        this.simulation = simulation;
        this.server = server;
        this.config = config;
    }

    /** A flush of all resources that began then is over. */
    public void flushed(long began) {
        announced =
                new Announcements(
                        Math.max(began, announced.flushedAt),
                        announced.suspectedAt,
                        announced.suspectedFrom);
    }

    /** A call that suspects all began then and is over. At most one a second takes effect. */
    public void suspected(long began) {
        long now = simulation.nanos();
        // The pool suspects all by itself when a validation fails, also of what was just aborted.
        long last = Math.max(lastSuspicion, server.lastRefusal());
        boolean isAtOnce = began - last >= 2 * SUSPICION_NANOS;
        lastSuspicion = now;
        if (announced.suspectedAt < 0 || now >= announced.suspectedFrom) {
            announced =
                    new Announcements(
                            announced.flushedAt,
                            began,
                            isAtOnce ? now : now + SUSPICION_NANOS + SLACK_NANOS);
        }
    }

    /** Returns what a caller that begins now may rely on. */
    public Announcements announced() {
        return announced;
    }

    /** A caller that began after these, at that time, has the resource. */
    public void check(SimResource resource, Announcements before, long began) {
        if (resource.barred() != null) {
            fail(resource + " serves again, though " + resource.barred());
        }
        if (resource.begunAt() < before.flushedAt) {
            fail(resource + " is older than a flush");
        }
        if (!failsValidations()
                && began >= before.suspectedFrom
                && !hasStalledSince(before.suspectedAt)
                && resource.begunAt() < before.suspectedAt
                && resource.validatedFrom() < before.suspectedAt) {
            fail(resource + " was suspected, and has not been validated");
        }
        long interval = config.validationInterval().toNanos();
        long checked = Math.max(resource.existsSince(), resource.validatedFrom());
        boolean isDue = interval > 0 && simulation.nanos() - checked > interval + TICK_NANOS;
        if (isDue && !hasStalledSince(checked) && began >= checked + interval + TICK_NANOS) {
            fail(resource + " was not validated for " + (simulation.nanos() - checked) + " ns");
        }
        long idle = simulation.nanos() - resource.provenAt();
        long limit = config.validateAfterIdle().toNanos() + SLACK_NANOS;
        if (idle > limit && !hasStalledSince(resource.provenAt())) {
            fail(resource + " was idle for " + Duration.ofNanos(idle) + " and was not validated");
        }
    }

    private boolean failsValidations() {
        return server.faults().validateFails() + server.faults().validateHangs() > 0;
    }

    private boolean hasStalledSince(long moment) {
        return simulation.stalledUntil() > moment;
    }

    private void fail(String what) {
        simulation.fail(what, new Throwable("here"));
    }
}
