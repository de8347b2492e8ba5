package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;

import io.sluice.jdbc.fault.Figures.Told;
import io.sluice.pool.fault.PostgresServer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The primary dies and its standby takes over; the URL names both. */
@Tag("alone")
@Tag("once")
@Timeout(300)
class FailoverIT {

    /**
     * The driver remembers for ten seconds which of its hosts was no primary, unless told not to.
     */
    private static String url(PostgresServer one, PostgresServer other) {
        return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?targetServerType=primary&hostRecheckSeconds=0"
                .formatted(one.port(), other.port());
    }

    @Test
    void afterAFailoverAllThreadsAreServedByTheNewPrimaryWithinASecond() throws Exception {
        FaultScene.assertInTime(FailoverIT::failOver);
    }

    private static Figures failOver() throws Exception {
        try (PostgresServer primary = PostgresServer.start(Map.of())) {
            FaultScene.prepare(primary);
            try (PostgresServer standby = primary.standby();
                    FaultScene scene =
                            FaultScene.open(Terms.OUTAGE, standby, url(primary, standby))) {
                Figures figures =
                        scene.play("failover", primary::kill, standby::promote)
                                .assertOrderly()
                                .assertBroken(CONNECTIONS, "08006")
                                .assertRefused(Told.timeOut("08001"))
                                .assertConnects(CONNECTIONS);
                scene.assertSettled();
                return figures;
            }
        }
    }
}
