package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

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

    static Seen seen(Fault fault, List<Call> calls) {
        return seen(fault, Duration.ofMillis(3), calls);
    }

    /** Of a machine on which threads that merely park were late by no more than that. */
    static Seen seen(Fault fault, Duration mostLate, List<Call> calls) {
        Span span =
                new Span(
                        millis(BEGUN),
                        millis(ENDED),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(5));
        return Seen.of(fault, span, new Lateness(10_000, Duration.ofMillis(2), mostLate, 0), calls);
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

    private static Seen seen(Call... calls) {
        return seen(Fault.KILLED, List.of(calls));
    }

    @Test
    void recoveredIsWhenTheLastThreadWasServed() {
        assertThat(
                        seen(good(0, 2_100, 2_110), good(1, 1_500, 2_300), good(1, 2_400, 2_410))
                                .recoverMillis())
                .isEqualTo(300);
    }

    @Test
    void recoveredIsNotBeforeTheLastFailure() {
        Seen seen = seen(good(0, 2_100, 2_110), broken(0, 2_500, 2_700), good(0, 2_800, 2_810));

        assertThat(seen.recoverMillis()).isEqualTo(700);
        assertThat(seen.recovered()).isTrue();
    }

    @Test
    void failuresBeforeTheEndDoNotDelayRecovery() {
        assertThat(seen(refused(0, 1_100, 1_900), good(0, 1_950, 2_001)).recoverMillis())
                .isEqualTo(1);
    }

    @Test
    void threadThatWasNotServedAgainHasNotRecovered() {
        Seen seen = seen(good(0, 2_100, 2_110), good(1, 900, 1_000));

        assertThat(seen.recoverMillis()).isEqualTo(5_000);
        assertThat(seen.recovered()).isFalse();
    }

    @Test
    void callsAreCountedByWhatBecameOfThem() {
        Seen seen =
                seen(
                        good(0, 900, 910),
                        refused(0, 1_100, 1_200),
                        refused(1, 1_100, 1_200),
                        broken(0, 1_300, 1_310),
                        wrong(1, 1_300, 1_310));

        assertThat(seen.refused()).isEqualTo(2);
        assertThat(seen.broken()).isEqualTo(1);
        assertThat(seen.wrong()).isEqualTo(1);
    }

    @Test
    void threadThatWaitedInVainHadNotLostItsConnectionBefore() {
        Seen seen =
                seen(broken(0, 1_000, 1_999), broken(1, 1_000, 2_000), refused(2, 1_000, 1_100));

        assertThat(seen.broken()).isEqualTo(2);
        assertThat(seen.lost()).isEqualTo(1);
    }

    @Test
    void machineStoodStillWhereThreadsThatParkWereLateByHalfOfWhatIsGranted() {
        assertThat(seen(Fault.KILLED, Duration.ofMillis(25), List.of()).machineStalled()).isFalse();
        assertThat(seen(Fault.KILLED, Duration.ofMillis(26), List.of()).machineStalled()).isTrue();
    }

    @Test
    void lateIsWhatAThreadThatMerelyParksWouldNotBe() {
        Seen seen = seen(refused(0, 1_000, 2_052), refused(1, 1_000, 2_053));

        assertThat(seen.late()).isEqualTo(1);
        assertThat(seen.latestMillis()).isEqualTo(53);
        assertThat(seen(good(0, 1_000, 1_010)).latestMillis()).isZero();
    }

    @Test
    void timelineBeginsWithTheWarmUp() {
        Seen seen = seen(good(0, 600, 610), refused(0, 700, 750), good(0, 2_000, 2_300));

        assertThat(seen.mark()).isEqualTo(new LineChart.Mark("killed", 0.5, 1.5));
        assertThat(seen.timeline())
                .hasSize(18)
                .startsWith(new LineChart.Point(0, 0), new LineChart.Point(0.1, 10))
                .endsWith(new LineChart.Point(1.7, 0));
    }

    @Test
    void runWithoutCallsHasNotRecovered() {
        assertThat(seen().recovered()).isFalse();
        assertThat(seen().timeline()).isEmpty();
    }
}
