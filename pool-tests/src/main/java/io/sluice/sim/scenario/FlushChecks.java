package io.sluice.sim.scenario;

import io.sluice.pool.FlushReport;
import io.sluice.sim.world.Faults;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;
import java.util.Set;

/** Flushes by a deadline, and holds what the pool reports of it against what the server has. */
final class FlushChecks {

    /** A tenth of a second is for what is given up after twice the close time-out. */
    private static final long SLACK_NANOS = Duration.ofMillis(101).toNanos();

    /** Long enough for whatever a pool at rest still does. */
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Stage stage;
    private final SimServer server;
    private final Faults faults;
    private final Duration drain;
    private final long began;

    /** The number of the last attempt that had begun at the server before the flush. */
    private final int newest;

    private final Set<SimResource> before;

    /** How many of these an earlier flush has aborted, as far as that is seen. */
    private final long abortedBefore;

    private final int creatingBefore;

    private FlushChecks(Stage stage, Duration drain) {
        this.stage = stage;
        this.server = stage.server;
        this.faults = server.faults();
        this.drain = drain;
        this.began = stage.simulation.nanos();
        this.newest = server.newest();
        this.before = server.existing();
        this.abortedBefore = abortedAtWork();
        this.creatingBefore = server.creating();
    }

    /** Flushes while the pool is in use. */
    static void inUse(Stage stage, Duration drain) {
        FlushChecks checks = new FlushChecks(stage, drain);
        checks.check(stage.pool.flush(drain));
    }

    /** Flushes a pool that nothing uses, on a good day: the flush is complete. */
    static void atRest(Stage stage) {
        stage.note("flushes at rest");
        stage.isForced = true;
        FlushChecks checks = new FlushChecks(stage, LONG);
        FlushReport report = stage.pool.flush(LONG);
        checks.check(report);
        if (checks.took() >= LONG.toNanos() || report.stillOut() + report.creating() > 0) {
            stage.fail("a flush of a pool at rest is not complete: " + report);
        }
    }

    private long abortedAtWork() {
        return before.stream().filter(SimResource::wasAbortedAtWork).count();
    }

    private long took() {
        return stage.simulation.nanos() - began;
    }

    private void check(FlushReport report) {
        long took = took();
        int creating = server.creatingUpTo(newest);
        if (report.creating() < creating) {
            stage.fail("a flush says " + report + ", but " + creating + " are in creation");
        }
        if (stage.simulation.stalledUntil() > began || faults.noThread() > 0 || stage.isClosing) {
            return;
        }
        long longest = drain.toNanos() + 2 * stage.config.closeTimeout().toNanos() + SLACK_NANOS;
        if (took > longest) {
            stage.fail("a flush within " + drain + " took " + Duration.ofNanos(took));
        }
        int left = creating + server.wholeUpTo(newest);
        if (took < drain.toNanos() && left > 0) {
            stage.fail("a flush returned early, with " + left + " left: " + report);
        }
        if (stage.forcedAt == began) {
            return;
        }
        long forced = abortedAtWork() - abortedBefore;
        int begun = server.begunAt(began, newest); // perhaps before the flush
        if (report.discarded() > before.size() + creatingBefore + begun - forced) {
            stage.fail("a flush says " + report + ", but " + forced + " were ended by force");
        }
    }
}
