package io.sluice.sim.scheduler;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final Map<SimThread, Double> priorities = new HashMap<>();
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
    public SimThread next(List<SimThread> runnable) {
        SimThread best = runnable.get(0);
        for (SimThread thread : runnable) {
            if (priorityOf(thread) > priorityOf(best)) {
                best = thread;
            }
        }
        return best;
    }

    private double priorityOf(SimThread thread) {
        return priorities.computeIfAbsent(thread, newcomer -> random.nextDouble());
    }

    @Override
    public void preempted(SimThread thread) {
        priorities.put(thread, --lowest);
    }

    @Override
    public String toString() {
        return "priorities, changed about each " + mean + ". point";
    }
}
