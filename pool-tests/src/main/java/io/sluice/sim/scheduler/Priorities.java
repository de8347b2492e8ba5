package io.sluice.sim.scheduler;

import java.util.Random;

/**
 * Lets the thread of the highest priority run. Priorities are random; after a random number of
 * points the running thread falls behind all others. Like probabilistic concurrency testing (PCT),
 * but the number of changes is not fixed, so that its lower bound does not hold.
 */
final class Priorities implements Schedule {

    private static final int[] MEANS = {10, 100, 1_000, 5_000};

    private final Random random;
    private final int mean;
    private double lowest;

    Priorities(Random random) {
        this.random = random;
        this.mean = MEANS[random.nextInt(MEANS.length)];
    }

    @Override
    public int pointsToPass() {
        return 1 + random.nextInt(2 * mean);
    }

    @Override
    public SimThread next(SimThread[] runnable, int many) {
        SimThread best = runnable[0];
        for (int i = 0; i < many; i++) {
            if (priorityOf(runnable[i]) > priorityOf(best)) {
                best = runnable[i];
            }
        }
        return best;
    }

    private double priorityOf(SimThread thread) {
        if (Double.isNaN(thread.priority)) {
            thread.priority = random.nextDouble();
        }
        return thread.priority;
    }

    @Override
    public void preempted(SimThread thread) {
        thread.priority = --lowest;
    }

    @Override
    public String toString() {
        return "priorities, changed about each " + mean + ". point";
    }
}
