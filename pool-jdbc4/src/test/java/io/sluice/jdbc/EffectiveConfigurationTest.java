package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.internal.config.PropertiesReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pool says of the options it runs with. */
class EffectiveConfigurationTest {

    private static EffectiveOption of(JdbcPoolConfig config, JdbcOption option) {
        return config.options().get(option.ordinal());
    }

    @Test
    void eachOptionIsThereOnceInOrder() {
        assertThat(JdbcPoolConfig.builder().url("jdbc:h2:mem:x").build().options())
                .extracting(EffectiveOption::option)
                .containsExactly(JdbcOption.values());
    }

    @Test
    void anOptionThatWasNotSetIsADefault() {
        JdbcPoolConfig config = JdbcPoolConfig.builder().url("jdbc:h2:mem:x").build();
        assertThat(of(config, JdbcOption.MAX_SIZE))
                .isEqualTo(
                        new EffectiveOption(
                                JdbcOption.MAX_SIZE, "10", OptionSource.DEFAULT, "default"))
                .hasToString("maxSize = 10 (default)");
        assertThat(of(config, JdbcOption.SCHEMA)).hasToString("schema = unset (default)");
        assertThat(of(config, JdbcOption.NAME))
                .hasToString("name = " + config.name() + " (made up)")
                .extracting(EffectiveOption::source)
                .isEqualTo(OptionSource.DEFAULT);
    }

    @Test
    void whatJavaSetSaysSo() {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .url("jdbc:h2:mem:x;PASSWORD=hidden")
                        .idleTimeout(Duration.ZERO)
                        .build();
        assertThat(of(config, JdbcOption.URL))
                .isEqualTo(
                        new EffectiveOption(
                                JdbcOption.URL,
                                "jdbc:h2:mem:x;PASSWORD=***",
                                OptionSource.JAVA,
                                "Java code"));
        assertThat(of(config, JdbcOption.IDLE_TIMEOUT).value()).isEqualTo("off");
    }

    @Test
    void whatAFileSetNamesKeyFileAndVariables(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("orders.properties");
        Files.writeString(
                file,
                """
                url = jdbc:postgresql://${DB_HOST}:${DB_PORT:5432}/orders
                username = app
                password = ${DB_PASSWORD}
                maxSize = 20
                initSql = SET ROLE app IDENTIFIED BY '${ROLE_PASSWORD:dev}'
                dataSource.sslpassword = ${DB_PASSWORD}
                dataSource.ApplicationName = orders
                """);
        JdbcPoolConfig config =
                JdbcPoolConfig.of(
                        new PropertiesReader(Map.of("DB_HOST", "db", "DB_PASSWORD", "hidden"))
                                .load(file));
        assertThat(config.options())
                .filteredOn(option -> option.source() != OptionSource.DEFAULT)
                .extracting(EffectiveOption::toString)
                .containsExactly(
                        "url = jdbc:postgresql://db:5432/orders (key url of orders.properties, with"
                                + " ${DB_HOST})",
                        "dataSource.* = [ApplicationName, sslpassword] (key dataSource.ApplicationName,"
                                + " dataSource.sslpassword of orders.properties, with ${DB_PASSWORD})",
                        "username = app (key username of orders.properties)",
                        "password = (not shown) (key password of orders.properties, with"
                                + " ${DB_PASSWORD})",
                        "maxSize = 20 (key maxSize of orders.properties)",
                        "initSql = SET ROLE app IDENTIFIED BY '${ROLE_PASSWORD}' (key initSql of"
                                + " orders.properties)");
        assertThat(of(config, JdbcOption.URL).source()).isEqualTo(OptionSource.ENVIRONMENT);
        assertThat(of(config, JdbcOption.MAX_SIZE).source()).isEqualTo(OptionSource.PROPERTIES);
        assertThat(config.initSql()).isEqualTo("SET ROLE app IDENTIFIED BY 'dev'");
        assertThat(config.toString()).doesNotContain("hidden").doesNotContain("'dev'");
    }

    @Test
    void aDataSourceSaysWhatItRunsWithAndBeforeThatWhatItWouldRunWith() throws SQLException {
        SluiceDataSource bean = watched(new SluiceDataSource());
        assertThatThrownBy(bean::configuration)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no connection source is configured");
        bean.setDataSource(new RecordingDatabase());
        bean.setMaxSize(3);
        String name = bean.configuration().name();
        assertThat(bean.configuration().maxSize()).isEqualTo(3);
        bean.setMaxSize(4);
        bean.getConnection().close();
        assertThat(bean.configuration().maxSize()).isEqualTo(4);
        assertThat(of(bean.configuration(), JdbcOption.NAME))
                .hasToString("name = " + name + " (made up)");
        bean.close();
        assertThat(bean.configuration().maxSize()).as("closed, and still known").isEqualTo(4);
    }

    @Test
    void whereAnOptionCameFromStaysKnownThroughTheStart() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("url", "jdbc:h2:mem:effective");
        properties.setProperty("maxSize", "7");
        try (SluiceDataSource pool = watched(SluiceDataSource.load(properties))) {
            assertThat(of(pool.configuration(), JdbcOption.MAX_SIZE))
                    .hasToString("maxSize = 7 (key maxSize)");
            assertThat(of(pool.configuration(), JdbcOption.NAME).source())
                    .isEqualTo(OptionSource.DEFAULT);
        }
    }
}
