package io.sluice.jdbc.tenant;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How many connections each tenant may have at once. Threads of one tenant wait in order of their
 * arrival, and never for another tenant. A tenant without threads takes no memory. Thread-safe.
 *
 * <p>Callers make sure that there is stack: an overflow could spoil the map.
 */
final class TenantPlaces {

    private final int max;

    /**
     * The tenants that have connections or wait for them. Shared: concurrent map, by any thread.
     * Partner: {@code TenantPlaces.Tenant.users}.
     */
    private final ConcurrentHashMap<String, Tenant> tenants = new ConcurrentHashMap<>();

    private static final class Tenant {

        final Semaphore free;

        /**
         * Threads that wait, and leases. Shared: plain, within the map's own update of this tenant.
         * Partner: {@code TenantPlaces.tenants}.
         */
        int users;

        Tenant(int max) {
            free = new Semaphore(max, /* fair= */ true);
        }
    }

    /** A right to one connection of a tenant. Thread-safe. */
    final class Place {

        private final String name;
        private final Tenant tenant;

        /**
         * Shared: CAS, by the thread that ends the lease and by the pool. Partner: none (one wins).
         */
        private final AtomicBoolean left = new AtomicBoolean();

        private Place(String name, Tenant tenant) {
            this.name = name;
            this.tenant = tenant;
        }

        /** Gives the place back; does nothing if that was done. */
        void leave() {
            if (left.compareAndSet(false, true)) {
                tenant.free.release();
                forget(name);
            }
        }
    }

    TenantPlaces(int max) {
        this.max = max;
    }

    int max() {
        return max;
    }

    /** Returns how many tenants have connections or wait for them. */
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
        Tenant tenant =
                tenants.compute(
                        name,
                        (key, present) -> {
                            Tenant of = present == null ? new Tenant(max) : present;
                            of.users++;
                            return of;
                        });
        Place place = null;
        try {
            Place mine = new Place(name, tenant);
            if (tenant.free.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
                place = mine;
            }
            return place;
        } finally {
            if (place == null) {
                forget(name);
            }
        }
    }

    private void forget(String name) {
        tenants.computeIfPresent(name, (key, tenant) -> --tenant.users == 0 ? null : tenant);
    }
}
