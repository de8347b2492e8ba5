package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.quartz.SluicePoolingConnectionProvider;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quartz.JobBuilder;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.DBConnectionManager;

/** A scheduler of Quartz whose job store is on connections of a pool. */
class QuartzTest {

    private static final String DATA_SOURCE = "org.quartz.dataSource.jobs.";

    private final String url = Databases.create();

    private Properties settings() throws Exception {
        String sample =
                Page.samples("properties").stream()
                        .filter(
                                text ->
                                        text.contains(
                                                SluicePoolingConnectionProvider.class.getName()))
                        .findFirst()
                        .orElseThrow();
        Properties settings = new Properties();
        settings.load(
                new StringReader(sample.replace("jdbc:postgresql://localhost:5432/orders", url)));
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        return settings;
    }

    @Test
    void jobsAreKeptInTheDatabaseAndRun() throws Exception {
        try (InputStream tables =
                Scheduler.class.getResourceAsStream("impl/jdbcjobstore/tables_postgres.sql")) {
            execute(new String(tables.readAllBytes(), StandardCharsets.UTF_8));
        }
        Scheduler scheduler = new StdSchedulerFactory(settings()).getScheduler();
        try {
            scheduler.scheduleJob(
                    JobBuilder.newJob(RunCount.class).withIdentity("count").storeDurably().build(),
                    TriggerBuilder.newTrigger().startNow().build());
            assertThat(count("QRTZ_JOB_DETAILS WHERE JOB_NAME = 'count'")).isEqualTo(1);
            scheduler.start();
            await("the job has run").until(() -> RunCount.RUNS.get() == 1);
        } finally {
            scheduler.shutdown(true);
        }

        assertThatThrownBy(() -> DBConnectionManager.getInstance().getConnection("jobs"))
                .as("the scheduler has closed the pool")
                .isInstanceOf(SQLException.class);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url, Databases.USER, Databases.PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count(String from) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url, Databases.USER, Databases.PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + from)) {
            row.next();
            return row.getInt(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    maxSize        | 0    | maxSize is "0"; expected a number from 1 to 1000000
                    maxsize        | 3    | maxsize
                    acquireTimeout | soon | acquireTimeout is "soon"; expected
                    url            | jdbc:postgresql://localhost:1/orders | localhost:1
                    """)
    void aBadOptionEndsTheStart(String option, String value, String message) throws Exception {
        Properties settings = settings();
        settings.setProperty(DATA_SOURCE + option, value);
        settings.setProperty(DATA_SOURCE + "name", "half-started");

        assertThatThrownBy(() -> new StdSchedulerFactory(settings).getScheduler())
                .hasStackTraceContaining(message);
        await("no thread is left")
                .until(
                        () ->
                                Thread.getAllStackTraces().keySet().stream()
                                        .noneMatch(t -> t.getName().contains("half-started")));
    }

    @Test
    void everyOptionThatIsTextHasASetter() {
        List<String> objects =
                List.of(
                        "dataSource",
                        "dataSource.*",
                        "ticker",
                        "transactionContext",
                        "xaDataSource");
        assertThat(
                        Arrays.stream(SluicePoolingConnectionProvider.class.getMethods())
                                .map(Method::getName)
                                .filter(name -> name.startsWith("set")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(JdbcOption.values())
                                .map(JdbcOption::key)
                                .filter(key -> !objects.contains(key))
                                .map(
                                        key ->
                                                "set"
                                                        + key.substring(0, 1).toUpperCase()
                                                        + key.substring(1))
                                .toList());
    }

    @Test
    void withoutInitializationThereAreNoConnections() {
        SluicePoolingConnectionProvider provider = new SluicePoolingConnectionProvider();
        assertThatThrownBy(provider::getConnection)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call initialize");
        provider.shutdown(); // nothing to close
    }
}
