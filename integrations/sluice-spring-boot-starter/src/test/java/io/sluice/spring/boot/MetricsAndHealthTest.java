package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.jdbc.SluiceDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;
import java.util.logging.Logger;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.Scope;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** What an application with the actuator publishes of its pools. */
@Tag("spring-boot")
class MetricsAndHealthTest {

    // Metrics

    private static double gauge(MeterRegistry registry, String name, String tag, String value) {
        Gauge gauge = registry.get(name).tag(tag, value).gauge();
        return gauge.value();
    }

    @Test
    void aPoolHasItsOwnMetersThoseOfBootAndThoseOfHikari() {
        Contexts.sluice()
                .run(
                        context -> {
                            MeterRegistry registry = context.getBean(MeterRegistry.class);
                            try (Connection inUse =
                                    context.getBean(DataSource.class).getConnection()) {
                                assertThat(inUse.isValid(5)).isTrue();
                                String active = ".connections.active";
                                assertThat(gauge(registry, "sluice" + active, "pool", "orders"))
                                        .isEqualTo(1);
                                assertThat(gauge(registry, "hikaricp" + active, "pool", "orders"))
                                        .isEqualTo(1);
                                assertThat(gauge(registry, "jdbc" + active, "name", "dataSource"))
                                        .isEqualTo(1);
                            }
                            assertThat(
                                            registry.get("hikaricp.connections.acquire")
                                                    .functionTimer()
                                                    .count())
                                    .isEqualTo(1);
                        });
    }

    @Test
    void eachOfSeveralPoolsHasItsMeters() {
        Contexts.sluice()
                .withUserConfiguration(TwoDataSources.class)
                .withPropertyValues(
                        "invoices.datasource.name=invoices",
                        "invoices.datasource.url=jdbc:h2:mem:invoices",
                        "invoices.datasource.max-size=2")
                .run(
                        context -> {
                            MeterRegistry registry = context.getBean(MeterRegistry.class);
                            String max = ".connections.max";
                            assertThat(gauge(registry, "sluice" + max, "pool", "orders"))
                                    .isEqualTo(10);
                            assertThat(gauge(registry, "sluice" + max, "pool", "invoices"))
                                    .isEqualTo(2);
                            assertThat(gauge(registry, "jdbc" + max, "name", "invoices"))
                                    .isEqualTo(2);
                        });
    }

    @Test
    void aLaterApplicationWithAPoolOfThatNameHasItsMetersInTheSameRegistry() {
        MeterRegistry registry =
                new SimpleMeterRegistry() {
                    @Override
                    public void close() {} // as one that the applications share
                };
        for (int size : new int[] {3, 5}) {
            Contexts.sluice()
                    .withBean(MeterRegistry.class, () -> registry)
                    .withPropertyValues("sluice.datasource.max-size=" + size)
                    .run(
                            context -> {
                                context.getBean(DataSource.class).getConnection().close();
                                String max = "hikaricp.connections.max";
                                assertThat(gauge(registry, max, "pool", "orders")).isEqualTo(size);
                            });
            assertThat(registry.find("sluice.connections").meters()).isEmpty();
        }
    }

    // Pools that are replaced

    /** Beans that can be made anew in a running application, as in a refresh scope. */
    private static final class RenewableScope implements Scope {

        private final Map<String, Object> beans = new HashMap<>();
        private final List<Runnable> ends = new ArrayList<>();

        /** Ends the beans; each is made anew when it is used. */
        void renew() {
            ends.forEach(Runnable::run);
            ends.clear();
            beans.clear();
        }

        @Override
        public Object get(String name, ObjectFactory<?> factory) {
            Object bean = beans.get(name);
            if (bean == null) {
                bean = factory.getObject();
                beans.put(name, bean);
            }
            return bean;
        }

        @Override
        public @Nullable Object remove(String name) {
            return beans.remove(name);
        }

        @Override
        public void registerDestructionCallback(String name, Runnable callback) {
            ends.add(callback);
        }
    }

