package io.sluice.perf.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.perf.stub.StubDriver;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeteredTest {

    @ParameterizedTest
    @CsvSource({"SLUICE, sluice.connections.acquire", "HIKARI, hikaricp.connections.acquire"})
    void acquiresAreCountedFromThenOn(Peer peer, String meter) throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (OpenPeer open = peer.openFilled(StubDriver.URL, 2)) {
            Metered.bind(open.sourceForClient(), registry);
            double before = count(registry, meter);

            open.sourceForClient().getConnection().close();

            assertThat(count(registry, meter)).isEqualTo(before + 1);
        }
    }

    private static double count(MeterRegistry registry, String meter) {
        return StreamSupport.stream(registry.get(meter).meter().measure().spliterator(), false)
                .filter(measured -> measured.getStatistic() == Statistic.COUNT)
                .mapToDouble(Measurement::getValue)
                .sum();
    }
}
