package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.jdbc.DatabaseChecks.Check;
import io.sluice.jdbc.xa.AnyXid;
import io.sluice.jdbc.xa.Manager;
import io.sluice.pool.fault.PgBouncer;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.xa.PGXADataSource;

/** The table of what holds through PgBouncer, in its two usual modes. */
@Tag("pgbouncer")
@Tag("once")
class PgBouncerIT extends DatabaseTableContract {

    private static final String SESSION = "session";
    private static final String TRANSACTION = "transaction";

    private static final Map<String, Check> ROWS = new LinkedHashMap<>();

    static {
        DatabaseChecks.ALL.forEach(ROWS::put);
        ROWS.remove("full server is waited for"); // clients wait in PgBouncer
        // Here they are no permanent failures: see below.
        ROWS.remove("wrong password fails at once");
        ROWS.remove("missing database fails at once");
        ROWS.put("statements prepared on the server", PgBouncerIT::preparesOnServer);
        ROWS.put("isolation is seen by other clients", PgBouncerIT::sharesSettings);
        ROWS.put("XA: two branches commit or roll back", PgBouncerIT::commitsTwoBranches);
        ROWS.put("XA: another client ends a prepared branch", PgBouncerIT::recovers);
    }

    /** By mode; guarded by the class. */
    private static final Map<String, PgBouncer> RUNNING = new TreeMap<>();

    PgBouncerIT() {
        super("PgBouncer's mode", List.of(column(SESSION), column(TRANSACTION)), ROWS);
    }

    @AfterAll
    static synchronized void close() {
        RUNNING.values().forEach(PgBouncer::close);
        RUNNING.clear();
    }

    private static synchronized PgBouncer running(String mode) {
        return RUNNING.computeIfAbsent(mode, PgBouncerIT::start);
    }

    private static PgBouncer start(String mode) {
        return PgBouncer.create(mode, Postgres.port(), Map.of(Postgres.USER, Postgres.PASSWORD));
    }

    private static Database column(String mode) {
        return new Database(
                mode,
                () -> {
                    Database.postgres();
                    return running(mode).url("postgres");
                },
                Postgres.USER,
                Postgres.PASSWORD,
                "SELECT pg_sleep(600)",
                "other",
                new Database.Server(
                        "SELECT pg_backend_pid()",
                        "SELECT pg_terminate_backend(%s, 60000)",
                        List.of(),
                        Postgres::direct,
                        () -> restartable(start(mode))));
    }

    private static Database.Running restartable(PgBouncer own) {
        return new Database.Running(
                own.url("postgres"),
                Postgres.USER,
                Postgres.PASSWORD,
                own::kill,
                own::start,
                own::close);
    }

