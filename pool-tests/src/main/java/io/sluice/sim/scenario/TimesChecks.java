package io.sluice.sim.scenario;

import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TimeSummary;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the pool says of its times, held against what its observer was told. */
final class TimesChecks implements PoolObserver {

    /** By then the coarse clock of the pool has ticked, if anything was used. */
    private static final long TICKS_NANOS = Duration.ofSeconds(2).toNanos();

    private static final Duration LONG = Duration.ofMinutes(2);

    private static final int LOOKS = 5;

    /** Shorter times count as this long. */
    private static final long LEAST_NANOS = 1_024;

    private final Map<Wait, List<Long>> waits = new EnumMap<>(Wait.class);
    private final List<Long> used = new ArrayList<>();
    private final List<Long> created = new ArrayList<>();

    TimesChecks() {
        for (Wait reason : Wait.values()) {
            waits.put(reason, new ArrayList<>());
        }
    }

    @Override
    public void waited(Wait reason, long nanos) {
        waits.getOrDefault(reason, List.of()).add(nanos);
    }

    @Override
    public void used(long nanos) {
        used.add(nanos);
    }

    @Override
    public void created(long nanos) {
        created.add(nanos);
    }

    /** Nothing uses the pool. */
    void checkAtRest(Stage stage) throws InterruptedException {
        long stall = stage.simulation.stalledUntil() - stage.simulation.nanos();
        stage.simulation.sleep(Math.max(0, stall) + TICKS_NANOS);
        int before = used.size();
        try {
            Holder<SimResource> holder = stage.pool.acquire(LONG);
            holder.release(holder.stamp());
            if (used.size() == before) {
                stage.fail("the first lease after a tick was not timed");
            }
        } catch (TooManyWaitingException e) {
            stage.note("is refused: the pool validates what it has");
        }
        String complaint = complaint(stage.pool);
        for (int i = 0; i < LOOKS && complaint != null; i++) { // a time may just be told
            stage.simulation.sleep(TICKS_NANOS);
            complaint = complaint(stage.pool);
        }
        if (complaint != null) {
            stage.fail(complaint);
        }
    }

    private @Nullable String complaint(ResourcePool<?> pool) {
        PoolTimes times = pool.snapshot().counters().times();
        List<String> complaints = new ArrayList<>();
        complain(complaints, "usage", used, times.usage());
        complain(complaints, "creation", created, times.creation());
        times.waits()
                .forEach(
                        (reason, summary) ->
                                complain(
                                        complaints,
                                        reason.name(),
                                        waits.getOrDefault(reason, List.of()),
                                        summary));
        return complaints.isEmpty() ? null : complaints.toString();
    }

    private static void complain(
            List<String> complaints, String what, List<Long> told, TimeSummary summary) {
        List<Long> sorted = told.stream().sorted().toList();
        long total = told.stream().mapToLong(Long::longValue).sum();
        long max = sorted.isEmpty() ? 0 : sorted.get(sorted.size() - 1);
        boolean isRight =
                summary.count() == sorted.size()
                        && summary.total().toNanos() == total
                        && summary.max().toNanos() == max
                        && isQuantile(sorted, 0.5, summary.p50().toNanos())
                        && isQuantile(sorted, 0.95, summary.p95().toNanos())
                        && isQuantile(sorted, 0.99, summary.p99().toNanos());
        if (!isRight) {
            complaints.add(
                    "%d of %s were told, %d ns at most, but the pool says %s"
                            .formatted(sorted.size(), what, max, summary));
        }
    }

    /** Up to a quarter too long, and never too short. */
    private static boolean isQuantile(List<Long> sorted, double part, long said) {
        if (sorted.isEmpty()) {
            return said == 0;
        }
        long exact = sorted.get((int) Math.ceil(part * sorted.size()) - 1);
        return said >= exact && said <= Math.max(LEAST_NANOS, exact + exact / 4);
    }
}
