package io.sluice.jdbc.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.jdbc.ObservedPool;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a binding that fails halfway leaves behind. */
class SluiceMeterBinderTest {

    private final ObservedPool observed = new ObservedPool();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final NoSuchMethodError failure = new NoSuchMethodError("of the registry");

    /** The meter that the registry refuses; empty for none. */
    private volatile String refused = "";

    @ParameterizedTest
    @ValueSource(
            strings = {"sluice.connections.discarded", "hikaricp.connections.acquire.seconds.max"})
    void nothingIsLeftAndTheNextSucceeds(String last) {
        refused = last;
        registry.config()
                .meterFilter(
                        new MeterFilter() {
                            @Override
                            public Meter.Id map(Meter.Id id) {
                                if (id.getName().equals(refused)) {
                                    throw failure;
                                }
                                return id;
                            }
                        });
        SluiceMeterBinder binder = new SluiceMeterBinder(observed.pool()).withHikariNames();
        assertThatThrownBy(() -> binder.bindTo(registry)).isSameAs(failure);
        assertThat(observed.observers()).isEmpty();
        assertThat(registry.getMeters()).isEmpty();

        refused = "";
        binder.bindTo(registry);
        assertThat(observed.observers()).hasSize(1);
        observed.observers().forEach(observer -> observer.used(1_000));
        Timer usage = registry.get("sluice.connections.usage").timer();
        assertThat(usage.count()).isEqualTo(1);
        assertThat(usage.totalTime(TimeUnit.NANOSECONDS)).isEqualTo(1_000);
        binder.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    /** The other meters would show figures of a closed pool, and keep it reachable. */
    @Test
    void everyMeterIsRemovedThoughAListenerFails() {
        MeterRegistry second = new SimpleMeterRegistry();
        SluiceMeterBinder binder = new SluiceMeterBinder(observed.pool());
        for (MeterRegistry each : List.of(registry, second)) {
            binder.bindTo(each);
            each.config()
                    .onMeterRemoved(
                            meter -> {
                                throw new IllegalStateException("of a listener");
                            });
        }
        assertThatThrownBy(binder::close).hasMessage("of a listener");
        assertThat(registry.getMeters()).isEmpty();
        assertThat(second.getMeters()).isEmpty();
    }
}
