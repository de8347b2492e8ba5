package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What users expect of a build with Maven, and the versions that the documents name. */
class BuildTest {

    private static final Pattern XML =
            Pattern.compile("^```xml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern COORDINATES =
            Pattern.compile("`([\\w.-]+):([\\w.-]+):([\\w.-]+)`");

    private static Document pom;

    @BeforeAll
    static void read() throws Exception {
        pom = parse(new InputSource(Path.of("..", "pom.xml").toUri().toString()));
    }

    private static Document parse(InputSource source) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(source);
    }

    @Test
    void skipTestsSkipsIntegrationTestsAsWell() {
        assertThat(property("skipTests")).isEqualTo("false");
        assertThat(property("skipITs")).isEqualTo("${skipTests}");
    }

    private static String property(String name) {
        return pom.getElementsByTagName(name).item(0).getTextContent();
    }

    @Test
    void documentsNameTheVersionsThatAreTested() throws Exception {
        SortedMap<String, String> named = new TreeMap<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            Matcher blocks = XML.matcher(text);
            while (blocks.find()) {
                String block = "<block>" + blocks.group(1) + "</block>";
                named.putAll(versions(parse(new InputSource(new StringReader(block)))));
            }
            Matcher inText = COORDINATES.matcher(text);
            while (inText.find()) {
                named.put(inText.group(1) + ":" + inText.group(2), inText.group(3));
            }
        }

        assertThat(named)
                .containsKeys("io.sluice:sluice-pool-jdbc4", "org.jspecify:jspecify")
                .hasSizeGreaterThanOrEqualTo(5);
        Map<String, String> tested = versions(pom);
        tested.put("io.sluice:sluice-bom", text(pom.getDocumentElement(), "version"));
        assertThat(tested).containsAllEntriesOf(named);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(Path.of("..", "docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("..", "README.md")),
                            docs.filter(page -> page.toString().endsWith(".md")))
                    .toList();
        }
    }

    /** Returns the version of each dependency, by group and artifact. */
    private static Map<String, String> versions(Document document) {
        Map<String, String> versions = new HashMap<>();
        NodeList dependencies = document.getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            String version = text(dependency, "version");
            if (version.startsWith("${project.")) {
                version = text(pom.getDocumentElement(), "version");
            } else if (version.startsWith("${")) {
                version = property(version.substring(2, version.length() - 1));
            }
            versions.put(
                    text(dependency, "groupId") + ":" + text(dependency, "artifactId"), version);
        }
        return versions;
    }

    private static String text(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }
}
