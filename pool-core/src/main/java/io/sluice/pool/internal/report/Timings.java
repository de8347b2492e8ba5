package io.sluice.pool.internal.report;

import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.internal.base.SafeLog;
import io.sluice.pool.internal.jfr.FlightRecorder;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes to the observers of a pool, and to the flight recorder, how long things take, and contains
 * their exceptions. The first observer is the pool's own.
 */
public final class Timings {

    private final String poolName;
    private final FlightRecorder recorder;
    private final Times times = new Times();

    /**
     * An array, since iterating over it needs no memory; never changed. Shared: CAS. Partner: none
     * (an observer that is added or removed may miss what is timed meanwhile).
     */
    private final AtomicReference<PoolObserver[]> observers =
            new AtomicReference<>(new PoolObserver[] {times});

    public Timings(String poolName, FlightRecorder recorder) {
        this.poolName = poolName;
        this.recorder = recorder;
    }

    /** Adds an observer, unless it was added before. */
    public void observe(PoolObserver added) {
        observers.updateAndGet(before -> with(added, before));
    }

    private static PoolObserver[] with(PoolObserver added, PoolObserver[] before) {
        for (PoolObserver each : before) {
            if (each == added) { // equals is code of the application
                return before;
            }
        }
        PoolObserver[] all = Arrays.copyOf(before, before.length + 1);
        all[before.length] = added;
        return all;
    }

    /** Removes an observer, if it was added. */
    public void unobserve(PoolObserver removed) {
        observers.updateAndGet(
                before ->
                        Arrays.stream(before)
                                .filter(each -> each != removed)
                                .toArray(PoolObserver[]::new));
    }

    private PoolObserver[] all() {
        return Objects.requireNonNull(observers.get());
    }

    /** Returns how long things have taken so far. */
    public PoolTimes soFar() {
        return times.soFar();
    }

    // Without lambdas: if there were no memory for them, a lease would be lost.

    public void waited(PoolObserver.Wait reason, long nanos) {
        for (PoolObserver told : all()) {
            try {
                told.waited(reason, nanos);
            } catch (Throwable e) { // an observer may throw anything
                failed(e);
            }
        }
    }

    public void used(long nanos) {
        try {
            recorder.used(nanos);
        } catch (Throwable e) { // out of memory, for one
            failed(e);
        }
        for (PoolObserver told : all()) {
            try {
                told.used(nanos);
            } catch (Throwable e) { // as above
                failed(e);
            }
        }
    }

    public void created(long nanos) {
        for (PoolObserver told : all()) {
            try {
                told.created(nanos);
            } catch (Throwable e) { // as above
                failed(e);
            }
        }
    }

    private void failed(Throwable failure) {
        try {
            SafeLog.write(
                    System.Logger.Level.WARNING,
                    "Pool " + poolName + ": the observer failed",
                    failure);
        } catch (Throwable e) {
            // No memory for the text, or no stack: nothing more can be done.
        }
    }
}
