package io.sluice.jdbc.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import io.sluice.jdbc.SluicePool;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.DiscardReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the figures of a pool as meters {@code sluice.connections...}, with the tag {@code
 * pool}. Works before the start of the pool as well. Thread-safe.
 *
 * <p>It adds an {@linkplain SluicePool#observe observer} to the pool. All waits that end with a
 * connection and all creations that succeed are timed, and some of the leases, as {@link
 * PoolObserver} says. {@code sluice.connections.acquire} has the count of all acquires and the
 * total of their waits; {@code sluice.connections.wait} has the distribution of those that waited,
 * by reason.
 *
 * <p>A registry needs one binder for each pool: a second would record each time twice.
 *
 * <p>Close the binder with its pool. Otherwise a later pool of the same name finds its meters
 * taken, and they show figures of the old pool.
 *
 * <pre>{@code
 * SluiceMeterBinder meters = new SluiceMeterBinder(orders);
 * meters.bindTo(registry);
 * }</pre>
 */
public final class SluiceMeterBinder implements MeterBinder, AutoCloseable {

    private static final String PREFIX = "sluice.connections";
    private static final String HIKARI = "hikaricp.connections";

    private final SluicePool pool;
    private final boolean withHikariNames;

    /**
     * What is recorded for each registry. Shared: volatile, replaced at each binding. Partner: none
     * (a thread that misses the newest tells the others).
     */
    private final List<Timers> all = new CopyOnWriteArrayList<>();

    /**
     * The meters by registry. Shared: atomic adds and removals. Partner: none (each is bound once).
     */
    private final Map<MeterRegistry, List<Meter>> bound = new ConcurrentHashMap<>();

    /** Shared: atomic adds. Partner: none (a sum). */
    private final LongAdder waitedNanos = new LongAdder();

    private final PoolObserver toTimers = new ToTimers();

    /** Makes a binder for a pool. */
    public SluiceMeterBinder(SluicePool pool) {
        this(pool, /* withHikariNames= */ false);
    }

    private SluiceMeterBinder(SluicePool pool, boolean withHikariNames) {
        this.pool = pool;
        this.withHikariNames = withHikariNames;
    }

    /**
     * Returns a binder that also publishes the meters of HikariCP, {@code hikaricp.connections...},
     * for dashboards and alerts that have these names.
     */
    public SluiceMeterBinder withHikariNames() {
        return new SluiceMeterBinder(pool, /* withHikariNames= */ true);
    }

    /** Adds the meters to a registry; does nothing if it has them from this binder. */
    @Override
    public void bindTo(MeterRegistry registry) {
        // Once, else each time would be recorded twice.
        bound.computeIfAbsent(registry, this::register);
    }

    private List<Meter> register(MeterRegistry registry) {
        Tags tags = Tags.of("pool", pool.snapshot().name());
        List<Meter> meters = new ArrayList<>();
        List<Timers> timers = new ArrayList<>();
        try {
            timers.add(new Meters(registry, PREFIX, tags, meters).registerAll());
            if (withHikariNames) {
                timers.add(new Meters(registry, HIKARI, tags, meters).registerThoseOfHikari());
            }
        } catch (RuntimeException | Error e) { // leave nothing behind
            Throwable ignored = remove(registry, meters, e);
            throw e;
        }
        all.addAll(timers);
        pool.observe(toTimers);
        return meters;
    }

    /**
     * Removes the meters from all registries, and the observer from the pool. Does nothing if there
     * are none.
     */
    @Override
    public void close() {
        pool.unobserve(toTimers);
        all.clear();
        Throwable failure = null;
        for (MeterRegistry registry : List.copyOf(bound.keySet())) {
            List<Meter> meters = bound.remove(registry);
            failure = remove(registry, meters == null ? List.of() : meters, failure);
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /** Removes all meters, though listeners of the registry fail; returns the first failure. */
    private static @Nullable Throwable remove(
            MeterRegistry registry, List<Meter> meters, @Nullable Throwable before) {
        Throwable first = before;
        for (Meter meter : meters) {
            try {
                registry.remove(meter);
            } catch (RuntimeException | Error e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }

    /**
     * What is recorded for one registry under one prefix.
     *
     * @param longest the longest wait of late, in nanoseconds
     */
    private record Timers(
            Map<PoolObserver.Wait, Timer> waits,
            Timer usage,
            Timer creation,
            TimeWindowMax longest) {}

    private final class ToTimers implements PoolObserver {

        @Override
        public void waited(Wait reason, long nanos) {
            waitedNanos.add(nanos);
            for (Timers timers : all) {
                timers.longest.record((double) nanos, TimeUnit.NANOSECONDS);
                Timer wait = timers.waits.get(reason);
                if (wait != null) {
                    wait.record(nanos, TimeUnit.NANOSECONDS);
                }
            }
        }

        @Override
        public void used(long nanos) {
            all.forEach(timers -> timers.usage.record(nanos, TimeUnit.NANOSECONDS));
        }

        @Override
        public void created(long nanos) {
            all.forEach(timers -> timers.creation.record(nanos, TimeUnit.NANOSECONDS));
        }
    }

    /** Registers meters. */
    private final class Meters {

        private final MeterRegistry registry;
        private final String prefix;
        private final Tags tags;
        private final List<Meter> registered;

        /**
         * @param registered gets each meter
         */
        Meters(MeterRegistry registry, String prefix, Tags tags, List<Meter> registered) {
            this.registry = registry;
            this.prefix = prefix;
            this.tags = tags;
            this.registered = registered;
        }

        private <M extends Meter> M add(M meter) {
            registered.add(meter);
            return meter;
        }

        /** Registers the meters that HikariCP has as well. */
        Timers registerThoseOfHikari() {
            Timers timers = registerCommon(Map.of());
            // The timer of HikariCP has a maximum, which Prometheus gets under this name.
            add(
                    Gauge.builder(
                                    prefix + ".acquire.seconds.max",
                                    timers.longest,
                                    longest -> longest.poll(TimeUnit.SECONDS))
                            .description("The longest wait of the last two minutes, in seconds")
                            .tags(tags)
                            .register(registry));
            return timers;
        }

        /** Registers every meter of Sluice. */
        Timers registerAll() {
            Map<PoolObserver.Wait, Timer> waits = new EnumMap<>(PoolObserver.Wait.class);
            for (PoolObserver.Wait reason : PoolObserver.Wait.values()) {
                waits.put(
                        reason,
                        add(
                                Timer.builder(prefix + ".wait")
                                        .description("How long acquires waited, of those that did")
                                        .tags(tags.and("reason", lower(reason.name())))
                                        .register(registry)));
            }
            Timers timers = registerCommon(waits);
            gauge(
                    ".inaccessible",
                    "Connections that are closed but still belong to a transaction",
                    PoolSnapshot::inaccessible);
            gauge(
                    ".in.doubt",
                    "Branches of transactions whose outcome is in doubt",
                    now -> InDoubtBranches.of(now.name()).size());
            counter(".refused", "Acquires refused by maxWaiting", PoolCounters::refused);
            // Not ".created": Prometheus reserves that ending, and its registry cuts it off.
            counter(".opened", "Connections that were created", PoolCounters::created);
            counter(".failed", "Creations that failed", PoolCounters::creationsFailed);
            for (DiscardReason reason : DiscardReason.values()) {
                ToDoubleFunction<SluicePool> discarded =
                        p -> p.snapshot().counters().discarded().getOrDefault(reason, 0L);
                add(
                        FunctionCounter.builder(prefix + ".discarded", pool, discarded)
                                .description("Connections that have left the pool")
                                .tags(tags.and("reason", lower(reason.name())))
                                .register(registry));
            }
            return timers;
        }

        private static String lower(String reason) {
            return reason.toLowerCase(Locale.ROOT);
        }

        /** Registers the meters of both, and returns the timers with those given. */
        private Timers registerCommon(Map<PoolObserver.Wait, Timer> waits) {
            gauge("", "Connections that exist", PoolSnapshot::total);
            gauge(".active", "Connections in use", now -> now.accessible() + now.inaccessible());
            gauge(".idle", "Connections that are idle", PoolSnapshot::available);
            gauge(".pending", "Requests that wait for a connection", PoolSnapshot::waiting);
            gauge(".max", "The maximum number of connections", PoolSnapshot::maxSize);
            gauge(".min", "The minimum number of connections", PoolSnapshot::minSize);
            counter(".timeout", "Acquires that have timed out", PoolCounters::timedOut);
            add(
                    FunctionTimer.builder(
                                    prefix + ".acquire",
                                    pool,
                                    p -> p.snapshot().counters().acquired(),
                                    p -> waitedNanos.sum(),
                                    TimeUnit.NANOSECONDS)
                            .description("All acquires, and how long they waited in all")
                            .tags(tags)
                            .register(registry));
            return new Timers(
                    waits,
                    timer(".usage", "How long connections were in use, of some leases"),
                    timer(".creation", "How long it took to create connections"),
                    new TimeWindowMax(
                            registry.config().clock(), DistributionStatisticConfig.DEFAULT));
        }

        private void gauge(String name, String description, ToDoubleFunction<PoolSnapshot> figure) {
            add(
                    Gauge.builder(prefix + name, pool, p -> figure.applyAsDouble(p.snapshot()))
                            .description(description)
                            .tags(tags)
                            .register(registry));
        }

        private void counter(String name, String description, ToLongFunction<PoolCounters> figure) {
            ToDoubleFunction<SluicePool> counted = p -> figure.applyAsLong(p.snapshot().counters());
            add(
                    FunctionCounter.builder(prefix + name, pool, counted)
                            .description(description)
                            .tags(tags)
                            .register(registry));
        }

        private Timer timer(String name, String description) {
            return add(
                    Timer.builder(prefix + name)
                            .description(description)
                            .tags(tags)
                            .register(registry));
        }
    }
}
