package io.sluice.perf.fork;

import io.sluice.perf.turn.Phases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * What threads did that took one lease after the other.
 *
 * @param leases how many leases began while they were measured
 * @param seconds how long they were measured
 */
public record Load(long leases, double seconds) {

    /**
     * Lets threads work, and returns when they have ended.
     *
     * @param threads how many
     * @param warmUp how long they warm up, in milliseconds
     * @param millis how long they are then measured
     * @param client makes the work of each: it acquires, works and releases
     */
    public static Load of(
            int threads, int warmUp, int millis, Callable<FlightRecording.Work> client)
            throws Exception {
        LongAdder leases = new LongAdder();
        List<Phases.Client> clients = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            FlightRecording.Work lease = client.call();
            clients.add(
                    counts -> {
                        lease.run();
                        leases.add(counts ? 1 : 0);
                    });
        }
        Duration before = Duration.ofMillis(warmUp);
        Duration time = Duration.ofMillis(millis);
        double seconds =
                new Phases().run(Executors.newFixedThreadPool(threads), clients, before, time);
        return new Load(leases.sum(), seconds);
    }

    /** Returns how many leases there were in a second. */
    public double perSecond() {
        return leases / seconds;
    }
}
