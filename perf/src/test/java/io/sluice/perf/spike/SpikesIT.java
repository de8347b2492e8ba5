package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.server.OwnPostgres;
import io.sluice.perf.turn.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every pool that can serve an application, on a real database. */
@Tag("weekly")
class SpikesIT {

    @Test
    void everyPoolBeginsWithWhatItIsTold() throws InterruptedException, IOException {
        SpikePlan plan =
                new SpikePlan(
                        SpikeRow.all(
                                List.of(SpikeServer.POSTGRES),
                                List.of(0, 2),
                                List.of(8),
                                List.of(Duration.ofMillis(1))),
                        PeerConverter.Applications.ALL,
                        4,
                        Duration.ZERO,
                        1);

        Turns<SpikeTurn> turns;
        try (OwnPostgres server = OwnPostgres.start(40)) {
            turns = new Spikes(plan, server.database()).run();
        }

        assertThat(turns.failed()).isEmpty();
        assertThat(turns.taken())
                .hasSize(2 * plan.peers().size())
                .allSatisfy(
                        turn -> {
                            assertThat(turn.errors()).isZero();
                            assertThat(turn.leaked()).isZero();
                            assertThat(turn.made()).isLessThanOrEqualTo(4 - turn.row().start());
                        });
        assertThat(SpikeJudge.wrong(turns)).isEmpty();
    }
}
