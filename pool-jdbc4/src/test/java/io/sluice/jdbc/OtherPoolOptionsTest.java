package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of another pool below a prefix, beside those of Sluice. */
class OtherPoolOptionsTest {

    private static final String PREFIX = "spring.datasource.hikari.";

    private static Map<String, String> map(String... keysAndValues) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private static OtherPoolOptions hikari(String... keysAndValues) {
        return OtherPoolOptions.of("hikaricp", PREFIX, map(keysAndValues));
    }

    private static JdbcPoolConfig load(Map<String, String> own, OtherPoolOptions beside) {
        Properties properties = new Properties();
        properties.setProperty("url", "jdbc:h2:mem:beside");
        properties.putAll(own);
        return JdbcPoolConfig.load(properties, beside);
    }

    private static void refused(String message, Map<String, String> own, String... hikari) {
        assertThatThrownBy(() -> load(own, hikari(hikari)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void optionsOfBothAreTaken() {
        JdbcPoolConfig config =
                load(
                        map("maxWaiting", "7", "dataSource.CACHE_SIZE", "1024"),
                        hikari(
                                "maximum-pool-size", "50",
                                "poolName", "orders",
                                "connection-timeout", "5000",
                                "password", "${x",
                                "data-source-properties.LOCK_TIMEOUT", "9"));

        assertThat(config.maxWaiting()).isEqualTo(7);
        assertThat(config.maxSize()).isEqualTo(50);
        assertThat(config.name()).isEqualTo("orders");
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.password()).as("taken as it is").isEqualTo("${x");
        assertThat(config.dataSourceProperties())
                .isEqualTo(Map.of("CACHE_SIZE", "1024", "LOCK_TIMEOUT", "9"));
        assertThat(config.options())
                .filteredOn(option -> option.option() == JdbcOption.MAX_SIZE)
                .singleElement()
                .returns("key " + PREFIX + "maximum-pool-size (HikariCP)", EffectiveOption::where);
        assertThat(config.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "maximumPoolSize",
        "maximum-pool-size",
        "maximumpoolsize",
        "maximum.pool.size",
    })
    void aKeyMayBeWrittenAsFrameworksDo(String key) {
        assertThat(load(Map.of(), hikari(key, "3")).maxSize()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "dataSource.a.b",
        "data-source.a.b",
        "data-source-properties.a.b",
        "dataSourceProperties.a.b"
    })
    void aSettingOfTheDriverIsPassedOn(String key) {
        assertThat(load(Map.of(), hikari(key, "3")).dataSourceProperties())
                .isEqualTo(Map.of("a.b", "3"));
    }

    @Test
    void ofTwoKeysForOneOptionTheFirstCounts() {
        assertThat(
                        load(Map.of(), hikari("maximumpoolsize", "3", "maximum-pool-size", "4"))
                                .maxSize())
                .isEqualTo(3);
    }

    @Test
    void anOptionThatBothSetIsRefused() {
        refused(
                PREFIX
                        + "maximum-pool-size of HikariCP and maxSize set the same option; remove"
                        + " one of them",
                map("maxSize", "5"),
                "maximum-pool-size",
                "5");
        refused(
                PREFIX
                        + "data-source-properties.A of HikariCP and dataSource.A set the same"
                        + " option; remove one of them",
                map("dataSource.A", "1"),
                "data-source-properties.A",
                "2");
    }

    @Test
    void anOptionWithoutACounterpartIsRefusedOrGivesAWarning() {
        refused(
                PREFIX
                        + "exception-override-class-name is \"X\" and has no counterpart; write a"
                        + " FatalErrorClassifier, and name it as fatalErrorClassifier",
                Map.of(),
                "exception-override-class-name",
                "X");
        assertThat(load(Map.of(), hikari("health-check-properties.a", "b")).warnings())
                .containsExactly(
                        PREFIX
                                + "health-check-properties.a of HikariCP has no counterpart; check"
                                + " the health with getConnection and isValid");
    }

    @ParameterizedTest
    @CsvSource({
        "maximum-pool-size.password",
        "username..;password ",
        "exception-override-class-name.secret"
    })
    void aSecretBelowAnOptionThatHasNoneIsRefusedWithoutItsValue(String key) {
        assertThatThrownBy(() -> load(Map.of(), hikari(key, "hidden")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unknown option \"" + PREFIX + key + '"')
                .hasMessageNotContaining("hidden");
    }

    @Test
    void anUnknownKeyAndABadValueAreRefused() {
        refused(
                "unknown option \""
                        + PREFIX
                        + "maximum-pol-size\" among those of HikariCP; did you mean"
                        + " maximumPoolSize",
                Map.of(),
                "maximum-pol-size",
                "5");
        refused(
                PREFIX
                        + "connection-timeout is \"soon\"; expected a number of milliseconds, as"
                        + " HikariCP has it",
                Map.of(),
                "connection-timeout",
                "soon");
    }

    @Test
    void itTellsWhichOptionsAreSet() {
        OtherPoolOptions options = hikari("pool-name", "orders", "schema", "", "idleTimeout", "1");

        assertThat(options.sets(JdbcOption.NAME)).isTrue();
        assertThat(options.sets(JdbcOption.IDLE_TIMEOUT)).isTrue();
        assertThat(options.sets(JdbcOption.SCHEMA)).as("an empty value").isFalse();
        assertThat(options.sets(JdbcOption.URL)).isFalse();
        assertThat(options.without(JdbcOption.NAME).sets(JdbcOption.NAME)).isFalse();
        assertThat(options.without(JdbcOption.NAME).sets(JdbcOption.IDLE_TIMEOUT)).isTrue();
    }

    // Other pools than HikariCP

    private static OtherPoolOptions tomcat(String... keysAndValues) {
        return OtherPoolOptions.of("tomcat", "spring.datasource.tomcat.", map(keysAndValues));
    }

    private static OtherPoolOptions dbcp2(String... keysAndValues) {
        return OtherPoolOptions.of("dbcp2", "spring.datasource.dbcp2.", map(keysAndValues));
    }

    @Test
    void optionsOfTomcatAreTaken() {
        JdbcPoolConfig config =
                load(
                        map("maxWaiting", "7", "dataSource.CACHE_SIZE", "1024"),
                        tomcat(
                                "max-active", "50",
                                "maxwait", "5000",
                                "init-s-q-l", "SELECT 1",
                                "db-properties.LOCK_TIMEOUT", "9",
                                "connection-properties", "MODE=REGULAR;TRACE_LEVEL_FILE=0"));

        assertThat(config.maxWaiting()).isEqualTo(7);
        assertThat(config.maxSize()).isEqualTo(50);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.initSql()).isEqualTo("SELECT 1");
        assertThat(config.dataSourceProperties())
                .isEqualTo(
                        Map.of(
                                "CACHE_SIZE", "1024",
                                "LOCK_TIMEOUT", "9",
                                "MODE", "REGULAR",
                                "TRACE_LEVEL_FILE", "0"));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void optionsOfDbcp2AreTaken() {
        JdbcPoolConfig config =
                load(
                        Map.of(),
                        dbcp2(
                                "max-total", "-1",
                                "max-wait", "5s",
                                "default-transaction-isolation", "2",
                                "connection-init-sqls.0", "SELECT 1"));

        assertThat(config.maxSize()).isEqualTo(1_000_000);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.isolation()).isEqualTo(Isolation.READ_COMMITTED);
        assertThat(config.initSql()).isEqualTo("SELECT 1");
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void maxSizeHasTheDefaultOfTheOtherPool() {
        assertThat(load(Map.of(), tomcat("min-idle", "2")).maxSize()).isEqualTo(100);
        assertThat(load(Map.of(), dbcp2("min-idle", "2")).maxSize()).isEqualTo(8);
        assertThat(load(map("maxSize", "5"), tomcat("min-idle", "2")).maxSize()).isEqualTo(5);
        assertThat(load(Map.of(), OtherPoolOptions.none()).maxSize()).isEqualTo(10);
    }

    @Test
    void entriesOfAListAreTakenTogether() {
        assertThatThrownBy(
                        () ->
                                load(
                                        Map.of(),
                                        dbcp2(
                                                "connection-init-sqls.0", "SELECT 1",
                                                "connection-init-sqls.1", "SELECT 2")))
                .hasMessage(
                        "spring.datasource.dbcp2.connection-init-sqls.0 is \"SELECT 1;SELECT 2\";"
                                + " expected one statement; for several write a"
                                + " ConnectionCustomizer, as DBCP2 has it");
    }

    @Test
    void aSettingOfTheDriverThatBothHaveIsRefused() {
        String message =
                "spring.datasource.tomcat.%s of Tomcat JDBC and dataSource.A set the same option;"
                        + " remove one of them";
        Map<String, String> own = map("dataSource.A", "1");
        assertThatThrownBy(() -> load(own, tomcat("db-properties.A", "2")))
                .hasMessage(message, "db-properties.A");
        assertThatThrownBy(() -> load(own, tomcat("connection-properties", "A=2")))
                .hasMessage(message, "connection-properties");
    }

    @Test
    void anUnknownPoolIsRefused() {
        assertThatThrownBy(() -> OtherPoolOptions.of("hikary", "", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no pool is called \"hikary\"; expected one of hikaricp, agroal, dbcp2,"
                                + " tomcat, c3p0, druid, bitronix");
    }
}
