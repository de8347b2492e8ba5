package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;

import io.sluice.jdbc.TargetRole;
import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool that wants the primary follows it, and the driver is told nothing of roles. */
@Tag("alone")
@Tag("once")
@Timeout(300)
class RoleFailoverIT {

    /** What becomes of the primary. */
    @FunctionalInterface
    private interface Fall {
        void of(PostgresServer primary);
    }

    private static String url(PostgresServer one, PostgresServer other) {
        return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres"
                .formatted(one.port(), other.port());
    }

    @Test
    void afterThePrimaryDiedAllThreadsAreServedByTheNewOneWithinASecond() throws Exception {
        FaultScene.assertInTime(() -> play("failover by role", PostgresServer::kill, "08006"));
    }

    /** Each connection has one write in flight, and no other write is refused. */
    @Test
    void aDemotedPrimaryThatStaysUpRefusesOnlyWritesInFlight() throws Exception {
        FaultScene.assertInTime(() -> play("switchover by role", RoleFailoverIT::demote, "25006"));
    }

    /** Sessions live on, and each of their next transactions is read-only. */
    private static void demote(PostgresServer primary) {
        primary.run("ALTER SYSTEM SET default_transaction_read_only = on");
        primary.run("SELECT pg_reload_conf()");
    }

    private static Figures play(String name, Fall fall, String state) throws Exception {
        try (PostgresServer primary = PostgresServer.start(Map.of())) {
            FaultScene.prepare(primary);
            try (PostgresServer standby = primary.standby();
                    FaultScene scene =
                            FaultScene.open(
                                    Terms.TWO_HOSTS,
                                    standby,
                                    url(primary, standby),
                                    TargetRole.PRIMARY)) {
                Figures figures =
                        scene.play(name, () -> fall.of(primary), standby::promote)
                                .assertOrderly()
                                .assertBroken(CONNECTIONS, state)
                                .assertRefused(Told.timeOut("08001"));
                scene.assertSettled();
                return figures;
            }
        }
    }
}
