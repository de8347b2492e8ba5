package io.sluice.sim.scheduler;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario. Its threads pass a baton: the thread that has it runs, and passes it on
 * where it blocks, ends, or is preempted. The clock goes on only when no thread can run.
 *
 * <p>The same seed gives the same run, event by event. After a failure each thread is ended, one
 * after the other, by an error at its next point. Code that catches everything stays where it is.
 */
public final class Simulation {

    /** Beyond this the threads go round in circles. */
    private static final long MOST_POINTS = 20_000_000;

    /** Of so many points in a row at one place, one counts. */
    private static final int MOST_REPETITIONS = 64;

    /** What a thread needs that yields so often in a row, a stalled one may have. */
    private static final int MANY_YIELDS = 64;

    private static final long SHORT_YIELD_NANOS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long LONG_YIELD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long MOST_NANOS = TimeUnit.DAYS.toNanos(365);

    /** In real time. A thread that waits in a way that is not simulated has the baton for good. */
    private static final long MOST_REAL_SECONDS = 120;

    /** In real time, for a thread to end after a failure. */
    private static final long ENDING_MILLIS = 10_000;

    /** A thread that catches the end of the simulation so often does not end. */
    private static final int MOST_ENDS = 1_000;

    private final Trial trial;
    private final Schedule schedule;
    private final Random chance;
    private final EventLog log;
    private final Scenario scenario;
    private final CountDownLatch over = new CountDownLatch(1);

    // Owned by the thread that has the baton
    private final ArrayList<SimThread> threads = new ArrayList<>();
    private SimThread[] runnable = new SimThread[32];
    private final List<Runnable> quietChecks = new ArrayList<>();
    private final Set<String> parts = new LinkedHashSet<>();
    private @Nullable SimThread running;
    private int started;
    private int pointsLeft;
    private boolean isInspecting;
    private boolean isInOneStep;
    private double stallChance;
    private long longestStall;
    private BooleanSupplier refusesThread = () -> false;
    private BooleanSupplier refusesMemory = () -> false;
    private LongSupplier delaysThread = () -> 0;
    private Runnable handedOver = () -> {};
    private @Nullable Consumer<String> logReader;
    private @Nullable Consumer<Throwable> failureReader;
    private long stalledUntil = -1;
    private int lastSite = -1;
    private int repetitions;
    private long now;
    private long nextTime;
    private @Nullable String failure;
    private @Nullable Throwable cause;

    /** Whether there was a failure, so that the threads have only to end. */
    private boolean isEnding;

    private Simulation(Trial trial, Scenario scenario, boolean keepsAll) {
        this.trial = trial;
        this.schedule = Schedule.of(trial.schedule());
        this.scenario = scenario;
        this.chance = new Random(new SplittableRandom(~trial.schedule()).nextLong());
        this.log = new EventLog(keepsAll);
        this.pointsLeft = schedule.pointsToPass();
    }

    /**
     * Runs a scenario.
     *
     * @param keepsAll whether the log keeps all events, not only the last ones
     */
    public static Outcome run(Trial trial, Scenario scenario, boolean keepsAll) {
        return new Simulation(trial, scenario, keepsAll).outcome();
    }

