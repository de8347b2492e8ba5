package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PoolChecksTest {

    private static JdbcPoolConfig config() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:checks");
        return JdbcPoolConfig.builder().name("checks").dataSource(h2).build();
    }

    @Test
    void aForgottenLeaseIsNamedWithThreadAndPlace() throws SQLException {
        try (TrackedDataSource pool = new TrackedDataSource(config())) {
            forget(pool);
            assertThatThrownBy(() -> PoolChecks.noLeaseIsOpen(pool))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("checks: 1 connection was not closed")
                    .hasMessageContaining("by thread " + Thread.currentThread().getName())
                    .hasMessageMatching("(?s).*thread [^\n]*\n *at \\S*PoolChecksTest.forget.*");
            assertThat(pool.openLeases()).hasSize(1);
            pool.close(Duration.ZERO);
        }
    }

    private static void forget(SluiceDataSource pool) throws SQLException {
        assertThat(pool.getConnection().isClosed()).isFalse();
    }

    @Test
    void anAsynchronousLeaseIsNamedToo() throws SQLException {
        try (TrackedDataSource pool = new TrackedDataSource(config())) {
            Connection connection = pool.acquireAsync(Duration.ofSeconds(30)).join();
            PoolChecks.await(pool, counts -> pool.openLeases().size() == 1);
            assertThat(pool.openLeases().get(0).stack())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("anAsynchronousLeaseIsNamedToo");
            connection.close();
            assertThat(pool.openLeases()).isEmpty();
        }
    }

    @Test
    void ofAnotherPoolTheThreadIsNamed() throws SQLException {
        try (SluiceDataSource pool = new SluiceDataSource(config())) {
            Connection forgotten = pool.getConnection();
            assertThatThrownBy(() -> PoolChecks.noLeaseIsOpen(pool))
                    .hasMessageContaining("checks: 1 connection was not closed")
                    .hasMessageContaining("thread " + Thread.currentThread().getName());
            forgotten.close();
        }
    }

    @Test
    void aPoolThatIsWellPassesAllChecks() throws SQLException {
        TrackedDataSource pool = new TrackedDataSource(config());
        assertThatCode(() -> PoolChecks.noLeaseIsOpen(pool)).doesNotThrowAnyException();
        try (pool) {
            pool.getConnection().close();
            PoolChecks.noLeaseIsOpen(pool);
            PoolChecks.booksBalance(pool);
        }
        PoolChecks.nothingIsLeft(pool);
    }
}
