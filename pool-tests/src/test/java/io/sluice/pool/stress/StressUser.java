package io.sluice.pool.stress;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires and releases in every way there is, and is impatient at times. Returns how many leases
 * it had.
 */
final class StressUser implements Callable<Long> {

    /**
     * Leases are short and outages are over in half a second: who waits for so long was forgotten.
     */
    private static final Duration FOR_EVER = Duration.ofSeconds(25);

    private final ResourcePool<FakeResource> pool;
    private final SplittableRandom random;
    private final long stop;
    private final boolean calm;
    private long leases;

    StressUser(ResourcePool<FakeResource> pool, SplittableRandom random, long stop, boolean calm) {
        this.pool = pool;
        this.random = random;
        this.stop = stop;
        this.calm = calm;
    }

    @Override
    public Long call() {
        try {
            while (System.nanoTime() < stop) {
                step();
            }
        } catch (PoolClosedException e) {
            if (!pool.isClosed()) {
                throw e;
            }
        }
        return leases;
    }

    private void step() {
        switch (random.nextInt(40)) {
            case 0 -> look();
            case 1 -> pool.suspectAll();
            default -> lease();
        }
    }

    private void look() {
        PoolSnapshot seen = pool.snapshot();
        if (seen.total() + seen.creating() > seen.maxSize()) {
            throw new AssertionError("more than the maximum: " + seen);
        }
    }

    private void lease() {
        boolean patient = random.nextInt(4) != 0;
        try {
            Holder<FakeResource> holder =
                    pool.acquire(patient ? FOR_EVER : Duration.ofNanos(random.nextLong(5_000_000)));
            leases++;
            use(holder);
        } catch (InterruptedException | TooManyWaitingException e) {
            Thread.interrupted(); // is asked for, and happens
        } catch (AcquireTimeoutException e) {
            if (patient) {
                throw new AssertionError("forgotten: " + e.getMessage(), e);
            }
        }
    }

    private void use(Holder<FakeResource> holder) {
        long stamp = holder.stamp();
        FakeResource resource = holder.resource();
        resource.begin();
        switch (random.nextInt(20)) {
            case 0 -> LockSupport.parkNanos(random.nextLong(10_000_000)); // a long lease
            case 1 -> Thread.yield();
            default -> Thread.onSpinWait();
        }
        if (!calm && random.nextInt(50) == 0) {
            resource.breakDown();
        }
        boolean dooming = random.nextInt(50) == 0;
        if (dooming && random.nextBoolean()) {
            holder.doom(DiscardReason.EVICTED, null);
        }
        resource.end();
        if (random.nextInt(4) == 0) {
            clean(holder, stamp);
        } else {
            holder.release(stamp);
        }
        if (dooming) {
            holder.doom(DiscardReason.EVICTED, null); // whoever has it now
        }
        if (holder.release(stamp) || holder.reserve(stamp)) {
            throw new AssertionError("a lease ended twice: " + holder);
        }
    }

    private void clean(Holder<FakeResource> holder, long stamp) {
        if (!holder.reserve(stamp)) {
            return; // the pool was closed by force
        }
        holder.resource().use();
        if (random.nextInt(10) == 0) {
            holder.discard(DiscardReason.BROKEN, new IOException("could not be reset"));
        } else {
            holder.requeue();
        }
    }
}
