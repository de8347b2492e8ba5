package io.sluice.pool.internal;

import static org.awaitility.Awaitility.await;

import io.sluice.pool.ResourcePool;
import io.sluice.pool.fixture.Step;
import io.sluice.pool.fixture.Workers;
import io.sluice.pool.internal.base.BriefLock;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.Arrivals;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.Waiter;
import io.sluice.pool.internal.queue.WaiterQueue;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * Looks inside a pool. The parts are found by their type, wherever the pool keeps them; a part that
 * is not found fails the test.
 *
 * @param <R> the physical resource
 */
public final class PoolProbe<R> {

    private final ResourcePool<R> pool;
    private final HolderSets<R> sets;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final AvailableQueue<R> available;
    private final Epoch epoch;
    private final CreatorThreads threads;

    @SuppressWarnings("unchecked") // the parts of a pool are of its own type
    private PoolProbe(ResourcePool<R> pool) {
        this.pool = pool;
        sets = part(pool, HolderSets.class);
        permits = part(sets, CreationPermits.class);
        PoolParts<R> parts = part(part(pool, Closing.class), PoolParts.class);
        waiters = part(parts, WaiterQueue.class);
        available = part(pool, AvailableQueue.class);
        epoch = part(pool, Epoch.class);
        threads = part(parts, CreatorThreads.class);
    }

    /** Looks inside this pool. */
    public static <R> PoolProbe<R> of(ResourcePool<R> pool) {
        return new PoolProbe<>(pool);
    }

    private static <T> T part(Object whole, Class<T> type) {
        for (Field field : whole.getClass().getDeclaredFields()) {
            boolean may =
                    type.isAssignableFrom(field.getType())
                            || field.getType().isAssignableFrom(type);
            if (may && !field.getType().isPrimitive()) {
                try {
                    field.setAccessible(true);
                    Object value = field.get(whole);
                    if (value == null || type.isInstance(value)) {
                        return type.cast(value);
                    }
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError(whole.getClass() + " has no " + type.getSimpleName());
    }

    /** Returns the resources of all members. */
    public Set<R> resources() {
        Set<R> resources = new HashSet<>();
        sets.members().forEach(holder -> resources.add(holder.resource()));
        return resources;
    }

    /** Returns how many threads wait. */
    public int waiting() {
        return waiters.waiting;
    }

    /** Returns how many waiters are entitled to the next holder. */
    public long entitled() {
        return waiters.entitled;
    }

    /** Returns whether the coarse time of the pool stands still. */
    public boolean isDormant() {
        return epoch.value < 0;
    }

    /** Returns how many exist or are counted as such. */
    public int total() {
        return CreationPermits.total(permits.get());
    }

    /** Returns how many are in creation. */
    public int creating() {
        return CreationPermits.creating(permits.get());
    }

    /** Returns how many members are in each of these states. */
    private int count(ResourceState state) {
        return sets.count().in(state);
    }

    /** Makes each thread that the pool starts from now on take one of these before it begins. */
    public void startThreadsWhen(Semaphore mayBegin) {
        ThreadFactory starter = threads.getThreadFactory();
        threads.setThreadFactory(
                task ->
                        starter.newThread(
                                () -> {
                                    mayBegin.acquireUninterruptibly();
                                    task.run();
                                }));
    }

    /** Returns whether nothing is on its way, so that all waiters wait for the application. */
    public boolean isAtRest() {
        return creating() == 0
                && count(ResourceState.RESERVED) == 0
                && total() == sets.members().size();
    }

    /**
     * Holds the lock of the sets and the monitors of all that the pool consists of, on a thread of
     * its own, until closed.
     */
    public Locked lockEverything(Workers workers) throws InterruptedException {
        Set<Object> parts = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(pool, parts);
        sets.members().forEach(holder -> collect(holder, parts));
        return new Locked(part(sets, BriefLock.class), parts, workers);
    }

    /** Adds an object of the pool, and those to which its fields lead. */
    private static void collect(Object part, Set<Object> parts) {
        if (part == null || !isOfPool(part.getClass()) || !parts.add(part)) {
            return;
        }
        for (Class<?> type = part.getClass(); isOfPool(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    try {
                        field.setAccessible(true);
                        collect(field.get(part), parts);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
    }

    private static boolean isOfPool(Class<?> type) {
        return type.getPackageName().startsWith(PoolProbe.class.getPackageName());
    }

    /** A pool, locked against all other threads. */
    public static final class Locked implements AutoCloseable {
        private final BriefLock lock;
        private final Step inside = new Step("inside all locks");
        private final Workers.Worker<Void> owner;

        private Locked(BriefLock lock, Set<Object> monitors, Workers workers)
                throws InterruptedException {
            this.lock = lock;
            this.owner =
                    workers.start(
                            "lock owner",
                            () -> {
                                lock.lock();
                                try {
                                    hold(monitors.iterator());
                                } finally {
                                    lock.unlock();
                                }
                                return null;
                            });
            inside.awaitReached();
        }

        private void hold(Iterator<Object> monitors) {
            if (!monitors.hasNext()) {
                inside.reach();
                return;
            }
            synchronized (monitors.next()) {
                hold(monitors);
            }
        }

        /** Returns whether the lock is held still. */
        public boolean isHeld() {
            return !lock.tryLock();
        }

        @Override
        public void close() {
            inside.go();
            await("the lock is free").until(owner::isDone);
        }
    }

    /** Returns what is wrong with a pool at rest; empty if all is well. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        List<ResourceHolder<R>> members = sets.members();
        if (new HashSet<>(members).size() != members.size()) {
            faults.add("a holder is a member twice: " + members);
        }
        for (int slot = 0; slot < members.size(); slot++) {
            ResourceHolder<R> holder = members.get(slot);
            if (holder.slot != slot) {
                faults.add(
                        holder
                                + " sits in slot "
                                + slot
                                + " and believes to sit in "
                                + holder.slot);
            }
            checkWord(holder.word, faults);
        }
        if (total() > permits.maxSize() || total() < 0 || creating() < 0) {
            faults.add("the counts are out of range: " + permits);
        }
        checkWaiting(faults);
        return faults;
    }

    private static void checkWord(long word, List<String> faults) {
        int handles = StateWord.handles(word);
        boolean good =
                switch (StateWord.state(word)) {
                    case AVAILABLE ->
                            handles == 0 && !StateWord.has(word, StateWord.MARKS & ~StateWord.HELD);
                    case ACCESSIBLE -> handles > 0;
                    case INACCESSIBLE -> handles == 0 && StateWord.has(word, StateWord.IN_TX);
                    case RESERVED -> handles == 0;
                    case CLOSED -> false;
                };
        if (!good) {
            faults.add("a member is in a state that does not exist: " + StateWord.toString(word));
        }
    }

    private void checkWaiting(List<String> faults) {
        if (waiters.waiting > 0 && !available.isEmpty()) {
            faults.add(waiters.waiting + " wait beside something available: " + sets.members());
        }
        Arrivals arrivals = part(waiters, Arrivals.class);
        int inLine = arrivals.first.size() + arrivals.again.size();
        if (inLine != waiters.waiting) {
            faults.add(waiters.waiting + " are counted as waiting and " + inLine + " are in line");
        }
        if (waiters.waiting == 0 && waiters.entitled != 0) {
            faults.add("nobody waits and " + waiters.entitled + " are counted as old");
        }
        Object woken = part(waiters, Waiter.class);
        if (waiters.waiting == 0 && woken != null) {
            faults.add("nobody waits and " + woken + " is named as woken");
        }
    }
}
