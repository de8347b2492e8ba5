package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.sluice.jdbc.SluiceDataSource;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Boot's XA data source as a pool of Sluice, in transactions of Narayana. */
class XaTest {

    @TempDir static Path folder;

    @BeforeAll
    static void startNarayana() throws Exception {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("boot");
        jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of("boot"));
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(folder.toString());
        }
    }

    @AfterAll
    static void endNarayana() {
        RecoveryManager.manager().terminate();
    }

    private static ApplicationContextRunner application() {
        return Contexts.undecided()
                .withPropertyValues(
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
                            TransactionTemplate transaction = transaction();

                            transaction.executeWithoutResult(
                                    status -> {
                                        jdbc.update("INSERT INTO item VALUES (1)");
                                        status.setRollbackOnly();
                                    });
                            transaction.executeWithoutResult(
                                    status -> jdbc.update("INSERT INTO item VALUES (2)"));

                            assertThat(jdbc.queryForList("SELECT id FROM item", Integer.class))
                                    .containsExactly(2);
                        });
    }

    private static TransactionTemplate transaction() {
        JtaTransactionManager spring =
                new JtaTransactionManager(
                        com.arjuna.ats.jta.UserTransaction.userTransaction(),
                        com.arjuna.ats.jta.TransactionManager.transactionManager());
        spring.afterPropertiesSet();
        return new TransactionTemplate(spring);
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
    void withoutAManagerThereIsNoXaPool() {
        Contexts.undecided()
                .run(
                        context ->
                                assertThat(context)
                                        .doesNotHaveBean(SluiceXADataSourceWrapper.class));
    }
}
