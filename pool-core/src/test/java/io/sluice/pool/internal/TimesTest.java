package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.PoolObserver.Wait;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.TimeSummary;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.report.Timings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A snapshot tells how long things have taken, whether or not there is an observer. */
class TimesTest {

    private static final long MILLI = Duration.ofMillis(1).toNanos();

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Timings timings = new Timings("orders", FlightRecorder.none());

    private PoolTimes times() {
        return fixture.pool().snapshot().counters().times();
    }

    private static TimeSummary once(int millis) {
        Duration time = Duration.ofMillis(millis);
        return new TimeSummary(1, time, time, time, time, time);
    }

    @Test
    void aCreationAndTheWaitForIt() throws Exception {
        fixture.factory.onCreate = number -> ticker.advance(Duration.ofMillis(40));
        fixture.open(config -> config.maxSize(1));

        fixture.acquire().release();

        assertThat(times().creation()).isEqualTo(once(40));
        assertThat(times().waits()).containsEntry(Wait.CREATION, once(40));
        assertThat(times().waits().get(Wait.RETURN).count()).isZero();
    }

    @Test
    void theWaitForAReturn() throws Exception {
        fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        ticker.advance(Duration.ofMillis(30));

        lease.release();
        waiter.get().release();

        assertThat(times().waits()).containsEntry(Wait.RETURN, once(30));
    }

    @Test
    void aValidationAndTheLeaseAfterIt() throws Exception {
        fixture.open(config -> config.maxSize(1));
        fixture.warmUp(1);
        long usedBefore = times().usage().count();
        ticker.leap(Duration.ofMinutes(1));
        fixture.factory.onValidate = number -> ticker.advance(Duration.ofMillis(20));

        Lease lease = fixture.acquire();
        ticker.advance(Duration.ofMillis(7));
        lease.release();

        assertThat(times().waits()).containsEntry(Wait.VALIDATION, once(20));
        assertThat(times().usage().count()).isEqualTo(usedBefore + 1);
        assertThat(times().usage().max()).isEqualTo(Duration.ofMillis(7));
    }

    @Test
    void nothingHasTakenNoTime() {
        assertThat(timings.soFar()).isEqualTo(PoolTimes.ofNothing());
        assertThat(timings.soFar().usage().mean()).isZero();
        assertThat(timings.soFar().usage().toString()).startsWith("count 0, mean 0.000 ms");
    }

    @Test
    void aSummaryHasTheMeanThePercentilesAndTheLongest() {
        for (int millis = 1; millis <= 1000; millis++) {
            timings.used(millis * MILLI);
        }

        TimeSummary usage = timings.soFar().usage();

        assertThat(usage.count()).isEqualTo(1000);
        assertThat(usage.total()).isEqualTo(Duration.ofMillis(500_500));
        assertThat(usage.mean()).isEqualTo(Duration.ofNanos(500_500_000));
        assertThat(usage.p50()).isBetween(Duration.ofMillis(500), Duration.ofMillis(625));
        assertThat(usage.p95()).isBetween(Duration.ofMillis(950), Duration.ofMillis(1000));
        assertThat(usage.p99()).isBetween(Duration.ofMillis(990), Duration.ofMillis(1000));
        assertThat(usage.max()).isEqualTo(Duration.ofMillis(1000));
        assertThat(usage.toString())
                .matches(
                        "count 1000, mean 500\\.500 ms, p50 [\\d.]+, p95 [\\d.]+, p99 [\\d.]+,"
                                + " max 1000\\.000");
    }

    @Test
    void aPercentileIsAtMostAQuarterTooLongAndNeverTooShort() {
        for (int bits = 10; bits < 44; bits++) {
            long power = 1L << bits;
            for (long time : new long[] {power, power + 1, power * 3 / 2, power * 2 - 1}) {
                Timings one = new Timings("orders", FlightRecorder.none());
                one.used(time);
                one.used(Long.MAX_VALUE / 4);

                assertThat(one.soFar().usage().p50().toNanos()).isBetween(time, time + time / 4);
            }
        }
    }

    @Test
    void whatIsTooShortOrTooLongIsCountedToo() {
        timings.created(-1);
        timings.created(0);
        timings.created(1023);
        TimeSummary shortest = timings.soFar().creation();
        timings.created(Duration.ofDays(2).toNanos());
        timings.created(Duration.ofDays(2).toNanos());
        timings.created(Duration.ofDays(3).toNanos());
        TimeSummary all = timings.soFar().creation();

        assertThat(shortest)
                .isEqualTo(
                        new TimeSummary(
                                3,
                                Duration.ofNanos(1023),
                                Duration.ofNanos(1023),
                                Duration.ofNanos(1023),
                                Duration.ofNanos(1023),
                                Duration.ofNanos(1023)));
        assertThat(all.count()).isEqualTo(6);
        assertThat(all.p99()).isEqualTo(Duration.ofDays(3));
        assertThat(all.max()).isEqualTo(Duration.ofDays(3));
    }

    @Test
    void noThreadOverwritesWhatAnotherHasAdded() throws Exception {
        List<Background<Void>> threads = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            long time = i * MILLI;
            threads.add(
                    Background.start(
                            () -> {
                                for (int n = 0; n < 10_000; n++) {
                                    timings.waited(Wait.RETURN, time);
                                }
                                return null;
                            }));
        }
        for (Background<Void> thread : threads) {
            thread.get();
        }

        TimeSummary waits = timings.soFar().waits().get(Wait.RETURN);
        assertThat(waits.count()).isEqualTo(40_000);
        assertThat(waits.total()).isEqualTo(Duration.ofMillis(100_000));
        assertThat(waits.max()).isEqualTo(Duration.ofMillis(4));
    }

    @Test
    void theTimesCannotBeChanged() {
        PoolTimes times = PoolTimes.ofNothing();

        assertThat(times.waits()).containsOnlyKeys(Wait.values());
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> times.waits().put(Wait.RETURN, once(1)));
    }
}
