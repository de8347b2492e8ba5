package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContentionReportTest implements CompleteReport {

    private static final ContentionRow ROW = new ContentionRow(2, 1, 0);
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final LockProfile PROFILE =
            new LockProfile("4.5", 1e9, 3, "a;b 300000\na;c 100000\n", "the text");

    private static WaitStack stack(WaitKind kind, String lock, long count, long nanos) {
        return new WaitStack(kind, lock, List.of("some.Pool.take"), count, nanos, nanos);
    }

    /** A turn of a second in which JFR watched two million leases. */
    private static ContentionTurn turn(Peer peer, int round, WaitStack... stacks) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("measuredLeases", 6_000_000);
        figures.put("measuredNanos", 2_000_000_000);
        figures.put("watchedLeases", 2_000_000);
        figures.put("watchedNanos", 1_000_000_000);
        figures.put("lostBytes", 0);
        figures.put("stacks", List.of(stacks).stream().map(WaitStack::toMap).toList());
        if (peer == Peer.LITERAL) {
            figures.put("profile", PROFILE.toMap());
        } else {
            figures.put("profileMissing", "no library");
        }
        return ContentionTurn.of(new Step<>(ROW, peer, round), new Printed(figures));
    }

    private static Report report(ContentionTurn... turns) {
        List<Peer> peers = List.of(turns).stream().map(ContentionTurn::peer).distinct().toList();
        return new ContentionReport(new ContentionPlan(ROW, peers, 2, 1000), List.of(turns), true)
                .report();
    }

    @Override
    public Report complete() {
        return report(turn(Peer.SLUICE, 1));
    }

    @Test
    void contentionsAreToldFromWaitsForConnections() {
        Report report =
                report(
                        turn(
                                Peer.SLUICE,
                                1,
                                stack(WaitKind.LOCK, LOCK, 4, 200_000),
                                stack(WaitKind.MONITOR, "some.Pool", 2, 2_000_000),
                                stack(WaitKind.CONNECTION, "some.Waiter", 7, 500_000_000)));

        assertThat(report.toText())
                .contains("2 threads on 1 connection")
                .containsPattern(
                        "sluice +3\\.00 M +2 +4 +3 +2\\.20 ms +2\\.00 ms +0\\.110 % +0\\.100 %"
                                + " +25\\.000 % +0 % +missed")
                .containsPattern("contended monitor +Pool +Pool\\.take +2 +2\\.00 ms")
                .containsPattern("contended lock +ReentrantLock\\$NonfairSync +Pool\\.take +4")
                .containsPattern("wait for a connection +Waiter +Pool\\.take +7 +500 ms");
        assertThat(report.results())
                .first()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("pool", "sluice")
                                        .containsEntry("measure", "contention")
                                        .containsEntry("contendedMonitors", 2.0)
                                        .containsEntry("contendedLocks", 4.0)
                                        .containsEntry("contentionsPerMillionLeases", 3.0)
                                        .containsEntry("blockedShare", 0.0011)
                                        .containsEntry("largestLockShare", 0.001)
                                        .containsEntry("targetsMet", "no"));
    }

    @Test
    void targetsAreMetByLocksUpToAThousandthOfTheTime() {
        assertThat(report(turn(Peer.SLUICE, 1, stack(WaitKind.LOCK, LOCK, 4, 2_000_000))).results())
                .first()
                .asString()
                .contains("targetsMet=yes");
        assertThat(report(turn(Peer.SLUICE, 1, stack(WaitKind.LOCK, LOCK, 4, 2_000_001))).results())
                .first()
                .asString()
                .contains("targetsMet=no");
    }

    @Test
    void oneContendedMonitorInOneRoundMissesTheTargets() {
        assertThat(
                        report(
                                        turn(Peer.SLUICE, 1),
                                        turn(
                                                Peer.SLUICE,
                                                2,
                                                stack(WaitKind.MONITOR, "some.Pool", 1, 1)),
                                        turn(Peer.SLUICE, 3))
                                .results())
                .first()
                .asString()
                .contains("contendedMonitors=0.0", "targetsMet=no");
    }

    @Test
    void lockOfOneRoundCountsAsNoneInTheOthers() {
        assertThat(
                        report(
                                        turn(Peer.HIKARI, 1, stack(WaitKind.LOCK, LOCK, 4, 100)),
                                        turn(Peer.HIKARI, 2))
                                .results())
                .last()
                .satisfies(
                        result ->
                                assertThat(result)
                                        .containsEntry("measure", "contention-lock")
                                        .containsEntry("kind", "lock")
                                        .containsEntry("lock", LOCK)
                                        .containsEntry("waits", 2.0)
                                        .containsEntry("longestNanos", 100L));
    }

    @Test
    void whatAsyncProfilerSawIsTabledWhereItCould() {
        Report report = report(turn(Peer.SLUICE, 1), turn(Peer.LITERAL, 1));

        assertThat(report.toText())
                .contains("async-profiler: 4.5, lock mode, threshold of 0")
                .containsPattern("literal +3 +400 µs +0\\.020 % +75 %");
        assertThat(report.raw().get("contention-literal-async.txt")).isEqualTo("the text");
        assertThat(report.raw().get("contention-literal-async.collapsed")).startsWith("a;b 300000");
        assertThat(report.raw()).doesNotContainKey("contention-sluice-async.txt");
    }

    @Test
    void withoutAsyncProfilerOneLineSaysWhy() {
        assertThat(report(turn(Peer.SLUICE, 1)).toText())
                .contains("async-profiler: not used: no library\n")
                .doesNotContain("lock mode sees them");
    }

    @Test
    void everyLockOfEveryRoundAndItsStacksAreWritten() {
        Report report =
                report(
                        turn(Peer.SLUICE, 1, stack(WaitKind.LOCK, LOCK, 4, 100)),
                        turn(Peer.SLUICE, 2, stack(WaitKind.LOCK, LOCK, 1, 20)));

        assertThat(report.raw().get("contention-locks.csv"))
                .contains("2t-1c-0,sluice,2,lock," + LOCK + ",some.Pool.take,1,20,20\n");
        assertThat(report.raw().get("contention-turns.csv").lines()).hasSize(9);
        assertThat(report.raw().get("contention-sluice.collapsed"))
                .isEqualTo("[contended lock];some/Pool.take;" + LOCK + " 120\n");
        assertThat(report.raw().get("contention-sluice.txt")).contains("--- 120 ns (100.00%)");
        assertThat(report.raw().get("contention-sluice-flame.html")).contains("Waits of sluice");
    }

    @Test
    void classesAreShownWithoutTheirPackage() {
        assertThat(LockTable.withoutPackage(LOCK)).isEqualTo("ReentrantLock$NonfairSync");
        assertThat(LockTable.withoutPackage("some.pool.Pool.take")).isEqualTo("Pool.take");
        assertThat(LockTable.withoutPackage("nothing")).isEqualTo("nothing");
    }
}
