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
    private boolean isWorkedOn;
    private boolean wasAbortedAtWork;

    /** When its creation began. */
    private final long begunAt;

    private final long existsSince;

    /**
     * When it was last known to work: created, used, or validated; the end of all times if that is
     * not known.
     */
    private long provenAt;

    /** When its last validation began that it passed. */
    private long validatedFrom = -1;

    /** Why it is to serve no other lease. */
    private @Nullable String barred;

    /** Where the lease began that the listener was told as a leak. */
    private @Nullable Throwable leak;

    SimResource(Simulation simulation, int number, long begunAt) {
        this.simulation = simulation;
        this.number = number;
        this.begunAt = begunAt;
        this.provenAt = simulation.nanos();
        this.existsSince = provenAt;
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
        proves();
    }

    /** It works; its idle time begins. */
    public void proves() {
        provenAt = simulation.nanos();
    }

    /** Its idle time begins at a moment that is not known. */
    public void isLeft() {
        provenAt = Long.MAX_VALUE;
    }

    void passes(long began) {
        validatedFrom = began;
    }

    /** It is to serve no other lease. */
    public void bar(String why) {
        barred = why;
    }

    public @Nullable String barred() {
        return barred;
    }

    /** The listener is told of a leak. */
    public void leaks(@Nullable Throwable site) {
        leak = site;
    }

    public @Nullable Throwable leak() {
        return leak;
    }

    public long begunAt() {
        return begunAt;
    }

    public long provenAt() {
        return provenAt;
    }

    public long validatedFrom() {
        return validatedFrom;
    }

    /** Returns when its creation was over. */
    public long existsSince() {
        return existsSince;
    }

    int number() {
        return number;
    }

    /** The thread that had a lease works on it, or has done so, before it serves again. */
    public void worksOn(boolean works) {
        isWorkedOn = works;
    }

    /** Whether it was ended by force while a thread worked on it after its lease. */
    public boolean wasAbortedAtWork() {
        return wasAbortedAtWork;
    }

    /** Ends it by force. */
    void abort() {
        isAborted = true;
        wasAbortedAtWork |= isWorkedOn;
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
