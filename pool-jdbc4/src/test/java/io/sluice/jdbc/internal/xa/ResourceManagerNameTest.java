package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class ResourceManagerNameTest {

    private final AtomicBoolean left = new AtomicBoolean(true);

    private static JdbcPoolConfig leadingTo(String database, String user) {
        return JdbcPoolConfig.builder()
                .name("name-of-a-manager")
                .transactionManager("narayana")
                .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                .dataSourceProperties(
                        Map.of("url", "jdbc:h2:mem:" + database, "user", user, "password", user))
                .build();
    }

    @Test
    void oneThatKeepsConnectionsLeavesItToOneOnTheSameDatabaseOnly() throws SQLException {
        ResourceManagerName first = ResourceManagerName.take(leadingTo("one", "sa"));
        assertThat(ResourceManagerName.isOnTheDatabaseOf(leadingTo("one", "other"))).isTrue();
        assertThat(ResourceManagerName.isOnTheDatabaseOf(leadingTo("other", "sa"))).isFalse();

        first.giveBack(left::get);

        assertThat(ResourceManagerName.isOnTheDatabaseOf(leadingTo("one", "sa")))
                .as("what it keeps is there")
                .isTrue();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> ResourceManagerName.take(leadingTo("other", "sa")))
                .withMessageContaining("had other dataSourceProperties or another xaDataSource");
        ResourceManagerName again = ResourceManagerName.take(leadingTo("one", "changed"));
        first.giveBack(left::get);
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> ResourceManagerName.take(leadingTo("one", "sa")))
                .withMessageContaining("an open pool");
        again.giveBack(() -> false);
        assertThat(ResourceManagerName.isOnTheDatabaseOf(leadingTo("one", "sa"))).isFalse();
    }

    /** Where an object leads to is not known. */
    @Test
    void anObjectIsOnTheDatabaseOfThatObjectOnly() throws SQLException {
        JdbcDataSource one = new JdbcDataSource();
        ResourceManagerName.take(from(one)).giveBack(left::get);

        assertThat(ResourceManagerName.isOnTheDatabaseOf(from(one))).isTrue();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> ResourceManagerName.take(from(new JdbcDataSource())))
                .withMessageContaining("another xaDataSource");
        ResourceManagerName.take(from(one)).giveBack(() -> false);
    }

    private static JdbcPoolConfig from(JdbcDataSource object) {
        return JdbcPoolConfig.builder()
                .name("name-of-an-object")
                .transactionManager("narayana")
                .xaDataSource(object)
                .build();
    }

    @Test
    void whatItKeptMayBeLetGoLater() throws SQLException {
        ResourceManagerName.take(leadingTo("one", "sa")).giveBack(left::get);

        left.set(false);

        ResourceManagerName.take(leadingTo("other", "sa")).giveBack(() -> false);
    }
}