    /** What the next pool is to have. */
    private record Options(Map<String, String> now) {}

    @Configuration(proxyBeanMethods = false)
    static class RenewablePool {

        @Bean
        static RenewableScope renewableScope() {
            return new RenewableScope();
        }

        @Bean
        static BeanFactoryPostProcessor scopes(RenewableScope renewable) {
            return beans -> beans.registerScope("renewable", renewable);
        }

        @Bean
        @org.springframework.context.annotation.Scope(
                scopeName = "renewable",
                proxyMode = ScopedProxyMode.TARGET_CLASS)
        SluiceDataSource dataSource(Options options) {
            SluiceProperties properties = new SluiceProperties();
            properties.getDatasource().putAll(options.now());
            return properties.createDataSource();
        }
    }

    private static ApplicationContextRunner renewable(Map<String, String> options) {
        options.put("name", "orders");
        options.put("username", "sa");
        return Contexts.sluice()
                .withBean(Options.class, () -> new Options(options))
                .withUserConfiguration(RenewablePool.class);
    }

    @Test
    void aPoolThatReplacesAnotherHasItsMeters() {
        Map<String, String> options = new HashMap<>();
        options.put("url", "jdbc:h2:mem:replaced");
        options.put("maxSize", "3");
        renewable(options)
                .run(
                        context -> {
                            MeterRegistry registry = context.getBean(MeterRegistry.class);
                            DataSource dataSource = context.getBean(DataSource.class);
                            dataSource.getConnection().close();
                            max(registry, 3);

                            options.put("maxSize", "5");
                            context.getBean(RenewableScope.class).renew();
                            assertThat(registry.find("sluice.connections").meters()).isEmpty();
                            try (Connection inUse = dataSource.getConnection()) {
                                assertThat(inUse.isValid(5)).isTrue();
                                max(registry, 5);
                                String active = "sluice.connections.active";
                                assertThat(gauge(registry, active, "pool", "orders")).isOne();
                            }
                        });
    }

    private static void max(MeterRegistry registry, int size) {
        String max = ".connections.max";
        assertThat(gauge(registry, "sluice" + max, "pool", "orders")).isEqualTo(size);
        assertThat(gauge(registry, "hikaricp" + max, "pool", "orders")).isEqualTo(size);
        assertThat(gauge(registry, "jdbc" + max, "name", "dataSource")).isEqualTo(size);
    }

    @Test
    void aPoolWhoseBeanIsMadeAnewHasItsMeters() {
        Contexts.sluice()
                .run(
                        context -> {
                            MeterRegistry registry = context.getBean(MeterRegistry.class);
                            DefaultListableBeanFactory beans =
                                    (DefaultListableBeanFactory)
                                            context.getAutowireCapableBeanFactory();
                            context.getBean(DataSource.class).getConnection().close();
                            beans.destroySingleton("dataSource");
                            assertThat(registry.find("sluice.connections").meters()).isEmpty();

                            try (Connection inUse =
                                    context.getBean(DataSource.class).getConnection()) {
                                assertThat(inUse.isValid(5)).isTrue();
                                String active = "sluice.connections.active";
                                assertThat(gauge(registry, active, "pool", "orders")).isOne();
                            }
                        });
    }

