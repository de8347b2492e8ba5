package io.sluice.pool.stress;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires and releases in every way there is, is impatient at times, and at times flushes or
 * suspends the pool. Returns how many leases it had.
 */
final class StressUser implements Callable<Long> {

    /**
     * Leases are short and outages are over in half a second: a thread that waits so long was
     * forgotten.
     */
    private static final Duration FOR_EVER = Duration.ofSeconds(25);

    private final ResourcePool<FakeResource> pool;
    private final FakeResourceFactory factory;
    private final SplittableRandom random;
    private final long stop;
    private final boolean calm;
    private long leases;

    StressUser(
            ResourcePool<FakeResource> pool,
            FakeResourceFactory factory,
            SplittableRandom random,
            long stop,
            boolean calm) {
        this.pool = pool;
        this.factory = factory;
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
        int chance = random.nextInt(1_000);
        if (chance < 5) {
            operate(chance);
        } else if (chance < 30) {
            look();
        } else if (chance < 55) {
            pool.suspectAll();
        } else {
            lease();
        }
    }

    /** Does what an operator does, which is seldom beside leases. */
    private void operate(int chance) {
        switch (chance) {
            case 0 -> pool.flush(FlushMode.IDLE);
            case 1 -> pool.flush(FlushMode.GRACEFUL);
            case 2 -> pool.flush(FlushMode.IMMEDIATE);
            case 3 -> flushByADeadline();
            default -> suspend();
        }
    }

    /** What existed before is gone when it returns, or is counted. */
    private void flushByADeadline() {
        int before = factory.createdCount();
        FlushReport report = pool.flush(Duration.ofNanos(random.nextLong(5_000_000)));
        if (Thread.currentThread().isInterrupted()) {
            return; // it did not wait
        }
        List<FakeResource> left =
                factory.alive().stream()
                        .filter(resource -> resource.number() <= before)
                        .filter(resource -> !resource.isAborted()) // may hang, and be given up
                        .toList();
        if (left.size() > report.stillOut() + report.creating()) {
            throw new AssertionError("after a flush with " + report + " there are still " + left);
        }
    }

    private void suspend() {
        pool.suspend();
        try {
            look();
            LockSupport.parkNanos(random.nextLong(500_000));
        } finally {
            pool.resume();
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
            holder.doom(DiscardReason.EVICTED, null); // whatever thread has it now
        }
        if (holder.release(stamp) || holder.reserve(stamp)) {
            throw new AssertionError("a lease ended twice: " + holder);
        }
    }

    private void clean(Holder<FakeResource> holder, long stamp) {
        if (!holder.reserve(stamp)) {
            return; // the pool was closed, or flushed, by force
        }
        holder.resource().use();
        if (random.nextInt(10) == 0) {
            holder.discard(DiscardReason.BROKEN, new IOException("could not be reset"));
        } else {
            holder.requeue();
        }
    }
}
