package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.SizingReport;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.report.SizeWatch;
import io.sluice.pool.internal.report.SizeWatch.Sample;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How large a pool the load has needed. */
class SizingTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final SizeWatch watch = new SizeWatch();

    private void look(int second, int existing, int inUse, int waiting, int maxSize) {
        watch.take(
                new Sample(
                        watch.begin(),
                        second * SECOND,
                        existing,
                        inUse,
                        waiting,
                        existing >= maxSize));
    }

    @Test
    void aPoolThatIsTooLargeIsToldHowManyWouldHaveServed() {
        look(0, 7, 3, 0, 20);
        look(1999, 7, 7, 0, 20);
        look(2000, 7, 0, 0, 20); // at rest: no part of the time that is to be served

        SizingReport report = watch.report(4000 * SECOND, 20, 100_000);

        assertThat(report.mostUsed()).isEqualTo(7);
        assertThat(report.p999Used()).isEqualTo(3);
        assertThat(report.meanUsed()).isEqualTo(6004 / 4000.0, within(1e-9));
        assertThat(report.meanIdle()).isEqualTo(21_996 / 4000.0, within(1e-9));
        assertThat(report.shortage()).isZero();
        assertThat(report.meanLease()).isEqualTo(Duration.ofNanos(60_040_000));
        assertThat(report)
                .hasToString(
                        "maxSize 20 was never used beyond 7; 3 would have served 99.9 %. Over 4000"
                                + " s: 1.5 in use and 5.5 idle on average, 100000 leases of 60.0"
                                + " ms");
    }

    @Test
    void aRarePeakIsNoPartOfTheUsualUse() {
        look(0, 20, 2, 0, 20);
        look(998, 20, 9, 0, 20);
        look(1000, 20, 2, 0, 20);

        SizingReport report = watch.report(1000 * SECOND, 20, 1);

        assertThat(report.p999Used()).as("99.8 % are not enough").isEqualTo(9);
        assertThat(watch.report(3000 * SECOND, 20, 1).p999Used()).isEqualTo(2);
        assertThat(report.toString()).startsWith("maxSize 20 was never seen in use beyond 9; 9");
    }

    @Test
    void aPoolThatIsTooSmallIsToldHowManyWereWanted() {
        look(0, 4, 4, 6, 4);
        look(100, 4, 4, 0, 4);

        SizingReport report = watch.report(400 * SECOND, 4, 1000);

        assertThat(report.shortage()).isEqualTo(0.25);
        assertThat(report.p999Wanted()).isEqualTo(10);
        assertThat(report.toString())
                .startsWith(
                        "maxSize 4 was too small for 25.0 % of the time: all were in use and"
                                + " requests waited; 10 would have served 99.9 %");
    }

    @Test
    void threadsThatWaitForAConnectAreNoShortage() {
        look(0, 1, 1, 5, 4);
        assertThat(watch.report(10 * SECOND, 4, 1).shortage()).isZero();
    }

    @Test
    void aPoolThatWasFullWithoutWaitersFits() {
        look(0, 4, 4, 0, 4);
        assertThat(watch.report(10 * SECOND, 4, 1).toString())
                .startsWith("maxSize 4 was reached, and requests rarely waited; 4 would");
    }

    @Test
    void aPoolThatWasNotUsedIsToldSo() {
        assertThat(watch.report(10 * SECOND, 4, 0).toString())
                .startsWith("maxSize 4 was not used. Over 10 s: 0.0 in use");
    }

    @Test
    void aLookIsDueTenTimesASecondAtMost() {
        look(1, 1, 1, 0, 4);
        assertThat(watch.isDue(SECOND + SECOND / 20)).isFalse();
        assertThat(watch.isDue(SECOND + SECOND / 10)).isTrue();
    }

    @Test
    void moreThanEverMayBeCountedAreCountedAsTheHighestNumber() {
        look(0, 1, 1, 1_000_000, 1);
        assertThat(watch.report(10 * SECOND, 1, 1).p999Wanted()).isEqualTo(1 << 16);
    }

    @Test
    void aSampleThatBeganEarlierChangesNoCount() {
        long slow = watch.begin();
        look(2, 4, 2, 0, 4);
        watch.take(new Sample(slow, SECOND, 4, 4, 0, true));
        assertThat(watch.report(3 * SECOND, 4, 1).meanUsed()).isEqualTo(2 / 3.0, within(1e-9));
    }

    /** A report in between must not make it look late. */
    @Test
    void aSampleThatIsTakenAfterAReportCounts() {
        look(1, 4, 4, 0, 4);
        long slow = watch.begin();
        assertThat(watch.report(3 * SECOND, 4, 1).mostUsed()).isEqualTo(4);
        watch.take(new Sample(slow, 2 * SECOND, 0, 0, 0, false));
        assertThat(watch.report(100 * SECOND, 4, 1).meanUsed()).isEqualTo(8 / 100.0, within(1e-9));
    }

    /** A resource that has lived long enough is replaced while the pool is at rest. */
    @Test
    void resourcesThatAreReplacedAtRestStayIdle() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(
                        config ->
                                config.minSize(2)
                                        .maxSize(2)
                                        .maxLifetime(Duration.ofMinutes(30))
                                        .lifetimeJitter(0));
        fixture.journal.await("onCreate ", 2);
        fixture.ticker.advance(Duration.ofMinutes(31));
        fixture.journal.await("onCreate ", 4);
        fixture.awaitAvailable(2);

        fixture.ticker.advance(Duration.ofMinutes(29));

        assertThat(pool.sizing().meanIdle()).isEqualTo(2, within(0.1));
    }

    /** Ticks are forty milliseconds apart: the last comes too early for a sample that is due. */
    @Test
    void theLastTickBeforeThePoolIsAtRestTakesASample() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(2).validateAfterIdle(Duration.ofMillis(80)));
        Lease lease = fixture.acquire();
        for (int tick = 0; tick < 3; tick++) { // the third takes a sample
            fixture.acquire().release();
            fixture.ticker.advance(Duration.ofMillis(40));
        }
        lease.release();
        fixture.ticker.advance(Duration.ofMillis(40));
        fixture.ticker.advance(Duration.ofMillis(40));

        fixture.ticker.advance(Duration.ofHours(1));

        assertThat(pool.sizing().meanUsed()).isLessThan(0.1);
    }

    /** As overnight: there are no ticks then. */
    @Test
    void resourcesThatHaveIdledOutAreNotIdleAnyMore() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(4).idleTimeout(Duration.ofMinutes(1)));
        fixture.warmUp(4);
        fixture.ticker.advance(Duration.ofMinutes(2));
        await("all have left").until(() -> pool.snapshot().total(), total -> total == 0);
        await("all are destroyed").until(() -> fixture.journal.count("onDestroy "), n -> n == 4);

        fixture.ticker.advance(Duration.ofHours(10));

        assertThat(pool.sizing().meanIdle()).isLessThan(0.1);
    }

    @Test
    void aPoolLooksWhileItIsUsedAndLogsItsAdviceAtTheClose() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(5));
        Lease first = fixture.acquire();
        Lease second = fixture.acquire();
        fixture.ticker.advance(Duration.ofMinutes(20)); // at rest meanwhile, with two in use
        assertThat(pool.sizing().meanUsed()).isCloseTo(2, within(0.01));
        first.release();
        second.release();

        try (LogCapture log = LogCapture.start()) {
            pool.close();

            assertThat(log.messages())
                    .anySatisfy(
                            line ->
                                    assertThat(line)
                                            .startsWith(
                                                    "Pool orders: maxSize 5 was never used beyond"
                                                            + " 2; 2 would have served 99.9 %"));
        }
    }
}
