package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.PoolCounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultRunTest {

    @Test
    void connectionsLeakOnTheSideThatHasMore() {
        assertThat(leaked(16, 0, 16)).containsExactly(0, 0);
        assertThat(leaked(16, 2, 16)).containsExactly(2, 0);
        assertThat(leaked(16, 1, 13)).containsExactly(3, 0);
        assertThat(leaked(14, 0, 16)).containsExactly(0, 2);
    }

    private static List<Object> leaked(int total, int leased, int sessions) {
        Map<String, Object> figures = new HashMap<>();
        FaultRun.putCounts(figures, new PoolCounts(total, leased), sessions);
        return List.of(figures.get("leakedInPool"), figures.get("leakedOnServer"));
    }
}
