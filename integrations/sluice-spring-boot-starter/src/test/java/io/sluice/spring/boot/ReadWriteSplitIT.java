package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.routing.SluiceRouting;
import io.sluice.spring.boot.orders.Item;
import io.sluice.spring.boot.orders.Items;
import io.sluice.spring.boot.orders.Orders;
import io.sluice.spring.boot.orders.OrdersApplication;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application with JPA whose read-only transactions run on a standby. */
@Timeout(300)
class ReadWriteSplitIT {

    @TempDir private static Path folder;

    @Configuration(proxyBeanMethods = false)
    static class Split {

        @Bean(defaultCandidate = false)
        @ConfigurationProperties("primary")
        SluiceProperties primary() {
            return new SluiceProperties();
        }

        @Bean(defaultCandidate = false)
        SluiceDataSource primaryPool(@Qualifier("primary") SluiceProperties primary) {
            return primary.createDataSource();
        }

        @Bean(defaultCandidate = false)
        @ConfigurationProperties("standby")
        SluiceProperties standby() {
            return new SluiceProperties();
        }

        @Bean(defaultCandidate = false)
        SluiceDataSource standbyPool(@Qualifier("standby") SluiceProperties standby) {
            return standby.createDataSource();
        }

        @Bean
        @Primary
        SluiceRouting dataSource(
                @Qualifier("primaryPool") SluiceDataSource primary,
                @Qualifier("standbyPool") SluiceDataSource standby) {
            return new SluiceRouting(primary, standby);
        }
    }

    private static EmbeddedPostgres.Builder server() {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(1));
    }

    /** A standby that never hears of its primary, and so has items of its own. */
    private static EmbeddedPostgres standby() throws IOException {
        EmbeddedPostgres.Builder builder =
                server().setDataDirectory(folder).setCleanDataDirectory(false);
        try (EmbeddedPostgres first = builder.start()) {
            JdbcTemplate jdbc = new JdbcTemplate(first.getPostgresDatabase());
            jdbc.execute("CREATE TABLE item (id bigint PRIMARY KEY, name text NOT NULL)");
            jdbc.execute("INSERT INTO item VALUES (1, 'of the standby')");
        }
        Files.createFile(folder.resolve("standby.signal"));
        return builder.start();
    }

    private static ConfigurableApplicationContext application(int primary, int standby) {
        String url =
                "=jdbc:postgresql://localhost:%d,localhost:%d/postgres".formatted(primary, standby);
        return new SpringApplication(OrdersApplication.class, Split.class)
                .run(
                        "--spring.main.web-application-type=none",
                        "--spring.main.banner-mode=off",
                        "--spring.jpa.hibernate.ddl-auto=none",
                        "--management.endpoint.health.show-details=always",
                        "--management.metrics.use-global-registry=false",
                        "--primary.datasource.name=primary",
                        "--primary.datasource.url" + url,
                        "--primary.datasource.username=postgres",
                        "--primary.datasource.target-role=primary",
                        "--standby.datasource.name=standby",
                        "--standby.datasource.url" + url,
                        "--standby.datasource.username=postgres",
                        "--standby.datasource.target-role=prefer-standby",
                        "--standby.datasource.validate-after-idle=0s");
    }

    @Test
    void readOnlyTransactionsRunOnTheStandbyAndOnThePrimaryWhenItIsGone() throws Exception {
        try (EmbeddedPostgres primary = server().start()) {
            new JdbcTemplate(primary.getPostgresDatabase()).execute("CREATE ROLE app");
            EmbeddedPostgres standby = standby();
            try (ConfigurableApplicationContext application =
                    application(primary.getPort(), standby.getPort())) {
                Orders orders = application.getBean(Orders.class);
                orders.add("of the primary");
                assertThat(names(application)).containsExactly("of the standby");
                assertThat(acquired(application, "primary")).isPositive();
                assertThat(acquired(application, "standby")).isPositive();
                assertThat(health(application)).isEqualTo(Status.UP);

                standby.close();

                assertThat(names(application)).containsExactly("of the primary");
                orders.add("later");
                assertThat(names(application)).containsExactly("of the primary", "later");
                assertThat(health(application))
                        .as("the pool for reads has the primary")
                        .isEqualTo(Status.UP);
            } finally {
                standby.close();
            }
        }
    }

    /** By a method that Spring Data runs in a read-only transaction. */
    private static List<String> names(ConfigurableApplicationContext application) {
        return application.getBean(Items.class).findAll().stream().map(Item::getName).toList();
    }

    private static double acquired(ConfigurableApplicationContext application, String pool) {
        return application
                .getBean(MeterRegistry.class)
                .get("sluice.connections.acquire")
                .tag("pool", pool)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    private static Status health(ConfigurableApplicationContext application) {
        return application.getBean(HealthEndpoint.class).health().getStatus();
    }
}
