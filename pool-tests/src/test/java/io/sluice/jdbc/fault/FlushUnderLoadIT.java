package io.sluice.jdbc.fault;

import static io.sluice.jdbc.fault.FaultScene.CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.FlushReport;
import io.sluice.pool.fault.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All connections are replaced while many threads use them, and no thread notices. */
@Tag("alone")
@Timeout(300)
class FlushUnderLoadIT {

    /** Much longer than any lease. */
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private static PostgresServer server;

    @BeforeAll
    static void startServer() throws SQLException {
        server = PostgresServer.start(Map.of());
        FaultScene.prepare(server);
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @Test
    void byADeadlineThatNoLeaseMissesAllConnectionsAreReplacedAndNoCallFails() throws Exception {
        FaultScene.assertInTime(FlushUnderLoadIT::flush);
    }

    private static Figures flush() throws Exception {
        try (FaultScene scene = FaultScene.open(Terms.LOSS, server)) {
            scene.begin();
            Figures figures =
                    scene.passed(
                                    "flushed by a deadline",
                                    () ->
                                            assertThat(scene.flush(DRAIN))
                                                    .isEqualTo(
                                                            new FlushReport(CONNECTIONS, 0, 0, 0)))
                            .assertOrderly()
                            .assertNobodyBroken()
                            .assertNobodyRefused()
                            .assertConnectsAtAnyTime(CONNECTIONS);
            scene.assertSettled();
            return figures;
        }
    }
}
