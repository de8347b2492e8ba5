package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import org.jspecify.annotations.Nullable;

/** A resource that notices when two use it at once, and when it is used after its end. */
public final class SimResource {

    private final Simulation simulation;
    private final int number;
    private @Nullable String user;
    private int destructions;
    private boolean isAborted;
    private boolean isGone;

    SimResource(Simulation simulation, int number) {
        this.simulation = simulation;
        this.number = number;
    }

    /** Begins to use the resource. */
    public void begin() {
        String thread = Thread.currentThread().getName();
        if (user != null) {
            simulation.fail(this + " is used by " + thread + " and by " + user, here());
        }
        if (isGone && !isAborted) {
            simulation.fail(this + " was destroyed and is used by " + thread, here());
        }
        user = thread;
    }

    private static Throwable here() {
        return new Throwable("here");
    }

    /** Ends what {@link #begin} began. */
    public void end() {
        user = null;
    }

    /** Ends it by force. */
    void abort() {
        isAborted = true;
    }

    /** Whether it was ended by force. */
    public boolean isAborted() {
        return isAborted;
    }

    void beginDestruction() {
        if (++destructions > 1) {
            simulation.fail(this + " is destroyed twice", here());
        }
        if (user != null && !isAborted) {
            simulation.fail(this + " is destroyed while " + user + " uses it", here());
        }
    }

    void endDestruction() {
        isGone = true;
    }

    @Override
    public String toString() {
        return "resource " + number;
    }
}
