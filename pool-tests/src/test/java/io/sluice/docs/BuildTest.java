package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** What everybody expects of a build with Maven. */
class BuildTest {

    private static Document pom;

    @BeforeAll
    static void read() throws Exception {
        pom =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(Path.of("..", "pom.xml").toFile());
    }

    @Test
    void skipTestsSkipsIntegrationTestsAsWell() {
        assertThat(property("skipTests")).isEqualTo("false");
        assertThat(property("skipITs")).isEqualTo("${skipTests}");
    }

    private static String property(String name) {
        return pom.getElementsByTagName(name).item(0).getTextContent();
    }
}
