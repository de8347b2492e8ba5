package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ContentionReportTest implements CompleteReport {

    private static final ContentionCommand.Row ROW = new ContentionCommand.Row(2, 1, 0);
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

    private static WaitStack stack(WaitKind kind, String lock, long count, long nanos) {
        return new WaitStack(kind, lock, List.of("some.Pool.take"), count, nanos, nanos);
    }

    /** A fork with a second in which JFR watched two million leases of two threads. */
    private static Measured<ContentionCommand.Row, Peer> turn(
            Peer peer, int round, WaitStack... stacks) {
        Map<String, Object> figures = Waits.of(Stream.of(stacks)).figures(2e6, 2e9);
        figures.put("leasesPerSecond", 3e6);
        figures.put("watchedNanos", 2e9);
        figures.put("lostBytes", 0);
        figures.put("stacks", List.of(stacks));
        figures.put("profile", Map.of("missing", "no library"));
        if (peer == Peer.LITERAL) {
            Map<String, Object> profile = LockProfiler.figures("a;b 300000\na;c 100000\n", 2e9);
            profile.put("version", "4.5");
            profile.put("contentions", 3);
            profile.put("text", "the text");
            figures.put("profile", profile);
        }
        return new Measured<>(ROW, peer, round, new Printed(figures));
    }

    @SafeVarargs
    private static Report report(Measured<ContentionCommand.Row, Peer>... turns) {
        List<Measured<ContentionCommand.Row, Peer>> all = new ArrayList<>();
        for (Measured<ContentionCommand.Row, Peer> turn : turns) {
            all.add(turn);
        }
        return ContentionCommand.report(Map.of(), all, true);
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
                                        .containsEntry("longestNanos", 100.0));
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
                .contains("sluice,2t-1c-0,2,1,0,lock," + LOCK + ",some.Pool.take,2,1,20.000,20,");
        assertThat(report.raw().get("contention-turns.csv").lines()).hasSize(3);
        assertThat(report.raw().get("contention-sluice.collapsed"))
                .isEqualTo("[contended lock];some/Pool.take;" + LOCK + " 120\n");
        assertThat(report.raw().get("contention-sluice-flame.html")).contains("Waits of sluice");
    }

    @Test
    void classesAreShownWithoutTheirPackage() {
        assertThat(ContentionCommand.withoutPackage(LOCK)).isEqualTo("ReentrantLock$NonfairSync");
        assertThat(ContentionCommand.withoutPackage("some.pool.Pool.take")).isEqualTo("Pool.take");
        assertThat(ContentionCommand.withoutPackage("nothing")).isEqualTo("nothing");
    }

    @Test
    void flameGraphNeedsNothingBesideItself() {
        String collapsed =
                "[contended lock];some/Pool.acquire;a.Lock 25\n"
                        + "[wait for a connection];some/Pool.acquire;a.Condition 900\n";

        assertThat(ContentionCommand.flameGraph("Waits of a pool", collapsed))
                .contains(
                        "Waits of a pool", "[contended lock]", "wait for a connection]", "acquire")
                .doesNotContain("src=", "<link", "@import");
    }

    @Test
    void flameGraphOfNothingIsDrawn() {
        assertThat(ContentionCommand.flameGraph("Nothing", "")).contains("Nothing", "</html>");
    }

    @Test
    void rowIsToldInWords() {
        ContentionCommand.Row row = new ContentionCommand.Row(32, 8, 500);

        assertThat(row).hasToString("32t-8c-500");
        assertThat(row.title())
                .isEqualTo("32 threads on 8 connections, 500 tokens of work while holding");
        assertThat(new ContentionCommand.Row(1, 1, 0).title())
                .isEqualTo("1 thread on 1 connection");
    }
}
