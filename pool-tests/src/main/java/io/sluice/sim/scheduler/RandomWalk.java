package io.sluice.sim.scheduler;

import java.util.Random;

/** Lets any thread run next, and preempts it after a random number of points. */
final class RandomWalk implements Schedule {

    /** Means of points between preemptions: from a switch at most points to hardly any. */
    private static final int[] MEANS = {3, 10, 30, 100, 300, 1_000};

    private final Random random;
    private final int mean;

    RandomWalk(Random random) {
        this.random = random;
        this.mean = MEANS[random.nextInt(MEANS.length)];
    }

    @Override
    public int pointsToPass() {
        return 1 + (int) (-Math.log(1 - random.nextDouble()) * mean);
    }

    @Override
    public SimThread next(SimThread[] runnable, int many) {
        return runnable[random.nextInt(many)];
    }

    @Override
    public void preempted(SimThread thread) {
        // Any thread may run next, also this one.
    }

    @Override
    public String toString() {
        return "random walk, a preemption at about each " + mean + ". point";
    }
}
