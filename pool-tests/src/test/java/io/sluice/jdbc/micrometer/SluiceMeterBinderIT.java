package io.sluice.jdbc.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.jdbc.Postgres;
import io.sluice.jdbc.SluiceDataSource;
import java.io.File;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The meters of a pool of PostgreSQL, with their names. */
class SluiceMeterBinderIT {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final SluiceDataSource pool = new SluiceDataSource();

    SluiceMeterBinderIT() {
        pool.setName("orders");
        pool.setUrl(Postgres.url());
        pool.setUsername(Postgres.USER);
        pool.setPassword(Postgres.PASSWORD);
        pool.setMinSize(1);
        pool.setMaxSize(2);
        pool.setMaxWaiting(0);
        pool.setValidateAfterIdle(Duration.ZERO); // so that each lease is timed
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Set<String> names() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private double gauge(String name) {
        return registry.get(name).tag("pool", "orders").gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).tag("pool", "orders").functionCounter().count();
    }

    private static final Set<String> COMMON =
            Set.of(
                    "",
                    ".acquire",
                    ".active",
                    ".creation",
                    ".idle",
                    ".max",
                    ".min",
                    ".pending",
                    ".timeout",
                    ".usage");

    @Test
    void theNamesAreThoseOfHikariCpAndSomeMore() {
        new SluiceMeterBinder(pool).bindTo(registry);

        Set<String> expected = new TreeSet<>();
        COMMON.forEach(name -> expected.add("sluice.connections" + name));
        for (String own :
                Set.of(
                        ".discarded",
                        ".failed",
                        ".in.doubt",
                        ".inaccessible",
                        ".opened",
                        ".refused",
                        ".wait")) {
            expected.add("sluice.connections" + own);
        }
        assertThat(names()).isEqualTo(expected);
    }

    @Test
    void dashboardsOfHikariCpGoOn() throws SQLException {
        new SluiceMeterBinder(pool).withHikariNames().bindTo(registry);
        pool.getConnection().close();

        Set<String> expected = new TreeSet<>();
        COMMON.forEach(name -> expected.add("hikaricp.connections" + name));
        expected.add("hikaricp.connections.acquire.seconds.max");
        Set<String> found = names();
        found.removeIf(name -> name.startsWith("sluice."));
        assertThat(found).isEqualTo(expected);
        assertThat(gauge("hikaricp.connections.max")).isEqualTo(2);
        assertThat(registry.get("hikaricp.connections.usage").timer().count()).isOne();
    }

