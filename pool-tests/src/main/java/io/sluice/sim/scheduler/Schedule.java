package io.sluice.sim.scheduler;

import java.util.List;
import java.util.Random;

/** Decides which thread of a simulation runs, and for how long. Made anew for each simulation. */
public interface Schedule {

    /** Returns how many points the running thread may pass before it is preempted. */
    int pointsToPass();

    /** Chooses the thread that runs next; there is at least one. */
    SimThread next(List<SimThread> runnable);

    /** A thread was preempted. */
    void preempted(SimThread thread);

    /**
     * Returns the schedule of a seed: half of them walk at random, half of them follow priorities.
     */
    static Schedule of(long seed) {
        Random random = new Random(seed);
        return random.nextBoolean() ? new RandomWalk(random) : new Priorities(random);
    }
}
