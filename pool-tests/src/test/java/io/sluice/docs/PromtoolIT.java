package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prometheus understands the alerts and the queries of the dashboard. Its {@code promtool} is the
 * one that this machine has, or what the system property {@code sluice.promtool} names.
 */
@Tag("promtool")
@Tag("once")
@Timeout(120)
class PromtoolIT {

    private static final String PROGRAM =
            System.getProperty("sluice.promtool", "/usr/bin/promtool");

    @TempDir Path folder;

    /** Runs the tests of a file, which must succeed. */
    private void test(Path rules) throws Exception {
        Path output = folder.resolve("output");
        Process process =
                new ProcessBuilder(PROGRAM, "test", "rules", rules.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("promtool has ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }

    @Test
    void eachAlertFiresWhenItsTestSays() throws Exception {
        test(MonitoringFilesTest.FOLDER.resolve("alerts.test.yml"));
    }

    /** Each series of a pool rises by one a minute. */
    @Test
    void eachQueryOfTheDashboardFindsFigures() throws Exception {
        String series =
                MonitoringFilesTest.scrape()
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.substring(0, line.lastIndexOf(' ')))
                        .map(name -> name.replace("{", "{instance=\"a\", "))
                        .map("  - series: '%s'\n    values: 1+1x60\n"::formatted)
                        .collect(Collectors.joining());
        String queries =
                MonitoringFilesTest.queries().stream()
                        .map(query -> withoutVariables(query, "5m"))
                        .map(
                                query ->
                                        """
                                          - expr: count(%s) > bool 0
                                            eval_time: 30m
                                            exp_samples: [{labels: '{}', value: 1}]
                                        """
                                                .formatted(query))
                        .collect(Collectors.joining());
        String tests =
                """
                tests:
                - interval: 1m
                  input_series:
                %s  promql_expr_test:
                %s\
                """
                        .formatted(series, queries);
        test(Files.writeString(folder.resolve("test.yml"), tests, StandardCharsets.UTF_8));
    }

    /** As Grafana replaces them if all pools are chosen. */
    static String withoutVariables(String query, String rateInterval) {
        return query.replace("$pool", ".*")
                .replace("$instance", ".*")
                .replace("$__rate_interval", rateInterval);
    }
}
