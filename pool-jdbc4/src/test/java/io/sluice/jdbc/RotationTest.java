package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A password changes while the pool runs. */
@Timeout(60)
class RotationTest {

    private final RecordingDatabase database = new RecordingDatabase();
    private final SluiceDataSource pool = new SluiceDataSource();
    private final AtomicInteger asked = new AtomicInteger();

    /** What the database accepts, and what the provider says next; its last word stays. */
    private volatile String accepted = "first";

    private volatile List<String> words = List.of("first");

    /** What the provider said last; only one connect is under way at a time. */
    private volatile String said;

    private volatile SQLException refusal =
            new SQLException("password authentication failed", "28P01");

    @BeforeEach
    void configure() {
        pool.setName("orders");
        pool.setDataSource(database);
        pool.setMaxSize(2);
        pool.setMaxCreating(1);
        pool.setCredentialsProvider(
                () -> {
                    int times = asked.getAndIncrement();
                    List<String> present = words;
                    said = present.get(Math.min(times, present.size() - 1));
                    return new Credentials("app", said);
                });
        database.on(
                "connect",
                () -> {
                    if (!accepted.equals(said)) {
                        throw refusal;
                    }
                });
    }

    @AfterEach
    void close() {
        pool.close(Duration.ZERO);
    }

    /** The words of the provider from its next answer on. */
    private void say(String... next) {
        asked.set(0);
        words = List.of(next);
    }

    private List<String> connects() {
        return database.takeCalls().stream().filter(call -> call.startsWith("connect")).toList();
    }

    @Test
    void aRefusedPasswordIsAskedForOnceMoreAndTheNewOneIsTriedAtOnce() throws SQLException {
        accepted = "second";
        say("first", "second");
        pool.getConnection().close();
        assertThat(connects()).containsExactly("connect(app, first)", "connect(app, second)");
    }

    @Test
    void theCodesOfOtherVendorsCountAsWell() throws SQLException {
        refusal = new SQLException("ORA-01017: invalid username/password", "72000", 1017);
        accepted = "second";
        say("first", "second");
        pool.getConnection().close();
        assertThat(connects()).containsExactly("connect(app, first)", "connect(app, second)");
    }

    @Test
    void aPasswordThatWasRefusedIsNotTriedAgainAtOnce() {
        accepted = "second";
        say("first", "first");
        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
        assertThat(connects()).containsExactly("connect(app, first)");
        assertThat(asked).hasValue(2);
    }

    @Test
    void twoAreTriedAtTheMost() {
        accepted = "third";
        say("first", "second", "third");
        assertThatThrownBy(pool::getConnection)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
        assertThat(connects()).containsExactly("connect(app, first)", "connect(app, second)");
    }

    @Test
    void anotherFailureDoesNotAskTheProviderAgain() {
        refusal = new SQLException("connection refused", "08001");
        accepted = "second";
        say("first", "second");
        assertThatThrownBy(pool::getConnection)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08001");
        assertThat(asked).hasValue(1);
    }

    @Test
    void aProviderThatFailsTheSecondTimeLeavesTheWordOfTheDatabase() {
        pool.setCredentialsProvider(
                () -> {
                    if (asked.getAndIncrement() > 0) {
                        throw new SQLException("vault is sealed", "HY000");
                    }
                    said = "wrong";
                    return new Credentials("app", said);
                });
        assertThatThrownBy(pool::getConnection)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");
    }

    @Test
    void aConnectionInUseWorksOnAndTheNextComesOnceThePasswordIsRight() throws Exception {
        Connection early = pool.getConnection();
        accepted = "second"; // the database usually changes it first
        CountDownLatch refused = new CountDownLatch(2);
        database.on(
                "connect",
                () -> {
                    if (!accepted.equals(said)) {
                        refused.countDown();
                        throw refusal;
                    }
                });
        List<Connection> late = new ArrayList<>();
        Thread waiter =
                new Thread(
                        () -> {
                            try {
                                late.add(pool.getConnection());
                            } catch (SQLException e) {
                                throw new AssertionError(e);
                            }
                        });
        waiter.start();
        refused.await(); // and retried without a new caller

        early.createStatement().execute("SELECT 1");
        say("second");
        waiter.join();

        assertThat(late).hasSize(1);
        assertThat(pool.snapshot().total()).isEqualTo(2);
        early.close();
        late.get(0).close();
    }

    @Test
    void aPoolWithoutConnectionsFailsAtOnceAndRecoversWithItsNextCaller() throws Exception {
        pool.setStartup(Startup.LAZY);
        accepted = "second";
        assertThatThrownBy(pool::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("the failure is permanent")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28P01");

        say("second");
        await("the end of the refusals that follow the last attempt")
                .ignoreExceptionsMatching(e -> e.getMessage().contains("the failure is permanent"))
                .untilAsserted(() -> pool.getConnection().close());
    }
}
