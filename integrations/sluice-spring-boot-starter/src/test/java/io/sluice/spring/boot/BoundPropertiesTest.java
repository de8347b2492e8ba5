package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.SluiceDataSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that binds properties to a pool itself, as Boot documents it for HikariCP. */
@Tag("spring-boot")
class BoundPropertiesTest {

    /** Needs no change if only the type changes. */
    @Configuration(proxyBeanMethods = false)
    static class BelowHikari {

        @Bean
        @ConfigurationProperties("spring.datasource.hikari")
        DataSource ordersPool(DataSourceProperties properties) {
            return properties.initializeDataSourceBuilder().build();
        }
    }

    /** The properties of Boot and those of the pool have one prefix. */
    @Configuration(proxyBeanMethods = false)
    static class BelowBoot {

        @Bean
        @ConfigurationProperties("spring.datasource")
        SluiceDataSource ordersPool() {
            return new SluiceDataSource();
        }
    }

    /** The prefix of one pool is below that of another, as that of a group of the application's. */
    @Configuration(proxyBeanMethods = false)
    static class Nested {

        @Bean
        @ConfigurationProperties("app.datasource")
        SluiceDataSource ordersPool() {
            return new SluiceDataSource();
        }

        @Bean(defaultCandidate = false)
        @ConfigurationProperties("app.datasource.audit")
        SluiceDataSource auditPool() {
            return new SluiceDataSource();
        }

        @Bean
        @ConfigurationProperties("app.datasource.jobs")
        DataSourceProperties jobs() {
            return new DataSourceProperties();
        }
    }

    private static ApplicationContextRunner application(
            Class<?> configuration, String... properties) {
        return Contexts.sluice()
                .withUserConfiguration(configuration)
                .withPropertyValues(properties);
    }

    private static void refused(ApplicationContextRunner application, String message) {
        application.run(
                context -> assertThat(context).getFailure().rootCause().hasMessage(message));
    }

    @Test
    void propertiesOfHikariAreRefusedWithTheNamesHere() {
        refused(
                application(
                        BelowHikari.class,
                        "spring.datasource.hikari.maximum-pool-size=50",
                        "spring.datasource.hikari.connection-timeout=5000",
                        "spring.datasource.hikari.data-source-properties.LOCK_TIMEOUT=9",
                        "spring.datasource.hikari.max-lifetime=60000"),
                "spring.datasource.hikari.connection-timeout is acquireTimeout here;"
                        + " spring.datasource.hikari.maximum-pool-size is maxSize here; the bean"
                        + " ordersPool is a SluiceDataSource that is bound to"
                        + " spring.datasource.hikari, so use the names of Sluice below it");
    }

    @Test
    void anUnknownPropertyIsRefused() {
        refused(
                application(
                        BelowHikari.class,
                        "spring.datasource.hikari.maxx-size=50",
                        "spring.datasource.hikari.data-source.LOCK_TIMEOUT=9"),
                "spring.datasource.hikari.data-source.locktimeout: properties of the driver are"
                        + " below dataSourceProperties here; spring.datasource.hikari.maxx-size:"
                        + " unknown option \"maxxSize\"; did you mean maxSize; the bean ordersPool"
                        + " is a SluiceDataSource that is bound to spring.datasource.hikari, so use"
                        + " the names of Sluice below it");
    }

    @Test
    void propertiesOfThePoolAreBound() {
        application(
                        BelowHikari.class,
                        "spring.datasource.hikari.max-size=50",
                        "spring.datasource.hikari.acquire-timeout=5s",
                        "spring.datasource.hikari.data-source-properties.LOCK_TIMEOUT=9")
                .run(
                        context -> {
                            SluiceDataSource pool = context.getBean(SluiceDataSource.class);
                            assertThat(pool.getMaxSize()).isEqualTo(50);
                            assertThat(pool.getAcquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                            assertThat(pool.configuration().dataSourceProperties())
                                    .containsOnlyKeys("LOCK_TIMEOUT");
                        });
    }

    @Test
    void whatBootHasUnderThePrefixIsItsOwnMatter() {
        application(BelowBoot.class, "spring.datasource.generate-unique-name=false")
                .run(
                        context ->
                                assertThat(context.getBean(SluiceDataSource.class).getName())
                                        .isEqualTo("orders"));
    }

    @Test
    void propertiesOfAnotherBeanMayBeBelowThoseOfAPool() {
        String[] properties = {
            "app.datasource.url=jdbc:h2:mem:orders",
            "app.datasource.audit.url=jdbc:h2:mem:audit",
            "app.datasource.audit.max-size=3",
            "app.datasource.jobs.url=jdbc:h2:mem:jobs"
        };
        application(Nested.class, properties)
                .run(
                        context -> {
                            assertThat(context).hasNotFailed();
                            assertThat(
                                            context.getBean("auditPool", SluiceDataSource.class)
                                                    .getMaxSize())
                                    .isEqualTo(3);
                        });
        refused(
                application(Nested.class, properties)
                        .withPropertyValues("app.datasource.audit.maxx-size=3"),
                "app.datasource.audit.maxx-size: unknown option \"maxxSize\"; did you mean maxSize;"
                        + " the bean auditPool is a SluiceDataSource that is bound to"
                        + " app.datasource.audit, so use the names of Sluice below it");
    }

    @Test
    void environmentVariablesAreRefusedOnlyIfTheyAreOfAPool() {
        Map<String, Object> variables = new HashMap<>();
        variables.put("SPRING_DATASOURCE_HIKARI_MAX_SIZE", "50");
        variables.put("SPRING_DATASOURCE_HIKARI_HOME", "/opt");
        Contexts.sluice(variables)
                .withUserConfiguration(BelowHikari.class)
                .run(
                        context ->
                                assertThat(context.getBean(SluiceDataSource.class).getMaxSize())
                                        .isEqualTo(50));
        variables.put("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", "50");
        refused(
                Contexts.sluice(variables).withUserConfiguration(BelowHikari.class),
                "spring.datasource.hikari.maximum.pool.size is maxSize here; the bean ordersPool is"
                        + " a SluiceDataSource that is bound to spring.datasource.hikari, so use"
                        + " the names of Sluice below it");
    }
}
