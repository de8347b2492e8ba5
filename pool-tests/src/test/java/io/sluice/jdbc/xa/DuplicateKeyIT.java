package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;

/** A constraint rolls a transaction back: nothing is broken, so nothing is logged or closed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("once")
class DuplicateKeyIT {

    private final Told told = new Told();
    private TransactionManager transactions;
    private SluiceDataSource one;
    private SluiceDataSource other;

    private void open(Manager manager) throws SQLException {
        XaDatabase.POSTGRES.run("DROP TABLE IF EXISTS numbers");
        XaDatabase.POSTGRES.run(
                "CREATE TABLE numbers (n INT PRIMARY KEY,"
                        + " late INT DEFAULT 0 UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        transactions = manager.get();
        one = pool(manager, "one");
        other = pool(manager, "other");
        told.texts.clear(); // the start of the pools
    }

    private static SluiceDataSource pool(Manager manager, String name) throws SQLException {
        return SluiceDataSource.create(
                XaDatabase.POSTGRES
                        .source(JdbcPoolConfig.builder().name(name).maxSize(1))
                        .transactionManager(manager.option())
                        .build());
    }

    @AfterEach
    void close() {
        told.close();
        one.close();
        other.close();
    }

    /** The first is found by the insert, the second by the commit or the prepare. */
    @ParameterizedTest
    @CsvSource({
        "NARAYANA, false, 'VALUES (1, 2)'",
        "NARAYANA, true, 'VALUES (1, 2)'",
        "ATOMIKOS, false, 'VALUES (1, 2)'",
        "ATOMIKOS, true, 'VALUES (1, 2)'",
        "NARAYANA, false, 'VALUES (2, 1)'",
        "NARAYANA, true, 'VALUES (2, 1)'",
        "ATOMIKOS, false, 'VALUES (2, 1)'",
        "ATOMIKOS, true, 'VALUES (2, 1)'"
    })
    void aDuplicateRollsBackAndCostsNoConnection(
            Manager manager, boolean bothPools, String duplicate) throws Exception {
        open(manager);
        insert(one, "VALUES (1, 1)");
        PGConnection before = connection(one);

        transactions.begin();
        if (bothPools) {
            insert(other, "VALUES (3, 3)");
        }
        try {
            insert(one, duplicate);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("23505");
        }
        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);

        assertThat(told.texts).isEmpty();
        assertThat(connection(one)).as("connection of the pool").isSameAs(before);
        assertThat(XaDatabase.POSTGRES.committed()).isEqualTo(1);
        insert(one, "VALUES (4, 4)");
        assertThat(XaDatabase.POSTGRES.committed()).as("committed at once").isEqualTo(2);
        transactions.begin();
        insert(one, "VALUES (5, 5)");
        insert(other, "VALUES (6, 6)");
        transactions.commit();
        assertThat(XaDatabase.POSTGRES.committed()).isEqualTo(4);
        assertThat(told.texts).isEmpty();
    }

    private static void insert(SluiceDataSource pool, String values) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO numbers " + values);
        }
    }

    private static PGConnection connection(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return connection.unwrap(PGConnection.class);
        }
    }

    /** What is logged at INFO and above. */
    private static final class Told extends Handler {

        private final Logger log = Logger.getLogger("io.sluice");
        private final List<String> texts = new CopyOnWriteArrayList<>();

        Told() {
            log.addHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.INFO.intValue()) {
                texts.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            log.removeHandler(this);
        }
    }
}
