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

/** The links of the documents, the length of the README, and the sources of the comparison. */
class LinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE_BLOCK =
            Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    private static final Pattern FIRST_CELL =
            Pattern.compile("^\\| ([a-zA-Z].*?) \\|", Pattern.MULTILINE);

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            Matcher matcher = LINK.matcher(withoutCode(page));
            while (matcher.find()) {
                String link = matcher.group(1);
                if (link.startsWith("https://")) {
                    continue;
                }
                links++;
                if (!leadsSomewhere(page, link)) {
                    broken.add(ROOT.relativize(page) + ": " + link);
                }
            }
        }

        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(500);
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && target.startsWith(ROOT)
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
    void readmeIsShort() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md")).trim().split("\\s+"))
                .as("words of the README")
                .hasSizeLessThanOrEqualTo(1200);
    }

    @Test
    void eachRowOfTheComparisonHasItsSource() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/comparison.md"));
        List<String> compared = rows(section(page, "What each does"));
        List<String> sourced =
                rows(section(page, "Sources")).stream()
                        .flatMap(
                                row ->
                                        compared.contains(row)
                                                ? Stream.of(row)
                                                : Stream.of(row.split(", ")))
                        .toList();

        assertThat(compared).hasSizeGreaterThan(15);
        assertThat(sourced).containsExactlyElementsOf(compared);
    }

    @Test
    void figuresOfTheComparisonAreThoseOfTheResults() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/comparison.md"));
        String results = Files.readString(ROOT.resolve("docs/results.md"));
        Set<String> figures =
                Pattern.compile("\\| ([\\d.]+(?: (?:ms|ns|µs))?) (?=\\|)")
                        .matcher(section(page, "Figures"))
                        .results()
                        .map(figure -> figure.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(figures).hasSizeGreaterThan(10).allMatch(results::contains);
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

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve(".github"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
