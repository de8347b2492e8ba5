package io.sluice.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.load.Overload.Rate;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Report;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverloadReportTest implements CompleteReport {

    private static final Overload PLAN =
            new Overload(
                    List.of(Peer.SLUICE, Peer.HIKARI),
                    1000,
                    8,
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    Duration.ofMillis(250),
                    1,
                    64);

    private static Measured<Rate, Peer> turn(Rate rate, Peer peer, double good) {
        Printed figures =
                new Printed(
                        Map.of(
                                "arrivedPerSecond", 3000.0,
                                "goodPerSecond", good,
                                "goodOfReference", good / 900,
                                "serviceMicrosP50", 2000.0,
                                "serviceMicrosP99", 90_000.0,
                                "serviceMicrosP999", 240_000.0,
                                "refused", 7L,
                                "withoutThread", 0L,
                                "backMillis", 200.0));
        return new Measured<>(rate, peer, 1, figures);
    }

    private final Report report =
            OverloadCommand.report(
                    PLAN,
                    "fsync off",
                    1000,
                    List.of(
                            turn(Rate.NEARLY, Peer.SLUICE, 900),
                            turn(Rate.NEARLY, Peer.HIKARI, 900),
                            turn(Rate.TRIPLE, Peer.SLUICE, 855),
                            new Measured<>(
                                    Rate.TRIPLE,
                                    Peer.HIKARI,
                                    1,
                                    new Printed(Map.of("failure", "gone")))));

    @Override
    public Report complete() {
        return report;
    }

    @Test
    void eachRateHasItsFigures() {
        assertThat(report.results())
                .anySatisfy(
                        result ->
                                assertThat(result)
                                        .contains(
                                                entry("pool", "sluice"),
                                                entry("row", "3"),
                                                entry("goodPerSecond", 855.0),
                                                entry("goodOfReference", 0.95),
                                                entry("refused", 7L),
                                                entry("maxWaiting", 64),
                                                entry("backMillis", 200.0)));
    }

    @Test
    void onlySluiceHasTheLimitOnItsLine() {
        assertThat(report.settings()).containsEntry("sluice alone", "maxWaiting 64");
        assertThat(report.results())
                .filteredOn(result -> "hikari".equals(result.get("pool")))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result).containsEntry("maxWaiting", "none"));
    }
}
