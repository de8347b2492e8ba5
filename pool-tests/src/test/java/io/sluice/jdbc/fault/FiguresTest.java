package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Lateness;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A fault at 0 that is gone after a second. */
class FiguresTest {

    private final List<Call> calls = new ArrayList<>();

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void good(int caller, long begun, long ended) {
        calls.add(new Call(caller, nanos(begun), nanos(begun), nanos(ended), true, false, null));
    }

    private void refused(int caller, long begun, long ended, SQLException failure) {
        calls.add(
                new Call(caller, nanos(begun), nanos(ended), nanos(ended), false, false, failure));
    }

    private void broken(int caller, long begun, long ended, SQLException failure) {
        calls.add(new Call(caller, nanos(begun), nanos(begun), nanos(ended), true, false, failure));
    }

    private Figures figures(long fullAt) {
        return new Figures(
                "test",
                Terms.OUTAGE,
                0,
                nanos(1_000),
                nanos(fullAt),
                calls,
                new Lateness(10_000, Duration.ofMillis(5), Duration.ofMillis(6)),
                new Connects(List.of(), List.of()));
    }

    private void everybodyIsServedAt(long millis) {
        for (int caller = 0; caller < FaultScene.THREADS; caller++) {
            good(caller, millis - 10, millis);
        }
    }

    private static SQLException timeout(String state) {
        return new SQLTransientConnectionException("waited in vain", state);
    }

    @Test
    void everybodyIsServedWhenTheLastIs() {
        everybodyIsServedAt(1_200);
        good(3, 1_010, 1_090);
        good(4, 1_300, 1_400);
        assertThat(figures(1_100).recovery()).hasMillis(200);
        figures(1_100).assertOrderly().assertOutageInTime();
    }

    @Test
    void whoFailsOnceMoreHasNotRecovered() {
        everybodyIsServedAt(1_200);
        refused(3, 1_600, 2_100, timeout("08001"));
        assertThat(figures(1_100).recovery()).hasMillis(1_100);
        assertThatThrownBy(() -> figures(1_100).assertOutageInTime())
                .hasMessageContaining("everybody was served again and nobody failed");
    }

    @Test
    void oneConnectionThatServesEverybodyIsNoFullService() {
        everybodyIsServedAt(1_200);
        assertThatThrownBy(() -> figures(2_006).assertOutageInTime())
                .hasMessageContaining("all connections were there again");
    }

    @Test
    void whoWasNeverServedIsToldAndNoReasonNotToTellTheRest() {
        good(0, 1_100, 1_200);
        assertThat(figures(1_100)).asString().contains("all 1 served after  200 ms");
        assertThatThrownBy(() -> figures(1_100).assertOrderly())
                .hasMessageContaining("who was served again");
    }

    @Test
    void whoIsToldLateIsToldSo() {
        everybodyIsServedAt(1_200);
        refused(3, 0, 554, timeout("08001"));
        figures(1_100).assertOutageInTime();
        refused(3, 0, 555, timeout("08001"));
        assertThatThrownBy(() -> figures(1_100).assertOutageInTime())
                .hasMessageContaining("the longest wait");
    }

    @Test
    void anErrorIsOfItsClassInItsState() {
        Told refusal = new Told(SQLNonTransientConnectionException.class, "28P01");
        Told timeout = new Told(SQLTransientConnectionException.class, "08001|08006");
        refused(1, 0, 500, timeout("08006"));
        refused(2, 0, 1, new SQLNonTransientConnectionException("refused", "28P01"));
        figures(1_100).assertRefused(refusal, timeout);
        assertThatThrownBy(() -> figures(1_100).assertRefused(timeout))
                .hasMessageContaining("28P01");
        calls.clear();
        refused(3, 0, 500, timeout("28P01"));
        assertThatThrownBy(() -> figures(1_100).assertRefused(refusal, timeout))
                .hasMessageContaining("28P01");
    }

    @Test
    void aTimeoutBeforeTheTimeIsNone() {
        refused(1, 0, 499, timeout("08001"));
        assertThatThrownBy(
                        () ->
                                figures(1_100)
                                        .assertRefused(
                                                new Told(
                                                        SQLTransientConnectionException.class,
                                                        "08001")))
                .hasMessageContaining("after the time");
    }

    @Test
    void anErrorOnAConnectionIsTheDriversOwn() {
        assertThatThrownBy(() -> figures(1_100).assertBroken("08006"))
                .as("nobody noticed")
                .isInstanceOf(AssertionError.class);
        broken(
                1,
                0,
                1,
                new SQLNonTransientConnectionException("this connection is closed", "08003"));
        assertThatThrownBy(() -> figures(1_100).assertBroken("08..."))
                .hasMessageContaining("08003");
    }
}
