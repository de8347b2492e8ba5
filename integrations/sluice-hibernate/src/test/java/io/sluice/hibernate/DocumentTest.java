package io.sluice.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluicePool;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the samples of {@code docs/hibernate.md} on PostgreSQL. */
class DocumentTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "hibernate.md");

    @TempDir static Path folder;

    private static List<String> samples(String language) throws IOException {
        return Pattern.compile(
                        "^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Builds a session factory with the settings of the sample that contains a text. */
    private static SessionFactory factory(String part) throws IOException {
        String sample =
                samples("properties").stream()
                        .filter(text -> text.contains(part))
                        .findFirst()
                        .orElseThrow();
        Properties properties = new Properties();
        properties.load(
                new StringReader(
                        sample.replace(
                                "jdbc:postgresql://localhost:5432/orders", Database.ADDRESS)));
        Map<String, Object> settings = new HashMap<>();
        properties.forEach((key, value) -> settings.put((String) key, value));
        return Factories.build(settings);
    }

    private static SluicePool poolOf(SessionFactory sessionFactory) {
        SluicePool pool =
                sessionFactory
                        .unwrap(SessionFactoryImplementor.class)
                        .getServiceRegistry()
                        .requireService(ConnectionProvider.class)
                        .unwrap(SluicePool.class);
        return pool;
    }

    private static void saveInTransaction(SessionFactory sessionFactory) throws Exception {
        UserTransaction transaction = com.arjuna.ats.jta.UserTransaction.userTransaction();
        transaction.begin();
        try (Session session = sessionFactory.openSession()) {
            session.persist(new Item(7));
            transaction.commit();
        }
    }

    @BeforeEach
    void clear() throws SQLException {
        Database.execute("DELETE FROM item");
    }

    @AfterAll
    static void endNarayana() {
        RecoveryManager.manager().terminate();
    }

    @Test
    void theSettingsMakeAPool() throws Exception {
        try (SessionFactory sessionFactory = factory("provider_disables_autocommit")) {
            sessionFactory.inTransaction(session -> session.persist(new Item(7)));
            assertThat(Database.count("item")).isEqualTo(1);

            SluicePool pool = poolOf(sessionFactory);
            JdbcPoolConfig config = pool.configuration();
            assertThat(config.name()).isEqualTo("orders");
            assertThat(config.maxSize()).isEqualTo(20);
            assertThat(config.autoCommit()).isFalse();
            assertThat(config.warnings()).isEmpty();
        }
    }

    @Test
    void aSessionTakesPartInATransactionOfNarayana() throws Exception {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("hibernate");
        jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of("hibernate"));
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(folder.toString());
        }
        try (SessionFactory sessionFactory = factory("transactionManager")) {
            saveInTransaction(sessionFactory);
            assertThat(Database.count("item")).isEqualTo(1);

            UserTransaction transaction = com.arjuna.ats.jta.UserTransaction.userTransaction();
            transaction.begin();
            try (Session session = sessionFactory.openSession()) {
                session.persist(new Item(8));
                session.flush();
                transaction.rollback();
            }
            assertThat(Database.count("item")).as("the second is undone").isEqualTo(1);
            assertThat(poolOf(sessionFactory).leases()).isEmpty();
            assertThat(poolOf(sessionFactory).configuration().warnings()).isEmpty();
        }
    }

    @Test
    void javaSamplesAreFromTheSources() throws IOException {
        String source =
                Files.readString(
                        Path.of("src", "test", "java")
                                .resolve(DocumentTest.class.getName().replace('.', '/') + ".java"));
        assertThat(samples("java"))
                .hasSize(2)
                .allSatisfy(sample -> assertThat(bare(source)).contains(bare(sample)));
    }

    private static String bare(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
