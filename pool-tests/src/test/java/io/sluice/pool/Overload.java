package io.sluice.pool;

import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.spi.Holder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A program in which many more threads want a resource than may wait for one, and each tries again
 * at once when it is refused. The threads are virtual where there are such.
 */
final class Overload {

    private static final long HELD_NANOS = Duration.ofMillis(2).toNanos();

    private final ResourcePool<FakeResource> pool;
    private final AtomicLong leases = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();

    /** How many leases are to be had; the threads end then. */
    private final long wanted;

    private Overload(int resources, int maxWaiting, long wanted) {
        pool =
                ResourcePool.open(
                        PoolConfig.builder()
                                .name("orders")
                                .maxSize(resources)
                                .maxWaiting(maxWaiting)
                                .build(),
                        new FakeResourceFactory());
        this.wanted = wanted;
    }

    /**
     * Arguments: threads, resources, maxWaiting, leases wanted, and for how many seconds at most.
     */
    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[0]);
        Overload overload =
                new Overload(
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Long.parseLong(arguments[3]));
        Thread watch = new Thread(() -> overload.end(Long.parseLong(arguments[4])));
        watch.setDaemon(true);
        watch.start();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(start(overload::use));
        }
        for (Thread thread : all) {
            thread.join();
        }
        overload.print();
    }

    private static Thread start(Runnable task) throws ReflectiveOperationException {
        if (Runtime.version().feature() < 21) {
            Thread thread = new Thread(task);
            thread.start();
            return thread;
        }
        try {
            return (Thread)
                    MethodHandles.publicLookup()
                            .findStatic(
                                    Thread.class,
                                    "startVirtualThread",
                                    MethodType.methodType(Thread.class, Runnable.class))
                            .invoke(task);
        } catch (ReflectiveOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void use() {
        while (leases.get() < wanted) {
            try {
                Holder<FakeResource> holder = pool.acquire();
                long stamp = holder.stamp();
                LockSupport.parkNanos(HELD_NANOS);
                leases.getAndIncrement();
                holder.release(stamp);
            } catch (TooManyWaitingException e) {
                refusals.getAndIncrement();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** On a platform thread, which no virtual one can keep from a processor. */
    private void end(long seconds) {
        LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos());
        print();
        Runtime.getRuntime().halt(1);
    }

    private void print() {
        System.out.println(leases + " leases, " + refusals + " refusals");
    }
}
