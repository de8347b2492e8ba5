package io.sluice.sim.invariant;

import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.Arrivals;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.WaiterQueue;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks inside a pool. Its parts are found by their types. */
final class PoolView<R> {

    private final HolderSets<R> sets;
    private final CreationPermits permits;
    private final WaiterQueue<R> waiters;
    private final AvailableQueue<R> available;
    private final Arrivals arrivals;

    @SuppressWarnings("unchecked") // the parts of a pool are of its own type
    PoolView(ResourcePool<R> pool) {
        sets = part(pool, HolderSets.class);
        permits = part(sets, CreationPermits.class);
        waiters = part(sets, WaiterQueue.class);
        available = part(pool, AvailableQueue.class);
        arrivals = part(waiters, Arrivals.class);
    }

    static <T> T part(Object whole, Class<T> type) {
        for (Field field : whole.getClass().getDeclaredFields()) {
            if (type.isAssignableFrom(field.getType())) {
                try {
                    field.setAccessible(true);
                    return type.cast(field.get(whole));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        throw new IllegalStateException(whole.getClass() + " has no " + type.getSimpleName());
    }

    boolean isAnyAvailable() {
        return !available.isEmpty();
    }

    boolean isAnyIdle() {
        return sets.members().stream()
                .anyMatch(holder -> StateWord.is(holder.word, StateWord.AVAILABLE));
    }

    int waiting() {
        return waiters.waiting;
    }

    int members() {
        return sets.members().size();
    }

    int total() {
        return CreationPermits.total(permits.get());
    }

    int creating() {
        return CreationPermits.creating(permits.get());
    }

    int maxSize() {
        return permits.maxSize();
    }

    /** What is in no order at any moment, or null. */
    @Nullable String disorder() {
        if (total() < 0 || creating() < 0 || total() < members()) {
            return permits + " with " + members() + " members";
        }
        List<ResourceHolder<R>> members = sets.members();
        for (int slot = 0; slot < members.size(); slot++) {
            ResourceHolder<R> holder = members.get(slot);
            if (members.indexOf(holder) != slot) {
                return holder + " is a member twice";
            }
            if (!isPossible(holder.word)) {
                return holder + " is in a state that does not exist";
            }
        }
        return null;
    }

    private static boolean isPossible(long word) {
        int handles = StateWord.handles(word);
        return switch (StateWord.state(word)) {
            case AVAILABLE ->
                    handles == 0 && !StateWord.has(word, StateWord.MARKS & ~StateWord.HELD);
            case ACCESSIBLE -> handles > 0;
            case INACCESSIBLE -> handles == 0 && StateWord.has(word, StateWord.IN_TX);
            case RESERVED, CLOSED -> handles == 0;
        };
    }

    /** What is wrong though nothing waits, and nothing is created or destroyed. */
    List<String> faultsAtRest() {
        List<String> faults = new ArrayList<>();
        if (waiters.waiting != 0 || waiters.entitled != 0) {
            faults.add(waiters.waiting + " waiting, " + waiters.entitled + " entitled");
        }
        int inLine = arrivals.first.size() + arrivals.again.size();
        if (inLine != 0) {
            faults.add(inLine + " in line");
        }
        if (creating() != 0 || total() != members()) {
            faults.add(permits + " with " + members() + " members");
        }
        return faults;
    }

    @Override
    public String toString() {
        return permits + ", members " + sets.members() + ", waiting " + waiters.waiting;
    }
}
