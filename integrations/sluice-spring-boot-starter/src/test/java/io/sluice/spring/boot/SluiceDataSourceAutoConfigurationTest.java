package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.Transactions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** Which pool an application gets and how it is configured. The build runs this on two Boots. */
@Tag("spring-boot")
class SluiceDataSourceAutoConfigurationTest {

    private static JdbcPoolConfig config(AssertableApplicationContext context) {
        return context.getBean(SluiceDataSource.class).configuration();
    }

    @Test
    void runsOnTheBootThatTheBuildNames() {
        assertThat(SpringBootVersion.getVersion())
                .isEqualTo(System.getProperty("sluice.spring-boot"));
    }

    // Which pool

    @Test
    void theTypeChoosesSluice() {
        Contexts.sluice()
                .run(
                        context -> {
                            assertThat(context).hasSingleBean(DataSource.class);
                            try (Connection connection =
                                    context.getBean(SluiceDataSource.class).getConnection()) {
                                assertThat(connection.getMetaData().getUserName()).isEqualTo("SA");
                            }
                        });
    }

    @Test
    void withoutTheTypeSluiceIsUsedIfItIsTheOnlyPool() {
        Contexts.undecided()
                .withClassLoader(new FilteredClassLoader(HikariDataSource.class))
                .run(context -> assertThat(context).hasSingleBean(SluiceDataSource.class));
    }

    @Test
    void withoutTheTypeBootKeepsItsPool() {
        Contexts.undecided()
                .run(
                        context ->
                                assertThat(context)
                                        .hasSingleBean(HikariDataSource.class)
                                        .doesNotHaveBean(SluiceDataSource.class));
    }

    @Test
    void anotherTypeChoosesAnotherPool() {
        Contexts.undecided()
                .withPropertyValues("spring.datasource.type=com.zaxxer.hikari.HikariDataSource")
                .run(context -> assertThat(context).doesNotHaveBean(SluiceDataSource.class));
    }

    @Test
    void aDataSourceOfTheApplicationIsKept() {
        Contexts.sluice()
                .withBean(DataSource.class, JdbcDataSource::new)
                .run(
                        context ->
                                assertThat(context)
                                        .hasSingleBean(JdbcDataSource.class)
                                        .doesNotHaveBean(SluiceDataSource.class));
    }

    @Test
    void connectionsCanBeFetchedLazily() {
        Contexts.sluice()
                .withPropertyValues("spring.datasource.connection-fetch=lazy")
                .run(
                        context -> {
                            DataSource dataSource = context.getBean(DataSource.class);
                            assertThat(dataSource)
                                    .isInstanceOf(LazyConnectionDataSourceProxy.class);
                            assertThat(DataSourceUnwrapper.unwrap(dataSource, SluicePool.class))
                                    .isInstanceOf(SluiceDataSource.class);
                        });
    }

    // Options

    @Test
    void optionsAreBound() {
        Contexts.sluice()
                .withPropertyValues(
                        "sluice.datasource.max-size=7",
                        "sluice.datasource.minSize=2",
                        "sluice.datasource.max-waiting=unlimited",
                        "sluice.datasource.acquire-timeout=5s",
                        "sluice.datasource.close-timeout=PT3S",
                        "sluice.datasource.leak-threshold=off",
                        "sluice.datasource.idle-timeout=0",
                        "sluice.datasource.lifetime-jitter=0.5",
                        "sluice.datasource.auto-commit=false",
                        "sluice.datasource.isolation=read-committed",
                        "sluice.datasource.data-source.CacheSize=1024",
                        "sluice.datasource.init-sql=SELECT '${'")
                .run(
                        context -> {
                            JdbcPoolConfig config = config(context);
                            assertThat(config.name()).isEqualTo("orders");
                            assertThat(config.maxSize()).isEqualTo(7);
                            assertThat(config.minSize()).isEqualTo(2);
                            assertThat(config.maxWaiting()).isEqualTo(Integer.MAX_VALUE);
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                            assertThat(config.closeTimeout()).isEqualTo(Duration.ofSeconds(3));
                            assertThat(config.leakThreshold()).isZero();
                            assertThat(config.idleTimeout()).isZero();
                            assertThat(config.lifetimeJitter()).isEqualTo(0.5);
                            assertThat(config.autoCommit()).isFalse();
                            assertThat(config.isolation()).isEqualTo(Isolation.READ_COMMITTED);
                            assertThat(config.dataSourceProperties())
                                    .containsEntry("CacheSize", "1024");
                            assertThat(config.initSql()).isEqualTo("SELECT '${'");
                        });
    }

