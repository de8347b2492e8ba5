package io.sluice.perf.spike;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SpikeVerdictTest {

    private static Stream<Measured<SpikeRow, Peer>> rounds(
            Peer peer, double made, double... times) {
        return DoubleStream.of(times).mapToObj(time -> round(peer, made, time));
    }

    private static Measured<SpikeRow, Peer> round(Peer peer, double made, double time) {
        return new Measured<>(
                new SpikeRow(SpikeRow.Server.STUB, 0, 2, Duration.ofMillis(2)),
                peer,
                1,
                new Printed(Map.of("serveAllMillis", time, "connectionsMade", made)));
    }

    private static SpikeVerdict verdict(
            Stream<Measured<SpikeRow, Peer>> ours, Stream<Measured<SpikeRow, Peer>> theirs) {
        return SpikeVerdict.of(Stream.concat(ours, theirs).toList());
    }

    @Test
    void betterInBothIsAPeerWithAFasterSlowestRoundAndFewerConnections() {
        SpikeVerdict verdict =
                verdict(rounds(Peer.SLUICE, 45, 100, 130, 144), rounds(Peer.DRUID, 25, 80, 90, 99));

        assertThat(verdict.betterInBoth()).containsExactly(Peer.DRUID);
        assertThat(verdict.toLine()).isEqualTo("better in both columns: druid");
        assertThat(verdict.toCell()).isEqualTo("druid");
    }

    @Test
    void lowerMedianInARangeThatOverlapsIsAsGood() {
        SpikeVerdict verdict =
                verdict(
                        rounds(Peer.SLUICE, 45, 100, 130, 144),
                        rounds(Peer.DRUID, 25, 80, 90, 100));

        assertThat(verdict.betterInBoth()).isEmpty();
        assertThat(verdict.noWorse()).containsExactly(Peer.DRUID);
        assertThat(verdict.toCell()).isEqualTo("nobody; in one, and as good: druid");
    }

    @Test
    void fasterWithAsManyConnectionsIsBetterInOne() {
        assertThat(verdict(rounds(Peer.SLUICE, 50, 100), rounds(Peer.TOMCAT, 50, 99)).noWorse())
                .containsExactly(Peer.TOMCAT);
    }

    @Test
    void peerBetterInOneAndWorseInTheOtherIsNotNamed() {
        SpikeVerdict faster = verdict(rounds(Peer.SLUICE, 4, 100), rounds(Peer.AGROAL, 50, 90));
        SpikeVerdict fewer = verdict(rounds(Peer.SLUICE, 4, 100), rounds(Peer.HIKARI, 2, 200));

        assertThat(List.of(faster, fewer)).extracting(SpikeVerdict::toCell).containsOnly("nobody");
        assertThat(faster.toLine()).isEqualTo("no peer is better in both columns");
    }

    @Test
    void withoutSluiceThereIsNone() {
        SpikeVerdict verdict = verdict(Stream.of(), rounds(Peer.HIKARI, 2, 200));

        assertThat(verdict.given()).isFalse();
        assertThat(verdict.toLine()).isEqualTo("none, for sluice was not measured");
    }

    @Test
    void helpAndPageSayWhatBetterMeans() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "performance.md"));

        assertThat(new CommandLine(new SpikeCommand()).getUsageMessage().replaceAll("\\s+", " "))
                .contains(SpikeVerdict.CRITERION);
        assertThat(page.replaceAll("\\s+(> )?", " ")).contains(SpikeVerdict.CRITERION);
    }
}
