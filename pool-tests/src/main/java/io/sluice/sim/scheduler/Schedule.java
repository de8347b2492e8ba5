package io.sluice.sim.scheduler;

import java.util.Random;
import java.util.SplittableRandom;

/** Decides which thread of a simulation runs, and for how long. Made anew for each simulation. */
public interface Schedule {

    /** Returns how many points the running thread may pass before it is preempted. */
    int pointsToPass();

    /** Chooses the thread that runs next, among the first so many; there is at least one. */
    SimThread next(SimThread[] runnable, int many);

    /** A thread was preempted. */
    void preempted(SimThread thread);

    /** Returns the schedule of a seed: even ones walk at random, odd ones follow priorities. */
    static Schedule of(long seed) {
        // Mixed, because the first choices of a Random hardly depend on the last bits of its seed.
        Random random = new Random(new SplittableRandom(seed).nextLong());
        return seed % 2 == 0 ? new RandomWalk(random) : new Priorities(random);
    }
}
