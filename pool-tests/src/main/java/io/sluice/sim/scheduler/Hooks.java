package io.sluice.sim.scheduler;

import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code calls instead of the JDK. On threads that are not simulated each method does
 * what the JDK does.
 */
public final class Hooks {

    /** Where virtual time begins: not at zero, since nothing may rely on that. */
    private static final long ORIGIN = TimeUnit.DAYS.toNanos(1);

    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private Hooks() {}

    private static @Nullable SimThread self() {
        return Thread.currentThread() instanceof SimThread thread && thread.simulation != null
                ? thread
                : null;
    }

    private static Simulation of(SimThread thread) {
        return Objects.requireNonNull(thread.simulation, "a thread outside of simulations");
    }

    /** The calling thread is about to touch what threads share. */
    public static void point(int site) {
        if (Thread.currentThread() instanceof SimThread self && self.simulation != null) {
            self.simulation.point(self, site);
        }
    }

    /** The calling thread is about to take memory. */
    public static void memory() {
        Simulation simulation = Simulation.current();
        if (simulation != null) {
            simulation.takesMemory();
        }
    }

    /** The calling thread is about to take a frame of its stack. */
    public static void enter(int method) {
        SimThread self = self();
        if (self != null) {
            self.enter(method);
        }
    }

    /** The calling thread gives a frame back. */
    public static void leave() {
        SimThread self = self();
        if (self != null) {
            self.leave();
        }
    }

    /** The calling thread is about to wait in a way that is not simulated, or may be. */
    public static void refuse(String what) {
        Simulation simulation = Simulation.current();
        if (simulation == null) {
            throw new UnsupportedOperationException("not simulated: " + what);
        }
        simulation.fail("not simulated: " + what, new Throwable("here"));
    }

    // time

    /** Replaces {@link System#nanoTime}. */
    public static long nanoTime() {
        SimThread self = self();
        return self == null ? System.nanoTime() : ORIGIN + of(self).nanos();
    }

    /** Replaces {@link System#currentTimeMillis}. */
    public static long currentTimeMillis() {
        return now().toEpochMilli();
    }

    /** Replaces {@link Instant#now()}. */
    public static Instant now() {
        SimThread self = self();
        return self == null ? Instant.now() : EPOCH.plusNanos(of(self).nanos());
    }

    /**
     * Replaces {@code FlightRecorder.isAvailable()}: whether this process records must not decide
     * what a seed does.
     */
    public static boolean isRecorderAvailable() {
        return false;
    }

    /** Replaces {@code System.getLogger}. */
    public static System.Logger getLogger(String name) {
        return new SimLog(name);
    }

    // threads

    /** Replaces {@link Thread#isAlive}. */
    public static boolean isAlive(Thread thread) {
        if (thread instanceof SimThread simulated && simulated.simulation != null) {
            return simulated.number >= 0 && !simulated.isOver;
        }
        return thread.isAlive();
    }

    /** Replaces {@code Thread.getId}. */
    @SuppressWarnings("deprecation") // Thread.threadId() is not in Java 17
    public static long getId(Thread thread) {
        return thread instanceof SimThread simulated && simulated.simulation != null
                ? 1_000 + simulated.number
                : thread.getId();
    }

    /** Replaces {@link Thread#interrupted}. */
    public static boolean interrupted() {
        SimThread self = self();
        return self == null ? Thread.interrupted() : self.takeInterrupt();
    }

    /** Replaces {@link Thread#yield} and {@link Thread#onSpinWait}. */
    public static void yieldNow() {
        SimThread self = self();
        if (self == null) {
            Thread.onSpinWait();
        } else {
            of(self).yieldNow(self);
        }
    }

    // LockSupport

