package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.jdbc.test.autoconfigure.TestDatabaseAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests of an application that has chosen Sluice. Boot may put another database in its place. */
@Tag("spring-boot")
class TestDatabaseTest {

    private static final String TYPE = "spring.datasource.type=io.sluice.jdbc.SluiceDataSource";
    private static final String USER = "spring.datasource.username=sa";
    private static final String SIZE = "spring.datasource.hikari.maximum-pool-size=7";
    private static final String RESET = "sluice.datasource.reset-sql=SET LOCK_TIMEOUT 9";

    @SpringBootConfiguration
    static class Application {}

    private static void connect(DataSource dataSource, String url) throws SQLException {
        assertThat(dataSource).isInstanceOf(SluiceDataSource.class);
        JdbcPoolConfig config = ((SluiceDataSource) dataSource).configuration();
        assertThat(config.maxSize()).isEqualTo(7);
        assertThat(config.resetSql()).isEqualTo("SET LOCK_TIMEOUT 9");
        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.getMetaData().getURL()).isEqualTo(url);
        }
    }

    /** A test of a part of the application, with a database that it starts itself. */
    @Nested
    @JdbcTest(properties = {TYPE, USER, SIZE, RESET, "spring.flyway.enabled=false"})
    class OfAPart {

        @DynamicPropertySource
        static void database(DynamicPropertyRegistry registry) {
            registry.add("spring.datasource.url", () -> "jdbc:h2:mem:part");
        }

        @Test
        void thePoolHasItsOptions(@Autowired DataSource dataSource) throws SQLException {
            connect(dataSource, "jdbc:h2:mem:part");
        }
    }

    /** A test of the whole application, with a database that it starts itself. */
    @Nested
    @SpringBootTest(properties = {TYPE, USER, SIZE, RESET})
    @AutoConfigureTestDatabase
    @ImportAutoConfiguration({
        SluiceDataSourceAutoConfiguration.class,
        DataSourceAutoConfiguration.class
    })
    class OfTheWhole {

        @DynamicPropertySource
        static void database(DynamicPropertyRegistry registry) {
            registry.add("spring.datasource.url", () -> "jdbc:h2:mem:whole");
        }

        @Test
        void thePoolIsKept(@Autowired DataSource dataSource) throws SQLException {
            connect(dataSource, "jdbc:h2:mem:whole");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANY", "AUTO_CONFIGURED"})
    void thePoolCanBeReplaced(String which) {
        Contexts.sluice()
                .withConfiguration(AutoConfigurations.of(TestDatabaseAutoConfiguration.class))
                .withPropertyValues("spring.test.database.replace=" + which)
                .run(
                        context ->
                                assertThat(context.getBean(DataSource.class))
                                        .isInstanceOf(EmbeddedDatabase.class));
    }

    @Test
    void aTestMayUseTheDatabaseOfTheApplication() {
        Contexts.sluice()
                .withConfiguration(AutoConfigurations.of(TestDatabaseAutoConfiguration.class))
                .withPropertyValues("spring.test.database.replace=NONE", SIZE)
                .run(
                        context ->
                                assertThat(context.getBean(SluiceDataSource.class).getMaxSize())
                                        .isEqualTo(7));
    }
}
