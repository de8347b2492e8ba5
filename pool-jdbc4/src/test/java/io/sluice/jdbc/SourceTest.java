package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/**
 * Each way to say where connections come from, on a real driver, and what is said when it does not
 * work.
 */
class SourceTest {

    private static final String H2 = "jdbc:h2:mem:source;DB_CLOSE_DELAY=-1";

    private static String productOf(JdbcPoolConfig.Builder settings) throws SQLException {
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()));
                Connection connection = pool.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        }
    }

    private static void refused(JdbcPoolConfig.Builder settings, String message) {
        assertThatThrownBy(
                        () ->
                                SluiceDataSource.create(
                                        settings.name("orders").startup(Startup.LAZY).build()))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessage("Pool orders: " + message);
    }

    @Test
    void aUrlIsEnough() throws SQLException {
        assertThat(productOf(JdbcPoolConfig.builder().url(H2).username("sa").password("")))
                .isEqualTo("H2");
    }

    @Test
    void theLogOfTheStartNamesTheSourceWithoutItsPassword() throws SQLException {
        List<String> told = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("io.sluice.pool");
        logger.setFilter(record -> !told.add(record.getMessage()));
        try {
            String url = "jdbc:h2:mem:named;USER=sa;PASSWORD=";
            productOf(JdbcPoolConfig.builder().name("named").url(url + "secret").maxSize(5));
        } finally {
            logger.setFilter(null);
        }
        assertThat(told)
                .contains(
                        "Pool named opens: url jdbc:h2:mem:named;USER=sa;PASSWORD=***, minSize 0,"
                                + " maxSize 5")
                .anyMatch(text -> text.startsWith("Pool named is closed, after "));
    }

    @Test
    void aDriverCanBeNamed() throws SQLException {
        assertThat(
                        productOf(
                                JdbcPoolConfig.builder()
                                        .url(H2)
                                        .driverClassName("org.h2.Driver")
                                        .username("sa")
                                        .password("")))
                .isEqualTo("H2");
    }

    @Test
    void vendorPropertiesOfAUrlAreThoseOfTheConnection() throws SQLException {
        try (SluiceDataSource pool =
                        watched(
                                SluiceDataSource.create(
                                        JdbcPoolConfig.builder()
                                                .url("jdbc:h2:mem:vendor")
                                                .dataSourceProperty("user", "vera")
                                                .dataSourceProperty("password", "x")
                                                .build()));
                Connection connection = pool.getConnection()) {
            assertThat(connection.getMetaData().getUserName()).isEqualTo("VERA");
        }
    }

    @Test
    void aDataSourceIsMadeByNameWithItsProperties() throws SQLException {
        assertThat(
                        productOf(
                                JdbcPoolConfig.builder()
                                        .dataSourceClassName(JdbcDataSource.class.getName())
                                        .dataSourceProperty("url", H2)
                                        .username("sa")
                                        .password("")))
                .isEqualTo("H2");
    }

    @Test
    void aDataSourceCanBeGiven() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL(H2);
        h2.setUser("sa");
        SluiceDataSource pool = watched(new SluiceDataSource());
        pool.setDataSource(h2);
        try (pool;
                Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
            assertThat(pool.isWrapperFor(JdbcDataSource.class)).isTrue();
            assertThat(pool.unwrap(JdbcDataSource.class)).isSameAs(h2);
            assertThat(pool.unwrap(SluiceDataSource.class)).isSameAs(pool);
        }
    }

    @Test
    void propertiesAreLoadedAndStarted() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("url", H2);
        properties.setProperty("username", "sa");
        try (SluiceDataSource pool = watched(SluiceDataSource.load(properties))) {
            assertThat(pool.snapshot().total()).isEqualTo(1);
        }
    }

    @Test
    void aUrlThatNoDriverAcceptsIsRefusedAtOnce() {
        refused(
                JdbcPoolConfig.builder().url("jdbc:nosuch://h/db?password=hidden"),
                "url is \"jdbc:nosuch://h/db?password=***\" and no registered driver accepts"
                        + " it; add the driver's jar to the class path, correct the URL, or"
                        + " set driverClassName");
    }

    @Test
    void aDriverThatIsNotThereIsRefusedAtOnce() {
        refused(
                JdbcPoolConfig.builder().url(H2).driverClassName("com.example.Driver"),
                "driverClassName is \"com.example.Driver\"; expected a java.sql.Driver on the class path:"
                        + " add its jar, or correct the name (java.lang.ClassNotFoundException:"
                        + " com.example.Driver)");
        refused(
                JdbcPoolConfig.builder().url(H2).driverClassName("java.lang.String"),
                "driverClassName is \"java.lang.String\"; expected a java.sql.Driver on the class path: add"
                        + " its jar, or correct the name (java.lang.ClassNotFoundException:"
                        + " java.lang.String was found but does not implement java.sql.Driver)");
    }

    @Test
    void aDriverThatDoesNotAcceptTheUrlIsRefusedAtOnce() {
        refused(
                JdbcPoolConfig.builder()
                        .url("jdbc:postgresql://h/db")
                        .driverClassName("org.h2.Driver"),
                "driverClassName is \"org.h2.Driver\" and url is \"jdbc:postgresql://h/db\";"
                        + " the driver does not accept this URL: correct one of them");
    }

    @Test
    void aDataSourceThatIsNotThereIsRefusedAtOnce() {
        refused(
                JdbcPoolConfig.builder().dataSourceClassName("com.example.Source"),
                "dataSourceClassName is \"com.example.Source\"; expected a javax.sql.DataSource on the"
                        + " class path: add its jar, or correct the name"
                        + " (java.lang.ClassNotFoundException: com.example.Source)");
    }

    @Test
    void anUnknownPropertyOfADataSourceIsRefusedAtOnce() {
        refused(
                JdbcPoolConfig.builder()
                        .dataSourceClassName(JdbcDataSource.class.getName())
                        .dataSourceProperty("descripton", "x"),
                "dataSource.descripton is not a property of org.h2.jdbcx.JdbcDataSource; did you mean"
                        + " dataSource.description: correct the name or remove it");
    }

    @Test
    void aMessageOfADriverIsShownWithoutThePasswordOfItsUrl() {
        assertThatThrownBy(
                        () ->
                                SluiceDataSource.create(
                                        JdbcPoolConfig.builder()
                                                .url("jdbc:h2:tcp://app:hidden@host/db;odd")
                                                .build()))
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("jdbc:h2:tcp://app:***@host/db")
                .satisfies(
                        e -> {
                            assertThat(traceOf(e)).doesNotContain("hidden");
                            assertThat(((SQLException) e).getSQLState())
                                    .as("the driver's")
                                    .isEqualTo("90046");
                        });
    }

    @Test
    void anyFailureWhileAConnectionIsMadeIsShownWithoutPasswords() {
        SQLException telling = new SQLException("cannot use jdbc:x://app:hidden@host/db", "08001");
        RecordingDatabase database = new RecordingDatabase();
        database.onThrow("execute", telling);
        database.onThrow("close", new SQLException("still at jdbc:x://app:hidden@host/db"));
        showsNoPassword(JdbcPoolConfig.builder().dataSource(database).initSql("SET x = y"));
        showsNoPassword(
                JdbcPoolConfig.builder()
                        .dataSource(database)
                        .connectionCustomizer(
                                connection -> {
                                    throw telling;
                                }));
        showsNoPassword(
                JdbcPoolConfig.builder()
                        .dataSource(database)
                        .connectionCustomizer(
                                connection -> {
                                    throw new IllegalStateException(telling.getMessage(), telling);
                                }));
        showsNoPassword(
                JdbcPoolConfig.builder()
                        .dataSource(database)
                        .credentialsProvider(
                                () -> {
                                    throw telling;
                                }));
    }

    private static void showsNoPassword(JdbcPoolConfig.Builder settings) {
        assertThatThrownBy(() -> SluiceDataSource.create(settings.build()))
                .satisfies(
                        e ->
                                assertThat(traceOf(e))
                                        .contains("jdbc:x://app:***@host/db")
                                        .doesNotContain("hidden"));
    }

    private static String traceOf(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    @Test
    void theRestOfTheInterfaceDoesWhatItsContractSays() throws Exception {
        SluiceDataSource pool = watched(new SluiceDataSource());
        pool.setName("orders");
        assertThat(pool.getLoginTimeout()).isEqualTo(30);
        pool.setLoginTimeout(5);
        assertThat(pool.getLoginTimeout()).isEqualTo(5);
        pool.setLoginTimeout(0);
        assertThat(pool.getLoginTimeout()).isEqualTo(30);
        assertThat(pool.getLogWriter()).isNull();
        assertThatThrownBy(pool::getParentLogger)
                .isInstanceOf(java.sql.SQLFeatureNotSupportedException.class);
        assertThatThrownBy(pool::createConnectionBuilder)
                .isInstanceOf(java.sql.SQLFeatureNotSupportedException.class)
                .hasMessageStartingWith("a SluiceDataSource has no connection builder, since");
        assertThat(pool.unwrap(SluicePool.class)).isSameAs(pool);
        assertThat(pool.isWrapperFor(String.class)).isFalse();
        assertThatThrownBy(() -> pool.unwrap(String.class))
                .hasMessage(
                        "a SluiceDataSource does not wrap java.lang.String; call isWrapperFor"
                                + " first, or unwrap a connection");
        assertThat(pool).hasToString("SluiceDataSource[orders, not started]");
        pool.setUrl(H2);
        pool.setUsername("sa");
        pool.start();
        assertThatThrownBy(() -> pool.setLoginTimeout(5))
                .isInstanceOf(java.sql.SQLFeatureNotSupportedException.class)
                .hasMessageStartingWith(
                        "acquireTimeout cannot be changed: pool orders has started;");
        pool.close();
        assertThat(pool).hasToString("SluiceDataSource[orders, closed]");
    }
}
