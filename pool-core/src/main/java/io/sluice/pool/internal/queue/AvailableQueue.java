package io.sluice.pool.internal.queue;

import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.spi.Ticker;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The available holders, as a blocking queue. There is no order and there are no nodes: the members
 * are in {@link HolderSlots}, and a holder's state {@code AVAILABLE} makes it part of the queue.
 * Taking and offering are one compare-and-set; a plain release makes its holder available by
 * itself.
 *
 * @param <R> the physical resource
 */
public final class AvailableQueue<R> extends AbstractQueue<ResourceHolder<R>>
        implements BlockingQueue<ResourceHolder<R>> {

    private final HolderSlots<R> slots;
    private final WaiterQueue<R> waiters;
    private final Ticker ticker;

    public AvailableQueue(HolderSlots<R> slots, WaiterQueue<R> waiters, Ticker ticker) {
        this.slots = slots;
        this.waiters = waiters;
        this.ticker = ticker;
    }

    /** Takes an available holder for a lease of the calling thread, or returns null. */
    @Override
    public @Nullable ResourceHolder<R> poll() {
        return slots.poll();
    }

    /** Waits like the pool's acquire, but reports no time-out. */
    @Override
    public @Nullable ResourceHolder<R> poll(long timeout, TimeUnit unit)
            throws InterruptedException {
        ResourceHolder<R> holder = poll();
        if (holder != null) {
            return holder;
        }
        long now = ticker.nanos();
        holder = await(now, now + Math.max(0, unit.toNanos(timeout)), /* again= */ false);
        if (holder == null) {
            waiters.reported();
        }
        return holder;
    }

    /** Waits as {@link WaiterQueue#await} does. */
    public @Nullable ResourceHolder<R> await(long arrivedAt, long deadline, boolean again)
            throws InterruptedException {
        ResourceHolder<R> holder = waiters.await(arrivedAt, deadline, again);
        if (holder != null) {
            holder.acquiredBy(Thread.currentThread());
        }
        return holder;
    }

    @Override
    public ResourceHolder<R> take() throws InterruptedException {
        for (; ; ) {
            ResourceHolder<R> holder = poll(Long.MAX_VALUE / 4, TimeUnit.NANOSECONDS);
            if (holder != null) {
                return holder;
            }
        }
    }

    /**
     * Makes a reserved holder available; never blocks.
     *
     * @throws IllegalArgumentException if it is doomed or not reserved
     */
    @Override
    public void put(ResourceHolder<R> holder) {
        if (!offer(holder)) {
            throw new IllegalArgumentException(
                    holder + " cannot become available; expected a reserved holder without marks");
        }
    }

    /** Reserves every available holder for the caller, as {@link #remove(Object)} does for one. */
    @Override
    public void clear() {
        removeIf(holder -> true);
    }

    /**
     * Makes a holder available that the caller has reserved.
     *
     * @return false if it is doomed or not reserved, and therefore not in the queue
     */
    @Override
    public boolean offer(ResourceHolder<R> holder) {
        return waiters.offer(holder);
    }

    /** Makes a reserved holder available; never blocks. */
    @Override
    public boolean offer(ResourceHolder<R> holder, long timeout, TimeUnit unit) {
        return offer(holder);
    }

    @Override
    public @Nullable ResourceHolder<R> peek() {
        return slots.firstAvailable();
    }

    /** Reserves an available holder for the caller, which must then requeue or discard it. */
    @Override
    public boolean remove(@Nullable Object holder) {
        return contains(holder)
                && ((ResourceHolder<?>) Objects.requireNonNull(holder)).availableToReserved();
    }

    @Override
    public int size() {
        return slots.available();
    }

    /** Returns how many members are not available, and could be offered. */
    @Override
    public int remainingCapacity() {
        return slots.seated() - size();
    }

    @Override
    public int drainTo(Collection<? super ResourceHolder<R>> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super ResourceHolder<R>> target, int maxElements) {
        if (Objects.requireNonNull(target, "target") == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        int drained = 0;
        while (drained < maxElements) {
            ResourceHolder<R> holder = poll();
            if (holder == null) {
                break;
            }
            target.add(holder);
            drained++;
        }
        return drained;
    }

    /**
     * Returns a weakly consistent iterator; its {@code remove} works like {@link #remove(Object)}.
     */
    @Override
    public Iterator<ResourceHolder<R>> iterator() {
        return new Iterator<>() {
            private int slot;
            private @Nullable ResourceHolder<R> next = advance();
            private @Nullable ResourceHolder<R> last;

            private @Nullable ResourceHolder<R> advance() {
                while (slot < slots.seated()) {
                    ResourceHolder<R> holder = slots.at(slot++);
                    if (holder != null && StateWord.isAvailable(holder.word)) {
                        return holder;
                    }
                }
                return null;
            }

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public ResourceHolder<R> next() {
                ResourceHolder<R> holder = next;
                if (holder == null) {
                    throw new NoSuchElementException();
                }
                last = holder;
                next = advance();
                return holder;
            }

            @Override
            public void remove() {
                ResourceHolder<R> holder = last;
                if (holder == null) {
                    throw new IllegalStateException(
                            "next() was not called, or remove() was called twice");
                }
                last = null;
                holder.availableToReserved();
            }
        };
    }
}
