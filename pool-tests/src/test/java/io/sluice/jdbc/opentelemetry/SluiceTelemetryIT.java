package io.sluice.jdbc.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.sluice.jdbc.Postgres;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import io.sluice.jdbc.opentelemetry.SluiceTelemetry.Registration;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metrics of a pool of PostgreSQL in the SDK of OpenTelemetry. */
class SluiceTelemetryIT {

    private static final String PREFIX = "db.client.connection.";
    private static final Attributes NAME =
            Attributes.of(AttributeKey.stringKey(PREFIX + "pool.name"), "orders");

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk =
            OpenTelemetrySdk.builder()
                    .setMeterProvider(
                            SdkMeterProvider.builder().registerMetricReader(reader).build())
                    .build();
    private final SluiceDataSource pool = new SluiceDataSource();

    SluiceTelemetryIT() {
        pool.setName("orders");
        pool.setUrl(Postgres.url());
        pool.setUsername(Postgres.USER);
        pool.setPassword(Postgres.PASSWORD);
        pool.setMinSize(1);
        pool.setMaxSize(2);
        pool.setAcquireTimeout(Duration.ofSeconds(3));
        pool.setValidateAfterIdle(Duration.ZERO); // so that each lease is timed
    }

    @AfterEach
    void close() {
        pool.close();
        sdk.close();
    }

    private Map<String, MetricData> metrics() {
        Map<String, MetricData> metrics = new TreeMap<>();
        for (MetricData metric : reader.collectAllMetrics()) {
            assertThat(metric.getInstrumentationScopeInfo().getName()).isEqualTo("io.sluice.jdbc");
            assertThat(metric.getDescription()).as(metric.getName()).isNotEmpty();
            metrics.put(metric.getName().substring(PREFIX.length()), metric);
        }
        return metrics;
    }

    private static Attributes state(String state) {
        return NAME.toBuilder().put(PREFIX + "state", state).build();
    }

    private static long value(MetricData metric, Attributes attributes) {
        return metric.getLongSumData().getPoints().stream()
                .filter(point -> point.getAttributes().equals(attributes))
                .mapToLong(LongPointData::getValue)
                .reduce((one, other) -> Long.MIN_VALUE) // two points of the same attributes
                .orElseThrow();
    }

    private static HistogramPointData times(MetricData metric) {
        assertThat(metric.getHistogramData().getPoints())
                .extracting(HistogramPointData::getAttributes)
                .containsExactly(NAME);
        return metric.getHistogramData().getPoints().iterator().next();
    }

    @Test
    void theInstrumentsAreThoseOfTheSemanticConventions() throws SQLException {
        new SluiceTelemetry(pool).registerMetrics(sdk);
        pool.getConnection().close();
        await().until(() -> metrics().containsKey("create_time"));

        Map<String, String> units = new TreeMap<>();
        metrics().forEach((name, metric) -> units.put(name, kind(metric) + metric.getUnit()));
        assertThat(units)
                .containsExactly(
                        Map.entry("count", "up-down {connection}"),
                        Map.entry("create_time", "histogram s"),
                        Map.entry("idle.max", "up-down {connection}"),
                        Map.entry("idle.min", "up-down {connection}"),
                        Map.entry("max", "up-down {connection}"),
                        Map.entry("pending_requests", "up-down {request}"),
                        Map.entry("timeouts", "counter {timeout}"),
                        Map.entry("use_time", "histogram s"),
                        Map.entry("wait_time", "histogram s"));
    }

    private static String kind(MetricData metric) {
        if (metric.getType() == MetricDataType.HISTOGRAM) {
            return "histogram ";
        }
        return metric.getLongSumData().isMonotonic() ? "counter " : "up-down ";
    }

