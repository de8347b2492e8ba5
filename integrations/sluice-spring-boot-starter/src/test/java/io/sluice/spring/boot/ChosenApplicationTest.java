package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/** An application that has chosen Sluice, with all that Boot finds; also on Boot 3.5. */
class ChosenApplicationTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    private static ApplicationContextRunner application(String... properties) {
        return new ApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.datasource.type=io.sluice.jdbc.SluiceDataSource",
                        "spring.datasource.url=jdbc:h2:mem:chosen",
                        "spring.datasource.username=sa",
                        "spring.datasource.name=orders",
                        "spring.flyway.enabled=false",
                        // Not what this is about, and slow.
                        "spring.autoconfigure.exclude=org.springframework.boot.hibernate"
                                + ".autoconfigure.HibernateJpaAutoConfiguration,"
                                + "org.springframework.boot.data.jpa.autoconfigure"
                                + ".DataJpaRepositoriesAutoConfiguration")
                .withPropertyValues(properties);
    }

    @Test
    void thePoolHasItsOptionsAndThoseOfBoot() {
        application("sluice.datasource.max-size=7", "sluice.datasource.keepalive-interval=off")
                .run(
                        context -> {
                            assertThat(context).hasSingleBean(DataSource.class);
                            SluiceDataSource pool = context.getBean(SluiceDataSource.class);
                            JdbcPoolConfig config = pool.configuration();
                            assertThat(config.name()).isEqualTo("orders");
                            assertThat(config.maxSize()).isEqualTo(7);
                            assertThat(config.keepaliveInterval()).isZero();
                            assertThat(config.warnings()).isEmpty();
                            try (Connection connection = pool.getConnection()) {
                                assertThat(connection.getMetaData().getURL())
                                        .isEqualTo("jdbc:h2:mem:chosen");
                                assertThat(connection.getMetaData().getUserName()).isEqualTo("SA");
                            }
                        });
    }

    @Test
    void connectionDetailsOfAServiceComeFirst() {
        application(
                        "sluice.datasource.url=jdbc:h2:mem:ignored",
                        "spring.datasource.hikari.jdbc-url=jdbc:h2:mem:ignored",
                        "sluice.datasource.max-size=7")
                .withInitializer(
                        context -> context.getBeanFactory().registerSingleton("service", service()))
                .run(
                        context -> {
                            JdbcPoolConfig config =
                                    context.getBean(SluiceDataSource.class).configuration();
                            assertThat(config.url()).isEqualTo("jdbc:h2:mem:service");
                            assertThat(config.username()).isEqualTo("of service");
                            assertThat(config.maxSize()).isEqualTo(7);
                        });
    }

    /** The interface has another name on Boot 3.5. */
    private static Object service() {
        ClassLoader loader = ChosenApplicationTest.class.getClassLoader();
        Class<?> type =
                Stream.of("boot.jdbc.autoconfigure", "boot.autoconfigure.jdbc")
                        .map("org.springframework.%s.JdbcConnectionDetails"::formatted)
                        .filter(name -> ClassUtils.isPresent(name, loader))
                        .map(name -> ClassUtils.resolveClassName(name, loader))
                        .findFirst()
                        .orElseThrow();
        return Proxy.newProxyInstance(
                loader,
                new Class<?>[] {type},
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "getJdbcUrl" -> "jdbc:h2:mem:service";
                            case "getUsername" -> "of service";
                            case "getDriverClassName" -> "org.h2.Driver";
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            case "toString" -> "service";
                            default -> null;
                        });
    }

    @Test
    void optionsOfAnotherPoolAreTranslated() {
        application(
                        "spring.datasource.hikari.maximum-pool-size=50",
                        "spring.datasource.hikari.connection-timeout=5000")
                .run(
                        context -> {
                            JdbcPoolConfig config =
                                    context.getBean(SluiceDataSource.class).configuration();
                            assertThat(config.maxSize()).isEqualTo(50);
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                        });
    }

    @Test
    void aPoolThatIsNoBeanIsLeftAsItIs() {
        application("sluice.datasource.max-size=7")
                .run(
                        context -> {
                            SluiceDataSource other = new SluiceDataSource();
                            AutowireCapableBeanFactory beans =
                                    context.getAutowireCapableBeanFactory();
                            assertThat(beans.initializeBean(other, "other")).isSameAs(other);
                            assertThat(other.getMaxSize()).isEqualTo(10);
                        });
    }

    @Test
    void anUnknownOptionEndsTheStart() {
        application("sluice.datasource.maxx-size=7")
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessage(
                                                "unknown option \"maxxSize\"; did you mean"
                                                        + " maxSize"));
    }

    @Test
    void aBeanThatDoesNotFitTheOptionsEndsTheStart() {
        application()
                .withBean(CredentialsProvider.class, () -> () -> null)
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessageContaining(
                                                "credentialsProvider and username are both set"));
    }

    @Test
    void theMetersOfThePoolArePublished() {
        application()
                .run(
                        context -> {
                            MeterRegistry registry =
                                    context.getBean("registry", MeterRegistry.class);
                            assertThat(
                                            registry.get("sluice.connections.max")
                                                    .tag("pool", "orders")
                                                    .gauge()
                                                    .value())
                                    .isEqualTo(10);
                            assertThat(
                                            registry.get("jdbc.connections.max")
                                                    .tag("name", "dataSource")
                                                    .gauge()
                                                    .value())
                                    .as("of Boot")
                                    .isEqualTo(10);
                        });
    }

    @Test
    void thePoolStartsAndEndsWithTheApplication() {
        SluiceDataSource[] closed = new SluiceDataSource[1];
        application(
                        "sluice.datasource.startup=full",
                        "sluice.datasource.min-size=2",
                        "sluice.datasource.max-size=2")
                .run(
                        context -> {
                            closed[0] = context.getBean(SluiceDataSource.class);
                            assertThat(closed[0].snapshot().total()).isEqualTo(2);
                        });
        assertThat(closed[0].snapshot().total()).isZero();
        assertThat(closed[0]).asString().contains("closed");
    }
}