    @Test
    void yamlMaySayOff() {
        Contexts.sluice()
                .withInitializer(
                        context ->
                                yaml(
                                        context,
                                        """
                                        sluice:
                                          datasource:
                                            max-size: 4
                                            keepalive-interval: off
                                            transactions: off
                                            report-dirty-returns: off
                                        """))
                .run(
                        context -> {
                            assertThat(config(context).maxSize()).isEqualTo(4);
                            assertThat(config(context).keepaliveInterval()).isZero();
                            assertThat(config(context).transactions()).isEqualTo(Transactions.OFF);
                            assertThat(config(context).reportDirtyReturns()).isFalse();
                        });
    }

    private static void yaml(ConfigurableApplicationContext context, String text) {
        try {
            new YamlPropertySourceLoader()
                    .load("yaml", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)))
                    .forEach(context.getEnvironment().getPropertySources()::addLast);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void environmentVariablesOverrideOptions() {
        Contexts.sluice(
                        Map.of(
                                "SLUICE_DATASOURCE_MAXSIZE", "7",
                                "SLUICE_DATASOURCE_MAX_WAITING", "8"))
                .withPropertyValues("sluice.datasource.max-size=3")
                .run(
                        context -> {
                            assertThat(config(context).maxSize()).isEqualTo(7);
                            assertThat(config(context).maxWaiting()).isEqualTo(8);
                        });
    }

    @Test
    void anUnknownOptionIsRefusedWithTheNearestName() {
        Contexts.sluice()
                .withPropertyValues("sluice.datasource.maxx-size=3")
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
    void anUnknownKeyBesideTheOptionsIsRefused() {
        Contexts.sluice()
                .withPropertyValues("sluice.data-sorce.max-size=3")
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessageContaining("sluice.data-sorce.max-size"));
    }

    @Test
    void theUrlOfSluiceCountsBeforeTheCommonOne() {
        Contexts.sluice()
                .withPropertyValues("sluice.datasource.url=jdbc:h2:mem:other")
                .run(
                        context -> {
                            assertThat(config(context).url()).isEqualTo("jdbc:h2:mem:other");
                            assertThat(config(context).username()).isEqualTo("sa");
                        });
    }

    @Test
    void aDataSourceClassNeedsNoUrl() {
        Contexts.sluice()
                .withPropertyValues(
                        "spring.datasource.url=",
                        "sluice.datasource.data-source-class-name=org.h2.jdbcx.JdbcDataSource",
                        "sluice.datasource.data-source.url=jdbc:h2:mem:by-class")
                .run(
                        context -> {
                            try (Connection connection =
                                    context.getBean(DataSource.class).getConnection()) {
                                assertThat(connection.getMetaData().getURL())
                                        .isEqualTo("jdbc:h2:mem:by-class");
                            }
                        });
    }

    @Test
    void theEmbeddedDatabaseOfBootIsFound() {
        Contexts.sluice()
                .withPropertyValues("spring.datasource.url=", "spring.datasource.username=")
                .run(
                        context -> {
                            assertThat(config(context).url()).startsWith("jdbc:h2:mem:");
                            assertThat(config(context).username()).isEqualTo("sa");
                        });
    }

    @Test
    void connectionDetailsOfAServiceAreUsed() {
        Contexts.sluice()
                .withPropertyValues("sluice.datasource.url=jdbc:h2:mem:ignored")
                .withBean(JdbcConnectionDetails.class, Service::new)
                .run(
                        context -> {
                            assertThat(config(context).url()).isEqualTo("jdbc:h2:mem:service");
                            assertThat(config(context).username()).isEqualTo("user of service");
                            assertThat(config(context).password()).isEqualTo("${secret}");
                            assertThat(config(context).driverClassName())
                                    .isEqualTo("org.h2.Driver");
                        });
    }