    /** Two clients that PgBouncer gives the same session of the server, if its mode lets it. */
    private static SluiceDataSource client(Database database, int prepareThreshold)
            throws SQLException {
        String mode = database.name();
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .url(running(mode).url(mode.equals(SESSION) ? "postgres" : "single"))
                        .dataSourceProperty("prepareThreshold", Integer.toString(prepareThreshold))
                        .username(Postgres.USER)
                        .password(Postgres.PASSWORD)
                        .maxSize(1)
                        .build());
    }

    private static String preparesOnServer(Database database) throws SQLException {
        boolean works = true;
        try (SluiceDataSource one = client(database, 1);
                SluiceDataSource other = client(database, 1)) {
            for (int round = 1; round <= 3; round++) {
                works &= answers(one, round) & answers(other, round);
            }
        }
        if (database.name().equals(SESSION)) {
            return works ? DatabaseChecks.YES : DatabaseChecks.NO;
        }
        assertThat(works).isEqualTo(PgBouncer.knowsStatements());
        return "from 1.21";
    }

    private static boolean answers(SluiceDataSource client, int number) {
        try (Connection connection = client.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT ?::int")) {
            statement.setInt(1, number);
            try (ResultSet result = statement.executeQuery()) {
                return result.next() && result.getInt(1) == number;
            }
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains("prepared statement");
            return false;
        }
    }

    /** So a pool retries for as long as its callers wait, and tells why in its log. */
    @ParameterizedTest
    @CsvSource({"postgres, wrong, authentication failed", "nowhere, , does not exist"})
    void whatAServerRefusesForGoodIsAViolationOfTheProtocol(
            String database, @Nullable String password, String text) {
        String url = running(SESSION).url(database);
        SQLException refusal =
                catchThrowableOfType(
                        SQLException.class,
                        () ->
                                DriverManager.getConnection(
                                                url,
                                                Postgres.USER,
                                                password == null ? Postgres.PASSWORD : password)
                                        .close());
        assertThat(refusal.getSQLState()).isEqualTo("08P01");
        assertThat(refusal.getMessage()).contains(text);
    }

    private static String sharesSettings(Database database) throws SQLException {
        try (SluiceDataSource one = client(database, 0);
                SluiceDataSource other = client(database, 0);
                Connection lease = one.getConnection();
                Connection another = other.getConnection()) {
            lease.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            String seen = Postgres.ask(another, "SHOW default_transaction_isolation");
            return seen.equals("serializable") ? DatabaseChecks.YES : DatabaseChecks.NO;
        }
    }

    private static String commitsTwoBranches(Database database) throws Exception {
        TransactionManager transactions = Manager.NARAYANA.get();
        try (SluiceDataSource one = transactional("one", database);
                SluiceDataSource other = transactional("other", database)) {
            try (Connection connection = one.getConnection()) {
                Postgres.run(connection, "DROP TABLE IF EXISTS branch");
                Postgres.run(connection, "CREATE TABLE branch (id int)");
            }
            for (boolean commits : new boolean[] {true, false}) {
                transactions.begin();
                insert(one);
                insert(other);
                if (commits) {
                    transactions.commit();
                } else {
                    transactions.rollback();
                }
                try (Connection connection = one.getConnection()) {
                    assertThat(Postgres.ask(connection, "SELECT count(*) FROM branch"))
                            .isEqualTo("2");
                }
            }
            assertThat(one.snapshot().total()).as("nothing was in doubt").isOne();
        }
        return DatabaseChecks.YES;
    }

    private static void insert(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Postgres.run(connection, "INSERT INTO branch VALUES (1)");
        }
    }

    private static SluiceDataSource transactional(String name, Database database)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .name(name + "-" + database.name())
                        .xaDataSourceClassName(PGXADataSource.class.getName())
                        .dataSourceProperties(
                                Map.of(
                                        "url",
                                        running(database.name()).url("postgres"),
                                        "prepareThreshold",
                                        "0"))
                        .username(Postgres.USER)
                        .password(Postgres.PASSWORD)
                        .transactionManager("narayana")
                        .maxSize(1)
                        .build());
    }

    private static String recovers(Database database) throws Exception {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(running(database.name()).url("postgres"));
        source.setUser(Postgres.USER);
        source.setPassword(Postgres.PASSWORD);
        source.setPrepareThreshold(0);
        Xid xid = new AnyXid();
        XAConnection first = source.getXAConnection();
        XAResource branch = first.getXAResource();
        branch.start(xid, XAResource.TMNOFLAGS);
        Postgres.run(first.getConnection(), "CREATE TABLE IF NOT EXISTS recovered (id int)");
        branch.end(xid, XAResource.TMSUCCESS);
        branch.prepare(xid);
        first.close();

        XAConnection second = source.getXAConnection();
        XAResource recovery = second.getXAResource();
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .anyMatch(
                        found ->
                                Arrays.equals(
                                        found.getGlobalTransactionId(),
                                        xid.getGlobalTransactionId()));
        recovery.rollback(xid);
        second.close();
        return DatabaseChecks.YES;
    }
}
