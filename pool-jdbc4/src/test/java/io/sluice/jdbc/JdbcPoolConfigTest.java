package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdbcPoolConfigTest {

    private static JdbcPoolConfig.Builder url() {
        return JdbcPoolConfig.builder().url("jdbc:h2:mem:orders");
    }

    private static void refused(JdbcPoolConfig.Builder builder, String message) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void anOptionThatIsNotSetHasItsDefault() {
        JdbcPoolConfig config = url().build();
        assertThat(config.maxSize()).isEqualTo(10);
        assertThat(config.minSize()).isZero();
        assertThat(config.maxWaiting()).isEqualTo(Integer.MAX_VALUE);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.leakThreshold()).isEqualTo(Duration.ZERO);
        assertThat(config.startup()).isEqualTo(Startup.FAIL);
        assertThat(config.registerMbean()).isFalse();
        assertThat(config.autoCommit()).isNull();
        assertThat(config.dataSourceProperties()).isEmpty();
    }

    @Test
    void aPoolWithoutANameGetsOneOfItsOwn() {
        assertThat(url().build().name()).matches("sluice-[0-9]+");
        assertThat(url().build().name()).isNotEqualTo(url().build().name());
        assertThat(url().name("orders").build().name()).isEqualTo("orders");
    }

    @Test
    void theBuilderCanGoOnWithoutTouchingWhatItBuilt() {
        JdbcPoolConfig.Builder builder = url().maxSize(5);
        JdbcPoolConfig five = builder.build();
        JdbcPoolConfig six = five.toBuilder().maxSize(6).build();
        builder.maxSize(7);
        assertThat(five.maxSize()).isEqualTo(5);
        assertThat(six.maxSize()).isEqualTo(6);
        assertThat(six.url()).isEqualTo("jdbc:h2:mem:orders");
    }

    @Test
    void aValueOutOfRangeIsRefusedWhereItIsSet() {
        assertThatThrownBy(() -> JdbcPoolConfig.builder().maxSize(0))
                .hasMessage(
                        "maxSize is 0; expected a number from 1 to 1000000; write for example maxSize=10");
        assertThatThrownBy(() -> JdbcPoolConfig.builder().acquireTimeout(Duration.ofSeconds(-1)))
                .hasMessageStartingWith("acquireTimeout is PT-1S; expected a time from 0 ");
        assertThatThrownBy(() -> JdbcPoolConfig.builder().connectTimeout(Duration.ZERO))
                .hasMessageStartingWith("connectTimeout is 0; expected a time above 0 ");
        assertThatThrownBy(() -> JdbcPoolConfig.builder().name(" "))
                .hasMessage("name is \" \"; expected some text; write for example name=orders");
    }

    @Test
    void oneSourceMustBeSet() {
        refused(
                JdbcPoolConfig.builder(),
                "no connection source is configured; set url, dataSourceClassName,"
                        + " xaDataSourceClassName, dataSource or xaDataSource, for example"
                        + " url=jdbc:postgresql://localhost/orders");
        refused(
                url().dataSourceClassName("org.h2.jdbcx.JdbcDataSource"),
                "url and dataSourceClassName are all set; a pool has one connection source:"
                        + " remove the others");
        refused(
                JdbcPoolConfig.builder()
                        .dataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                        .driverClassName("org.h2.Driver"),
                "driverClassName is \"org.h2.Driver\" and url is not set; remove"
                        + " driverClassName, or set url instead of dataSourceClassName");
        refused(
                JdbcPoolConfig.builder()
                        .dataSource(new RecordingDatabase())
                        .dataSourceProperty("user", "x"),
                "dataSource is an object and dataSource.user is also set; set the properties"
                        + " on the object, or set dataSourceClassName");
    }

    @Test
    void sizesAndTimesMustFitTogether() {
        refused(
                url().minSize(20),
                "minSize is 20 and maxSize is 10 by default; minSize must be at most maxSize:"
                        + " lower minSize or raise maxSize");
        refused(
                url().keepaliveInterval(Duration.ofMinutes(30)),
                "keepaliveInterval is 30m and maxLifetime is 30m; keepaliveInterval must be"
                        + " less than maxLifetime: lower keepaliveInterval, raise"
                        + " maxLifetime, or turn one of them off");
        assertThat(url().maxLifetime(Duration.ofMinutes(1)).build().keepaliveInterval())
                .as("a default that never comes to it is no error")
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(
                        url().keepaliveInterval(Duration.ofHours(1))
                                .maxLifetime(Duration.ZERO)
                                .build()
                                .maxLifetime())
                .isZero();
    }

    @Test
    void credentialsComeFromOnePlace() {
        CredentialsProvider provider = () -> new Credentials("app", "x");
        refused(
                url().credentialsProvider(provider).username("app"),
                "credentialsProvider and username are both set; remove one of them");
        refused(
                JdbcPoolConfig.builder().dataSource(new RecordingDatabase()).password("secret"),
                "password is set and username is not; set both, or neither if the data source"
                        + " has its own");
        assertThat(url().password("secret").build().password()).isEqualTo("secret");
    }

    @Test
    void itsTextShowsWhatWasSetAndNoSecret() {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .name("orders")
                        .url("jdbc:postgresql://localhost/orders?user=app&password=hidden1")
                        .username("app")
                        .password("hidden2")
                        .maxSize(20)
                        .idleTimeout(Duration.ZERO)
                        .isolation(Isolation.SERIALIZABLE)
                        .dataSourceProperties(Map.of("sslpassword", "hidden3"))
                        .build();
        assertThat(config.toString())
                .isEqualTo(
                        "JdbcPoolConfig[name=orders,"
                                + " url=jdbc:postgresql://localhost/orders?user=app&password=***,"
                                + " dataSource.*=[sslpassword], username=app, password=(not shown),"
                                + " maxSize=20, idleTimeout=off, isolation=SERIALIZABLE]");
        assertThat(new Credentials("app", "hidden").toString())
                .isEqualTo("Credentials[username=app, password=set]");
    }
}