    @Test
    void anApplicationWithJmxHasTheMBeanOfThePool() {
        Contexts.sluice().run(context -> assertThat(config(context).registerMbean()).isFalse());
        ApplicationContextRunner jmx =
                Contexts.sluice()
                        .withPropertyValues(
                                "spring.jmx.enabled=true", "sluice.datasource.name=jmx");
        jmx.run(
                context -> {
                    context.getBean(DataSource.class).getConnection().close();
                    assertThat(
                                    ManagementFactory.getPlatformMBeanServer()
                                            .isRegistered(
                                                    new ObjectName(
                                                            "io.sluice:type=Pool,name=\"jmx\"")))
                            .isTrue();
                });
        jmx.withPropertyValues("sluice.datasource.register-mbean=false")
                .run(context -> assertThat(config(context).registerMbean()).isFalse());
        jmx.withPropertyValues("spring.datasource.hikari.register-mbeans=false")
                .run(context -> assertThat(config(context).registerMbean()).isFalse());
    }

    // Options of HikariCP

    @Test
    void optionsOfHikariAreTranslated() {
        Contexts.sluice(Map.of("SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE", "60"))
                .withPropertyValues(
                        "spring.datasource.hikari.maximum-pool-size=50",
                        "spring.datasource.hikari.pool-name=from hikari",
                        "spring.datasource.hikari.connection-timeout=5000",
                        "spring.datasource.hikari.max-lifetime=0",
                        "spring.datasource.hikari.auto-commit=false",
                        "spring.datasource.hikari.data-source-properties.LOCK_TIMEOUT=9",
                        "sluice.datasource.max-waiting=7")
                .run(
                        context -> {
                            JdbcPoolConfig config = config(context);
                            assertThat(config.maxSize()).as("of the environment").isEqualTo(60);
                            assertThat(config.name()).isEqualTo("from hikari");
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                            assertThat(config.maxLifetime()).isZero();
                            assertThat(config.autoCommit()).isFalse();
                            assertThat(config.dataSourceProperties())
                                    .isEqualTo(Map.of("LOCK_TIMEOUT", "9"));
                            assertThat(config.maxWaiting()).isEqualTo(7);
                            assertThat(config.warnings()).isEmpty();
                        });
    }

    @Test
    void optionsOfHikariCountBeforeTheCommonOnes() {
        Contexts.sluice()
                .withPropertyValues(
                        "spring.datasource.hikari.jdbc-url=jdbc:h2:mem:of-hikari",
                        "spring.datasource.hikari.username=sb",
                        "spring.datasource.hikari.password=${unset:pass}word")
                .run(
                        context -> {
                            assertThat(config(context).url()).isEqualTo("jdbc:h2:mem:of-hikari");
                            assertThat(config(context).username()).isEqualTo("sb");
                            assertThat(config(context).password()).isEqualTo("password");
                        });
    }

    @Test
    void connectionDetailsOfAServiceComeBeforeOptionsOfHikari() {
        Contexts.sluice()
                .withPropertyValues(
                        "spring.datasource.hikari.jdbc-url=jdbc:h2:mem:ignored",
                        "spring.datasource.hikari.maximum-pool-size=50")
                .withBean(JdbcConnectionDetails.class, Service::new)
                .run(
                        context -> {
                            assertThat(config(context).url()).isEqualTo("jdbc:h2:mem:service");
                            assertThat(config(context).maxSize()).isEqualTo(50);
                        });
    }

    @Test
    void anOptionOfHikariThatSluiceSetsAsWellIsRefused() {
        refused(
                "spring.datasource.hikari.maximum-pool-size of HikariCP and maxSize set the same"
                        + " option; remove one of them",
                "spring.datasource.hikari.maximum-pool-size=50",
                "sluice.datasource.max-size=20");
    }

    @Test
    void anOptionOfHikariWithoutACounterpartIsRefused() {
        refused(
                "spring.datasource.hikari.exception-override-class-name is \"app.Override\" and has"
                        + " no counterpart; write a FatalErrorClassifier, and name it as"
                        + " fatalErrorClassifier",
                "spring.datasource.hikari.exception-override-class-name=app.Override");
    }

    @Test
    void anOptionThatHikariDoesNotHaveIsRefused() {
        refused(
                "unknown option \"spring.datasource.hikari.maximum-pol-size\" among those of"
                        + " HikariCP; did you mean maximumPoolSize",
                "spring.datasource.hikari.maximum-pol-size=50");
    }

