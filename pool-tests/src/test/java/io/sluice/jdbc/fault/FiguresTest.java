package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.fault.ConnectingSockets.Connect;
import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolReport;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Lateness;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
        return figures(fullAt, new Connects(List.of(), List.of()));
    }

    private Figures figures(long fullAt, Connects connects) {
        return new Figures(
                "test",
                Terms.OUTAGE,
                0,
                nanos(1_000),
                nanos(fullAt),
                calls,
                new Lateness(10_000, Duration.ofMillis(5), Duration.ofMillis(6), 0.1),
                connects);
    }

    private static List<Connect> connectsAt(long... millis) {
        return Arrays.stream(millis).mapToObj(each -> new Connect(5432, nanos(each))).toList();
    }

    private void allAreServedAt(long millis) {
        for (int caller = 0; caller < FaultScene.THREADS; caller++) {
            good(caller, millis - 10, millis);
        }
    }

    private static SQLException timeout(String state) {
        return new SQLTransientConnectionException("waited in vain", state);
    }

    @Test
    void allAreServedWhenTheLastIs() {
        allAreServedAt(1_200);
        good(3, 1_010, 1_090);
        good(4, 1_300, 1_400);
        assertThat(figures(1_100).recovery()).hasMillis(200);
        figures(1_100).assertOrderly().assertInTime();
    }

    @Test
    void aThreadThatFailsOnceMoreHasNotRecovered() {
        allAreServedAt(1_200);
        refused(3, 1_600, 2_100, timeout("08001"));
        assertThat(figures(1_100).recovery()).hasMillis(1_100);
        assertThatThrownBy(() -> figures(1_100).assertInTime())
                .hasMessageContaining("every thread was served again and no call failed");
    }

    @Test
    void oneConnectionThatServesAllThreadsIsNoFullService() {
        allAreServedAt(1_200);
        assertThatThrownBy(() -> figures(2_006).assertInTime())
                .hasMessageContaining("all connections were there again");
    }

    @Test
    void aThreadThatWasNeverServedIsReportedAndSoAreTheOthers() {
        good(0, 1_100, 1_200);
        assertThat(figures(1_100)).asString().contains("all 1 served after  200 ms");
        assertThatThrownBy(() -> figures(1_100).assertOrderly())
                .hasMessageContaining("threads served again");
    }

    @Test
    void aLateAnswerIsReportedAsLate() {
        allAreServedAt(1_200);
        refused(3, 0, 554, timeout("08001"));
        figures(1_100).assertInTime();
        refused(3, 0, 555, timeout("08001"));
        assertThatThrownBy(() -> figures(1_100).assertInTime())
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
    void aTimeoutHasTheStateOfTheLastFailureOrTellsOfNone() {
        Told inVain = Told.timeOut("53300");
        refused(1, 0, 500, timeout("53300"));
        refused(2, 0, 500, timeout("08001", /* failure= */ null));
        figures(1_100).assertRefused(inVain);
        refused(3, 0, 500, timeout("08001", new SQLException("refused", "08001")));
        assertThatThrownBy(() -> figures(1_100).assertRefused(inVain))
                .hasMessageContaining("state 08001");
        assertThatThrownBy(() -> figures(1_100).assertRefused(Told.NO_FAILURE))
                .hasMessageContaining("state 53300");
    }

    private static SQLException timeout(String state, @Nullable SQLException failure) {
        return new SQLTransientConnectionException(
                "waited in vain",
                state,
                new AcquireTimeoutException(
                        "in vain",
                        Terms.OUTAGE.acquireTimeout,
                        Terms.OUTAGE.acquireTimeout,
                        new PoolReport(
                                new PoolSnapshot(
                                        "test",
                                        0,
                                        0,
                                        16,
                                        0,
                                        0,
                                        0,
                                        0,
                                        0,
                                        1,
                                        false,
                                        PoolCounters.NONE),
                                List.of(),
                                null),
                        failure,
                        failure == null ? null : Duration.ZERO));
    }

    @Test
    void aCallRefusedForGoodWaitedForNothing() {
        refused(1, 0, 500, new SQLNonTransientConnectionException("refused", "28P01"));
        refused(2, 200, 254, new SQLNonTransientConnectionException("refused", "28P01"));
        figures(1_100).assertRefusedForGood(nanos(200)).assertRefusedAtOnce(nanos(200));
        assertThatThrownBy(() -> figures(1_100).assertRefusedAtOnce(0))
                .hasMessageContaining("until callers were refused for good");
        refused(3, 201, 501, timeout("28P01"));
        assertThatThrownBy(() -> figures(1_100).assertRefusedForGood(nanos(200)))
                .hasMessageContaining("was refused for good");
        assertThatThrownBy(() -> figures(1_100).assertRefusedForGood(nanos(900)))
                .as("nobody came")
                .isInstanceOf(AssertionError.class);
    }

    /** In half a second two that are held for 10 ms serve a hundred. */
    @Test
    void whatIsLeftServesAtLeastHalfOfWhatItCan() {
        for (int i = 0; i < 49; i++) {
            good(1, 500, 510);
        }
        good(1, 400, 510);
        assertThatThrownBy(() -> figures(1_100).assertServed(2, nanos(500)))
                .hasMessageContaining("calls that 2 connections served");
        good(1, 990, 999);
        figures(1_100).assertServed(2, nanos(500));
    }

    @Test
    void theServerIsTriedFourTimesASecondAndWhatWasLostIsMadeAnewOnce() {
        List<Connect> meanwhile =
                connectsAt(
                        0, 1, 2, 3, 23, 63, 143, 303, 553, 803, 1_053, 1_303, 1_553, 1_803, 2_053);
        List<Connect> after = connectsAt(3_000, 3_001, 3_002);
        figures(1_100, new Connects(meanwhile, after)).assertConnects(2);
        figures(1_100, new Connects(List.of(), after)).assertConnectsAtAnyTime(2);
        assertThatThrownBy(() -> figures(1_100, new Connects(meanwhile, after)).assertConnects(1))
                .hasMessageContaining("where they can succeed");
        assertThatThrownBy(
                        () -> figures(1_100, new Connects(after, after)).assertConnectsAtAnyTime(4))
                .hasMessageContaining("where they can succeed");
        assertThatThrownBy(
                        () ->
                                figures(
                                                1_100,
                                                new Connects(
                                                        connectsAt(
                                                                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                                                        List.of()))
                                        .assertConnects(2))
                .hasMessageContaining("beyond 4 in any second");
        figures(
                        1_100,
                        new Connects(
                                connectsAt(0, 1_000, 1_001, 1_002, 1_003, 1_250, 1_500, 1_999),
                                List.of()))
                .assertConnects(2);
        assertThatThrownBy(
                        () ->
                                figures(
                                                1_100,
                                                new Connects(
                                                        connectsAt(
                                                                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000,
                                                                1_001, 1_002, 1_003, 1_999),
                                                        List.of()))
                                        .assertConnects(2))
                .as("as many more as may be, and one in a later second")
                .hasMessageContaining("beyond 4 in any second");
    }

    @Test
    void anErrorOnAConnectionIsTheDriversOwn() {
        assertThatThrownBy(() -> figures(1_100).assertBroken(FaultScene.CONNECTIONS, "08006"))
                .as("nobody noticed")
                .isInstanceOf(AssertionError.class);
        broken(
                1,
                0,
                1,
                new SQLNonTransientConnectionException("this connection is closed", "08003"));
        assertThatThrownBy(() -> figures(1_100).assertBroken(FaultScene.CONNECTIONS, "08..."))
                .hasMessageContaining("08003");
    }
}
