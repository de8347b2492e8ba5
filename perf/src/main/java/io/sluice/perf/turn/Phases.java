package io.sluice.perf.turn;

import io.sluice.perf.command.MeasurementException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that do the same again and again: they warm up, are measured, and stop. For one run. */
public final class Phases {

    private enum Phase {
        WARM_UP,
        MEASURE,
        STOP
    }

    private volatile Phase phase = Phase.WARM_UP;

    /** One of the threads. */
    public interface Client {

        /**
         * Does it once.
         *
         * @param counts whether it began while the threads are measured
         */
        void work(boolean counts) throws Exception;
    }

    /** Returns whether the threads are measured now. */
    public boolean counts() {
        return phase == Phase.MEASURE;
    }

    /**
     * Lets the threads work, and returns when they have ended; fails if one of them has.
     *
     * @param executor has as many threads as there are clients; it is shut down
     * @return for how many seconds they were measured
     */
    public double run(
            ExecutorService executor,
            List<? extends Client> clients,
            Duration warmUp,
            Duration time)
            throws InterruptedException {
        return run(executor, clients, warmUp, time, () -> {});
    }

    /**
     * The same, with a look at something when the measurement begins, at half time and at its end.
     *
     * @param look runs beside the threads; its time belongs to the measurement
     */
    public double run(
            ExecutorService executor,
            List<? extends Client> clients,
            Duration warmUp,
            Duration time,
            Runnable look)
            throws InterruptedException {
        try {
            List<Future<?>> ends = new ArrayList<>();
            clients.forEach(client -> ends.add(executor.submit(() -> repeat(client))));
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            phase = Phase.MEASURE;
            long start = System.nanoTime();
            look.run();
            sleepUntil(start + time.toNanos() / 2);
            look.run();
            sleepUntil(start + time.toNanos());
            look.run();
            phase = Phase.STOP;
            double seconds = (System.nanoTime() - start) / 1e9;
            for (Future<?> end : ends) {
                end.get();
            }
            return seconds;
        } catch (ExecutionException e) {
            throw new MeasurementException("a thread failed", e.getCause());
        } finally {
            phase = Phase.STOP;
            executor.shutdownNow();
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }

    private Void repeat(Client client) throws Exception {
        for (Phase now = phase; now != Phase.STOP; now = phase) {
            client.work(now == Phase.MEASURE);
        }
        return null;
    }
}
