package io.sluice.sim.scheduler;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that runs only while its simulation lets it. Rewritten code makes these where
 * it would make a {@link Thread}. Apart from {@code turn}, the fields belong to the thread that
 * runs.
 */
public final class SimThread extends Thread {
    /** The group of the threads of applications; a pool keeps none of them. */
    private static final ThreadGroup APPLICATION = new ThreadGroup("application");

    /** Of the 32 values of a hash that are left, those below this are sizes of large methods. */
    private static final int LARGEST = 8;

    private static final int SHIFT = 27;

    private static final String SCHEDULER = SimThread.class.getPackageName() + ".";

    /** Later than every time. */
    static final long NEVER = Long.MAX_VALUE;

    final @Nullable Simulation simulation;

    /** Its number in the order of starts; -1 before. */
    int number = -1;

    /** How long it has no processor at first. */
    long delay;

    boolean hasBegun;
    boolean isOver;
    boolean isBlocked;

    /** Makes a blocked thread go on; null if time alone does. */
    @Nullable BooleanSupplier ready;

    /** When a blocked thread goes on by itself. */
    long wakeAt;

    /** Whether it waits for its processor, in the midst of its work. */
    boolean isStalled;

    /** How often in a row it has yielded. */
    int yields;

    /** How often it was told to end. */
    int ends;

    /** Of {@link LockSupport}. */
    boolean permit;

    /** Of {@link Priorities}; not a number before the first. */
    double priority = Double.NaN;

    /** How often it was unparked. */
    int wakeUps;

    /** How many frames of counted methods it has, and how many it may have. */
    private int frames;

    private int mostFrames = Integer.MAX_VALUE;

    /** Tells which methods take more stack, since they are not compiled yet; 0 if none does. */
    private int salt;

    private boolean interrupted;
    private volatile boolean turn;

    /** Whether a park is over. One for all parks of the thread, which are many. */
    final BooleanSupplier unparked = () -> permit || interrupted;

    /** Whether it does not end though it was told to. */
    private volatile boolean stays;

    /** It has done what it was told at the end of a simulation. */
    private final CountDownLatch told = new CountDownLatch(1);

    /** Makes a thread of the caller's simulation. */
    public SimThread(
            @Nullable ThreadGroup group,
            @Nullable Runnable task,
            String name,
            long stackSize,
            boolean inheritThreadLocals) {
        super(group, task, name, stackSize, inheritThreadLocals);
        simulation = Simulation.current();
        setDaemon(true);
        if (simulation != null && isOfApplication() && group != APPLICATION) {
            simulation.fail(name + " is in the thread group of its first caller", null);
        }
    }

    private boolean isOfApplication() {
        return getThreadGroup() == APPLICATION;
    }

    /** Does something with so many frames of counted methods left, and no more. */
    public static <E extends Exception> void withFrames(int many, Step<E> step) throws E {
        SimThread self = (SimThread) Thread.currentThread();
        self.mostFrames = self.frames + many;
        try {
            step.run();
        } finally {
            self.mostFrames = Integer.MAX_VALUE;
        }
    }

    /** Does the same, and some methods take more than one frame, other ones for each salt. */
    public static <E extends Exception> void withFrames(int many, int salt, Step<E> step) throws E {
        SimThread self = (SimThread) Thread.currentThread();
        self.salt = salt;
        try {
            withFrames(many, step);
        } finally {
            self.salt = 0;
        }
    }

    /** Does something outside of that limit. */
    public static void withAllFrames(Runnable step) {
        SimThread self = (SimThread) Thread.currentThread();
        int most = self.mostFrames;
        self.mostFrames = Integer.MAX_VALUE;
        step.run();
        self.mostFrames = most;
    }

    /** How many frames are left to the calling thread. */
    public static int framesLeft() {
        return Thread.currentThread() instanceof SimThread self
                ? self.mostFrames - self.frames
                : Integer.MAX_VALUE;
    }

    /** What is done at the end of a stack. */
    public interface Step<E extends Exception> {
        /** Does it. */
        void run() throws E;
    }

