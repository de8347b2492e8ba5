package io.sluice.jdbc.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.Meter;
import io.sluice.jdbc.ObservedPool;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** What a registration that fails halfway leaves behind. */
class SluiceTelemetryTest {

    private final ObservedPool observed = new ObservedPool();
    private final NoSuchMethodError failure = new NoSuchMethodError("batchCallback");
    private boolean fails = true;

    /** An OpenTelemetry that does nothing, or fails at the last step. */
    private OpenTelemetry openTelemetry() {
        OpenTelemetry silent = OpenTelemetry.noop();
        Meter meter =
                proxy(
                        Meter.class,
                        silent.getMeter("silent"),
                        name -> fails && name.equals("batchCallback"));
        return proxy(OpenTelemetry.class, meter, name -> false);
    }

    private interface Condition {
        boolean isMet(String method);
    }

    private <T> T proxy(Class<T> type, Object target, Condition failing) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            if (failing.isMet(method.getName())) {
                                throw failure;
                            }
                            return switch (method.getName()) {
                                case "getMeter" -> target;
                                case "hashCode" -> System.identityHashCode(self);
                                case "equals" -> self == arguments[0];
                                default -> method.invoke(target, arguments);
                            };
                        }));
    }

    @Test
    void noObserverIsLeftAndTheNextSucceeds() {
        SluiceTelemetry telemetry = new SluiceTelemetry(observed.pool());
        OpenTelemetry openTelemetry = openTelemetry();
        assertThatThrownBy(() -> telemetry.registerMetrics(openTelemetry)).isSameAs(failure);
        assertThat(observed.observers()).isEmpty();

        fails = false;
        SluiceTelemetry.Registration registration = telemetry.registerMetrics(openTelemetry);
        assertThat(observed.observers()).hasSize(1);
        registration.close();
        assertThat(observed.observers()).isEmpty();
    }
}