    private Outcome outcome() {
        SimThread first = new SimThread(this, this::runScenario);
        first.start();
        first.giveTurn();
        boolean isOver = false;
        try {
            isOver = over.await(MOST_REAL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Outcome outcome =
                new Outcome(
                        isOver ? failure : whatHangs(),
                        isOver ? cause : null,
                        log,
                        now,
                        schedule.toString(),
                        List.copyOf(parts));
        if (isOver && failure != null) {
            endThreads();
        }
        return outcome;
    }

    /** Parked threads, and what they refer to, would stay for as long as the process lives. */
    private void endThreads() {
        try {
            for (SimThread thread : List.copyOf(threads)) {
                if (thread.hasBegun) {
                    thread.giveTurn();
                    thread.awaitEnd(ENDING_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the running thread if there was a failure. */
    void endIfOver(SimThread self) {
        if (isEnding) {
            if (++self.ends > MOST_ENDS) {
                self.stay();
            }
            throw new SimulationEnded();
        }
    }

    private String whatHangs() {
        StringBuilder text = new StringBuilder("a thread waits in a way that is not simulated:");
        SimThread thread = running;
        for (StackTraceElement frame :
                thread == null ? new StackTraceElement[0] : thread.wholeStackTrace()) {
            text.append("\n    ").append(frame);
        }
        return text.toString();
    }

    private void runScenario() {
        try {
            scenario.run(this);
        } catch (Throwable e) {
            fail("the scenario failed: " + e, e);
        }
    }

    /** Returns the simulation of the calling thread, or null. */
    public static @Nullable Simulation current() {
        return Thread.currentThread() instanceof SimThread thread ? thread.simulation : null;
    }

    // for scenarios

    /**
     * Returns chances and choices of a part of the scenario. They depend on the seed and the name
     * alone, so that they stay the same when another part is left out.
     */
    public Random chance(String name) {
        return new Random(new SplittableRandom(trial.seed() * 31 + name.hashCode()).nextLong());
    }

    /** Whether a part of the scenario, about to begin, takes place. */
    public boolean has(String part) {
        return trial.has(part) && (parts.contains(part) || parts.add(part));
    }

    /** Returns the virtual time since the start. */
    public long nanos() {
        return now;
    }

    /** Returns until when the last stall of a thread lasts; -1 if there was none. */
    public long stalledUntil() {
        return stalledUntil;
    }

    /** Lets preempted threads stall with this probability, so that timers overtake them. */
    public void stall(double probability, long longestNanos) {
        stallChance = probability;
        longestStall = longestNanos;
    }

    /** Adds a check for the moments at which every thread waits for time to pass. */
    public void whenQuiet(Runnable check) {
        quietChecks.add(check);
    }

    /** Has the log read by this, which may also fail. */
    public void readLog(Consumer<String> reader) {
        logReader = reader;
    }

    /** Has the failures that the log shows, of which the lines do not tell, read by this. */
    public void readFailures(Consumer<Throwable> reader) {
        failureReader = reader;
    }

    boolean isLogRead() {
        return logReader != null;
    }

    void logs(String text, @Nullable Throwable why) {
        if (logReader != null) {
            logReader.accept(text);
        }
        if (failureReader != null && why != null) {
            failureReader.accept(why);
        }
    }

    /** Lets the system start no thread now and then, other than those of the scenario. */
    public void refuseThreads(BooleanSupplier when) {
        refusesThread = when;
    }

    /** Returns how many threads were started so far. */
    public int started() {
        return started;
    }

    /** Whether the calling thread was started after so many others. */
    public boolean isYoungerThan(int many) {
        return runningNumber() >= many;
    }

    /** Lets there be no memory now and then, where code that is looked into for that takes some. */
    public void refuseMemory(BooleanSupplier when) {
        refusesMemory = when;
    }

    /**
     * Runs on a thread that has just passed a task to an idle thread. It may fail: that one may
     * have run the task and ended by then, and its replacement cannot be started.
     */
    public void whenHandedOver(Runnable then) {
        handedOver = then;
    }

    /** An executor has passed a task to an idle thread. */
    void handedOver() {
        handedOver.run();
    }

    /** Lets threads other than those of the scenario begin late, by so many nanoseconds. */
    public void delayThreads(LongSupplier delay) {
        delaysThread = delay;
    }

    /** Starts a thread. */
    public SimThread start(String name, Runnable work) {
        BooleanSupplier refuses = refusesThread;
        LongSupplier delays = delaysThread;
        refusesThread = () -> false;
        delaysThread = () -> 0;
        SimThread thread = new SimThread(work, name);
        thread.start();
        refusesThread = refuses;
        delaysThread = delays;
        return thread;
    }

    /** Lets virtual time pass; not interrupted. */
    public void sleep(long nanos) {
        await(() -> false, nanos);
    }

    /**
     * Waits for a condition, which is free of side effects, for a limited time; not interrupted.
     */
    public void await(BooleanSupplier condition, long nanos) {
        if (nanos > 0 && !condition.getAsBoolean()) {
            block(self(), condition, now + Math.min(nanos, SimThread.NEVER / 2));
        }
    }

    /** Waits until a thread has ended. */
    public void join(SimThread thread) {
        await(() -> thread.isOver, SimThread.NEVER);
    }

    /** Writes to the log. */
    public void note(String text) {
        if (isEnding) {
            throw new SimulationEnded(); // the log is that of the failure
        }
        log.note(now, runningNumber(), text);
    }

    /** Ends the simulation with a failure; does not return. */
    public void fail(String what, @Nullable Throwable why) {
        SimThread self = self();
        endIfOver(self);
        failure = what;
        cause = why;
        isEnding = true;
        over.countDown();
        self.awaitTurn();
        throw new SimulationEnded();
    }

    // for hooks

    /** Returns chances that depend on the schedule. */
    Random chance() {
        return chance;
    }

    private static SimThread self() {
        return (SimThread) Thread.currentThread();
    }

    private int runningNumber() {
        return running == null ? -1 : running.number;
    }

    /** The running thread passes a point. */
    void point(SimThread self, int site) {
        if (isEnding) { // here as well: points are what a simulation mostly does
            endIfOver(self);
        }
        if (isInspecting || isInOneStep) {
            return;
        }
        if (site != lastSite) {
            lastSite = site;
            repetitions = 0;
        } else if (++repetitions % MOST_REPETITIONS != 0) {
            return; // loops over one place would drown what is rare
        }
        log.point(now, self.number, site);
        if (--pointsLeft <= 0) {
            preempt(self);
        }
    }

    private void preempt(SimThread self) {
        pointsLeft = schedule.pointsToPass();
        if (log.count() > MOST_POINTS) {
            fail(
                    self.getName() + " is one of the threads that go round in circles",
                    new Throwable("here"));
        }
        schedule.preempted(self);
        if (stallChance > 0 && chance.nextDouble() < stallChance) {
            long stall = 1 + (long) (chance.nextDouble() * longestStall);
            log.note(now, self.number, "stalls for " + stall / 1_000 + " us");
            stalledUntil = Math.max(stalledUntil, now + stall);
            stall(self, stall);
        } else {
            passBaton(self);
        }
    }

    private void stall(SimThread self, long nanos) {
        self.isStalled = true;
        block(self, null, now + nanos);
        self.isStalled = false;
    }

    /** The running thread is about to take memory. */
    void takesMemory() {
        if (!isInspecting && refusesMemory.getAsBoolean()) {
            throw new OutOfMemoryError("on purpose");
        }
    }

    /** The running thread does something during which no other runs. */
    <T> T inOneStep(Supplier<T> work) {
        boolean before = isInOneStep;
        isInOneStep = true;
        try {
            return work.get();
        } finally {
            isInOneStep = before;
        }
    }

    /** The running thread lets all others run that can, then some time pass. */
    void yieldNow(SimThread self) {
        if (isInspecting) {
            throw new IllegalStateException("a check waits for what it looks at");
        }
        int yields = ++self.yields;
        stall(self, yields < MANY_YIELDS ? SHORT_YIELD_NANOS : LONG_YIELD_NANOS);
        self.yields = yields;
    }

    void starts(SimThread thread) {
        if (isEnding) {
            throw new SimulationEnded();
        }
        if (refusesThread.getAsBoolean()) {
            note("no thread for " + thread.getName());
            throw new OutOfMemoryError("unable to create native thread, on purpose");
        }
        thread.number = started++;
        thread.delay = delaysThread.getAsLong();
        threads.add(thread);
        if (running == null) {
            running = thread;
        }
        log.note(now, runningNumber(), "starts " + thread.number + ", " + thread.getName());
    }

    void ended(SimThread self) {
        if (isEnding) {
            return;
        }
        log.note(now, self.number, self.getName() + " ends");
        self.isOver = true;
        threads.remove(self);
        SimThread next = choose();
        if (next != null) {
            running = next;
            next.giveTurn();
        } else {
            over.countDown();
        }
    }

    /**
     * Blocks the running thread.
     *
     * @param ready makes it go on before its time; null if nothing does
     */
    void block(SimThread self, @Nullable BooleanSupplier ready, long wakeAt) {
        endIfOver(self);
        if (isInOneStep) {
            fail(self.getName() + " waits while others wait for it", new Throwable("here"));
        }
        if (isInspecting) {
            fail("a thread waits and keeps a lock meanwhile", new Throwable("here"));
        }
        self.yields = 0;
        self.ready = ready;
        self.wakeAt = wakeAt;
        self.isBlocked = true;
        passBaton(self);
        self.isBlocked = false;
    }

    private void passBaton(SimThread self) {
        passBaton(self, choose());
    }

    private void passBaton(SimThread self, @Nullable SimThread next) {
        if (next == null || next == self) {
            return;
        }
        running = next;
        next.giveTurn();
        self.awaitTurn();
        endIfOver(self);
    }

    /** Returns the thread to run next, once time has passed if need be; null if all have ended. */
    private @Nullable SimThread choose() {
        for (; ; ) {
            if (runnable.length < threads.size()) {
                runnable = new SimThread[2 * threads.size()];
            }
            int many = 0;
            for (int i = 0; i < threads.size(); i++) { // without an iterator: this is done often
                SimThread thread = threads.get(i);
                if (thread.isRunnable(now)) {
                    runnable[many++] = thread;
                }
            }
            if (many > 0) {
                return schedule.next(runnable, many);
            }
            if (threads.isEmpty()) {
                return null;
            }
            long earliest = SimThread.NEVER;
            boolean isStalled = false;
            for (SimThread thread : threads) {
                earliest = Math.min(earliest, thread.wakeAt);
                isStalled |= thread.isStalled;
            }
            if (!isStalled) {
                inspect(earliest);
            }
            if (earliest >= SimThread.NEVER / 2) {
                fail("deadlock: " + names() + " wait for each other, or for nothing", null);
            }
            now = earliest;
            if (now > MOST_NANOS) {
                fail("no end after a virtual year; " + names() + " still live", null);
            }
        }
    }

    /** Returns when, at a quiet moment, the next thread goes on by itself. */
    public long nextTime() {
        return nextTime;
    }

    private void inspect(long earliest) {
        nextTime = earliest;
        isInspecting = true;
        quietChecks.forEach(Runnable::run);
        isInspecting = false;
    }

    private List<String> names() {
        return threads.stream().map(Thread::getName).toList();
    }
}
