package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PoolCounts;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FaultTurnTest {

    @Test
    void connectionsLeakOnTheSideThatHasMore() {
        assertThat(leaked(16, 0, 16)).containsExactly(0, 0);
        assertThat(leaked(16, 2, 16)).containsExactly(2, 0);
        assertThat(leaked(16, 1, 13)).containsExactly(3, 0);
        assertThat(leaked(14, 0, 16)).containsExactly(0, 2);
    }

    private static List<Integer> leaked(int total, int leased, int sessions) {
        FaultTurn turn =
                new FaultTurn(
                        Fault.RESET,
                        Peer.AGROAL,
                        1,
                        null,
                        SeenTest.seen(Fault.RESET, List.of()),
                        OptionalInt.empty(),
                        new PoolCounts(total, leased),
                        sessions);
        return List.of(turn.leakedInPool(), turn.leakedOnServer());
    }
}
