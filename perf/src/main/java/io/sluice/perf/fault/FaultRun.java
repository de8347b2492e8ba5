package io.sluice.perf.fault;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PoolCounts;
import io.sluice.perf.turn.LimitedPeer;
import io.sluice.perf.turn.Threads;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Callers;
import io.sluice.pool.fault.Lateness;
import io.sluice.pool.fault.LatenessProbe;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One fault and one pool: threads work, the fault begins and ends, and they go on. */
record FaultRun(FaultPlan plan, Fault fault, Peer peer, Scene scene) {

    /** How long a pool of its full size may take to serve every thread once. */
    private static final Duration START = Duration.ofSeconds(20);

    /** A call acquires, asks twice and releases, each within the limit or so. */
    private static final Duration LONGEST_CALL = FaultPlan.LIMIT.multipliedBy(6);

    /** How long the counts of pool and server may take to agree once no thread works any more. */
    private static final Duration AGREEMENT = Duration.ofSeconds(3);

    /**
     * So many threads park seven thousand times in the shortest turn and fifteen thousand in
     * others, so that several parks are beyond the percentile. Twice as many would take a tenth of
     * a processor.
     */
    private static final int PARKING_THREADS = 32;

    /** How long each of them parks; a longer park would be late by just as much. */
    private static final Duration PARK = Duration.ofMillis(10);

    /** Runs it. */
    Printed run() throws SQLException, InterruptedException {
        try (OpenPeer open = openFilled();
                LatenessProbe probe = LatenessProbe.start(PARKING_THREADS, PARK);
                Callers callers =
                        Callers.start(open.sourceForClient(), plan.threads(), FaultPlan.PAUSE)) {
            return run(open, callers, probe);
        }
    }

    /** Retries until the pool is full: on a busy machine a first connect may exceed the limit. */
    private OpenPeer openFilled() throws SQLException {
        long since = System.nanoTime();
        while (true) {
            OpenPeer open = null;
            try {
                open =
                        LimitedPeer.of(
                                peer.open(scene.settings(plan.connections(), FaultPlan.LIMIT)));
                OpenPeer.fill(open.sourceForClient(), plan.connections());
                return open;
            } catch (SQLException | RuntimeException e) {
                if (open != null) {
                    open.close();
                }
                if (System.nanoTime() - since > START.toNanos()) {
                    throw e;
                }
            }
        }
    }

    private Printed run(OpenPeer open, Callers callers, LatenessProbe probe)
            throws InterruptedException, SQLException {
        if (!callers.awaitGood(System.nanoTime(), START)) {
            throw new MeasurementException(
                    "the pool did not serve every thread before anything went wrong");
        }
        pass(plan.warmUp());
        long begun = System.nanoTime();
        fault.begin(scene);
        if (fault.lasts()) {
            pass(plan.outage());
        }
        fault.end(scene);
        Span span = new Span(begun, System.nanoTime(), plan.warmUp(), plan.watch());
        callers.awaitGood(span.ended(), plan.watch());
        pass(plan.warmUp());
        Lateness parking = probe.lateness();
        Map<String, Object> figures = new HashMap<>();
        List<Call> calls = stop(callers, figures);
        awaitAgreement(open, figures);
        figures.putAll(Seen.of(peer.toString(), span, parking, calls));
        scene.connects(span).ifPresent(connects -> figures.put("connects", connects));
        return new Printed(figures);
    }

    /** Adds the counts of both sides, and by how much they differ. */
    static void putCounts(Map<String, Object> figures, PoolCounts pool, int sessions) {
        figures.put("poolTotal", pool.total());
        figures.put("poolLeased", pool.leased());
        figures.put("serverSessions", sessions);
        // What the pool counts as leased, or as existing, that is not.
        figures.put("leakedInPool", Math.max(pool.leased(), pool.total() - sessions));
        // What the server keeps that the pool does not know.
        figures.put("leakedOnServer", Math.max(0, sessions - pool.total()));
    }

    /** Stops the threads, by an interrupt if need be: a pool may have forgotten one. */
    private static List<Call> stop(Callers callers, Map<String, Object> figures)
            throws InterruptedException {
        while (true) {
            try {
                return callers.stop(LONGEST_CALL);
            } catch (IllegalStateException e) {
                String place = Threads.place(e.getStackTrace()).orElse("an unknown place");
                Object before = figures.put("stuck", place);
                if (before != null) {
                    throw new MeasurementException(
                            "a thread was stuck in %s, and after an interrupt in %s"
                                    .formatted(before, place));
                }
                callers.close();
            }
        }
    }

    /**
     * Waits until pool and server agree, for a limited time: a disagreement is a result. A pool may
     * still be growing, so it must count the same before and after the server is asked.
     */
    private void awaitAgreement(OpenPeer open, Map<String, Object> figures)
            throws InterruptedException {
        long since = System.nanoTime();
        while (true) {
            PoolCounts pool = open.counts();
            int sessions = scene.sessions();
            boolean agreed =
                    pool.leased() == 0 && pool.total() == sessions && pool.equals(open.counts());
            if (agreed || System.nanoTime() - since > AGREEMENT.toNanos()) {
                putCounts(figures, pool, sessions);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static void pass(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
