package io.sluice.sim.world;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** When a session was last known to work, which its pool has to find out before some leases. */
final class Freshness {

    /** Each change that a pool announces sets its clock on by one. */
    private static final long SLACK_NANOS = 1_000;

    private final SimDatabase database;
    private final long opened;
    private long used;
    private long validated;

    Freshness(SimDatabase database) {
        this.database = database;
        this.opened = database.simulation.nanos();
        this.used = opened;
        this.validated = opened;
    }

    void used() {
        used = database.simulation.nanos();
    }

    void validated() {
        validated = database.simulation.nanos();
    }

    /** Returns why a lease that began to wait at a time may not have it; null if it may. */
    @Nullable String complaint(long since) {
        long limit = database.idleLimit.toNanos();
        long idle = since - Math.max(used, validated);
        if (idle > 0 && idle - limit >= SLACK_NANOS) {
            return "is given out after " + Duration.ofNanos(idle) + " without a validation";
        }
        long lost = database.lostAt();
        if (lost > Math.max(opened, validated) && since > database.suspectsFrom()) {
            return "is given out without a validation, though another was lost";
        }
        return null;
    }

    /** Whether nothing asks for a validation now, nor soon. */
    boolean needsNone() {
        long now = database.simulation.nanos();
        return now - Math.max(used, validated) < database.idleLimit.toNanos() / 2
                && database.lostAt() == 0;
    }
}
