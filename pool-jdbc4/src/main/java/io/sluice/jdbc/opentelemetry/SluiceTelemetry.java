package io.sluice.jdbc.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.jdbc.SluicePool;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Publishes the figures of a pool as metrics {@code db.client.connection...} of OpenTelemetry, with
 * the attribute {@code db.client.connection.pool.name}. Works before the start of the pool as well.
 * Thread-safe.
 *
 * <p>The names are those of the semantic conventions 1.44, where their status is Development: a
 * later version may rename them, and then this class follows.
 *
 * <p>It adds an {@linkplain SluicePool#observe observer} to the pool. {@code create_time} has all
 * creations. {@code wait_time} has the acquires that waited, not those that found a connection.
 * {@code use_time} has some of the leases, as {@link PoolObserver} says.
 *
 * <pre>{@code
 * new SluiceTelemetry(orders).registerMetrics(openTelemetry);
 * }</pre>
 */
public final class SluiceTelemetry {

    private static final String SCOPE = "io.sluice.jdbc";
    private static final String PREFIX = "db.client.connection.";
    private static final String CONNECTIONS = "{connection}";

    private static final AttributeKey<String> POOL = AttributeKey.stringKey(PREFIX + "pool.name");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey(PREFIX + "state");

    /** In seconds; the SDK's own are for milliseconds. */
    private static final List<Double> BUCKETS =
            List.of(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0);

    private final SluicePool pool;

    /** Shared: atomic adds and removals. Partner: none (each is ended once). */
    private final Map<OpenTelemetry, Registration> registrations = new ConcurrentHashMap<>();

    /** Metrics that a program has registered. */
    public interface Registration extends AutoCloseable {

        /** Stops publishing them. Do so before the pool is closed; further calls do nothing. */
        @Override
        void close();
    }

    /** Makes the telemetry of a pool. */
    public SluiceTelemetry(SluicePool pool) {
        this.pool = pool;
    }

    /**
     * Registers the metrics of the pool, or returns the present registration if this object has
     * registered them with that OpenTelemetry. So use one object for each pool.
     *
     * @return ends the registration, which otherwise keeps the pool reachable
     */
    public Registration registerMetrics(OpenTelemetry openTelemetry) {
        return registrations.computeIfAbsent(openTelemetry, Active::new); // no time twice
    }

    /** Metrics that are published. */
    private final class Active implements Registration {

        private final OpenTelemetry openTelemetry;
        private final PoolObserver times;
        private final BatchCallback callback;

        Active(OpenTelemetry openTelemetry) {
            this.openTelemetry = openTelemetry;
            Meter meter = openTelemetry.getMeter(SCOPE);
            Attributes name = Attributes.of(POOL, pool.snapshot().name());
            times = new Times(meter, name);
            pool.observe(times);
            try {
                callback = new Counts(meter, name).observe(meter, pool);
            } catch (RuntimeException | Error e) { // leave nothing behind
                pool.unobserve(times);
                throw e;
            }
        }

        @Override
        public void close() {
            if (registrations.remove(openTelemetry, this)) {
                pool.unobserve(times); // first: it does not fail
                callback.close();
            }
        }
    }

    /** What a snapshot has. */
    private static final class Counts {

        private final Attributes name;
        private final Attributes idle;
        private final Attributes used;
        private final ObservableLongMeasurement count;
        private final ObservableLongMeasurement idleMax;
        private final ObservableLongMeasurement idleMin;
        private final ObservableLongMeasurement max;
        private final ObservableLongMeasurement pending;
        private final ObservableLongMeasurement timeouts;

        Counts(Meter meter, Attributes name) {
            this.name = name;
            idle = name.toBuilder().put(STATE, "idle").build();
            used = name.toBuilder().put(STATE, "used").build();
            count =
                    upDown(
                            meter,
                            "count",
                            CONNECTIONS,
                            "Connections that are idle, and those that are in use");
            idleMax =
                    upDown(
                            meter,
                            "idle.max",
                            CONNECTIONS,
                            "The maximum number of idle connections, which is that of all");
            idleMin =
                    upDown(
                            meter,
                            "idle.min",
                            CONNECTIONS,
                            "How many connections the pool keeps when idle");
            max = upDown(meter, "max", CONNECTIONS, "The maximum number of connections");
            pending =
                    upDown(
                            meter,
                            "pending_requests",
                            "{request}",
                            "Requests that wait for a connection");
            timeouts =
                    meter.counterBuilder(PREFIX + "timeouts")
                            .setUnit("{timeout}")
                            .setDescription("Acquires that have timed out")
                            .buildObserver();
        }

        private static ObservableLongMeasurement upDown(
                Meter meter, String name, String unit, String description) {
            return meter.upDownCounterBuilder(PREFIX + name)
                    .setUnit(unit)
                    .setDescription(description)
                    .buildObserver();
        }

        /** All are of one snapshot. */
        BatchCallback observe(Meter meter, SluicePool pool) {
            return meter.batchCallback(
                    () -> record(pool.snapshot()), count, idleMax, idleMin, max, pending, timeouts);
        }

        private void record(PoolSnapshot now) {
            count.record(now.available(), idle);
            count.record(now.accessible() + now.inaccessible(), used);
            idleMax.record(now.maxSize(), name);
            idleMin.record(now.minSize(), name);
            max.record(now.maxSize(), name);
            pending.record(now.waiting(), name);
            timeouts.record(now.counters().timedOut(), name);
        }
    }

    /** What the pool tells its observers. */
    private static final class Times implements PoolObserver {

        private final Attributes name;
        private final DoubleHistogram waits;
        private final DoubleHistogram uses;
        private final DoubleHistogram creations;

        Times(Meter meter, Attributes name) {
            this.name = name;
            waits =
                    histogram(
                            meter,
                            "wait_time",
                            "How long acquires waited, without those that found an idle connection");
            uses = histogram(meter, "use_time", "How long connections were in use, of some leases");
            creations = histogram(meter, "create_time", "How long it took to create connections");
        }

        private static DoubleHistogram histogram(Meter meter, String name, String description) {
            return meter.histogramBuilder(PREFIX + name)
                    .setUnit("s")
                    .setDescription(description)
                    .setExplicitBucketBoundariesAdvice(BUCKETS)
                    .build();
        }

        @Override
        public void waited(Wait reason, long nanos) {
            waits.record(seconds(nanos), name);
        }

        @Override
        public void used(long nanos) {
            uses.record(seconds(nanos), name);
        }

        @Override
        public void created(long nanos) {
            creations.record(seconds(nanos), name);
        }

        private static double seconds(long nanos) {
            return nanos / (double) TimeUnit.SECONDS.toNanos(1);
        }
    }
}