    @Test
    void healthIsThatOfThePoolThatReplacesAnother() {
        Map<String, String> options = new HashMap<>();
        options.put("url", "jdbc:h2:tcp://localhost:1/none");
        renewable(options)
                .run(
                        context -> {
                            assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);

                            options.put("url", "jdbc:h2:mem:replaced");
                            context.getBean(RenewableScope.class).renew();
                            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
                        });
    }

    // Health

    private static Health health(AssertableApplicationContext context) {
        return context.getBean("dbHealthContributor", HealthIndicator.class).health();
    }

    @Test
    void aBusyPoolIsHealthyAndTheCheckTakesNothingFromIt() {
        Contexts.sluice()
                .withPropertyValues(
                        "sluice.datasource.max-size=1", "sluice.datasource.acquire-timeout=0")
                .run(
                        context -> {
                            SluiceDataSource pool = context.getBean(SluiceDataSource.class);
                            try (Connection inUse = pool.getConnection()) {
                                assertThat(inUse.isValid(5)).isTrue();
                                Health health = health(context);
                                assertThat(health.getStatus()).isEqualTo(Status.UP);
                                assertThat(health.getDetails())
                                        .containsEntry("database", "H2")
                                        .containsEntry("validationQuery", "isValid()")
                                        .containsEntry("pool", "orders")
                                        .containsEntry("active", 1)
                                        .containsEntry("max", 1);
                            }
                            assertThat(pool.snapshot().counters().acquired()).isEqualTo(1);
                            assertThat(pool.snapshot().counters().created()).isEqualTo(1);
                        });
    }

    @Test
    void aDatabaseThatCannotBeReachedIsDown() {
        Contexts.sluice()
                .withPropertyValues("spring.datasource.url=jdbc:h2:tcp://localhost:1/none")
                .run(context -> assertThat(health(context).getStatus()).isEqualTo(Status.DOWN));
    }

    @Test
    void aCheckHasATimeLimitHoweverShort() {
        List<Integer> limits = new CopyOnWriteArrayList<>();
        JdbcDataSource driver = new JdbcDataSource();
        driver.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
        SluiceDataSource pool = new SluiceDataSource();
        pool.setDataSource(noting(DataSource.class, driver, limits::add));
        pool.setValidationTimeout(Duration.ofMillis(300));
        try (pool) {
            SluiceHealthIndicator indicator = new SluiceHealthIndicator(pool);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            assertThat(limits).isNotEmpty().containsOnly(1); // 0 is none
            indicator.close();
        }
    }

    @Test
    void checksAtOneTimeTakeTurnsWhereNoThreadMayWaitForThePool() throws Exception {
        JdbcDataSource driver = new JdbcDataSource();
        driver.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
        SluiceDataSource pool = new SluiceDataSource();
        pool.setMaxWaiting(0);
        try (pool) {
            SluiceHealthIndicator indicator = new SluiceHealthIndicator(pool);
            FutureTask<Health> second = new FutureTask<>(indicator::health);
            Thread other = new Thread(second);
            IntConsumer during =
                    limit -> {
                        if (other.getState() == Thread.State.NEW) {
                            other.start();
                            await().until(() -> isDoneOrWaits(other));
                        }
                    };
            pool.setDataSource(noting(DataSource.class, driver, during));
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            assertThat(second.get().getStatus()).isEqualTo(Status.UP);
            indicator.close();
        }
    }

    private static boolean isDoneOrWaits(Thread thread) {
        return Set.of(Thread.State.TERMINATED, Thread.State.TIMED_WAITING, Thread.State.WAITING)
                .contains(thread.getState());
    }

    @Test
    void aCheckIsNotReportedAsALeaseThatLeftSomething() {
        Logger logger = Logger.getLogger("io.sluice.jdbc");
        List<String> lines = new CopyOnWriteArrayList<>();
        logger.setFilter(line -> lines.add(line.getMessage()));
        SluiceDataSource pool = new SluiceDataSource();
        pool.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
        pool.setAutoCommit(false);
        pool.setReportDirtyReturns(true);
        pool.setValidationQuery("SELECT 1");
        try (pool) {
            SluiceHealthIndicator indicator = new SluiceHealthIndicator(pool);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            indicator.close();
        } finally {
            logger.setFilter(null);
        }
        assertThat(lines).noneMatch(line -> line.contains("was returned with"));
    }

    /** Returns the target, whose connections tell the time limits that isValid is given. */
    private static <T> T noting(Class<T> type, T target, IntConsumer limits) {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    if (method.getName().equals("isValid")) {
                        limits.accept((Integer) arguments[0]);
                    }
                    Object result = method.invoke(target, arguments);
                    return result instanceof Connection connection
                            ? noting(Connection.class, connection, limits)
                            : result;
                };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void aCheckRunsTheQueryOfThePool() throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        String query = "SELECT NEXT VALUE FOR checks";
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SEQUENCE checks");
            Contexts.sluice()
                    .withPropertyValues(
                            "spring.datasource.url=" + url,
                            "sluice.datasource.validation-query=" + query)
                    .run(
                            context -> {
                                health(context);
                                int before = next(statement);
                                Health health = health(context);
                                assertThat(health.getStatus()).isEqualTo(Status.UP);
                                assertThat(health.getDetails())
                                        .containsEntry("validationQuery", query);
                                assertThat(next(statement)).isEqualTo(before + 2);
                            });
        }
    }

    private static int next(Statement statement) throws SQLException {
        try (ResultSet result = statement.executeQuery("SELECT NEXT VALUE FOR checks")) {
            result.next();
            return result.getInt(1);
        }
    }

    @Test
    void aCheckLeavesNoConnectionOpen() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID();
        Contexts.sluice()
                .withPropertyValues("spring.datasource.url=" + url)
                .run(
                        context -> {
                            for (int i = 0; i < 3; i++) {
                                assertThat(health(context).getStatus()).isEqualTo(Status.UP);
                            }
                            try (Connection connection =
                                            DriverManager.getConnection(url, "sa", "");
                                    Statement statement = connection.createStatement()) {
                                await().untilAsserted(
                                                () ->
                                                        assertThat(sessions(statement))
                                                                .as("sessions and this one")
                                                                .isEqualTo(1));
                            }
                        });
    }

    private static int sessions(Statement statement) throws SQLException {
        try (ResultSet result =
                statement.executeQuery("SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS")) {
            result.next();
            return result.getInt(1);
        }
    }

    @Test
    void aSuspendedPoolIsOutOfService() {
        Contexts.sluice()
                .run(
                        context -> {
                            SluiceDataSource pool = context.getBean(SluiceDataSource.class);
                            pool.start();
                            pool.suspend();
                            assertThat(health(context).getStatus())
                                    .isEqualTo(Status.OUT_OF_SERVICE);
                        });
    }

    @Test
    void eachOfSeveralDataSourcesIsChecked() {
        Contexts.sluice()
                .withUserConfiguration(TwoDataSources.class)
                .withPropertyValues(
                        "invoices.datasource.name=invoices",
                        "invoices.datasource.url=jdbc:h2:tcp://localhost:1/none")
                .run(
                        context -> {
                            CompositeHealthContributor all =
                                    context.getBean(CompositeHealthContributor.class);
                            assertThat(status(all, "dataSource")).isEqualTo(Status.UP);
                            assertThat(status(all, "invoicesDataSource")).isEqualTo(Status.DOWN);
                        });
    }

    private static Status status(CompositeHealthContributor all, String name) {
        return ((HealthIndicator) all.getContributor(name)).health().getStatus();
    }

    /** A pool that has no connection left; a check that wants one fails. */
    private static SluiceDataSource busy(String name) {
        SluiceDataSource pool = new SluiceDataSource();
        pool.setName(name);
        pool.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
        pool.setMaxSize(1);
        pool.setAcquireTimeout(Duration.ZERO);
        pool.setCloseTimeout(Duration.ofMillis(1)); // a context may close it while it is in use
        return pool;
    }

    @Test
    void aPoolThatIsDeclaredAsADataSourceIsCheckedBesideIt() throws SQLException {
        try (SluiceDataSource pool = busy("declared");
                Connection inUse = pool.getConnection()) {
            assertThat(inUse.isValid(5)).isTrue();
            Contexts.undecided()
                    .withBean(DataSource.class, () -> pool)
                    .run(context -> assertThat(health(context).getStatus()).isEqualTo(Status.UP));
        }
    }

    /** Has one data source, whatever the name. */
    public static final class Naming implements InitialContextFactory {

        private static volatile @Nullable DataSource found;

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) {
            return (Context)
                    Proxy.newProxyInstance(
                            Naming.class.getClassLoader(),
                            new Class<?>[] {Context.class},
                            (proxy, method, arguments) ->
                                    method.getName().equals("lookup") ? found : null);
        }
    }

    @Test
    void aPoolOfJndiIsCheckedBesideIt() throws SQLException {
        try (SluiceDataSource pool = busy("jndi");
                Connection inUse = pool.getConnection()) {
            assertThat(inUse.isValid(5)).isTrue();
            Naming.found = pool;
            Contexts.undecided()
                    .withSystemProperties(
                            Context.INITIAL_CONTEXT_FACTORY + "=" + Naming.class.getName())
                    .withPropertyValues("spring.datasource.jndi-name=java:comp/env/jdbc/orders")
                    .run(
                            context -> {
                                assertThat(context.getBean(DataSource.class)).isSameAs(pool);
                                assertThat(health(context).getStatus()).isEqualTo(Status.UP);
                            });
        }
    }

    /** Routes to one target for all. */
    private static AbstractRoutingDataSource routing(Map<Object, Object> targets) {
        AbstractRoutingDataSource routing =
                new AbstractRoutingDataSource() {
                    @Override
                    protected Object determineCurrentLookupKey() {
                        return "first";
                    }
                };
        routing.setTargetDataSources(targets);
        return routing;
    }

    @Test
    void eachTargetOfARoutingDataSourceIsCheckedBesideIt() throws SQLException {
        try (SluiceDataSource first = busy("first");
                SluiceDataSource second = busy("second");
                Connection inUse = first.getConnection();
                Connection alsoInUse = second.getConnection()) {
            assertThat(inUse.isValid(5) && alsoInUse.isValid(5)).isTrue();
            JdbcDataSource other = new JdbcDataSource();
            other.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
            Map<Object, Object> targets =
                    Map.of("first", first, "second", second, "of another", other);
            Contexts.undecided()
                    .withBean(DataSource.class, () -> routing(targets))
                    .run(
                            context -> {
                                CompositeHealthContributor all =
                                        context.getBean(CompositeHealthContributor.class);
                                assertThat(status(all, "first")).isEqualTo(Status.UP);
                                assertThat(status(all, "second")).isEqualTo(Status.UP);
                                assertThat(all.getContributor("second"))
                                        .isInstanceOf(SluiceHealthIndicator.class);
                                assertThat(all.getContributor("of another"))
                                        .isInstanceOf(DataSourceHealthIndicator.class);
                            });
        }
    }

    @Test
    void routingDataSourcesCanBeIgnored() {
        try (SluiceDataSource pool = busy("target")) {
            Contexts.undecided()
                    .withBean("pool", DataSource.class, () -> pool)
                    .withBean(
                            "routing",
                            DataSource.class,
                            () -> routing(Map.of("first", pool)),
                            definition -> definition.setPrimary(true))
                    .withPropertyValues("management.health.db.ignore-routing-data-sources=true")
                    .run(
                            context ->
                                    assertThat(context.getBean(HealthContributor.class))
                                            .isInstanceOf(SluiceHealthIndicator.class));
        }
    }

    @Test
    void anotherPoolIsCheckedWithItsQuery() {
        Contexts.undecided()
                .withPropertyValues("spring.datasource.hikari.connection-test-query=SELECT 7")
                .run(
                        context ->
                                assertThat(
                                                context.getBean(DataSourceHealthIndicator.class)
                                                        .getQuery())
                                        .isEqualTo("SELECT 7"));
    }

    @Test
    void anotherPoolIsCheckedByBoot() {
        Contexts.undecided()
                .run(
                        context -> {
                            assertThat(context).hasSingleBean(HikariDataSource.class);
                            assertThat(context.getBean(HealthContributor.class))
                                    .isInstanceOf(DataSourceHealthIndicator.class);
                        });
    }

    @Test
    void theCheckCanBeTurnedOff() {
        Contexts.sluice()
                .withPropertyValues("management.health.db.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthContributor.class));
    }
}