    private static void refused(String message, String... properties) {
        Contexts.sluice()
                .withPropertyValues(properties)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessage(message));
    }

    @Test
    void anOptionOfHikariThatDoesNoHarmGivesAWarning() {
        Contexts.sluice()
                .withPropertyValues("spring.datasource.hikari.health-check-properties.a=b")
                .run(
                        context ->
                                assertThat(config(context).warnings())
                                        .containsExactly(
                                                "spring.datasource.hikari.health-check-properties.a"
                                                        + " of HikariCP has no counterpart; check"
                                                        + " the health with getConnection and"
                                                        + " isValid"));
    }

    @Test
    void optionsOfHikariDoNotConcernAnotherPool() {
        Contexts.undecided()
                .withPropertyValues("spring.datasource.hikari.maximum-pool-size=50")
                .run(
                        context ->
                                assertThat(
                                                context.getBean(HikariDataSource.class)
                                                        .getMaximumPoolSize())
                                        .isEqualTo(50));
    }

    // Options of Boot's other pools

    @Test
    void optionsOfTomcatAreTranslated() {
        Contexts.sluice(Map.of("SPRING_DATASOURCE_TOMCAT_MAXACTIVE", "60"))
                .withPropertyValues(
                        "spring.datasource.tomcat.max-active=50",
                        "spring.datasource.tomcat.name=from tomcat",
                        "spring.datasource.tomcat.url=jdbc:h2:mem:of-tomcat",
                        "spring.datasource.tomcat.max-wait=5000",
                        "spring.datasource.tomcat.default-transaction-isolation=2",
                        "spring.datasource.tomcat.init-s-q-l=SELECT 1",
                        "spring.datasource.tomcat.db-properties.LOCK_TIMEOUT=9",
                        "sluice.datasource.max-waiting=7")
                .run(
                        context -> {
                            JdbcPoolConfig config = config(context);
                            assertThat(config.maxSize()).as("of the environment").isEqualTo(60);
                            assertThat(config.name()).isEqualTo("from tomcat");
                            assertThat(config.url()).isEqualTo("jdbc:h2:mem:of-tomcat");
                            assertThat(config.username()).isEqualTo("sa");
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                            assertThat(config.isolation()).isEqualTo(Isolation.READ_COMMITTED);
                            assertThat(config.initSql()).isEqualTo("SELECT 1");
                            assertThat(config.dataSourceProperties())
                                    .isEqualTo(Map.of("LOCK_TIMEOUT", "9"));
                            assertThat(config.maxWaiting()).isEqualTo(7);
                            assertThat(config.warnings()).isEmpty();
                        });
    }

    @Test
    void optionsOfDbcp2AreTranslated() {
        Contexts.sluice()
                .withPropertyValues(
                        "spring.datasource.dbcp2.max-total=50",
                        "spring.datasource.dbcp2.max-wait=5s",
                        "spring.datasource.dbcp2.max-conn-lifetime-millis=60000",
                        "spring.datasource.dbcp2.connection-init-sqls[0]=SELECT 1",
                        "spring.datasource.dbcp2.connection-properties=LOCK_TIMEOUT=9")
                .run(
                        context -> {
                            JdbcPoolConfig config = config(context);
                            assertThat(config.name()).isEqualTo("orders");
                            assertThat(config.maxSize()).isEqualTo(50);
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                            assertThat(config.maxLifetime()).isEqualTo(Duration.ofMinutes(1));
                            assertThat(config.initSql()).isEqualTo("SELECT 1");
                            assertThat(config.dataSourceProperties())
                                    .isEqualTo(Map.of("LOCK_TIMEOUT", "9"));
                            assertThat(config.warnings()).isEmpty();
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "agroal.max-size=50, agroal.acquisition-timeout=PT5S",
        "c3p0.max-pool-size=50, c3p0.checkout-timeout=5000",
        "druid.max-active=50, druid.max-wait=5000"
    })
    void optionsOfPoolsWithOtherStartersAreTranslated(String size, String timeout) {
        Contexts.sluice()
                .withPropertyValues("spring.datasource." + size, "spring.datasource." + timeout)
                .run(
                        context -> {
                            assertThat(config(context).maxSize()).isEqualTo(50);
                            assertThat(config(context).acquireTimeout()).hasSeconds(5);
                        });
    }

    @Test
    void connectionDetailsOfAServiceComeBeforeOptionsOfTomcat() {
        Contexts.sluice()
                .withPropertyValues(
                        "spring.datasource.tomcat.url=jdbc:h2:mem:ignored",
                        "spring.datasource.tomcat.username=ignored")
                .withBean(JdbcConnectionDetails.class, Service::new)
                .run(
                        context -> {
                            assertThat(config(context).url()).isEqualTo("jdbc:h2:mem:service");
                            assertThat(config(context).username()).isEqualTo("user of service");
                            assertThat(config(context).maxSize())
                                    .as("the default of Tomcat JDBC")
                                    .isEqualTo(100);
                        });
    }

    @Test
    void anOptionWithoutACounterpartIsRefused() {
        refused(
                "spring.datasource.tomcat.remove-abandoned is \"true\" and has no counterpart;"
                        + " leaks are reported and never taken back; remove it, and set"
                        + " suspectTimeout, which becomes leakThreshold",
                "spring.datasource.tomcat.remove-abandoned=true");
        refused(
                "unknown option \"spring.datasource.druid.stat-view-servlet.enabled\" among those of"
                        + " Druid; docs/migrating.md lists its options",
                "spring.datasource.druid.stat-view-servlet.enabled=true");
        refused(
                "unknown option \"spring.datasource.dbcp2.max-totl\" among those of DBCP2; did you"
                        + " mean maxTotal",
                "spring.datasource.dbcp2.max-totl=5");
    }

    @Test
    void optionsOfSeveralPoolsAreRefused() {
        refused(
                "properties of several pools are set: spring.datasource.hikari.*,"
                        + " spring.datasource.tomcat.*; keep those of one pool",
                "spring.datasource.tomcat.max-active=50",
                "spring.datasource.hikari.maximum-pool-size=50");
        refused(
                "spring.datasource.dbcp2.max-total of DBCP2 and maxSize set the same option; remove"
                        + " one of them",
                "spring.datasource.dbcp2.max-total=50",
                "sluice.datasource.max-size=20");
    }

    @Test
    void optionsOfOracleUcpAreNotIgnored() {
        refused(
                "options of Oracle UCP are not translated:"
                        + " spring.datasource.oracleucp.max-pool-size,"
                        + " spring.datasource.oracleucp.min-pool-size; set those of Sluice below"
                        + " sluice.datasource instead, and remove these",
                "spring.datasource.oracleucp.min-pool-size=5",
                "spring.datasource.oracleucp.max-pool-size=50");
    }

    @Test
    void optionsOfOtherPoolsDoNotConcernAnotherPool() {
        Contexts.undecided()
                .withPropertyValues(
                        "spring.datasource.tomcat.max-active=50",
                        "spring.datasource.oracleucp.max-pool-size=50")
                .run(context -> assertThat(context).hasSingleBean(HikariDataSource.class));
    }

    private static final class Service implements JdbcConnectionDetails {

        @Override
        public String getUsername() {
            return "user of service";
        }

        @Override
        public String getPassword() {
            return "${secret}";
        }

        @Override
        public String getJdbcUrl() {
            return "jdbc:h2:mem:service";
        }
    }

    @Test
    void beansPrepareConnections() {
        ConnectionCustomizer customizer = connection -> connection.setReadOnly(true);
        Contexts.sluice()
                .withBean(ConnectionCustomizer.class, () -> customizer)
                .run(
                        context ->
                                assertThat(config(context).connectionCustomizer())
                                        .isSameAs(customizer));
    }

    @Test
    void aProviderOfCredentialsAndAUserAreRefused() {
        Contexts.sluice()
                .withBean(CredentialsProvider.class, () -> () -> new Credentials("sa", ""))
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessageContaining(
                                                "credentialsProvider and username are both set"));
    }

    @Test
    void secretsAreNotInTexts() {
        Contexts.sluice()
                .withPropertyValues("spring.datasource.password=very secret")
                .run(
                        context ->
                                assertThat(
                                                context.getBean(SluiceDataSource.class)
                                                        + " "
                                                        + config(context)
                                                        + " "
                                                        + context.getBean(SluiceProperties.class)
                                                        + " "
                                                        + context.getBean(
                                                                JdbcConnectionDetails.class))
                                        .doesNotContain("secret"));
    }

    // Life

    @Test
    void thePoolStartsAtItsFirstUse() {
        Contexts.sluice()
                .withPropertyValues("spring.datasource.url=jdbc:h2:tcp://localhost:1/none")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void anExplicitStartupStartsThePoolWithTheApplication() {
        Contexts.sluice()
                .withPropertyValues(
                        "sluice.datasource.startup=full",
                        "sluice.datasource.min-size=3",
                        "sluice.datasource.max-size=3")
                .run(
                        context -> {
                            assertThat(config(context).startup()).isEqualTo(Startup.FULL);
                            assertThat(context.getBean(SluicePool.class).snapshot().total())
                                    .isEqualTo(3);
                        });
    }

    @Test
    void theCloseOfTheApplicationWaitsForConnectionsInUse() {
        Contexts.sluice()
                .run(
                        context -> {
                            SluiceDataSource pool = context.getBean(SluiceDataSource.class);
                            Connection inUse = pool.getConnection();
                            CompletableFuture<Void> closing =
                                    CompletableFuture.runAsync(
                                            context.getSourceApplicationContext(
                                                            ConfigurableApplicationContext.class)
                                                    ::close);
                            await("new connections are refused").until(() -> refuses(pool));
                            assertThat(closing).isNotDone();
                            assertThat(inUse.isValid(5)).isTrue();
                            inUse.close();
                            closing.get(5, TimeUnit.SECONDS);
                            assertThat(pool.snapshot().total()).isZero();
                        });
    }

    private static boolean refuses(SluiceDataSource pool) {
        try {
            pool.getConnection().close();
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    @Test
    void aCheckpointFindsNoConnectionAndARestoreGoesOn() {
        Contexts.sluice()
                .withPropertyValues(
                        "sluice.datasource.min-size=2", "sluice.datasource.acquire-timeout=0")
                .run(
                        context -> {
                            SluiceDataSource pool = context.getBean(SluiceDataSource.class);
                            pool.getConnection().close();
                            ConfigurableApplicationContext life =
                                    context.getSourceApplicationContext(
                                            ConfigurableApplicationContext.class);

                            life.stop();

                            assertThat(pool.isSuspended()).isTrue();
                            assertThat(pool.snapshot().total()).isZero();
                            assertThat(refuses(pool)).isTrue();

                            life.start();

                            assertThat(pool.isSuspended()).isFalse();
                            await().until(() -> !refuses(pool));
                        });
    }

    // Several

    @Test
    void thereMayBeSeveralPools() {
        ApplicationContextRunner application =
                Contexts.sluice().withUserConfiguration(TwoDataSources.class);
        application
                .withPropertyValues(
                        "invoices.datasource.name=invoices",
                        "invoices.datasource.url=jdbc:h2:mem:invoices",
                        "invoices.datasource.max-size=2",
                        "sluice.datasource.max-size=3")
                .run(
                        context -> {
                            assertThat(pool(context, "dataSource").configuration().maxSize())
                                    .isEqualTo(3);
                            assertThat(
                                            pool(context, "invoicesDataSource")
                                                    .configuration()
                                                    .maxSize())
                                    .isEqualTo(2);
                        });
        application
                .withPropertyValues("invoices.datasource.maxx-size=2")
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessageContaining("maxxSize"));
    }

    private static SluiceDataSource pool(AssertableApplicationContext context, String name) {
        return context.getBean(name, SluiceDataSource.class);
    }

    // Figures of Boot

    @Test
    void bootFindsTheFiguresOfThePool() {
        Contexts.sluice()
                .withPropertyValues(
                        "sluice.datasource.max-size=4",
                        "sluice.datasource.min-size=1",
                        "sluice.datasource.validation-query=SELECT 1",
                        "sluice.datasource.auto-commit=true")
                .run(
                        context -> {
                            DataSource dataSource = context.getBean(DataSource.class);
                            Connection inUse = dataSource.getConnection();
                            DataSourcePoolMetadata metadata =
                                    context.getBean(
                                                    "sluicePoolDataSourceMetadataProvider",
                                                    DataSourcePoolMetadataProvider.class)
                                            .getDataSourcePoolMetadata(dataSource);
                            assertThat(metadata.getActive()).isEqualTo(1);
                            assertThat(metadata.getIdle()).isZero();
                            assertThat(metadata.getMax()).isEqualTo(4);
                            assertThat(metadata.getMin()).isEqualTo(1);
                            assertThat(metadata.getUsage()).isEqualTo(0.25f);
                            assertThat(metadata.getValidationQuery()).isEqualTo("SELECT 1");
                            assertThat(metadata.getDefaultAutoCommit()).isTrue();
                            inUse.close();
                        });
    }
}
