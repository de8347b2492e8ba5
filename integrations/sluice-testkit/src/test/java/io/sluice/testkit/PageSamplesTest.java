package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.testkit.junit.FaultyDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples of {@code docs/testing.md}, as they stand there. */
class PageSamplesTest {

    static final String URL = "jdbc:h2:mem:samples;DB_CLOSE_DELAY=-1";

    private static final JdbcDataSource h2 = new JdbcDataSource();

    static {
        h2.setURL(URL);
    }

    @BeforeEach
    void createTable() throws SQLException {
        try (Connection connection = h2.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS item");
            statement.execute("CREATE TABLE item (id INT)");
        }
    }

    @Test
    void thePageHasTheseSamples() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "testing.md"));
        String code =
                bare(
                        Files.readString(
                                Path.of("src/test/java/io/sluice/testkit/PageSamplesTest.java")));
        List<String> samples =
                Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                        .matcher(page)
                        .results()
                        .map(found -> bare(found.group(1)))
                        .toList();
        assertThat(samples).hasSize(5).allSatisfy(sample -> assertThat(code).contains(sample));
    }

    private static String bare(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }

    @Test
    @FaultyDatabase(url = URL, killAfterStatements = 3)
    void anOrderSurvivesALostConnection(SluiceDataSource pool) throws SQLException {
        Orders orders = new Orders(pool);
        for (int id = 1; id <= 3; id++) {
            orders.place(id);
        }
        assertThat(orders.count()).isEqualTo(3);
    }

    @Test
    @FaultyDatabase(url = URL)
    void noOrderIsPlacedTwice(SluiceDataSource pool, FaultyDataSource database)
            throws SQLException {
        database.loseNextCommit(CommitOutcome.COMMITTED);
        Orders orders = new Orders(pool);
        orders.place(1);
        assertThat(orders.count()).isEqualTo(1);
    }

    @Test
    @FaultyDatabase(url = URL)
    void unusedConnectionsAreClosed(SluiceDataSource pool, VirtualClock clock) throws SQLException {
        pool.setIdleTimeout(Duration.ofMinutes(10));
        new Orders(pool).place(1);
        clock.advance(Duration.ofMinutes(9));
        assertThat(pool.snapshot().total()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(2));
        PoolChecks.await(pool, counts -> counts.total() == 0);
    }

    @Test
    @FaultyDatabase(url = URL)
    void aReportGivesUpAfterHalfAMinute(
            SluiceDataSource pool, FaultyDataSource database, VirtualClock clock) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement report = connection.createStatement()) {
            report.setQueryTimeout(30);
            database.hangStatements();
            CompletableFuture<Void> end =
                    CompletableFuture.runAsync(
                            () ->
                                    assertThatThrownBy(() -> report.execute("SELECT 1"))
                                            .isInstanceOf(SQLTimeoutException.class));
            database.awaitHanging(1);
            clock.advance(Duration.ofSeconds(30));
            end.join();
        }
    }

    @Test
    void aPoolOfTheApplication() throws SQLException {
        FaultyDataSource database = new FaultyDataSource(h2);
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .dataSource(database)
                        .ticker(database.clock())
                        .maxSize(2)
                        .build();
        try (SluiceDataSource pool = new TrackedDataSource(config)) {
            new Orders(pool).place(1);
            database.killConnections();
            new Orders(pool).place(2);
            PoolChecks.noLeaseIsOpen(pool);
            PoolChecks.booksBalance(pool);
        }
    }
}
