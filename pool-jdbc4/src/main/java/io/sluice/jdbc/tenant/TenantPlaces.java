package io.sluice.jdbc.tenant;

import io.sluice.jdbc.internal.StartRoom;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How many connections each tenant may have at once. Threads of one tenant wait in order of their
 * arrival, and never for another tenant. Thread-safe.
 *
 * <p>A place is left by a store, {@link Place#left}, since at the end of the stack no method can be
 * called; the next thread that wants a place finds it. So a place is never lost, and leaving it
 * twice does nothing.
 */
final class TenantPlaces {

    /** So many tenants are kept although none of their threads is here. */
    private static final int KEPT = 64;

    /** How often a thread looks that nothing wakes: a close at the end of the stack cannot. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long PAUSE_NANOS = 1000;

    private final int max;

    /**
     * The tenants that have connections or wait for them, and some others. Shared: concurrent map,
     * by any thread. Partner: {@code TenantPlaces.Tenant.forgotten}.
     */
    private final ConcurrentMap<String, Tenant> tenants = new ConcurrentHashMap<>();

    /**
     * From how many tenants on the idle ones are looked for. Shared: volatile, by the thread that
     * has looked for them. Partner: none (a hint).
     */
    private volatile int crowd = KEPT;

    /**
     * Whether a thread looks for idle tenants. Shared: CAS by threads that add one. Partner: none
     * (one of them looks).
     */
    private final AtomicBoolean forgetting = new AtomicBoolean();

    /** A thread's right to one connection of its tenant, from when it asks for it. */
    static final class Place {

        private final Tenant tenant;

        /** Null for a thread that does not wait. */
        private final @Nullable Thread waiting;

        /**
         * Whether the place is free, or was given up. Shared: volatile, to true by the thread that
         * has the connection, or by the pool when it takes that away; volatile read by threads that
         * want a place. Partner: {@code TenantPlaces.Tenant.line}. One leaves, then reads the line;
         * the other joins, then reads this.
         */
        volatile boolean left;

        Place(Tenant tenant, @Nullable Thread waiting) {
            this.tenant = tenant;
            this.waiting = waiting;
        }

        /** Leaves the place, and wakes the thread that waits for it. */
        void leave() {
            left = true;
            tenant.wakeFirst();
        }
    }

    private static final class Tenant {

        /**
         * The places in use, and those left. Shared: CAS and volatile read by any thread. Partner:
         * {@code TenantPlaces.Place.left}.
         */
        final AtomicReferenceArray<@Nullable Place> places;

        /**
         * The threads that wait, in order of arrival. Shared: concurrent queue. Partner: {@code
         * TenantPlaces.Place.left}.
         */
        final Queue<Place> line = new ConcurrentLinkedQueue<>();

        /**
         * Whether it is being taken out of the map. Shared: volatile, by a thread that then looks
         * for places in use; read by one that has just taken one. Partner: {@code places}.
         */
        volatile boolean forgotten;

        Tenant(int max) {
            places = new AtomicReferenceArray<>(max);
        }

        /** Takes a free place, if there is one; begins where the thread has found one before. */
        boolean take(Place mine) {
            int count = places.length();
            int home = (int) (Thread.currentThread().getId() % count);
            for (int i = 0; i < count; i++) {
                int at = home + i < count ? home + i : home + i - count;
                Place present = places.get(at);
                if ((present == null || present.left) && places.compareAndSet(at, present, mine)) {
                    return true;
                }
            }
            return false;
        }

        /** Takes a place when all that came before have one; false if there is none in time. */
        boolean await(Place mine, long nanos) throws InterruptedException {
            long began = System.nanoTime();
            line.add(mine);
            try {
                while (first() != mine || !take(mine)) {
                    long rest = nanos - (System.nanoTime() - began);
                    if (rest <= 0) {
                        return false;
                    }
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    LockSupport.parkNanos(this, Math.min(rest, LOOK_NANOS));
                }
                return true;
            } finally {
                line.remove(mine);
                wakeFirst(); // there may be a place for the next as well
            }
        }

        void wakeFirst() {
            Place first = first();
            if (first != null) {
                LockSupport.unpark(first.waiting);
            }
        }

        private @Nullable Place first() {
            Place first = line.peek();
            while (first != null && first.left) { // could not take itself out
                line.remove(first);
                first = line.peek();
            }
            return first;
        }

        boolean isIdle() {
            for (int i = places.length() - 1; i >= 0; i--) {
                Place present = places.get(i);
                if (present != null && !present.left) {
                    return false;
                }
            }
            return line.isEmpty();
        }
    }

    TenantPlaces(int max) {
        this.max = max;
    }

    int max() {
        return max;
    }

    /** Returns how many tenants take memory. */
    int tenants() {
        return tenants.size();
    }

    /**
     * Takes a place, which is the caller's until it is left.
     *
     * @param nanos how long to wait; zero takes only a free place that no other thread waits for
     * @return null if there was none in time
     */
    @Nullable Place enter(String name, long nanos) throws InterruptedException {
        for (; ; ) {
            Tenant tenant = tenants.get(name);
            if (tenant == null) {
                tenant = add(name);
            }
            Place place = new Place(tenant, nanos == 0 ? null : Thread.currentThread());
            boolean kept = false;
            try {
                boolean taken =
                        nanos == 0
                                ? tenant.line.isEmpty() && tenant.take(place)
                                : tenant.await(place, nanos);
                kept = taken && !tenant.forgotten;
                if (kept) {
                    return place;
                }
                if (!taken) {
                    return null;
                }
            } finally {
                if (!kept) {
                    place.left = true; // first, as the rest may find no stack
                }
            }
            tenant.wakeFirst();
            LockSupport.parkNanos(PAUSE_NANOS); // the tenant is being taken out of the map
        }
    }

    private Tenant add(String name) {
        StartRoom.require(); // an overflow within a change of the map could spoil it
        if (tenants.size() >= crowd && forgetting.compareAndSet(false, true)) {
            try {
                forgetIdle();
            } finally {
                forgetting.set(false);
            }
        }
        Tenant added = new Tenant(max);
        Tenant present = tenants.putIfAbsent(name, added);
        return present == null ? added : present;
    }

    private void forgetIdle() {
        for (Map.Entry<String, Tenant> entry : tenants.entrySet()) {
            Tenant tenant = entry.getValue();
            tenant.forgotten = true;
            if (tenant.isIdle()) {
                tenants.remove(entry.getKey());
            } else {
                tenant.forgotten = false;
            }
        }
        crowd = Math.max(KEPT, 2 * tenants.size());
    }
}
