package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import io.sluice.pool.spi.DiscardReason;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.tomcat.util.json.JSONParser;
import org.junit.jupiter.api.Test;

/** The dashboard and the alerts ask for what a pool publishes to Prometheus. */
class MonitoringFilesTest {

    static final Path FOLDER = Path.of("..", "docs", "monitoring");
    private static final Pattern SAMPLE = Pattern.compile("^(sluice_\\w+)", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("\\b(sluice_\\w+)");
    private static final Pattern REASON = Pattern.compile("\\breason=~?\"([^\"]+)\"");
    private static final Pattern ALTERNATIVE = Pattern.compile("\\|");
    private static final Pattern RULE = Pattern.compile("(?m)^ +expr: (.*(?:\\n {10}\\S.*)*)$");

    /** What Prometheus gets of a pool. */
    static String scrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (SluiceDataSource pool = new SluiceDataSource()) {
            pool.setName("orders");
            new SluiceMeterBinder(pool).bindTo(registry);
            return registry.scrape();
        }
    }

    private static Set<String> find(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The panels of the dashboard. */
    static List<Map<?, ?>> panels() throws Exception {
        String text = Files.readString(FOLDER.resolve("grafana-dashboard.json"));
        Map<?, ?> dashboard = (Map<?, ?>) new JSONParser(new StringReader(text)).parse();
        List<Map<?, ?>> panels = new ArrayList<>();
        ((List<?>) dashboard.get("panels")).forEach(panel -> panels.add((Map<?, ?>) panel));
        return panels;
    }

    /** The queries of all panels. */
    static List<String> queries() throws Exception {
        List<String> queries = new ArrayList<>();
        for (Map<?, ?> panel : panels()) {
            List<?> targets = (List<?>) panel.get("targets");
            assertThat(targets).as(panel.get("title").toString()).isNotEmpty();
            targets.forEach(target -> queries.add((String) ((Map<?, ?>) target).get("expr")));
        }
        return queries;
    }

    private static void isPublished(String query, String published) {
        assertThat(find(NAME, query)).as(query).isNotEmpty().isSubsetOf(find(SAMPLE, published));
        for (String reasons : find(REASON, query)) {
            for (String reason : ALTERNATIVE.split(reasons, 0)) {
                assertThat(published).as(query).contains("reason=\"" + reason + "\"");
            }
        }
    }

    @Test
    void eachQueryOfTheDashboardAsksForPublishedMetrics() throws Exception {
        String published = scrape();
        assertThat(queries()).hasSizeGreaterThan(20).allSatisfy(q -> isPublished(q, published));
    }

    @Test
    void eachAlertAsksForPublishedMetrics() throws Exception {
        String alerts = Files.readString(FOLDER.resolve("alerts.yml"));
        String published = scrape();
        Set<String> rules = find(RULE, alerts);
        assertThat(rules).hasSize(find(Pattern.compile("- alert: (\\w+)"), alerts).size());
        assertThat(rules).hasSizeGreaterThan(5).allSatisfy(rule -> isPublished(rule, published));
    }

    @Test
    void thePageHasEveryAlertAndEveryReasonOfADiscard() throws Exception {
        String page = Files.readString(FOLDER.resolveSibling("monitoring.md"));
        String alerts = Files.readString(FOLDER.resolve("alerts.yml"));
        assertThat(find(Pattern.compile("(?m)^\\| `(Sluice\\w+)` \\|"), page))
                .isEqualTo(find(Pattern.compile("- alert: (\\w+)"), alerts));
        assertThat(find(Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|"), page))
                .isEqualTo(
                        Arrays.stream(DiscardReason.values())
                                .map(DiscardReason::name)
                                .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theDashboardShowsEveryMeter() throws Exception {
        Set<String> shown = find(NAME, String.join(" ", queries()));
        assertThat(families(shown)).isEqualTo(families(find(SAMPLE, scrape())));
    }

    /** {@link DashboardRun} draws it anew. */
    @Test
    void thePictureOfTheDashboardHasFiguresForEachQuery() throws Exception {
        String picture = Files.readString(FOLDER.resolve("dashboard.svg"));
        for (Map<?, ?> panel : panels()) {
            String title = DashboardPicture.title(panel);
            int start = picture.indexOf(">" + title + "</text>");
            assertThat(start).as(title).isPositive();
            String drawn = picture.substring(start, picture.indexOf("</g>", start));
            Pattern figures =
                    Pattern.compile("class=\"figure\"|class=\"line\" stroke=\"#\\w+\" d=\"M");
            assertThat(figures.matcher(drawn).results().count())
                    .as(title)
                    .isGreaterThanOrEqualTo(((List<?>) panel.get("targets")).size());
        }
    }

    /** Of the series of a timer the dashboard shows those that it needs. */
    private static Set<String> families(Set<String> names) {
        return names.stream()
                .map(name -> name.replaceFirst("_seconds_(count|sum|max)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
