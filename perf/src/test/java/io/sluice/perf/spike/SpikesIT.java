package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.Pools;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.server.OwnPostgres;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every pool that can serve an application, on a real database. */
@Tag("weekly")
class SpikesIT {

    @Test
    void everyPoolBeginsWithWhatItIsTold() throws Exception {
        Spikes spikes =
                new Spikes(
                        SpikeRow.all(
                                List.of(SpikeRow.Server.POSTGRES),
                                List.of(0, 2),
                                List.of(8),
                                List.of(1)),
                        Pools.ALL,
                        4,
                        Duration.ZERO,
                        Duration.ofSeconds(30),
                        1);

        List<Measured<SpikeRow, Peer>> turns;
        try (OwnPostgres server = OwnPostgres.start(40)) {
            turns = spikes.run(server.database());
        }

        assertThat(turns)
                .hasSize(2 * spikes.peers().size())
                .allSatisfy(
                        turn ->
                                assertThat(turn.get("connectionsMade"))
                                        .isLessThanOrEqualTo(4 - turn.row().start()));
        assertThat(SpikeCommand.wrong(turns)).isEmpty();
    }
}
