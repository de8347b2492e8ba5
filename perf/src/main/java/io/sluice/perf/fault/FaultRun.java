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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One fault and one pool: threads work, the fault begins and ends, and they go on. */
final class FaultRun {

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

    private final FaultPlan plan;
    private final Fault fault;
    private final Peer peer;
    private final Scene scene;

    FaultRun(FaultPlan plan, Fault fault, Peer peer, Scene scene) {
        this.plan = plan;
        this.fault = fault;
        this.peer = peer;
        this.scene = scene;
    }

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
                open = LimitedPeer.of(peer.open(plan.settings(scene)));
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
        Stopped stopped = stop(callers);
        AtEnd atEnd = atEnd(open);
        Map<String, Object> figures = Seen.of(peer.toString(), span, parking, stopped.calls());
        if (stopped.stuck() != null) {
            figures.put("stuck", stopped.stuck());
        }
        scene.connects(span).ifPresent(connects -> figures.put("connects", connects));
        putCounts(figures, atEnd.pool, atEnd.sessions);
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

    /**
     * The calls of the threads.
     *
     * @param calls all calls
     * @param stuck where a thread was that had to be interrupted, or null
     */
    private record Stopped(List<Call> calls, @Nullable String stuck) {}

    /** Stops the threads, by an interrupt if need be: a pool may have forgotten one. */
    private static Stopped stop(Callers callers) throws InterruptedException {
        String stuck;
        try {
            return new Stopped(callers.stop(LONGEST_CALL), null);
        } catch (IllegalStateException e) {
            stuck = place(e);
        }
        callers.close();
        try {
            return new Stopped(callers.stop(LONGEST_CALL), stuck);
        } catch (IllegalStateException e) {
            throw new MeasurementException(
                    "a thread was stuck in " + stuck + ", and after an interrupt in " + place(e));
        }
    }

    private static String place(IllegalStateException stuck) {
        return Threads.place(stuck.getStackTrace()).orElse("an unknown place");
    }

    /**
     * The counts of both sides.
     *
     * @param pool the counts of the pool
     * @param sessions the sessions of the server
     */
    private record AtEnd(PoolCounts pool, int sessions) {}

    /**
     * Waits until pool and server agree, for a limited time: a disagreement is a result. A pool may
     * still be growing, so it must count the same before and after the server is asked.
     */
    private AtEnd atEnd(OpenPeer open) throws InterruptedException {
        long since = System.nanoTime();
        while (true) {
            AtEnd now = new AtEnd(open.counts(), scene.sessions());
            boolean agreed =
                    now.pool.leased() == 0
                            && now.pool.total() == now.sessions
                            && now.pool.equals(open.counts());
            if (agreed || System.nanoTime() - since > AGREEMENT.toNanos()) {
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static void pass(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
