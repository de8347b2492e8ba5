package io.sluice.jdbc.tenant;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many connections each tenant may have at once. Threads of one tenant wait in order of their
 * arrival, and never for another tenant. A tenant without threads takes no memory. Thread-safe.
 */
final class TenantPlaces {

    private final int max;

    /**
     * The tenants that have connections or wait for them. Shared: concurrent map, by any thread.
     * Partner: {@code TenantPlaces.Places.users}.
     */
    private final ConcurrentHashMap<String, Places> tenants = new ConcurrentHashMap<>();

    private static final class Places {

        final Semaphore free;

        /**
         * Threads that wait, and leases. Shared: plain, within the map's own update of this tenant.
         * Partner: {@code TenantPlaces.tenants}.
         */
        int users;

        Places(int max) {
            free = new Semaphore(max, /* fair= */ true);
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
     * Takes a place; if that succeeds, {@link #leave} must follow.
     *
     * @param nanos how long to wait; zero takes only a free place that no other thread waits for
     * @return false if there was none in time
     */
    boolean enter(String tenant, long nanos) throws InterruptedException {
        Places places =
                tenants.compute(
                        tenant,
                        (key, present) -> {
                            Places of = present == null ? new Places(max) : present;
                            of.users++;
                            return of;
                        });
        boolean entered = false;
        try {
            entered = places.free.tryAcquire(nanos, TimeUnit.NANOSECONDS);
            return entered;
        } finally {
            if (!entered) {
                forget(tenant);
            }
        }
    }

    /** Gives a place back. */
    void leave(String tenant) {
        Places places = tenants.get(tenant);
        if (places != null) { // there as long as it has a user
            places.free.release();
            forget(tenant);
        }
    }

    private void forget(String tenant) {
        tenants.computeIfPresent(tenant, (key, places) -> --places.users == 0 ? null : places);
    }
}
