package io.sluice.perf.study;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Threads that take one lease after the other until they are stopped. Thread-safe. */
public final class Load {

    private final LongAdder leases = new LongAdder();
    private final ExecutorService executor;
    private final List<Future<?>> clients = new ArrayList<>();
    private volatile boolean stopped;

    /** The work of a thread. */
    public interface Lease {

        /** Acquires, works and releases. */
        void take() throws Exception;
    }

    /**
     * Lets the threads begin.
     *
     * @param threads how many
     * @param client makes the work of each
     */
    public Load(int threads, Callable<Lease> client) throws Exception {
        executor = Executors.newFixedThreadPool(threads);
        for (int i = 0; i < threads; i++) {
            Lease lease = client.call();
            clients.add(executor.submit(() -> run(lease)));
        }
    }

    private Void run(Lease lease) throws Exception {
        while (!stopped) {
            lease.take();
            leases.increment();
        }
        return null;
    }

    /** Waits for the threads to warm up, and returns how many leases they end in a second then. */
    public double perSecond(int millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
        long nanos = -System.nanoTime();
        long count = -leases.sum();
        TimeUnit.MILLISECONDS.sleep(millis);
        nanos += System.nanoTime();
        count += leases.sum();
        return 1e9 * count / nanos;
    }

    /** Stops the threads, and returns how many leases there were; fails if a thread has. */
    public long stop() throws InterruptedException, ExecutionException {
        stopped = true;
        executor.shutdown();
        for (Future<?> client : clients) {
            client.get();
        }
        return leases.sum();
    }
}
