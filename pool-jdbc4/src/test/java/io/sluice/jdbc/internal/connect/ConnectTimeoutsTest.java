package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.CommonDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectTimeoutsTest {

    private static Properties added(String url, String... own) {
        Properties properties = new Properties();
        for (String name : own) {
            properties.setProperty(name, "own");
        }
        ConnectTimeouts.addTo(properties, url, Duration.ofMillis(1500));
        return properties;
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/db, connectTimeout, 2",
        "jdbc:postgresql://h/db, loginTimeout, 2",
        "jdbc:postgresql://h/db, socketTimeout, 2",
        "jdbc:mysql://h/db, connectTimeout, 1500",
        "jdbc:mysql://h/db, socketTimeout, 1500",
        "jdbc:mariadb://h/db, connectTimeout, 1500",
        "jdbc:sqlserver://h;databaseName=db, loginTimeout, 2",
        "jdbc:db2://h/db, loginTimeout, 2",
        "jdbc:oracle:thin:@h/db, oracle.net.CONNECT_TIMEOUT, 1500"
    })
    void aDriverIsToldInItsOwnUnit(String url, String name, String value) {
        assertThat(added(url).getProperty(name)).isEqualTo(value);
    }

    @Test
    void aLimitInTheUrlOfADataSourceStays() {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .dataSourceClassName("org.postgresql.ds.PGSimpleDataSource")
                        .dataSourceProperty("url", "jdbc:postgresql://h/db?socketTimeout=9")
                        .build();
        assertThat(ConnectTimeouts.limitsReads(config)).isFalse();
    }

    @Test
    void readsOfADriverThatMayGoToAnotherServerAreNotLimited() {
        assertThat(added("jdbc:mysql://h,i/db")).doesNotContainKey("socketTimeout");
        assertThat(added("jdbc:mysql:loadbalance://h/db")).doesNotContainKey("socketTimeout");
        JdbcPoolConfig config = JdbcPoolConfig.builder().url("jdbc:mysql://h,i/db").build();
        assertThat(ConnectTimeouts.limitsReads(config)).isFalse();
    }

    @Test
    void whatTheUserHasSetStays() {
        assertThat(added("jdbc:mysql://h/db", "connectTimeout").getProperty("connectTimeout"))
                .isEqualTo("own");
        assertThat(added("jdbc:mysql://h/db", "SocketTimeout")).doesNotContainKey("socketTimeout");
        assertThat(added("jdbc:mysql://h/db?connectTimeout=9&socketTimeout=9")).isEmpty();
        assertThat(added("jdbc:sqlserver://h;LoginTimeout=9")).isEmpty();
    }

    /** More milliseconds than an int has would be negative, and end each connect. */
    @Test
    void aLimitOfWeeksIsNotTooLongForTheDriver() {
        Properties properties = new Properties();
        ConnectTimeouts.addTo(properties, "jdbc:postgresql://h/db", Duration.ofDays(30));
        assertThat(properties.getProperty("socketTimeout")).isEqualTo("2147483");
    }

    /** Its driver would prefer the limit of the pool. */
    @Test
    void aServiceOfPostgresMayHaveALimit() {
        assertThat(added("jdbc:postgresql:///?service=s")).doesNotContainKey("socketTimeout");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/db, true",
        "jdbc:postgresql:///?service=s, false",
        "jdbc:mysql://h/db, true",
        "jdbc:mysql://h/db?socketTimeout=9, false",
        "jdbc:mysql:replication://h/db, false",
        "jdbc:mariadb://h/db, false",
    })
    void aLimitOfReadsOfTheUserStays(String url, boolean limited) {
        JdbcPoolConfig.Builder builder = JdbcPoolConfig.builder().url(url);
        assertThat(ConnectTimeouts.limitsReads(builder.build())).isEqualTo(limited);
        JdbcPoolConfig own = builder.dataSourceProperty("socketTimeout", "9").build();
        assertThat(ConnectTimeouts.limitsReads(own)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "org.postgresql.ds.PGSimpleDataSource, user, true",
        "org.postgresql.ds.PGSimpleDataSource, SocketTimeout, false",
        "org.postgresql.xa.PGXADataSource, loginTimeout, false",
        "com.mysql.cj.jdbc.MysqlDataSource, user, false",
        "org.h2.jdbcx.JdbcDataSource, user, false",
    })
    void aLimitOfADataSourceStays(String className, String own, boolean limited) {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .dataSourceClassName(className)
                        .dataSourceProperty(own, "9")
                        .build();
        assertThat(ConnectTimeouts.limitsReads(config)).isEqualTo(limited);
    }

    @Test
    void aDriverOfWhichNothingIsKnownIsLeftAlone() {
        assertThat(added("jdbc:h2:mem:db")).isEmpty();
    }

    @Test
    void aDataSourceThatHasNoLimitIsLeftWithoutHoweverItSaysSo() {
        List<String> asked = new ArrayList<>();
        for (Throwable refusal :
                List.of(
                        new SQLFeatureNotSupportedException("no limit"),
                        new SQLException("no limit"),
                        new UnsupportedOperationException("no limit"),
                        new AbstractMethodError("setLoginTimeout"))) {
            InvocationHandler refusing =
                    (proxy, method, arguments) -> {
                        asked.add(method.getName() + " " + arguments[0]);
                        throw refusal;
                    };
            Object dataSource =
                    Proxy.newProxyInstance(
                            ConnectTimeoutsTest.class.getClassLoader(),
                            new Class<?>[] {CommonDataSource.class},
                            refusing);

            ConnectTimeouts.setOn((CommonDataSource) dataSource, Map.of(), Duration.ofSeconds(2));
        }
        assertThat(asked).hasSize(4).containsOnly("setLoginTimeout 2");
    }
}
