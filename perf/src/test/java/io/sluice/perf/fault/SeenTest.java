package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Printed;
import io.sluice.perf.report.LineChart;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Lateness;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenTest {

    private static final long BEGUN = 1_000;
    private static final long ENDED = 2_000;

    static Printed seen(List<Call> calls) {
        return seen(Duration.ofMillis(3), calls);
    }

    /** Of a machine on which threads that merely park were late by no more than that. */
    static Printed seen(Duration mostLate, List<Call> calls) {
        Span span =
                new Span(
                        millis(BEGUN),
                        millis(ENDED),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(5));
        Lateness parking = new Lateness(10_000, Duration.ofMillis(2), mostLate, 0);
        return new Printed(Seen.of("sluice", span, parking, calls));
    }

    static Call good(int caller, long begun, long ended) {
        return new Call(caller, millis(begun), millis(begun), millis(ended), true, false, null);
    }

    static Call refused(int caller, long begun, long ended) {
        return new Call(
                caller,
                millis(begun),
                millis(ended),
                millis(ended),
                false,
                false,
                new SQLException("no connection"));
    }

    static Call broken(int caller, long begun, long ended) {
        return new Call(
                caller,
                millis(begun),
                millis(begun),
                millis(ended),
                true,
                false,
                new SQLException("went away"));
    }

    static Call wrong(int caller, long begun, long ended) {
        return new Call(caller, millis(begun), millis(begun), millis(ended), true, true, null);
    }

    private static long millis(long millis) {
        return millis * 1_000_000;
    }

    private static Printed seen(Call... calls) {
        return seen(List.of(calls));
    }

    @Test
    void recoveredIsWhenTheLastThreadWasServed() {
        assertThat(
                        seen(good(0, 2_100, 2_110), good(1, 1_500, 2_300), good(1, 2_400, 2_410))
                                .get("recoverMillis"))
                .isEqualTo(300);
    }

    @Test
    void recoveredIsNotBeforeTheLastFailure() {
        Printed seen = seen(good(0, 2_100, 2_110), broken(0, 2_500, 2_700), good(0, 2_800, 2_810));

        assertThat(seen.get("recoverMillis")).isEqualTo(700);
        assertThat(seen.get("recovered")).isEqualTo(1);
    }

    @Test
    void failuresBeforeTheEndDoNotDelayRecovery() {
        assertThat(seen(refused(0, 1_100, 1_900), good(0, 1_950, 2_001)).get("recoverMillis"))
                .isEqualTo(1);
    }

    @Test
    void threadThatWasNotServedAgainHasNotRecovered() {
        Printed seen = seen(good(0, 2_100, 2_110), good(1, 900, 1_000));

        assertThat(seen.get("recoverMillis")).isEqualTo(5_000);
        assertThat(seen.get("recovered")).isZero();
    }

    @Test
    void callsAreCountedByWhatBecameOfThem() {
        Printed seen =
                seen(
                        good(0, 900, 910),
                        refused(0, 1_100, 1_200),
                        refused(1, 1_100, 1_200),
                        broken(0, 1_300, 1_310),
                        wrong(1, 1_300, 1_310));

        assertThat(seen.get("refused")).isEqualTo(2);
        assertThat(seen.get("broken")).isEqualTo(1);
        assertThat(seen.get("wrongResults")).isEqualTo(1);
    }

    @Test
    void threadThatWaitedInVainHadNotLostItsConnectionBefore() {
        Printed seen =
                seen(broken(0, 1_000, 1_999), broken(1, 1_000, 2_000), refused(2, 1_000, 1_100));

        assertThat(seen.get("broken")).isEqualTo(2);
        assertThat(seen.get("lost")).isEqualTo(1);
    }

    @Test
    void machineStoodStillWhereThreadsThatParkWereLateByHalfOfWhatIsGranted() {
        assertThat(seen(Duration.ofMillis(25), List.of()).get("machineStalled")).isZero();
        assertThat(seen(Duration.ofMillis(26), List.of()).get("machineStalled")).isEqualTo(1);
    }

    @Test
    void lateIsWhatAThreadThatMerelyParksWouldNotBe() {
        Printed seen = seen(refused(0, 1_000, 2_052), refused(1, 1_000, 2_053));

        assertThat(seen.get("late")).isEqualTo(1);
        assertThat(seen.get("latestMillis")).isEqualTo(53);
        assertThat(seen(good(0, 1_000, 1_010)).get("latestMillis")).isZero();
    }

    @Test
    void timelineBeginsWithTheWarmUp() {
        Printed seen = seen(good(0, 600, 610), refused(0, 700, 750), good(0, 2_000, 2_300));

        assertThat(seen.get("timeline", LineChart.Line.class).points())
                .hasSize(18)
                .startsWith(new LineChart.Point(0, 0), new LineChart.Point(0.1, 10))
                .endsWith(new LineChart.Point(1.7, 0));
    }

    @Test
    void runWithoutCallsHasNotRecovered() {
        assertThat(seen().get("recovered")).isZero();
        assertThat(seen().get("timeline", LineChart.Line.class).points()).isEmpty();
    }
}
