package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.FakeServers.State;
import io.sluice.jdbc.internal.connect.RoleCheck;
import io.sluice.pool.FlushMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool that wants its servers in a role, on servers that change theirs at will. */
@Timeout(60)
class TargetRoleTest {

    private static final String URL = "jdbc:postgresql://a,b/orders";

    private FakeServers servers;
    private SluiceDataSource pool;

    @AfterEach
    void close() throws SQLException {
        if (pool != null) {
            pool.close();
        }
        assertThat(servers.open()).as("sessions that nobody closed").isZero();
        servers.close();
    }

    private void servers(State a, State b) throws SQLException {
        servers(a, b, "PostgreSQL", new SQLException("read-only transaction", "25006"));
    }

    private void servers(State a, State b, String product, SQLException refusedWrite)
            throws SQLException {
        servers = new FakeServers(product, refusedWrite);
        servers.set("a", a);
        servers.set("b", b);
    }

    private static JdbcPoolConfig.Builder settings(TargetRole role) {
        return JdbcPoolConfig.builder()
                .url(URL)
                .targetRole(role)
                .maxSize(4)
                .validateAfterIdle(Duration.ofHours(1)) // validated for other reasons only
                .keepaliveInterval(Duration.ZERO);
    }

    private void open(JdbcPoolConfig.Builder settings) throws SQLException {
        pool = SluiceDataSource.create(settings.build());
    }

