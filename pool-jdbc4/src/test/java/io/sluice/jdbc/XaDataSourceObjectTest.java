package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A pool takes XA connections from an object as well as from a class. */
class XaDataSourceObjectTest {

    private static JdbcDataSource vendor() {
        JdbcDataSource vendor = new JdbcDataSource();
        vendor.setUrl("jdbc:h2:mem:object");
        return vendor;
    }

    private static JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder().name("object").xaDataSource(vendor());
    }

    private static void refused(JdbcPoolConfig.Builder settings, String... parts) {
        assertThatThrownBy(settings::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void aBeanTakesConnectionsFromIt() throws SQLException {
        JdbcDataSource vendor = vendor();
        try (SluiceDataSource pool = new SluiceDataSource()) {
            pool.setXaDataSource(vendor);
            pool.setTransactions(Transactions.OFF);
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:object");
            }
            assertThat(pool.configuration().xaDataSource()).isSameAs(vendor);
            assertThat(pool.isWrapperFor(XADataSource.class)).isTrue();
            assertThat(pool.unwrap(XADataSource.class)).isSameAs(vendor);
        }
    }

    @Test
    void itsUserMayBeTheOneOfThePool() throws SQLException {
        try (SluiceDataSource pool =
                SluiceDataSource.create(
                        settings()
                                .transactions(Transactions.OFF)
                                .username("kim")
                                .password("secret")
                                .build())) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getMetaData().getUserName()).isEqualTo("KIM");
            }
        }
    }

    @Test
    void recoveryOpensSessionsOfIt() throws Exception {
        JdbcPoolConfig config = settings().transactionManager("narayana").build();
        SluiceDataSource pool = new SluiceDataSource();
        pool.setName(config.name());
        pool.setXaDataSource(config.xaDataSource());
        pool.setTransactionManager("narayana");
        try (var session = pool.recoverySource().open()) {
            assertThat(session.resource()).isNotNull();
        }
    }

    @Test
    void itWantsAManagerAsAClassDoes() {
        refused(settings(), "xaDataSource is set and no transaction manager is");
    }

    @Test
    void itIsOneOfTheSources() {
        refused(
                settings().url("jdbc:h2:mem:x"),
                "url and xaDataSource are all set; a pool has one connection source");
    }

    @Test
    void itComesWithItsProperties() {
        refused(
                settings().dataSourceProperties(Map.of("user", "kim")),
                "xaDataSource is an object and dataSource.user is also set",
                "or set xaDataSourceClassName");
    }

    @Test
    void itsConnectionsAreNoLastResource() {
        refused(
                settings().transactionManager("narayana").lastResource(true),
                "lastResource is true and xaDataSource is set");
    }
}
