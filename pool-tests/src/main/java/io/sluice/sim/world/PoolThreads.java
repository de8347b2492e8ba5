package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The class loaders that threads of a pool keep: that of the thread that opened it while a task
 * runs, so that a driver finds its classes; none while they are idle, nor after the close.
 */
public final class PoolThreads {

    private static final String PREFIX = "sluice-simulated-creator-";

    private final Simulation simulation;

    /** Of the thread that opens the pool, and no other. */
    private final ClassLoader loader = new ClassLoader(null) {};

    private final Set<Thread> seen = new LinkedHashSet<>();

    /** Those that are in a call of a resource or of the server. */
    private final Set<Thread> atWork = new LinkedHashSet<>();

    private boolean isClosing;
    private boolean isClosed;

    /** Those at work after the close; null before. */
    private @Nullable Set<Thread> workedAtClose;

    /** Called by the thread that opens the pool, before it does. */
    public PoolThreads(Simulation simulation) {
        this.simulation = simulation;
        Thread.currentThread().setContextClassLoader(loader);
        simulation.whenQuiet(this::checkQuiet);
    }

    /** The pool is being closed. */
    public void closing() {
        isClosing = true;
    }

    /** The pool has been closed. */
    public void closed() {
        isClosed = true;
    }

    /** The calling thread begins to work for a pool. */
    void begins() {
        Thread thread = Thread.currentThread();
        if (!thread.getName().startsWith(PREFIX)) {
            return;
        }
        seen.add(thread);
        atWork.add(thread);
        if (!thread.isDaemon()) {
            simulation.fail(thread.getName() + " keeps the process alive", null);
        }
        ClassLoader found = thread.getContextClassLoader();
        if (!isClosing && found != loader) {
            simulation.fail(thread.getName() + " lacks the class loader of the opener", null);
        }
        if (workedAtClose != null && !workedAtClose.contains(thread) && found != null) {
            simulation.fail(thread.getName() + " has a class loader after the close", null);
        }
    }

    /** It has done so. */
    void ends() {
        atWork.remove(Thread.currentThread());
    }

    private void checkQuiet() {
        for (Thread thread : seen) {
            if (!atWork.contains(thread) && thread.getContextClassLoader() != null) {
                simulation.fail(thread.getName() + " is idle and keeps a class loader", null);
            }
        }
        if (isClosed && workedAtClose == null) {
            workedAtClose = new LinkedHashSet<>(atWork);
        }
    }
}
