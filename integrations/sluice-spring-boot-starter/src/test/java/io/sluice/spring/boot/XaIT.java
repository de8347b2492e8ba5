package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import io.sluice.jdbc.SluiceDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Boot's XA data source as a pool of Sluice on PostgreSQL, in transactions of Narayana. */
class XaIT {

    @TempDir static Path folder;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres =
                EmbeddedPostgres.builder()
                        .setServerConfig("max_prepared_transactions", "20")
                        .start();
    }

    @AfterAll
    static void end() throws Exception {
        RecoveryManager.manager().terminate();
        postgres.close();
    }

    private static ApplicationContextRunner application() {
        return Contexts.undecided()
                .withUserConfiguration(NarayanaConfiguration.class)
                .withPropertyValues(
                        "transactions.node=boot",
                        "transactions.folder=" + folder,
                        "spring.datasource.url=jdbc:postgresql://localhost:"
                                + postgres.getPort()
                                + "/postgres",
                        "spring.datasource.username=postgres",
                        "spring.datasource.name=boot-xa",
                        "spring.datasource.xa.data-source-class-name=org.postgresql.xa.PGXADataSource",
                        "sluice.datasource.transaction-manager=narayana");
    }

    @Test
    void aTransactionOfTwoResourcesPreparesTheBranchOfThePool() {
        application()
                .run(
                        context -> {
                            JtaTransactionManager manager =
                                    context.getBean(JtaTransactionManager.class);
                            JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
                            jdbc.execute("CREATE TABLE item (id INT PRIMARY KEY)");
                            List<String> prepared = new ArrayList<>();
                            TransactionTemplate transaction = new TransactionTemplate(manager);

                            transaction.executeWithoutResult(
                                    status -> {
                                        jdbc.update("INSERT INTO item VALUES (1)");
                                        status.setRollbackOnly();
                                    });
                            transaction.executeWithoutResult(
                                    status -> {
                                        jdbc.update("INSERT INTO item VALUES (2)");
                                        enlist(manager, prepared);
                                    });

                            assertThat(prepared).as("at the second resource").hasSize(1);
                            assertThat(branches()).isEmpty();
                            assertThat(jdbc.queryForList("SELECT id FROM item", Integer.class))
                                    .containsExactly(2);
                            SluiceDataSource pool =
                                    (SluiceDataSource) context.getBean(DataSource.class);
                            assertThat(pool.snapshot().accessible()).isZero();
                        });
    }

    private static void enlist(JtaTransactionManager manager, List<String> prepared) {
        try {
            TransactionManager transactions = manager.getTransactionManager();
            assertThat(transactions.getTransaction().enlistResource(new Second(prepared))).isTrue();
        } catch (SystemException | RollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A resource that notes the branches which PostgreSQL has prepared before it. */
    private record Second(List<String> prepared) implements XAResource {

        @Override
        public int prepare(Xid xid) {
            prepared.addAll(branches());
            return XA_OK;
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public void commit(Xid xid, boolean onePhase) {}

        @Override
        public void rollback(Xid xid) {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return true;
        }
    }

    private static List<String> branches() {
        return new JdbcTemplate(postgres.getPostgresDatabase())
                .queryForList("SELECT gid FROM pg_prepared_xacts", String.class);
    }
}
