package io.sluice.jdbc.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.sluice.jdbc.ObservedPool;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** What a registration that fails, or whose end fails, leaves behind. */
class SluiceTelemetryTest {

    private final ObservedPool observed = new ObservedPool();
    private final NoSuchMethodError failure = new NoSuchMethodError("batchCallback");
    private String failing = "batchCallback";

    /** An OpenTelemetry that does nothing, or fails at one method. */
    private OpenTelemetry openTelemetry() {
        Meter silent = OpenTelemetry.noop().getMeter("silent");
        Meter meter = proxy(Meter.class, silent);
        return proxy(OpenTelemetry.class, meter);
    }

    private <T> T proxy(Class<T> type, Object target) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            if (method.getName().equals(failing)) {
                                throw failure;
                            }
                            return switch (method.getName()) {
                                case "getMeter" -> target;
                                case "batchCallback" ->
                                        proxy(
                                                BatchCallback.class,
                                                method.invoke(target, arguments));
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

        failing = "";
        SluiceTelemetry.Registration registration = telemetry.registerMetrics(openTelemetry);
        assertThat(observed.observers()).hasSize(1);
        registration.close();
        assertThat(observed.observers()).isEmpty();
    }

    @Test
    void noObserverIsLeftThoughTheCallbackCannotBeClosed() {
        failing = "close";
        SluiceTelemetry.Registration registration =
                new SluiceTelemetry(observed.pool()).registerMetrics(openTelemetry());
        assertThatThrownBy(registration::close).isSameAs(failure);
        assertThat(observed.observers()).isEmpty();
    }
}
