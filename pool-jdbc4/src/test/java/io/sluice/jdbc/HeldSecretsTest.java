package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.jdbc.internal.config.TestSecret;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolObserver;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the heap has of a password behind everything that an application can get of a pool: data
 * sources, handles, exceptions, reports, what the MBean returns. A password is in the options and
 * in what is passed to the driver, and nowhere else.
 */
@Timeout(300)
@Tag("once")
class HeldSecretsTest {

    /** The fields that may lead to a password; each has to. */
    private static final Set<String> HOLDERS =
            Set.of(
                    // What was set, until and after the pool is opened.
                    "io.sluice.jdbc.internal.config.Setting.value",
                    // What every connect passes to the driver.
                    "io.sluice.jdbc.internal.connect.DriverSource.url",
                    "io.sluice.jdbc.internal.connect.DriverSource.hosts",
                    "io.sluice.jdbc.internal.connect.DriverSource.properties");

    /** Read from the heap dump. */
    @SuppressWarnings("unused")
    private static Object[] shown = new Object[0];

    /** Read from the heap dump. */
    @SuppressWarnings("unused")
    private static Object[] leaks = new Object[0];

    private final List<Object> objects = new ArrayList<>();
    private final List<SluiceDataSource> pools = new ArrayList<>();
    private final TellingDriver driver = new TellingDriver();
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    /** A logger without a strong reference loses its level. */
    private final Logger logger = Logger.getLogger("io.sluice");

    @TempDir Path folder;

    @BeforeEach
    void register() throws SQLException {
        DriverManager.registerDriver(driver);
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void clear() throws SQLException {
        pools.forEach(SluiceDataSource::close);
        shown = new Object[0];
        leaks = new Object[0];
        logger.setLevel(null);
        DriverManager.deregisterDriver(driver);
    }

    private void showBean(String pool) throws Exception {
        ObjectName name = new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(pool));
        objects.add(beans.getMBeanInfo(name));
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
            Object value = beans.getAttribute(name, attribute.getName());
            if (value != null) {
                objects.add(value);
            }
        }
    }

    private void use(SluiceDataSource pool) throws Exception {
        pools.add(watched(pool));
        pool.observe(new PoolObserver() {});
        pool.start();
        objects.add(pool);
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
            connection.setReadOnly(true);
            objects.addAll(List.of(connection, statement, connection.getMetaData()));
            objects.add(catchThrowable(pool::getConnection)); // none is left
            objects.add(catchThrowable(() -> pool.getConnection("app", "another")));
            objects.addAll(List.of(pool.leases(), pool.snapshot(), pool.sizing()));
            objects.add(pool.configuration());
            showBean(pool.snapshot().name());
        }
        objects.add(pool.flush(FlushMode.IMMEDIATE));
    }

    private void refuse(SluiceDataSource pool, String state) throws Exception {
        driver.refuse(state);
        objects.add(pool.flush(FlushMode.IMMEDIATE));
        objects.add(catchThrowable(pool::getConnection));
        showBean(pool.snapshot().name());
    }

    private static Properties properties(TestSecret secret) {
        Properties properties = new Properties();
        properties.setProperty("name", "loaded");
        properties.setProperty("url", "jdbc:telling://db/orders");
        properties.setProperty("password", secret.text());
        properties.setProperty("dataSource.apiKey", secret.text());
        properties.setProperty("maxSize", "1");
        properties.setProperty("acquireTimeout", "50");
        properties.setProperty("registerMbean", "true");
        return properties;
    }

    @Test
    void aPasswordIsInTheOptionsAndInWhatTheDriverGetsAndNowhereElse() throws Exception {
        for (TestSecret secret : TestSecret.values()) {
            JdbcPoolConfig.Builder builder =
                    TellingDriver.config("of " + secret, secret)
                            .acquireTimeout(Duration.ofMillis(50));
            objects.add(builder);
            use(new SluiceDataSource(builder.build()));
        }
        use(SluiceDataSource.load(properties(TestSecret.PLAIN)));
        for (SluiceDataSource pool : pools) {
            refuse(pool, pools.indexOf(pool) % 2 == 0 ? "08001" : "28000");
        }
        String secret = TestSecret.PLAIN.text();
        Supplier<Integer> lambda = secret::length;
        Leak leak = new Leak(secret.toCharArray(), Map.of("x", List.of(secret)), lambda);
        shown = objects.toArray();
        leaks = new Object[] {leak, new SQLException(TestSecret.HAN.text())};

        HeapDump dump = HeapDump.take(folder.resolve("heap.hprof"));

        assertThat(dump.fieldsWith(getClass(), "leaks", TestSecret::isIn))
                .as("each way to hold a password is noticed")
                .containsExactlyInAnyOrder(
                        Leak.class.getName() + ".characters",
                        Leak.class.getName() + ".map",
                        getClass().getName() + "'s lambda.arg$1",
                        "an object of java.sql.SQLException");
        assertThat(dump.fieldsWith(getClass(), "shown", TestSecret::isIn)).isEqualTo(HOLDERS);
    }

    /** Holds a password. */
    private record Leak(
            char[] characters, Map<String, List<String>> map, Supplier<Integer> lambda) {}
}