    /** Replaces {@link LockSupport#unpark}. */
    public static void unpark(@Nullable Thread thread) {
        if (thread instanceof SimThread simulated && simulated.simulation != null) {
            simulated.permit = true;
            simulated.wakeUps++;
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** Replaces {@link LockSupport#park(Object)}. */
    public static void park(Object blocker) {
        SimThread self = self();
        if (self == null) {
            LockSupport.park(blocker);
        } else {
            park(self, SimThread.NEVER);
        }
    }

    /** Replaces {@link LockSupport#parkNanos(long)}. */
    public static void parkNanos(long nanos) {
        parkNanos(Hooks.class, nanos);
    }

    /** Replaces {@link LockSupport#parkNanos(Object, long)}. */
    public static void parkNanos(Object blocker, long nanos) {
        SimThread self = self();
        if (self == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else if (nanos > 0) {
            park(self, deadline(self, nanos));
        }
    }

    private static void park(SimThread self, long wakeAt) {
        if (!self.unparked.getAsBoolean()) {
            of(self).block(self, self.unparked, wakeAt);
        }
        self.permit = false;
    }

    private static long deadline(SimThread self, long nanos) {
        return of(self).nanos() + Math.min(nanos, SimThread.NEVER / 2);
    }

    // locks

    /** Replaces {@link ReentrantLock#lock}. */
    public static void lock(ReentrantLock lock) {
        SimThread self = self();
        if (self == null) {
            lock.lock();
            return;
        }
        while (!lock.tryLock()) {
            of(self).block(self, () -> !lock.isLocked(), SimThread.NEVER);
        }
    }

    /** Replaces {@link ReentrantLock#newCondition}. */
    public static Condition newCondition(ReentrantLock lock) {
        return new SimCondition(lock);
    }

    /** Waits; returns false if the time is over. */
    static boolean await(BooleanSupplier ready, long nanos) {
        SimThread self = Objects.requireNonNull(self(), "a thread outside of simulations");
        of(self).block(self, ready, deadline(self, nanos));
        return ready.getAsBoolean();
    }

    static void throwIfInterrupted() throws InterruptedException {
        if (interrupted()) {
            throw new InterruptedException();
        }
    }

    // futures

    /** Replaces {@link CompletableFuture#get()}. */
    public static <T> T get(CompletableFuture<T> future)
            throws InterruptedException, ExecutionException {
        SimThread self = self();
        if (self != null) {
            waitFor(self, future, SimThread.NEVER);
        }
        return future.get();
    }

    /** Replaces {@link CompletableFuture#get(long, TimeUnit)}. */
    public static <T> T get(CompletableFuture<T> future, long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        SimThread self = self();
        if (self == null) {
            return future.get(time, unit);
        }
        waitFor(self, future, deadline(self, unit.toNanos(time)));
        if (!future.isDone()) {
            throw new TimeoutException();
        }
        return future.get();
    }

    /** Replaces {@link FutureTask#get(long, TimeUnit)}. */
    public static <T> T get(FutureTask<T> task, long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        SimThread self = self();
        if (self == null) {
            return task.get(time, unit);
        }
        waitFor(self, task, deadline(self, unit.toNanos(time)));
        return task.get(0, unit);
    }

    /**
     * Replaces {@link Semaphore#tryAcquire(long, TimeUnit)}. Any of the threads that wait may be
     * the next, also where the semaphore is fair.
     */
    public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit)
            throws InterruptedException {
        SimThread self = self();
        if (self == null) {
            return semaphore.tryAcquire(time, unit);
        }
        throwIfInterrupted();
        long wakeAt = deadline(self, unit.toNanos(time));
        while (!semaphore.tryAcquire()) {
            if (of(self).nanos() >= wakeAt) {
                return false;
            }
            of(self).block(
                            self,
                            () -> semaphore.availablePermits() > 0 || self.isInterrupted(),
                            wakeAt);
            throwIfInterrupted();
        }
        return true;
    }

    private static void waitFor(SimThread self, Future<?> future, long wakeAt)
            throws InterruptedException {
        throwIfInterrupted();
        if (!future.isDone()) {
            of(self).block(self, () -> future.isDone() || self.isInterrupted(), wakeAt);
        }
        if (!future.isDone()) {
            throwIfInterrupted();
        }
    }

    /** Replaces {@link CompletableFuture#join}. */
    public static <T> T join(CompletableFuture<T> future) {
        SimThread self = self();
        if (self != null && !future.isDone()) {
            of(self).block(self, future::isDone, SimThread.NEVER);
        }
        return future.join();
    }

    /** Replaces {@link ConcurrentHashMap#computeIfAbsent}, which keeps others waiting meanwhile. */
    public static <K, V> V computeIfAbsent(
            ConcurrentHashMap<K, V> map, K key, Function<? super K, ? extends V> function) {
        SimThread self = self();
        return self == null
                ? map.computeIfAbsent(key, function)
                : of(self).inOneStep(() -> map.computeIfAbsent(key, function));
    }

    /** Replaces {@link ConcurrentHashMap#computeIfPresent}, as above. */
    public static <K, V> V computeIfPresent(
            ConcurrentHashMap<K, V> map,
            K key,
            BiFunction<? super K, ? super V, ? extends V> function) {
        SimThread self = self();
        return self == null
                ? map.computeIfPresent(key, function)
                : of(self).inOneStep(() -> map.computeIfPresent(key, function));
    }

    /** Replaces {@link ConcurrentHashMap#compute}, as above. */
    public static <K, V> V compute(
            ConcurrentHashMap<K, V> map,
            K key,
            BiFunction<? super K, ? super V, ? extends V> function) {
        SimThread self = self();
        return self == null
                ? map.compute(key, function)
                : of(self).inOneStep(() -> map.compute(key, function));
    }

    // what differs from run to run

    /** Replaces {@link ThreadLocalRandom#current}. */
    public static Random random() {
        SimThread self = self();
        return self == null ? ThreadLocalRandom.current() : of(self).chance();
    }

    /** Replaces {@code ConcurrentHashMap.newKeySet}, whose order follows identity hash codes. */
    public static <T> Set<T> newKeySet() {
        return new OrderedSet<>();
    }
}
