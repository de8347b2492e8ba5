package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.docs.DashboardPicture.Line;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tomcat.util.json.JSONParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Draws {@code docs/monitoring/dashboard.svg}: Prometheus records a pool for four minutes, and the
 * queries of each panel are asked of the recording. Needs Prometheus, for example the package of
 * Debian; no Grafana. No part of a build:
 *
 * <pre>
 * mvn -q -B -pl pool-tests -am test -Dtest=DashboardRun -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dsluice.prometheus=/usr/bin/prometheus
 * </pre>
 */
class DashboardRun {

    private static final int SCRAPE = 2;
    private static final int STEP = 4;
    private static final int SECONDS = DashboardLoad.SECONDS;
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir Path folder;
    private String address = "";

    @Test
    void draw() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        HttpServer metrics = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        metrics.createContext(
                "/metrics",
                exchange -> {
                    byte[] page = registry.scrape().getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, page.length);
                    exchange.getResponseBody().write(page);
                    exchange.close();
                });
        metrics.start();
        Process prometheus = startPrometheus(metrics.getAddress().getPort());
        try (SluiceDataSource pool = DashboardLoad.pool();
                SluiceMeterBinder meters = new SluiceMeterBinder(pool)) {
            meters.bindTo(registry);
            await().atMost(Duration.ofMinutes(1)).until(() -> !ask("up == 1").isEmpty());
            Instant start = Instant.now();
            DashboardLoad.run(pool);
            Files.writeString(
                    MonitoringFilesTest.FOLDER.resolve("dashboard.svg"),
                    picture(start),
                    StandardCharsets.UTF_8);
        } finally {
            metrics.stop(0);
            prometheus.destroy();
            assertThat(prometheus.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private Process startPrometheus(int port) throws Exception {
        Path configuration =
                Files.writeString(
                        folder.resolve("prometheus.yml"),
                        """
                        global: {scrape_interval: %ds}
                        scrape_configs:
                        - job_name: app
                          static_configs: [{targets: ['127.0.0.1:%d'], labels: {instance: app-1}}]
                        """
                                .formatted(SCRAPE, port));
        int listen;
        try (ServerSocket free = new ServerSocket(0)) {
            listen = free.getLocalPort();
        }
        address = "127.0.0.1:" + listen;
        return new ProcessBuilder(
                        System.getProperty("sluice.prometheus", "/usr/bin/prometheus"),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private String picture(Instant start) throws Exception {
        DashboardPicture picture = new DashboardPicture(SECONDS);
        List<Map<?, ?>> panels = MonitoringFilesTest.panels();
        for (Map<?, ?> panel : panels) {
            List<Line> lines = new ArrayList<>();
            for (Object target : (List<?>) panel.get("targets")) {
                lines.addAll(lines((Map<?, ?>) target, start));
            }
            picture.add(panel, lines);
        }
        return picture.svg(panels);
    }

    private List<Line> lines(Map<?, ?> target, Instant start) throws Exception {
        List<Line> lines = new ArrayList<>();
        String query = PromtoolIT.withoutVariables(target.get("expr").toString(), 4 * SCRAPE + "s");
        for (Object found :
                get(
                        "query_range?start=%d&end=%d&step=%d&query=%s",
                        start.getEpochSecond(),
                        start.getEpochSecond() + SECONDS,
                        STEP,
                        URLEncoder.encode(query, StandardCharsets.UTF_8))) {
            Map<?, ?> labels = (Map<?, ?>) ((Map<?, ?>) found).get("metric");
            Matcher label = LABEL.matcher(target.get("legendFormat").toString());
            String name = label.replaceAll(key -> labels.get(key.group(1)).toString());
            Double[] values = new Double[SECONDS / STEP + 1];
            Arrays.fill(values, Double.NaN);
            for (Object sample : (List<?>) ((Map<?, ?>) found).get("values")) {
                List<?> pair = (List<?>) sample;
                double time = Double.parseDouble(pair.get(0).toString()) - start.getEpochSecond();
                values[(int) Math.round(time / STEP)] = Double.valueOf(pair.get(1).toString());
            }
            lines.add(new Line(name, List.of(values)));
        }
        return lines;
    }

    private List<?> ask(String query) {
        try {
            return get("query?query=%s", URLEncoder.encode(query, StandardCharsets.UTF_8));
        } catch (Exception e) {
            return List.of(); // it starts
        }
    }

    private List<?> get(String path, Object... values) throws Exception {
        URI uri = URI.create("http://" + address + "/api/v1/" + path.formatted(values));
        String answer =
                client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        Map<?, ?> parsed = (Map<?, ?>) new JSONParser(new StringReader(answer)).parse();
        assertThat(parsed.get("status")).as(answer).isEqualTo("success");
        return (List<?>) ((Map<?, ?>) parsed.get("data")).get("result");
    }
}
