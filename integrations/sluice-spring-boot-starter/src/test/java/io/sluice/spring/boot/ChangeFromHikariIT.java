package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.spring.boot.orders.Item;
import io.sluice.spring.boot.orders.Items;
import io.sluice.spring.boot.orders.Orders;
import io.sluice.spring.boot.orders.OrdersApplication;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * What works in an application with HikariCP, and works after it has changed to Sluice by a
 * dependency, which this module is, and by the one property that {@link Pool} has.
 */
class ChangeFromHikariIT {

    enum Pool {
        HIKARI("--spring.application.name=orders"),
        SLUICE("--" + Contexts.TYPE);

        private final String change;

        Pool(String change) {
            this.change = change;
        }
    }

    private static final Map<Pool, ConfigurableApplicationContext> APPLICATIONS =
            new EnumMap<>(Pool.class);

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(1)).start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE app LOGIN PASSWORD 'secret'");
            statement.execute("CREATE ROLE migration LOGIN PASSWORD 'secret of migration'");
            statement.execute("GRANT CREATE ON SCHEMA public TO migration");
        }
        for (Pool pool : Pool.values()) {
            APPLICATIONS.put(pool, start(pool));
        }
    }

    private static ConfigurableApplicationContext start(Pool pool) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.main.web-application-type=none",
                                "--spring.main.banner-mode=off",
                                "--spring.datasource.url=jdbc:postgresql://localhost:"
                                        + postgres.getPort()
                                        + "/postgres?ApplicationName="
                                        + pool,
                                "--spring.datasource.hikari.pool-name=orders",
                                "--spring.datasource.hikari.maximum-pool-size=7",
                                "--spring.datasource.hikari.connection-timeout=5000",
                                "--spring.datasource.username=app",
                                "--spring.datasource.password=secret",
                                "--spring.flyway.user=migration",
                                "--spring.flyway.password=secret of migration",
                                "--spring.jpa.hibernate.ddl-auto=validate",
                                "--management.endpoint.health.show-details=always",
                                "--management.metrics.use-global-registry=false"));
        arguments.add(pool.change);
        return SpringApplication.run(OrdersApplication.class, arguments.toArray(String[]::new));
    }

    private static <T> T bean(Pool pool, Class<T> type) {
        return APPLICATIONS.get(pool).getBean(type);
    }

    private static <T> T ask(Pool pool, String sql, Class<T> type) {
        return bean(pool, JdbcTemplate.class).queryForObject(sql, type);
    }

    @Test
    void theOnePropertyChangesThePool() {
        assertThat(bean(Pool.HIKARI, DataSource.class)).isInstanceOf(HikariDataSource.class);
        assertThat(bean(Pool.SLUICE, DataSource.class)).isInstanceOf(SluiceDataSource.class);
    }

    @Test
    void theOptionsOfThePoolAreKept() {
        HikariDataSource before = bean(Pool.HIKARI, HikariDataSource.class);
        JdbcPoolConfig after = bean(Pool.SLUICE, SluiceDataSource.class).configuration();
        assertThat(after.name()).isEqualTo(before.getPoolName()).isEqualTo("orders");
        assertThat(after.maxSize()).isEqualTo(before.getMaximumPoolSize()).isEqualTo(7);
        assertThat(after.acquireTimeout())
                .isEqualTo(Duration.ofMillis(before.getConnectionTimeout()))
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(after.warnings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theApplicationConnectsAsItsUserAndFlywayAsAnother(Pool pool) {
        assertThat(ask(pool, "SELECT current_user", String.class)).isEqualTo("app");
        String owner = "SELECT tableowner FROM pg_tables WHERE tablename = 'item'";
        assertThat(ask(pool, owner, String.class)).isEqualTo("migration");
    }

    @ParameterizedTest
    @EnumSource
    void repositoriesSaveAndFind(Pool pool) {
        Item added = bean(pool, Orders.class).add("a book");
        assertThat(bean(pool, Items.class).findById(added.getId()))
                .hasValueSatisfying(found -> assertThat(found.getName()).isEqualTo("a book"));
    }

    @ParameterizedTest
    @EnumSource
    void aFailedTransactionIsRolledBack(Pool pool) {
        String name = "failed with " + pool;
        assertThatThrownBy(() -> bean(pool, Orders.class).addAndFail(name)).hasMessage(name);
        assertThat(bean(pool, Items.class).countByName(name)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aReadOnlyTransactionRefusesToWriteAndTheNextOneWrites(Pool pool) {
        assertThatThrownBy(() -> bean(pool, Orders.class).addReadOnly("read-only"))
                .hasMessageContaining("read-only transaction");
        for (int i = 0; i < 20; i++) { // each connection, were there more than one
            bean(pool, Orders.class).add("written");
        }
    }

    @ParameterizedTest
    @EnumSource
    void jpaAndJdbcShareTheConnectionOfATransaction(Pool pool) {
        List<Integer> sessions = bean(pool, Orders.class).sessions();
        assertThat(sessions.get(0)).isEqualTo(sessions.get(1));
    }

    @ParameterizedTest
    @EnumSource
    void aDataSourceOfAnotherUserCanBeDerived(Pool pool) {
        SimpleDriverDataSource derived =
                DataSourceBuilder.derivedFrom(bean(pool, DataSource.class))
                        .type(SimpleDriverDataSource.class)
                        .username("migration")
                        .password("secret of migration")
                        .build();
        assertThat(new JdbcTemplate(derived).queryForObject("SELECT current_user", String.class))
                .isEqualTo("migration");
    }

    @ParameterizedTest
    @EnumSource
    void theActuatorShowsTheHealthOfTheDatabase(Pool pool) {
        CompositeHealthDescriptor health =
                (CompositeHealthDescriptor) bean(pool, HealthEndpoint.class).health();
        IndicatedHealthDescriptor database =
                (IndicatedHealthDescriptor) health.getComponents().get("db");
        assertThat(database.getStatus()).isEqualTo(Status.UP);
        assertThat(database.getDetails())
                .containsEntry("database", "PostgreSQL")
                .containsEntry("validationQuery", "isValid()");
    }

    @Test
    void noSeriesOfPrometheusIsLost() {
        TreeSet<String> before = series(Pool.HIKARI);
        assertThat(before)
                .contains(
                        "hikaricp_connections_acquire_seconds_count{pool=\"orders\"}",
                        "hikaricp_connections_acquire_seconds_max{pool=\"orders\"}",
                        "jdbc_connections_active{name=\"dataSource\"}",
                        "# TYPE hikaricp_connections_usage_seconds summary")
                .hasSizeGreaterThan(30);
        assertThat(series(Pool.SLUICE))
                .containsAll(before)
                .contains("sluice_connections_usage_seconds_count{pool=\"orders\"}");
    }

    /** What Prometheus reads of the pool: the series with their labels, and their types. */
    private static TreeSet<String> series(Pool pool) {
        return bean(pool, PrometheusMeterRegistry.class)
                .scrape()
                .lines()
                .filter(line -> line.contains("_connections") && !line.startsWith("# HELP"))
                .map(line -> line.startsWith("#") ? line : line.substring(0, line.indexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @AfterAll
    static void theEndOfAnApplicationEndsItsSessions() throws Exception {
        try (EmbeddedPostgres server = postgres) {
            JdbcTemplate administrator = new JdbcTemplate(server.getPostgresDatabase());
            for (Pool pool : Pool.values()) {
                assertThat(sessions(administrator, pool)).as(pool.name()).isPositive();
                APPLICATIONS.get(pool).close();
                await(pool.name()).until(() -> sessions(administrator, pool) == 0);
            }
        }
    }

    private static int sessions(JdbcTemplate administrator, Pool pool) {
        return administrator.queryForObject(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?",
                Integer.class,
                pool.name());
    }
}
