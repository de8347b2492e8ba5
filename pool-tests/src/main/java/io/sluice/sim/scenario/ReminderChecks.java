package io.sluice.sim.scenario;

import java.time.Duration;

/** Reads the log of a pool in global transactions. */
final class ReminderChecks {

    private static final long A_MINUTE = Duration.ofMinutes(1).toNanos();

    private final DataSourceStage stage;

    /** When the log has reminded of branches in doubt; less than 0 before the first time. */
    private long remindedAt = -1;

    ReminderChecks(DataSourceStage stage) {
        this.stage = stage;
    }

    void read(String text) {
        stage.checkLog(text);
        if (!text.contains("Pool simulated") || !text.contains("still has branches in doubt")) {
            return;
        }
        long now = stage.simulation.nanos();
        if (remindedAt >= 0 && now - remindedAt < A_MINUTE && !stage.hasNamesake) {
            stage.fail("the log reminds of branches in doubt twice within a minute");
        }
        remindedAt = now;
    }
}
