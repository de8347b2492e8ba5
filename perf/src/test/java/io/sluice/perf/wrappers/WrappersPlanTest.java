package io.sluice.perf.wrappers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WrappersPlanTest {

    static WrappersPlan plan(int forks, @Nullable Integer statements, boolean quick) {
        return new WrappersPlan(
                List.of(WrappersRow.H2, WrappersRow.STUB),
                WrappersCommand.Pools.QUICK,
                forks,
                1,
                1,
                statements,
                quick,
                true,
                List.of());
    }

    @Test
    void everyRowHasEachContestantOnceInEveryRound() {
        assertThat(plan(2, null, false).steps())
                .startsWith(
                        new Step<>(WrappersRow.H2, Peer.SLUICE, 1),
                        new Step<>(WrappersRow.H2, Peer.RAW, 1),
                        new Step<>(WrappersRow.H2, Peer.PROXIES, 1),
                        new Step<>(WrappersRow.STUB, Peer.SLUICE, 1))
                .endsWith(
                        new Step<>(WrappersRow.STUB, Peer.RAW, 2),
                        new Step<>(WrappersRow.STUB, Peer.PROXIES, 2),
                        new Step<>(WrappersRow.STUB, Peer.SLUICE, 2))
                .hasSize(12);
    }

    @Test
    void allPoolsAreMeasuredUnlessTheRunIsRoughOrNamesSome() {
        assertThat(plan().peers())
                .containsAll(PeerConverter.Applications.ALL)
                .contains(Peer.RAW, Peer.PROXIES)
                .hasSize(PeerConverter.Applications.ALL.size() + 2);
        assertThat(plan("--quick").peers())
                .containsExactlyInAnyOrder(Peer.SLUICE, Peer.RAW, Peer.PROXIES);
        assertThat(plan("--quick", "--pools=raw,vibur").peers())
                .containsExactlyInAnyOrder(Peer.VIBUR, Peer.RAW);
    }

    private static WrappersPlan plan(String... options) {
        WrappersCommand command = new WrappersCommand();
        new CommandLine(command).parseArgs(options);
        return command.plan();
    }

    @Test
    void numberOfStatementsIsTheSameForAllContestants() {
        assertThat(plan(1, null, false).statements(WrappersRow.H2)).isEqualTo(50_000);
        assertThat(plan(1, null, true).statements(WrappersRow.H2)).isEqualTo(10_000);
        assertThat(plan(1, 70, true).statements(WrappersRow.STUB)).isEqualTo(70);
        assertThat(plan(1, 70, false).settings())
                .containsEntry(
                        "statements of an iteration on stub", "70, 10 per lease, 47 calls each");
    }
}
