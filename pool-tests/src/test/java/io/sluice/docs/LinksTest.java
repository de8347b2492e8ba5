package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The links of the documents, the length of the README, and the sources of the comparison. */
class LinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE_BLOCK =
            Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    private static final Pattern FIGURE =
            Pattern.compile("\\| ([\\d.]+(?: (?:ms|ns|µs))?) (?=\\|)");
    private static final Pattern FIRST_CELL =
            Pattern.compile("^\\| ([a-zA-Z].*?) \\|", Pattern.MULTILINE);

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        assertThat(links(ROOT)).hasSizeGreaterThan(500);
        assertThat(brokenLinks(ROOT)).isEmpty();
    }

    private record Link(Path page, String target) {}

    /** Returns the links within the project. */
    private static List<Link> links(Path root) throws IOException {
        List<Link> links = new ArrayList<>();
        for (Path page : pages(root)) {
            LINK.matcher(withoutCode(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !link.startsWith("https://"))
                    .forEach(link -> links.add(new Link(page, link)));
        }
        return links;
    }

    private static List<String> brokenLinks(Path root) throws IOException {
        List<String> broken = new ArrayList<>();
        for (Link link : links(root)) {
            if (!leadsSomewhere(root, link)) {
                broken.add(root.relativize(link.page()) + ": " + link.target());
            }
        }
        return broken;
    }

    private static boolean leadsSomewhere(Path root, Link link) throws IOException {
        String[] parts = link.target().split("#", 2);
        Path page = link.page();
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && target.startsWith(root)
                && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** Returns the anchors of the headings, as GitHub and the site make them. */
    private static Set<String> anchors(Path page) throws IOException {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new TreeSet<>();
        Matcher headings = HEADING.matcher(withoutCode(page));
        while (headings.find()) {
            String anchor =
                    headings.group(1)
                            .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\w\\- ]", "")
                            .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }

    @Test
    void brokenLinksAreFound(@TempDir Path folder) throws IOException {
        Path root = folder.resolve("project");
        Files.writeString(folder.resolve("outside.md"), "# Outside");
        Files.createDirectories(root.resolve("docs/internals"));
        Files.createDirectory(root.resolve(".github"));
        Files.writeString(
                root.resolve("README.md"),
                """
                # A pool
                [good](docs/page.md#two-words-1), [good](#a-pool), [elsewhere](https://example.com)
                [gone](docs/gone.md), [no heading](docs/page.md#three), [outside](../outside.md)
                ```
                [code](gone.md)
                ```
                """);
        Files.writeString(
                root.resolve("docs/page.md"),
                "## Two words\n## Two [words](../README.md)\n```\n# three\n```\n");
        Files.writeString(root.resolve("docs/internals/deep.md"), "[gone](page.md)\n");
        Files.writeString(root.resolve(".github/RULES.md"), "[gone](page.md)\n");

        assertThat(brokenLinks(root))
                .containsExactlyInAnyOrder(
                        "README.md: docs/gone.md",
                        "README.md: docs/page.md#three",
                        "README.md: ../outside.md",
                        "docs/internals/deep.md: page.md",
                        ".github/RULES.md: page.md");
    }

    @Test
    void readmeIsShort() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md")).trim().split("\\s+"))
                .as("words of the README")
                .hasSizeLessThanOrEqualTo(1200);
    }

    @Test
    void eachRowOfTheComparisonHasItsSource() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/comparison.md"));

        assertThat(compared(page)).hasSizeGreaterThan(15);
        assertThat(sourced(page)).containsExactlyElementsOf(compared(page));
    }

    private static List<String> compared(String page) {
        return rows(section(page, "What each does"));
    }

    /** Returns the rows that have a source, which several may share. */
    private static List<String> sourced(String page) {
        List<String> compared = compared(page);
        return rows(section(page, "Sources")).stream()
                .flatMap(
                        row -> compared.contains(row) ? Stream.of(row) : Stream.of(row.split(", ")))
                .toList();
    }

    @Test
    void figuresOfTheComparisonAreThoseOfTheResults() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/comparison.md"));
        String results = Files.readString(ROOT.resolve("docs/results.md"));

        assertThat(figures(page)).hasSizeGreaterThan(10).allMatch(results::contains);
    }

    private static Set<String> figures(String page) {
        return FIGURE.matcher(section(page, "Figures"))
                .results()
                .map(figure -> figure.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void rowsAndFiguresOfAComparisonAreRead() {
        String page =
                """
                # Comparison
                ## What each does
                | | Sluice |
                |---|---|
                | speed | high |
                | limits, or none | few |
                | age | young |
                ## Figures
                | a row | 1.5 | 20 ms | Sluice |
                ## Sources
                | speed, age | a file |
                | limits, or none | a file |
                """;

        assertThat(compared(page)).containsExactly("speed", "limits, or none", "age");
        assertThat(sourced(page)).containsExactly("speed", "age", "limits, or none");
        assertThat(sourced(page.replace("speed, age", "speed")))
                .containsExactly("speed", "limits, or none");
        assertThat(figures(page)).containsExactly("1.5", "20 ms");
    }

    private static String section(String page, String heading) {
        String from = page.substring(page.indexOf("\n## " + heading) + 4);
        int end = from.indexOf("\n## ");
        return end < 0 ? from : from.substring(0, end);
    }

    private static List<String> rows(String section) {
        return FIRST_CELL.matcher(section).results().map(row -> row.group(1)).toList();
    }

    private static String withoutCode(Path page) throws IOException {
        return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<Path> pages(Path root) throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(root, root.resolve(".github"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