    @Test
    void theFiguresAreThoseOfThePool() throws SQLException {
        new SluiceTelemetry(pool).registerMetrics(sdk);
        assertThat(value(metrics().get("count"), state("used"))).as("before the start").isZero();
        try (Connection first = pool.getConnection()) {
            assertThat(value(metrics().get("count"), state("used"))).isEqualTo(1);
            try (Connection second = pool.getConnection()) {
                assertThat(value(metrics().get("count"), state("used"))).isEqualTo(2);
                assertThat(value(metrics().get("count"), state("idle"))).isZero();
                assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
                assertThat(second.isClosed()).isFalse();
            }
            assertThat(first.isClosed()).isFalse();
        }
        await().until(() -> times(metrics().get("create_time")).getCount() == 2);

        Map<String, MetricData> metrics = metrics();
        assertThat(value(metrics.get("count"), state("idle"))).isEqualTo(2);
        assertThat(value(metrics.get("idle.max"), NAME)).isEqualTo(2);
        assertThat(value(metrics.get("idle.min"), NAME)).isEqualTo(1);
        assertThat(value(metrics.get("max"), NAME)).isEqualTo(2);
        assertThat(value(metrics.get("pending_requests"), NAME)).isZero();
        assertThat(value(metrics.get("timeouts"), NAME)).isEqualTo(1);
        HistogramPointData used = times(metrics.get("use_time"));
        assertThat(used.getCount()).isEqualTo(2);
        assertThat(used.getMin()).as("in seconds").isPositive().isLessThan(30);
        assertThat(used.getBoundaries()).startsWith(0.0001).endsWith(30.0);
        assertThat(times(metrics.get("wait_time")).getSum()).isPositive();
    }

    @Test
    void afterTheEndOfTheRegistrationNothingIsPublished() throws SQLException {
        Registration registration = new SluiceTelemetry(pool).registerMetrics(sdk);
        pool.getConnection().close();
        await().until(() -> metrics().containsKey("create_time"));
        long uses = times(metrics().get("use_time")).getCount();

        registration.close();
        registration.close();
        pool.getConnection().close();

        assertThat(metrics()).doesNotContainKey("count");
        assertThat(times(metrics().get("use_time")).getCount()).isEqualTo(uses);
    }

    @Test
    void metricsThatAreRegisteredTwiceArePublishedOnce() throws SQLException {
        SluiceTelemetry telemetry = new SluiceTelemetry(pool);
        Registration first = telemetry.registerMetrics(sdk);
        assertThat(telemetry.registerMetrics(sdk)).isSameAs(first);
        pool.getConnection().close();
        assertThat(times(metrics().get("use_time")).getCount()).isOne();

        first.close();
        Registration second = telemetry.registerMetrics(sdk);
        first.close();
        pool.getConnection().close();
        assertThat(times(metrics().get("use_time")).getCount()).isEqualTo(2);
        assertThat(value(metrics().get("count"), state("idle"))).isPositive();
        second.close();
    }

    @Test
    void anAcquireThatFindsAConnectionIsNoWait() throws SQLException {
        new SluiceTelemetry(pool).registerMetrics(sdk);
        pool.setValidateAfterIdle(Duration.ofMinutes(1));
        try (Connection first = pool.getConnection();
                Connection second = pool.getConnection()) { // which has to be created
            assertThat(first).isNotEqualTo(second);
        }
        long waits = times(metrics().get("wait_time")).getCount();
        pool.getConnection().close();

        MetricData waited = metrics().get("wait_time");
        assertThat(times(waited).getCount()).isEqualTo(waits);
        assertThat(waited.getDescription()).contains("without those that found an idle connection");
    }

    @Test
    void metricsOfMicrometerGoOnBesideIt() throws SQLException {
        MeterRegistry registry = new SimpleMeterRegistry();
        new SluiceMeterBinder(pool).bindTo(registry);
        new SluiceTelemetry(pool).registerMetrics(sdk);
        pool.getConnection().close();

        assertThat(registry.get("sluice.connections.usage").timer().count()).isOne();
        assertThat(times(metrics().get("use_time")).getCount()).isOne();
    }
}
