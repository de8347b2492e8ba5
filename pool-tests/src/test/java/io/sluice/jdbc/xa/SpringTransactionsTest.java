package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.SpringVersion;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that Spring begins, suspends and ends, with a manager behind it. The build runs them
 * on two versions of Spring.
 */
@Tag("spring")
class SpringTransactionsTest {

    private final JtaTransactionManager spring = new JtaTransactionManager(Manager.NARAYANA.get());
    private SluiceDataSource pool;

    @BeforeEach
    void open() throws Exception {
        spring.afterPropertiesSet();
        XaDatabase.H2.newTable();
        pool =
                SluiceDataSource.create(
                        XaDatabase.H2
                                .source(JdbcPoolConfig.builder().name("spring").maxSize(2))
                                .transactionManager(Manager.NARAYANA.option())
                                .build());
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private void insert(int number) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers VALUES (" + number + ")");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private TransactionTemplate template(int propagation) {
        TransactionTemplate template = new TransactionTemplate(spring);
        template.setPropagationBehavior(propagation);
        return template;
    }

    @Test
    void runsOnTheSpringThatTheBuildNames() {
        assertThat(SpringVersion.getVersion()).isEqualTo(System.getProperty("sluice.spring"));
    }

    @Test
    void anExceptionRollsBackAllOfATransaction() {
        TransactionTemplate required = template(TransactionDefinition.PROPAGATION_REQUIRED);

        assertThatThrownBy(
                        () ->
                                required.executeWithoutResult(
                                        outer -> {
                                            insert(1);
                                            required.executeWithoutResult(inner -> insert(2));
                                            throw new IllegalArgumentException("a matter of ours");
                                        }))
                .hasMessage("a matter of ours");

        assertNumbers(0, 0);
    }

    @Test
    void oneInsideWithRequiresNewStaysWhenTheOtherIsRolledBack() {
        template(TransactionDefinition.PROPAGATION_REQUIRED)
                .executeWithoutResult(
                        outer -> {
                            insert(1);
                            template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                                    .executeWithoutResult(inner -> insert(2));
                            assertNumbers(0, 1);
                            insert(3);
                            outer.setRollbackOnly();
                        });

        assertNumbers(0, 1);
        assertThat(pool.snapshot().available()).as("one connection for each").isEqualTo(2);
    }

    @Test
    void oneInsideWithRequiresNewIsRolledBackAlone() {
        template(TransactionDefinition.PROPAGATION_REQUIRED)
                .executeWithoutResult(
                        outer -> {
                            insert(1);
                            template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                                    .executeWithoutResult(
                                            inner -> {
                                                insert(2);
                                                inner.setRollbackOnly();
                                            });
                            insert(3);
                        });

        assertNumbers(2, 0);
    }

    /** Of the odd numbers, which the outer transaction writes, and of 2. */
    private static void assertNumbers(int odd, int two) {
        try {
            assertThat(XaDatabase.H2.ask("SELECT COUNT(*) FROM numbers WHERE n <> 2"))
                    .as("of the outer transaction")
                    .isEqualTo(odd);
            assertThat(XaDatabase.H2.ask("SELECT COUNT(*) FROM numbers WHERE n = 2"))
                    .as("of the inner transaction")
                    .isEqualTo(two);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