    private static void write(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE item SET price = 1");
        }
    }

    private void write() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            write(connection);
        }
    }

    private List<Connection> takeAll() throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(pool.getConnection());
        }
        return all;
    }

    private static void closeAll(List<Connection> all) throws SQLException {
        for (Connection each : all) {
            each.close();
        }
    }

    // connecting

    @Test
    void theFirstHostThatHasTheRoleServes() throws SQLException {
        servers(State.STANDBY, State.PRIMARY);
        open(settings(TargetRole.PRIMARY));

        closeAll(takeAll());
        write();

        assertThat(servers.written()).containsExactly("b");
        assertThat(servers.connects())
                .as("then it begins there")
                .startsWith("a", "b")
                .contains("b");
        assertThat(servers.connects().subList(1, 5)).containsOnly("b");
    }

    @Test
    void aPoolOfStandbysPassesThePrimaryOver() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.STANDBY));

        assertThat(servers.connects()).containsExactly("a", "b");
        assertThat(servers.open()).isOne();
    }

    @Test
    void withoutARoleTheUrlIsTheDriversAndNothingIsAsked() throws SQLException {
        servers(State.PRIMARY, State.PRIMARY);
        open(settings(TargetRole.ANY));

        pool.getConnection().close();

        assertThat(servers.connects()).containsExactly("a,b");
        assertThat(servers.queries()).isEmpty();
    }

    @Test
    void noServerInTheRoleIsAFailureThatNamesAll() throws SQLException {
        servers(State.STANDBY, State.DOWN);

        assertThatThrownBy(() -> open(settings(TargetRole.PRIMARY)))
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining(
                        "targetRole is primary and no server has that role: a is a standby or"
                                + " read-only, b failed (connection refused)")
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08001"));
    }

    @Test
    void aWrongPasswordIsToldAtOnceAlthoughAnotherServerIsDown() throws SQLException {
        servers(State.DOWN, State.WRONG_PASSWORD);

        assertThatThrownBy(() -> open(settings(TargetRole.PRIMARY)))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void aDatabaseWhoseRolesAreUnknownIsToldAtOnce() throws SQLException {
        servers(State.PRIMARY, State.PRIMARY, "Other", new SQLException("none"));

        assertThatThrownBy(() -> open(settings(TargetRole.PRIMARY)))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining(
                        "targetRole is primary and the roles of servers are known for");
    }

    @Test
    void askingLeavesNoTransactionOpen() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        servers.withoutAutoCommit();
        open(settings(TargetRole.PRIMARY).validateAfterIdle(Duration.ZERO).maxSize(1));

        write();
        write();

        assertThat(servers.written()).containsExactly("a", "a");
    }

    @Test
    void aPrimaryServesWhileNoStandbyAnswers() throws SQLException {
        servers(State.PRIMARY, State.DOWN);
        open(settings(TargetRole.PREFER_STANDBY));

        assertThatCode(() -> pool.getConnection().close()).doesNotThrowAnyException();

        servers.set("b", State.STANDBY);
        try (Connection first = pool.getConnection();
                Connection second = pool.getConnection()) {
            assertThat(first).isNotSameAs(second);
            assertThat(servers.open()).as("the spare session of a was closed").isEqualTo(2);
        }
        assertThat(servers.connects()).endsWith("b");
    }

    // changes of roles

    @Test
    void aPromotionEndsTheOutage() throws Exception {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.PRIMARY));
        servers.set("a", State.DOWN);
        pool.flush(FlushMode.IDLE);
        FutureTask<Connection> waiting = new FutureTask<>(pool::getConnection);
        Thread waiter = new Thread(waiting);
        waiter.start();
        await("b was tried and is a standby").until(() -> servers.connects().contains("b"));
        assertThat(waiting.isDone()).isFalse();

        servers.set("b", State.PRIMARY);

        try (Connection connection = waiting.get()) {
            write(connection);
        }
        assertThat(servers.written()).containsExactly("b");
        waiter.join();
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 25006, 0",
        "MySQL, HY000, 1290",
        "MySQL, HY000, 1836",
        "MySQL, HY000, 1874",
        "MySQL, 25006, 1792",
        "MariaDB, HY000, 1290",
    })
    void theFirstRefusedWriteRetiresAllConnections(String product, String state, int code)
            throws SQLException {
        servers(State.PRIMARY, State.STANDBY, product, new SQLException("no", state, code));
        open(settings(TargetRole.PRIMARY));
        closeAll(takeAll());

        servers.set("a", State.STANDBY);
        servers.set("b", State.PRIMARY);
        assertThatThrownBy(this::write).isInstanceOf(SQLException.class);
        List<Connection> next = takeAll();
        for (Connection each : next) {
            write(each);
        }
        closeAll(next);

        assertThat(servers.refused()).isOne();
        assertThat(servers.written()).hasSize(4).containsOnly("b");
    }

    /** Each connection that was in use costs one error, and no connection costs two. */
    @Test
    void writesInFlightAreRefusedOnceEach() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.PRIMARY));
        List<Connection> inFlight = takeAll();

        servers.set("a", State.STANDBY);
        servers.set("b", State.PRIMARY);
        for (Connection each : inFlight) {
            assertThatThrownBy(() -> write(each)).isInstanceOf(SQLException.class);
        }
        closeAll(inFlight);
        for (int i = 0; i < 20; i++) {
            write();
        }

        assertThat(servers.refused()).isEqualTo(4);
        assertThat(servers.written()).hasSize(20).containsOnly("b");
    }

    @Test
    void aWriteOnAConnectionMadeReadOnlyCostsNothing() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.PRIMARY).maxSize(1));
        try (Connection connection = pool.getConnection()) {
            connection.setReadOnly(true);
            assertThatThrownBy(() -> write(connection)).isInstanceOf(SQLException.class);
        }

        write();

        assertThat(servers.connects()).containsExactly("a");
    }

    @Test
    void aPoolThatDoesNotWriteTakesARefusalForNothingMore() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.STANDBY).maxSize(1));

        assertThatThrownBy(this::write).isInstanceOf(SQLException.class);
        pool.getConnection().close();

        assertThat(servers.connects()).containsExactly("a", "b");
    }

    @Test
    void aStandbyThatWasPromotedIsLeftAtTheNextValidation() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.STANDBY).maxSize(1).validateAfterIdle(Duration.ZERO));

        servers.set("a", State.STANDBY);
        servers.set("b", State.PRIMARY);
        pool.getConnection().close();

        assertThat(servers.connects()).endsWith("a");
    }

    @Test
    void aValidationSaysWhatTheServerHasBecome() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        RoleCheck check = RoleCheck.of(settings(TargetRole.STANDBY).build());
        Connection connection = servers.connect("jdbc:postgresql://b/orders", new Properties());
        check.validate(connection);

        servers.set("b", State.PRIMARY);

        assertThatThrownBy(() -> check.validate(connection))
                .hasMessage("targetRole is standby and b has become a primary");
        connection.close();
    }

    /** The demotion is found by the validation after an outage, before any write. */
    @Test
    void aDemotedPrimaryIsLeftAfterAnOutage() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.PRIMARY));
        List<Connection> all = takeAll();
        for (Connection each : all.subList(1, 4)) {
            each.close();
        }
        servers.set("a", State.STANDBY);
        servers.set("b", State.PRIMARY);
        // One connection is lost; the others are asked before their next use.
        assertThatThrownBy(
                        () -> {
                            try (Statement statement = all.get(0).createStatement()) {
                                servers.set("a", State.DOWN);
                                statement.executeQuery("SELECT 1");
                            }
                        })
                .isInstanceOf(SQLException.class);
        servers.set("a", State.STANDBY);
        all.get(0).close();

        for (int i = 0; i < 4; i++) {
            write();
        }

        assertThat(servers.refused()).isZero();
        assertThat(servers.written()).containsOnly("b");
    }

    /** A busy connection is never idle, and reads on a primary fail nowhere. */
    @Test
    void aStandbyThatWasPromotedIsLeftInConstantUse() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(settings(TargetRole.STANDBY).maxSize(1));

        servers.set("a", State.STANDBY);
        servers.set("b", State.PRIMARY);

        awaitLeft("a");
    }

    /** Uses the pool all the time, until its last connect was to another server. */
    private void awaitLeft(String other) {
        await("it is left")
                .pollInterval(Duration.ofMillis(10))
                .until(
                        () -> {
                            pool.getConnection().close();
                            List<String> connects = servers.connects();
                            return connects.get(connects.size() - 1).equals(other);
                        });
    }

    // standbys that lag

    private static JdbcPoolConfig.Builder limited(TargetRole role) {
        return settings(role).maxSize(1).maxStandbyLag(Duration.ofSeconds(30));
    }

    @Test
    void aStandbyThatLagsIsPassedOverForOneThatDoesNot() throws SQLException {
        servers(State.STANDBY, State.STANDBY);
        servers.lag("a", "30.001");
        servers.lag("b", "30");
        open(limited(TargetRole.STANDBY));

        assertThat(servers.connects()).containsExactly("a", "b");
        assertThat(servers.open()).isOne();
    }

    @Test
    void aPrimaryServesWhileTheStandbyLags() throws SQLException {
        servers(State.STANDBY, State.PRIMARY);
        servers.lag("a", "31");
        open(limited(TargetRole.PREFER_STANDBY).validateAfterIdle(Duration.ZERO));

        pool.getConnection().close();

        assertThat(servers.connects())
                .as("nothing is wrong with a primary")
                .containsExactly("a", "b");
    }

    @Test
    void aStandbyThatLagsIsNotEvenTheNextBest() throws SQLException {
        servers(State.DOWN, State.STANDBY);
        servers.lag("b", "31");

        assertThatThrownBy(() -> open(limited(TargetRole.PREFER_STANDBY)))
                .hasMessageContaining(
                        "targetRole is prefer-standby and no server has that role: a failed"
                                + " (connection refused), b lags by 31s");
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL", "MySQL", "MariaDB"})
    void aStandbyThatFollowsNoServerLags(String product) throws SQLException {
        servers(State.PRIMARY, State.STANDBY, product, new SQLException("none"));
        servers.lag("b", "null");

        assertThatThrownBy(() -> open(limited(TargetRole.STANDBY)))
                .hasMessageContaining("a is a primary, b does not follow its primary");
    }

    @Test
    void aStandbyThatBeginsToLagIsLeftInConstantUse() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        open(limited(TargetRole.PREFER_STANDBY));
        assertThat(servers.connects()).endsWith("b");

        servers.lag("b", "31");
        awaitLeft("a");

        servers.lag("b", "0");
        pool.flush(FlushMode.GRACEFUL);
        pool.getConnection().close();
        assertThat(servers.connects()).as("its lag is over").endsWith("b");
    }

    /** After quiet hours the last transaction is old, and what has just arrived is not replayed. */
    @Test
    void aStandbyIsAskedOnceMoreBeforeItIsLate() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        servers.lag("b", "3600", "0");

        open(limited(TargetRole.STANDBY));

        assertThat(servers.open()).isOne();
    }

    @Test
    void aValidationSaysByHowMuchAStandbyLags() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        servers.lag("b", "31.5");
        RoleCheck check = RoleCheck.of(limited(TargetRole.STANDBY).build());
        Connection connection = servers.connect("jdbc:postgresql://b/orders", new Properties());

        assertThatThrownBy(() -> check.validate(connection))
                .hasMessage("maxStandbyLag is 30s and b lags by 31500ms");
        connection.close();
    }

    @Test
    void withoutALimitNoStandbyIsAskedForItsLag() throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        servers.lag("b", "31");
        open(settings(TargetRole.STANDBY).maxSize(1).validateAfterIdle(Duration.ZERO));

        pool.getConnection().close();

        assertThat(servers.queries()).containsOnly("SELECT pg_is_in_recovery()");
    }

    @ParameterizedTest
    @EnumSource(names = {"ANY", "PRIMARY"})
    void aLimitForNoStandbyIsRefused(TargetRole role) throws SQLException {
        servers(State.PRIMARY, State.STANDBY);
        assertThatThrownBy(() -> limited(role).build())
                .hasMessageContaining("maxStandbyLag is 30s and targetRole is ")
                .hasMessageContaining("maxStandbyLag is only for standbys");
    }
}
