package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.lifecycle.AutoCloseableManager;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import io.micronaut.context.ApplicationContext;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** Containers that open a pool with the application and close it with that. */
class ContainersTest {

    private static final String URL =
            Databases.create() + "?user=" + Databases.USER + "&password=" + Databases.PASSWORD;

    @Test
    void micronaut() throws SQLException {
        SluicePool pool;
        try (ApplicationContext context =
                ApplicationContext.run(Map.of("orders.url", URL, "orders.max-size", "3"))) {
            DataSource injected = context.getBean(DataSource.class);
            pool = injected.unwrap(SluicePool.class);
            try (Connection connection = injected.getConnection()) {
                assertThat(connection.isValid(5)).isTrue();
            }
            assertThat(pool.configuration().maxSize()).isEqualTo(3);
        }
        assertThatThrownBy(pool::getConnection).hasMessageContaining("is closed");
    }

    @Test
    void dropwizard() throws Exception {
        LifecycleEnvironment environment = new LifecycleEnvironment(new MetricRegistry());
        SluiceDataSource pool = SluiceDataSource.create(JdbcPoolConfig.builder().url(URL).build());
        closeWith(environment, pool);

        Server server = new Server();
        environment.attach(server);
        server.start();
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        }
        server.stop();
        assertThatThrownBy(pool::getConnection).hasMessageContaining("is closed");
    }

    private static void closeWith(LifecycleEnvironment lifecycle, SluiceDataSource pool) {
        lifecycle.manage(new AutoCloseableManager(pool));
    }
}