    /** Returns how often the thread was unparked so far. */
    public int wakeUps() {
        return wakeUps;
    }

    /**
     * Takes the processor of a thread that waits, or gives it back: until then nothing wakes it.
     */
    public void setStalled(boolean isStalled) {
        this.isStalled = isStalled;
    }

    void enter(int method) {
        if (frames + size(method) > mostFrames) {
            throw new StackOverflowError("on purpose");
        }
        frames++;
    }

    /** How many frames have to be left for a call: one in four methods may need several. */
    private int size(int method) {
        int drawn = (method * salt) >>> SHIFT;
        return salt == 0 || drawn >= LARGEST ? 1 : Math.max(1, drawn);
    }

    void leave() {
        frames--;
    }

    /** Makes a thread of the caller's simulation. */
    public SimThread(Runnable task, String name) {
        this(APPLICATION, task, name, 0, true);
    }

    /** Makes the first thread of a simulation. */
    SimThread(Simulation simulation, Runnable task) {
        super(APPLICATION, task, "main");
        this.simulation = simulation;
        setDaemon(true);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it calls that
    public void start() {
        if (simulation == null) {
            super.start();
        } else {
            simulation.starts(this); // it begins at its first turn, without a switch to it before
        }
    }

    @Override
    public void run() {
        if (simulation == null) {
            super.run();
            return;
        }
        awaitTurn();
        try {
            simulation.endIfOver(this);
            runWork(simulation);
            simulation.ended(this);
        } catch (SimulationEnded e) {
            return; // as it was told to
        } finally {
            told.countDown();
        }
    }

    private void runWork(Simulation simulation) {
        try {
            if (delay > 0) {
                simulation.sleep(delay);
            }
            super.run();
        } catch (Throwable e) {
            simulation.fail(getName() + " ended with " + e, e);
        }
    }

    /** Waits, in real time, until this thread is the one that runs. */
    void awaitTurn() {
        while (!turn) {
            LockSupport.park(this);
        }
        turn = false;
    }

    /** Waits, in real time, until this thread has ended, or stays where it is for good. */
    void awaitEnd(long millis) throws InterruptedException {
        boolean ignored = told.await(millis, TimeUnit.MILLISECONDS);
        if (!stays) {
            join(millis);
        }
    }

    /** Does nothing any more, for good. */
    void stay() {
        stays = true;
        told.countDown();
        for (; ; ) {
            LockSupport.park(this);
        }
    }

    void giveTurn() {
        turn = true;
        if (hasBegun) {
            LockSupport.unpark(this);
        } else {
            hasBegun = true;
            super.start();
        }
    }

    boolean isRunnable(long now) {
        return !isBlocked || now >= wakeAt || (!isStalled && ready != null && ready.getAsBoolean());
    }

    /**
     * Returns the frames of simulated code: a thread that has just passed the baton on may still be
     * on its way to its rest.
     */
    @Override
    public StackTraceElement[] getStackTrace() {
        StackTraceElement[] frames = super.getStackTrace();
        if (simulation == null) {
            return frames;
        }
        int top = 0;
        while (top < frames.length && isUnderneath(frames[top])) {
            top++;
        }
        return Arrays.copyOfRange(frames, top, frames.length);
    }

    /** Whether the frame is of the scheduler, or of what that calls. */
    private static boolean isUnderneath(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.startsWith(SCHEDULER) || frame.getModuleName() != null;
    }

    StackTraceElement[] wholeStackTrace() {
        return super.getStackTrace();
    }

    @Override
    public void interrupt() {
        if (simulation == null) {
            super.interrupt();
        } else {
            interrupted = true;
        }
    }

    @Override
    public boolean isInterrupted() {
        return simulation == null ? super.isInterrupted() : interrupted;
    }

    /** Returns and clears the interrupt flag. */
    boolean takeInterrupt() {
        boolean was = interrupted;
        interrupted = false;
        return was;
    }

    /** The same in each run, as the order of hashed sets of threads is to be. */
    @Override
    public int hashCode() {
        return number;
    }
}
