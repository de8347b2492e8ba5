package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import java.sql.Connection;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** What Spring makes of a data source: proxies of its class, and others with another user. */
class ProxiesTest {

    private final SluiceDataSource pool = new SluiceDataSource();

    ProxiesTest() {
        pool.setUrl("jdbc:h2:mem:proxies");
        pool.setUsername("sa");
        pool.setPassword("of sa");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private SluiceDataSource proxy() {
        ProxyFactory factory = new ProxyFactory(pool);
        factory.setProxyTargetClass(true);
        return (SluiceDataSource) factory.getProxy();
    }

    @Test
    void aProxyOfTheClassPassesCallsOn() throws Exception {
        SluiceDataSource proxy = proxy();
        assertThat(AopUtils.isCglibProxy(proxy)).isTrue();

        proxy.setMaxSize(3);
        try (Connection connection = proxy.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(pool.snapshot().accessible()).isEqualTo(1);
        }

        assertThat(pool.getMaxSize()).isEqualTo(3);
        SluicePool unwrapped = DataSourceUnwrapper.unwrap((DataSource) proxy, SluicePool.class);
        assertThat(unwrapped.snapshot().counters().acquired()).isEqualTo(1);
        assertThat(proxy.unwrap(SluicePool.class)).hasToString(pool.toString());
        assertThat(proxy).hasToString(pool.toString());
    }

    @Test
    void anotherDataSourceCanBeDerived() {
        SluiceDataSource derived =
                (SluiceDataSource)
                        DataSourceBuilder.derivedFrom(pool)
                                .username("other")
                                .password("of other")
                                .build();

        assertThat(derived).isNotSameAs(pool);
        assertThat(derived.getUrl()).isEqualTo(pool.getUrl());
        assertThat(derived.getUsername()).isEqualTo("other");
        assertThat(derived.getPassword()).isEqualTo("of other");
        assertThat(derived.getDriverClassName()).isEqualTo("org.h2.Driver");
        derived.close();
    }

    @Test
    void anotherDataSourceCanBeDerivedFromAProxy() {
        SimpleDriverDataSource derived =
                DataSourceBuilder.derivedFrom(proxy())
                        .type(SimpleDriverDataSource.class)
                        .username("migration")
                        .build();

        assertThat(derived.getUrl()).isEqualTo(pool.getUrl());
        assertThat(derived.getUsername()).isEqualTo("migration");
        assertThat(derived.getPassword()).isEqualTo("of sa");
    }
}
