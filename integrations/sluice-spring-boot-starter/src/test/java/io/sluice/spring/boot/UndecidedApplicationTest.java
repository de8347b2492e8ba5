package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** An application with the starter that has not chosen Sluice; also on Boot 3.5. */
class UndecidedApplicationTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void theStarterAloneChangesNothing() {
        new ApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:undecided",
                        "spring.flyway.enabled=false",
                        // Not what this is about, and slow.
                        "spring.autoconfigure.exclude=org.springframework.boot.hibernate"
                                + ".autoconfigure.HibernateJpaAutoConfiguration,"
                                + "org.springframework.boot.data.jpa.autoconfigure"
                                + ".DataJpaRepositoriesAutoConfiguration")
                .run(
                        context -> {
                            assertThat(context).hasNotFailed();
                            assertThat(context.getBean(DataSource.class))
                                    .isInstanceOf(HikariDataSource.class);
                        });
    }
}
