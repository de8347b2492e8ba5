package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import io.sluice.jdbc.ConnectionCustomizer;
import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Transactions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Boot's XA data source as a pool of Sluice, in transactions of Narayana. */
@Tag("spring-boot")
class XaTest {

    @TempDir static Path folder;

    @AfterAll
    static void endNarayana() {
        RecoveryManager.manager().terminate();
    }

    private static ApplicationContextRunner application() {
        return Contexts.undecided()
                .withUserConfiguration(NarayanaConfiguration.class)
                .withPropertyValues(
                        "transactions.node=boot",
                        "transactions.folder=" + folder,
                        "spring.datasource.url=jdbc:h2:mem:"
                                + UUID.randomUUID()
                                + ";DB_CLOSE_DELAY=-1",
                        "spring.datasource.name=boot-xa",
                        "spring.datasource.xa.data-source-class-name=org.h2.jdbcx.JdbcDataSource",
                        "sluice.datasource.transaction-manager=narayana",
                        "sluice.datasource.max-size=4");
    }

    @Test
    void connectionsJoinTheTransactionOfTheManager() {
        application()
                .run(
                        context -> {
                            SluiceDataSource pool =
                                    (SluiceDataSource) context.getBean(DataSource.class);
                            assertThat(pool.configuration().maxSize()).isEqualTo(4);
                            JdbcTemplate jdbc = new JdbcTemplate(pool);
                            jdbc.execute("CREATE TABLE item (id INT PRIMARY KEY)");
                            TransactionTemplate transaction =
                                    new TransactionTemplate(
                                            context.getBean(JtaTransactionManager.class));

                            transaction.executeWithoutResult(
                                    status -> {
                                        jdbc.update("INSERT INTO item VALUES (1)");
                                        status.setRollbackOnly();
                                    });
                            transaction.executeWithoutResult(
                                    status -> jdbc.update("INSERT INTO item VALUES (2)"));

                            assertThat(jdbc.queryForList("SELECT id FROM item", Integer.class))
                                    .containsExactly(2);
                            assertThat(folder).as("the log of the manager").isNotEmptyDirectory();
                        });
    }

    @Test
    void theHealthOfAnXaPoolIsCheckedBesideIt() {
        application()
                .run(
                        context -> {
                            assertThat(context.getBean(HealthContributor.class))
                                    .isInstanceOf(SluiceHealthIndicator.class);
                            SluiceHealthIndicator health =
                                    context.getBean(SluiceHealthIndicator.class);
                            assertThat(health.health().getDetails())
                                    .containsEntry("database", "H2");
                            SluiceDataSource pool =
                                    (SluiceDataSource) context.getBean(DataSource.class);
                            assertThat(pool.snapshot().counters().created()).isZero();
                        });
    }

    @Test
    void beansPrepareTheConnectionsOfAnXaPool() {
        CredentialsProvider credentials = () -> new Credentials("sa", "");
        ConnectionCustomizer customizer = connection -> {};
        FatalErrorClassifier classifier = FatalErrorClassifier.standard()::isFatal;
        application()
                .withBean(CredentialsProvider.class, () -> credentials)
                .withBean(ConnectionCustomizer.class, () -> customizer)
                .withBean(FatalErrorClassifier.class, () -> classifier)
                .run(
                        context -> {
                            JdbcPoolConfig config =
                                    ((SluiceDataSource) context.getBean(DataSource.class))
                                            .configuration();
                            assertThat(config.credentialsProvider()).isSameAs(credentials);
                            assertThat(config.connectionCustomizer()).isSameAs(customizer);
                            assertThat(config.fatalErrorClassifier()).isSameAs(classifier);
                        });
    }

    @Test
    void optionsOfHikariAreTranslated() {
        application()
                .withPropertyValues(
                        "spring.datasource.hikari.pool-name=boot-hikari",
                        "spring.datasource.hikari.connection-timeout=5000")
                .run(
                        context -> {
                            JdbcPoolConfig config =
                                    ((SluiceDataSource) context.getBean(DataSource.class))
                                            .configuration();
                            assertThat(config.name()).isEqualTo("boot-hikari");
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                        });
    }

    @Test
    void optionsOfBitronixAreTranslated() {
        application()
                .withPropertyValues(
                        "spring.jta.bitronix.datasource.unique-name=boot-bitronix",
                        "spring.jta.bitronix.datasource.acquisition-timeout=5",
                        "spring.jta.bitronix.datasource.allow-local-transactions=true",
                        "spring.jta.bitronix.datasource.test-query=SELECT 1")
                .run(
                        context -> {
                            JdbcPoolConfig config =
                                    ((SluiceDataSource) context.getBean(DataSource.class))
                                            .configuration();
                            assertThat(config.name()).isEqualTo("boot-bitronix");
                            assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(5));
                            assertThat(config.transactions()).isEqualTo(Transactions.OPTIONAL);
                            assertThat(config.validationQuery()).isEqualTo("SELECT 1");
                            assertThat(config.warnings()).isEmpty();
                        });
    }

    @Test
    void aClassThatBitronixAndBootNameIsRefused() {
        application()
                .withPropertyValues(
                        "spring.jta.bitronix.datasource.class-name=org.h2.jdbcx.JdbcDataSource")
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessage(
                                                "spring.jta.bitronix.datasource.class-name of"
                                                        + " Bitronix and xaDataSourceClassName set"
                                                        + " the same option; remove one of them"));
    }

    @Test
    void withoutAManagerThereIsNoXaPool() {
        Contexts.undecided()
                .run(
                        context ->
                                assertThat(context)
                                        .doesNotHaveBean(SluiceXADataSourceWrapper.class));
    }
}
