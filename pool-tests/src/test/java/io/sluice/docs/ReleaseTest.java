package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a release has, and what the page of supported versions says. */
class ReleaseTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW =
            Pattern.compile("^\\| (.+?) \\| ([\\w.]+(?:, [\\w.]+)*) \\|$", Pattern.MULTILINE);
    private static final Pattern JAVA = Pattern.compile("java: \\[(.*)]");

    /** The rows of the page, and the properties of the parent pom that have their versions. */
    private static final Map<String, List<String>> TESTED = new LinkedHashMap<>();

    static {
        tested("PostgreSQL", "postgres-binaries", "postgres-14-binaries");
        tested("pgJDBC", "postgresql");
        tested("MariaDB", "mariadb");
        tested("MariaDB Connector/J", "mariadb-client", "mariadb-client-4");
        tested("MySQL Connector/J", "mysql-connector");
        tested("H2", "h2");
        tested("HSQLDB", "hsqldb");
        tested("Derby", "derby");
        tested("SQLite", "sqlite");
        tested("DuckDB", "duckdb");
        tested("Narayana", "narayana");
        tested("Atomikos", "atomikos");
        tested("Spring Framework", "spring", "spring-7");
        tested("Spring Boot", "spring-boot", "spring-boot-4.1");
        tested("Hibernate ORM", "hibernate", "hibernate-6");
        tested("Micrometer", "micrometer", "spring-boot.micrometer");
        tested("OpenTelemetry", "opentelemetry");
        tested("Quartz", "quartz");
        tested("jOOQ", "jooq");
        tested("MyBatis", "mybatis");
        tested("Jdbi", "jdbi");
        tested("Flyway", "flyway");
        tested("Liquibase", "liquibase");
        tested("Micronaut", "micronaut");
        tested("Helidon SE", "helidon");
        tested("Dropwizard", "dropwizard");
        tested("Vert.x", "vertx");
        tested("Reactor", "reactor");
        tested("Felix", "felix");
        tested("JUnit Jupiter", "junit");
    }

    private static void tested(String label, String... properties) {
        TESTED.put(label, Stream.of(properties).map(name -> "version." + name).toList());
    }

    @Test
    void supportedIsWhatIsTested() throws Exception {
        Document pom = pom(".");
        Map<String, String> expected = new LinkedHashMap<>();
        Matcher java = JAVA.matcher(read(".github/workflows/ci.yml"));
        assertThat(java.find()).isTrue();
        expected.put("Java", java.group(1).replace("\"", ""));
        TESTED.forEach(
                (label, properties) ->
                        expected.put(
                                label,
                                String.join(
                                        ", ",
                                        properties.stream()
                                                .map(name -> elements(pom, name).get(0))
                                                .toList())));

        Map<String, String> written = new LinkedHashMap<>();
        Matcher rows = ROW.matcher(read("docs/support.md"));
        while (rows.find()) {
            written.put(rows.group(1), rows.group(2));
        }

        assertThat(written).containsExactlyEntriesOf(expected);
    }

    /** A tag can be moved to other code, a commit cannot. */
    @Test
    void everyActionOfAWorkflowIsNamedByItsCommit() throws Exception {
        for (String workflow : List.of("ci.yml", "weekly.yml")) {
            assertThat(read(".github/workflows/" + workflow).lines())
                    .filteredOn(line -> line.contains("uses:"))
                    .isNotEmpty()
                    .allMatch(line -> line.matches(".*uses: [\\w/-]+@[0-9a-f]{40} # v[0-9.]+"));
        }
    }

    @Test
    void everyPublishedModuleIsReleasedAndInTheBom() throws Exception {
        List<String> published = new ArrayList<>();
        List<String> artifacts = new ArrayList<>();
        for (String module : elements(pom("."), "module")) {
            Document pom = pom(module);
            if (!elements(pom, "maven.deploy.skip").contains("true")) {
                published.add(module);
                artifacts.add(elements(pom, "artifactId").get(1)); // the first is the parent's
            }
        }

        assertThat(Files.readAllLines(ROOT.resolve("release/modules")))
                .containsExactlyElementsOf(published);
        assertThat(artifacts.remove(0)).isEqualTo("sluice-bom");
        NodeList managed = pom("sluice-bom").getElementsByTagName("dependency");
        List<String> named = new ArrayList<>();
        for (int i = 0; i < managed.getLength(); i++) {
            named.add(elements((Element) managed.item(i), "artifactId").get(0));
        }
        assertThat(named).containsExactlyElementsOf(artifacts);
    }

    /** Other addresses of the place where the project lives follow that of the pom. */
    @Test
    void theProjectHasOneAddress() throws Exception {
        String home = elements(pom("."), "sluice.home").get(0);

        assertThat(read(".github/ISSUE_TEMPLATE/config.yml"))
                .contains("url: " + home + "/security/advisories/new");
        assertThat(read("docs/releasing.md")).contains("`" + home + "`");
    }

    @Test
    void theApiIsComparedWithTheReleaseBefore() throws Exception {
        String version = elements(pom("."), "version").get(0);
        String previous = elements(pom("."), "sluice.api.previous").get(0);

        if (version.startsWith("0.1.0")) {
            assertThat(previous).as("the release before the first").isEqualTo("none");
        } else {
            assertThat(previous).matches("\\d+\\.\\d+\\.\\d+").isNotEqualTo(version);
        }
    }

    private static Document pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
    }

    private static List<String> elements(Document document, String name) {
        return elements(document.getDocumentElement(), name);
    }

    private static List<String> elements(Element below, String name) {
        NodeList found = below.getElementsByTagName(name);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }

    private static String read(String file) throws Exception {
        return Files.readString(ROOT.resolve(file));
    }
}
