package io.sluice.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.Startup;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.exception.JDBCConnectionException;
import org.hibernate.service.UnknownUnwrapTypeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of Hibernate as options of a pool, on H2. */
class SettingsTest {

    private static final String URL = "jdbc:h2:mem:settings";
    private static final String POOL = "half-started";

    private static Map<String, Object> settings(Object... keysAndValues) {
        Map<String, Object> settings = new HashMap<>(Map.of("hibernate.sluice.name", POOL));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }

    private static JdbcPoolConfig read(Object... keysAndValues) {
        return PoolSettings.read(settings(keysAndValues));
    }

    @Test
    void theLineOfHibernateIsTheOneThatIsTested() {
        assertThat(Version.getVersionString()).isEqualTo(System.getProperty("sluice.hibernate"));
    }

    @Test
    void anOptionIsASettingWithThePrefix() {
        JdbcPoolConfig config =
                read(
                        "hibernate.sluice.url",
                        URL,
                        "hibernate.sluice.maxSize",
                        7,
                        "hibernate.sluice.acquireTimeout",
                        Duration.ofSeconds(5),
                        "hibernate.sluice.keepaliveInterval",
                        "off",
                        "hibernate.sluice.startup",
                        Startup.LAZY,
                        "hibernate.sluice.reportDirtyReturns",
                        true,
                        "hibernate.sluice.password",
                        "${NO_SUCH_VARIABLE:secret}",
                        "hibernate.sluice.dataSource.DB_CLOSE_DELAY",
                        "-1");

        assertThat(config.name()).isEqualTo(POOL);
        assertThat(config.maxSize()).isEqualTo(7);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.keepaliveInterval()).isZero();
        assertThat(config.startup()).isEqualTo(Startup.LAZY);
        assertThat(config.reportDirtyReturns()).isTrue();
        assertThat(config.password()).isEqualTo("secret");
        assertThat(config.dataSourceProperties()).containsEntry("DB_CLOSE_DELAY", "-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hibernate.connection.url hibernate.connection.username"
                        + " hibernate.connection.password hibernate.connection.driver_class",
                "jakarta.persistence.jdbc.url jakarta.persistence.jdbc.user"
                        + " jakarta.persistence.jdbc.password jakarta.persistence.jdbc.driver",
                "javax.persistence.jdbc.url javax.persistence.jdbc.user"
                        + " javax.persistence.jdbc.password javax.persistence.jdbc.driver"
            })
    void theUsualSettingsGiveTheConnection(String keys) {
        String[] key = keys.split(" ");
        JdbcPoolConfig config =
                read(key[0], URL, key[1], "app", key[2], "${x", key[3], org.h2.Driver.class);

        assertThat(config.url()).isEqualTo(URL);
        assertThat(config.username()).isEqualTo("app");
        assertThat(config.password()).as("taken as it is").isEqualTo("${x");
        assertThat(config.driverClassName()).isEqualTo("org.h2.Driver");
    }

    @Test
    void theUsualSettingsGiveAutoCommitAndSize() {
        JdbcPoolConfig config =
                read(
                        "hibernate.connection.url", URL,
                        "hibernate.connection.autocommit", "false",
                        "hibernate.connection.pool_size", "3");

        assertThat(config.autoCommit()).isFalse();
        assertThat(config.maxSize()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "SERIALIZABLE", "TRANSACTION_SERIALIZABLE"})
    void isolationIsWrittenAsHibernateWritesIt(String value) {
        assertThat(
                        read(
                                        "hibernate.connection.url", URL,
                                        "hibernate.connection.isolation", value)
                                .isolation())
                .isEqualTo(Isolation.SERIALIZABLE);
    }

    @Test
    void aSettingOfSluiceCountsBeforeTheUsualOnes() {
        JdbcPoolConfig config =
                read(
                        "jakarta.persistence.jdbc.url", "jdbc:h2:mem:jakarta",
                        "hibernate.connection.url", "jdbc:h2:mem:hibernate",
                        "jakarta.persistence.jdbc.user", "jakarta",
                        "hibernate.connection.username", "hibernate",
                        "hibernate.connection.pool_size", "3",
                        "hibernate.sluice.url", URL,
                        "hibernate.sluice.maxSize", "4");

        assertThat(config.url()).isEqualTo(URL);
        assertThat(config.username()).isEqualTo("jakarta");
        assertThat(config.maxSize()).isEqualTo(4);
    }

    @Test
    void settingsOfHikariAreTranslated() {
        JdbcPoolConfig config =
                PoolSettings.read(
                        Map.of(
                                "hibernate.connection.url", "jdbc:h2:mem:hibernate",
                                "hibernate.connection.username", "app",
                                "hibernate.connection.pool_size", "3",
                                "hibernate.hikari.jdbcUrl", URL,
                                "hibernate.hikari.maximumPoolSize", 4,
                                "hibernate.hikari.poolName", "of hikari",
                                "hibernate.hikari.connectionTimeout", "5000",
                                "hibernate.hikari.healthCheckRegistry", "X",
                                "hibernate.sluice.maxWaiting", "7"));

        assertThat(config.url()).isEqualTo(URL);
        assertThat(config.username()).isEqualTo("app");
        assertThat(config.maxSize()).isEqualTo(4);
        assertThat(config.name()).isEqualTo("of hikari");
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.maxWaiting()).isEqualTo(7);
        assertThat(config.warnings())
                .containsExactly(
                        "hibernate.hikari.healthCheckRegistry of HikariCP has no counterpart; check"
                                + " the health with getConnection and isValid");
    }

    @Test
    void settingsOfAgroalAreTranslated() {
        JdbcPoolConfig config =
                PoolSettings.read(
                        Map.of(
                                "hibernate.connection.url", URL,
                                "hibernate.agroal.maxSize", "4",
                                "hibernate.agroal.acquisitionTimeout_s", "5"));

        assertThat(config.url()).isEqualTo(URL);
        assertThat(config.maxSize()).isEqualTo(4);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void settingsOfC3p0AreTranslatedWithTheNamesThatHibernateHasForThem() {
        JdbcPoolConfig config =
                PoolSettings.read(
                        Map.of(
                                "hibernate.connection.url", URL,
                                "hibernate.c3p0.max_size", "4",
                                "hibernate.c3p0.min_size", "2",
                                "hibernate.c3p0.timeout", "300",
                                "hibernate.c3p0.idle_test_period", "60",
                                "hibernate.c3p0.acquire_increment", "3",
                                "hibernate.c3p0.max_statements", "50",
                                "hibernate.c3p0.checkoutTimeout", "5000"));

        assertThat(config.maxSize()).isEqualTo(4);
        assertThat(config.minSize()).isEqualTo(2);
        assertThat(config.idleTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.keepaliveInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.warnings())
                .containsExactly(
                        "hibernate.c3p0.maxStatements of c3p0 has no counterpart; set"
                                + " maxStatementsPerConnection, which becomes statementCacheSize");
    }

    @Test
    void settingsOfTwoPoolsAreRefused() {
        assertThatThrownBy(
                        () ->
                                PoolSettings.read(
                                        Map.of(
                                                "hibernate.c3p0.max_size", "4",
                                                "hibernate.hikari.maximumPoolSize", "4")))
                .isInstanceOf(HibernateException.class)
                .hasMessageContaining("below hibernate.c3p0. and hibernate.hikari.; keep");
    }

    static Stream<Arguments> badSettings() {
        return Stream.of(
                bad(
                        "unknown option \"maxsize\"; did you mean maxSize",
                        "hibernate.sluice.maxsize",
                        3),
                bad(
                        "maxSize is \"0\"; expected a number from 1 to 1000000",
                        "hibernate.sluice.maxSize",
                        0),
                bad(
                        "maxSize is \"many\"; expected a number from 1 to 1000000; write for"
                                + " example maxSize=10 (an option is set with the prefix"
                                + " hibernate.sluice.; here maxSize is set by"
                                + " hibernate.connection.pool_size)",
                        "hibernate.connection.pool_size",
                        "many"),
                bad(
                        "isolation is \"0\"; expected one of READ_UNCOMMITTED",
                        "hibernate.connection.isolation",
                        0),
                bad(
                        "isolation is set by hibernate.connection.isolation",
                        "hibernate.connection.isolation",
                        "NONE"),
                bad(
                        "a pool has one connection source",
                        "hibernate.sluice.dataSourceClassName",
                        "X"),
                bad(
                        "url is set by hibernate.connection.url",
                        "hibernate.sluice.xaDataSourceClassName",
                        "X"),
                bad(
                        "connectionTimeout of HikariCP is acquireTimeout here",
                        "hibernate.sluice.connectionTimeout",
                        "9"),
                bad(
                        "hibernate.hikari.poolName of HikariCP and name set the same option",
                        "hibernate.hikari.poolName",
                        "other"),
                bad(
                        "hibernate.hikari.exceptionOverrideClassName is \"X\" and has no"
                                + " counterpart; write a FatalErrorClassifier",
                        "hibernate.hikari.exceptionOverrideClassName",
                        "X"),
                bad(
                        "unknown option \"hibernate.hikari.maxPoolSize\" among those of HikariCP; did"
                                + " you mean maximumPoolSize",
                        "hibernate.hikari.maxPoolSize",
                        "4"),
                bad(
                        "hibernate.sluice.credentialsProvider is an object of java.lang.Object;"
                                + " expected text",
                        "hibernate.sluice.credentialsProvider",
                        new Object()),
                bad(
                        "set it as hibernate.connection.datasource",
                        "hibernate.sluice.credentialsProvider",
                        new Object()));
    }

    private static Arguments bad(String message, String key, Object value) {
        return Arguments.of(key, value, message);
    }

    @ParameterizedTest
    @MethodSource("badSettings")
    void aBadSettingIsRefusedAndNothingStarts(String key, Object value, String message) {
        Map<String, Object> settings = settings("hibernate.connection.url", URL, key, value);

        assertThatThrownBy(() -> new SluiceConnectionProvider().configure(settings))
                .isInstanceOf(HibernateException.class)
                .hasMessageContaining(message);
        assertThat(threads()).isEmpty();
    }

    @Test
    void withoutAnAddressTheMessageNamesTheOptionsAndThePrefix() {
        assertThatThrownBy(() -> new SluiceConnectionProvider().configure(settings()))
                .isInstanceOf(HibernateException.class)
                .hasMessageContaining("no connection source is configured; set url")
                .hasMessageContaining("hibernate.sluice.");
    }

    @Test
    void passwordsAreInNoMessage() {
        assertThatThrownBy(
                        () ->
                                read(
                                        "hibernate.connection.password", "geheim",
                                        "hibernate.sluice.passwort", "geheim"))
                .isInstanceOf(HibernateException.class)
                .message()
                .doesNotContain("geheim");
    }

    @Test
    void aPoolThatCannotStartLeavesNothing() {
        Map<String, Object> settings =
                settings(
                        "hibernate.connection.url",
                        "jdbc:h2:mem:missing;IFEXISTS=TRUE",
                        "hibernate.dialect",
                        H2Dialect.class.getName());

        SluiceConnectionProvider provider = new SluiceConnectionProvider();
        assertThatThrownBy(() -> provider.configure(settings))
                .isInstanceOf(JDBCConnectionException.class)
                .hasMessageContaining("Pool half-started cannot start: ")
                .hasRootCauseInstanceOf(SQLException.class);
        assertThat(provider.isUnwrappableAs(SluicePool.class)).isFalse();
        provider.stop();
        await("its threads are gone").until(() -> threads().isEmpty());

        assertThatThrownBy(() -> Factories.build(settings).close())
                .hasStackTraceContaining("Pool half-started cannot start: ");
        await("its threads are gone").until(() -> threads().isEmpty());
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains(POOL))
                .toList();
    }

    @Test
    void startupMayBeWithoutADatabase() {
        try (SessionFactory factory =
                Factories.build(
                        settings(
                                "hibernate.connection.url",
                                "jdbc:h2:mem:missing;IFEXISTS=TRUE",
                                "hibernate.sluice.startup",
                                "lazy",
                                "hibernate.boot.allow_jdbc_metadata_access",
                                false,
                                "hibernate.dialect",
                                H2Dialect.class.getName()))) {
            assertThat(Factories.pool(factory).snapshot().counters().created()).isZero();
        }
    }

    @Test
    void theOnlyProviderIsTakenWithoutASettingForIt() {
        try (SessionFactory factory = Factories.build(settings("hibernate.connection.url", URL))) {
            assertThat(Factories.provider(factory)).isInstanceOf(SluiceConnectionProvider.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sluice",
                "SluiceConnectionProvider",
                "io.sluice.hibernate.SluiceConnectionProvider"
            })
    void theProviderHasShortNames(String name) {
        try (SessionFactory factory =
                Factories.build(
                        settings(
                                "hibernate.connection.url", URL,
                                "hibernate.connection.provider_class", name))) {
            assertThat(Factories.provider(factory)).isInstanceOf(SluiceConnectionProvider.class);
        }
    }

    @Test
    void aDataSourceOfTheApplicationComesFirst() {
        try (SluiceDataSource own =
                        new SluiceDataSource(JdbcPoolConfig.builder().url(URL).build());
                SessionFactory factory =
                        Factories.build(settings("hibernate.connection.datasource", own))) {
            assertThat(Factories.provider(factory)).isNotInstanceOf(SluiceConnectionProvider.class);
            factory.inSession(
                    session ->
                            assertThat(session.<String>doReturningWork(Connection::getSchema))
                                    .isEqualTo("PUBLIC"));
            assertThat(own.snapshot().counters().created()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ConnectionProvider.class,
                SluiceConnectionProvider.class,
                DataSource.class,
                SluicePool.class,
                SluiceDataSource.class
            })
    void theProviderUnwrapsToItselfAndToThePool(Class<?> type) {
        try (SessionFactory factory = Factories.build(settings("hibernate.connection.url", URL))) {
            ConnectionProvider provider = Factories.provider(factory);
            assertThat(provider.isUnwrappableAs(type)).isTrue();
            assertThat(provider.unwrap(type)).isInstanceOf(type);
            assertThat(provider.isUnwrappableAs(String.class)).isFalse();
            assertThatThrownBy(() -> provider.unwrap(String.class))
                    .isInstanceOf(UnknownUnwrapTypeException.class);
        }
    }

    @Test
    void withoutConfigurationThereAreNoConnections() {
        SluiceConnectionProvider provider = new SluiceConnectionProvider();
        assertThatThrownBy(provider::getConnection)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call configure");
    }

    @Test
    void whatHibernateLogsAboutTheConnectionHasNoSecrets() {
        SluiceConnectionProvider provider = new SluiceConnectionProvider();
        provider.configure(
                settings(
                        "hibernate.connection.url",
                        URL + ";USER=sa;PASSWORD=geheim",
                        "hibernate.connection.autocommit",
                        false,
                        "hibernate.sluice.maxSize",
                        4));
        try {
            assertThat(provider.getDatabaseConnectionInfo(new H2Dialect()).toInfoString())
                    .contains(URL, "false", "4")
                    .doesNotContain("geheim");
        } finally {
            provider.stop();
        }
    }
}