    @Test
    void theFiguresAreThoseOfThePool() throws SQLException {
        new SluiceMeterBinder(pool).bindTo(registry);
        try (Connection first = pool.getConnection();
                Connection second = pool.getConnection()) {
            assertThat(first.isClosed() || second.isClosed()).isFalse();
            assertThat(gauge("sluice.connections")).isEqualTo(2);
            assertThat(gauge("sluice.connections.active")).isEqualTo(2);
            assertThat(gauge("sluice.connections.idle")).isZero();
            assertThat(gauge("sluice.connections.min")).isEqualTo(1);
            assertThatThrownBy(pool::getConnection).isInstanceOf(SQLException.class);
        }
        assertThat(gauge("sluice.connections.idle")).isEqualTo(2);
        assertThat(gauge("sluice.connections.pending")).isZero();
        assertThat(counter("sluice.connections.refused")).isEqualTo(1);
        assertThat(counter("sluice.connections.timeout")).isZero();
        assertThat(counter("sluice.connections.opened")).isEqualTo(2);
        assertThat(counter("sluice.connections.discarded")).isZero();
        assertThat(registry.get("sluice.connections.acquire").functionTimer().count()).isEqualTo(2);
        assertThat(registry.get("sluice.connections.usage").timer().count()).isEqualTo(2);
        // Told on the thread that created it, when the application may have it already.
        await().until(() -> registry.get("sluice.connections.creation").timer().count() == 2);
        assertThat(
                        registry.get("sluice.connections.wait")
                                .tag("reason", "creation")
                                .timer()
                                .totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
    }

    @Test
    void twoRegistriesHaveTheSameTimes() throws SQLException {
        MeterRegistry other = new SimpleMeterRegistry();
        SluiceMeterBinder binder = new SluiceMeterBinder(pool);
        binder.bindTo(registry);
        binder.bindTo(other);
        binder.bindTo(other);
        pool.getConnection().close();

        assertThat(registry.get("sluice.connections.usage").timer().count()).isOne();
        assertThat(other.get("sluice.connections.usage").timer().count()).isOne();
    }

    @Test
    void twoBindersOnTwoRegistriesHaveTheSameTimes() throws SQLException {
        MeterRegistry other = new SimpleMeterRegistry();
        new SluiceMeterBinder(pool).bindTo(registry);
        SluiceMeterBinder second = new SluiceMeterBinder(pool);
        second.bindTo(other);
        pool.getConnection().close();
        second.close();
        pool.getConnection().close();

        assertThat(registry.get("sluice.connections.usage").timer().count()).isEqualTo(2);
        assertThat(other.getMeters()).isEmpty();
    }

    @Test
    void theLongestWaitIsAGaugeForPrometheus() throws SQLException {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        SluiceMeterBinder binder = new SluiceMeterBinder(pool).withHikariNames();
        binder.bindTo(prometheus);
        pool.getConnection().close();

        String series = "hikaricp_connections_acquire_seconds_max{pool=\"orders\"} ";
        assertThat(prometheus.scrape().lines())
                .filteredOn(line -> line.startsWith(series))
                .singleElement()
                .extracting(line -> Double.valueOf(line.substring(series.length())))
                .satisfies(seconds -> assertThat(seconds).isPositive().isLessThan(30));
    }

    @Test
    void closingRemovesTheMetersAndTheObserver() throws SQLException {
        SluiceMeterBinder binder = new SluiceMeterBinder(pool).withHikariNames();
        binder.bindTo(registry);
        Timer usage = registry.get("sluice.connections.usage").timer();
        pool.getConnection().close();

        binder.close();
        binder.close();
        pool.getConnection().close();

        assertThat(registry.getMeters()).isEmpty();
        assertThat(usage.count()).isOne();
    }

    @Test
    void aNewPoolOfAnOldNameHasMetersOfItsOwn() throws SQLException {
        try (SluiceMeterBinder binder = new SluiceMeterBinder(pool)) {
            binder.bindTo(registry);
            assertThat(gauge("sluice.connections.max")).isEqualTo(2);
        }
        pool.close();
        try (SluiceDataSource later = new SluiceDataSource();
                SluiceMeterBinder binder = new SluiceMeterBinder(later)) {
            later.setName("orders");
            later.setUrl(Postgres.url());
            later.setUsername(Postgres.USER);
            later.setPassword(Postgres.PASSWORD);
            later.setMaxSize(7);
            binder.bindTo(registry);
            later.getConnection().close();

            assertThat(gauge("sluice.connections.max")).isEqualTo(7);
            assertThat(counter("sluice.connections.opened")).isEqualTo(1);
        }
    }

    /** Reads the gauge of a pool; loaded where there is no Jakarta Transactions. */
    static final class InDoubtGauge implements Callable<Double> {

        @Override
        public Double call() {
            MeterRegistry own = new SimpleMeterRegistry();
            try (SluiceDataSource plain = new SluiceDataSource()) {
                plain.setName("plain");
                new SluiceMeterBinder(plain).bindTo(own);
                return own.get("sluice.connections.in.doubt").gauge().value();
            }
        }
    }

    @Test
    void withoutJakartaTransactionsNoBranchIsInDoubt() throws Exception {
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader loader = new URLClassLoader(withoutJakarta(), parent)) {
            assertThatThrownBy(() -> loader.loadClass("jakarta.transaction.Transaction"))
                    .isInstanceOf(ClassNotFoundException.class);
            Constructor<?> constructor =
                    loader.loadClass(InDoubtGauge.class.getName()).getDeclaredConstructor();
            constructor.setAccessible(true);
            Callable<?> gauge = (Callable<?>) constructor.newInstance();

            assertThat(gauge.call()).isEqualTo(0.0);
        }
    }

    private static URL[] withoutJakarta() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        Pattern separator = Pattern.compile(Pattern.quote(File.pathSeparator));
        for (String entry : separator.split(System.getProperty("java.class.path"), 0)) {
            if (!entry.contains("jakarta.transaction-api")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
