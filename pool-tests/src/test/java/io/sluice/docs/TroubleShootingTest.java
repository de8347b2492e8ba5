package io.sluice.docs;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePools;
import io.sluice.jdbc.Startup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the page of error texts with the texts in the sources, both ways. */
@Timeout(60)
class TroubleShootingTest {

    private static final Path TOP = Path.of("..");
    private static final Pattern HEADING = Pattern.compile("### `(.*)`");

    private static List<String> page;
    private static List<String> headings;
    private static ErrorTexts texts;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readAllLines(TOP.resolve("docs").resolve("trouble-shooting.md"));
        headings =
                page.stream()
                        .map(HEADING::matcher)
                        .filter(Matcher::matches)
                        .map(heading -> heading.group(1))
                        .toList();
        texts =
                ErrorTexts.of(
                        Stream.of("pool-core", "pool-jdbc4")
                                .map(module -> TOP.resolve(module).resolve("src/main/java"))
                                .toList());
    }

    @Test
    void everyTextOfTheSourcesHasAHeading() {
        assertThat(texts.whole()).hasSizeGreaterThan(50);
        TreeSet<String> missing = new TreeSet<>(texts.whole());
        headings.forEach(missing::remove);
        assertThat(missing)
                .as(
                        "texts that docs/trouble-shooting.md does not have: give each a heading ### `text`"
                                + " and say what it means and what to do")
                .isEmpty();
    }

    @Test
    void everyPieceOfATextIsInAHeading() {
        assertThat(texts.fragments()).isNotEmpty();
        assertThat(texts.fragments())
                .as("pieces of texts that no heading of docs/trouble-shooting.md contains")
                .filteredOn(piece -> headings.stream().noneMatch(heading -> has(heading, piece)))
                .isEmpty();
    }

    @Test
    void everyHeadingIsATextOfTheSources() {
        assertThat(headings)
                .doesNotHaveDuplicates()
                .as(
                        "headings of docs/trouble-shooting.md whose text is gone: correct or remove them")
                .filteredOn(heading -> !texts.whole().contains(heading))
                .filteredOn(
                        heading ->
                                texts.fragments().stream().noneMatch(piece -> has(heading, piece)))
                .isEmpty();
    }

    private static boolean has(String heading, String piece) {
        return heading.contains(
                piece.replaceAll("^" + ErrorTexts.REST + "|" + ErrorTexts.REST + "$", ""));
    }

    @Test
    void everyHeadingIsExplained() {
        List<String> unexplained = new ArrayList<>();
        for (int i = 0; i < page.size(); i++) {
            boolean last = HEADING.matcher(page.get(i)).matches();
            if (last && !isFollowedByText(i + 1)) {
                unexplained.add(page.get(i));
            }
        }
        assertThat(unexplained).isEmpty();
    }

    /** Several headings may share what follows the last of them. */
    private static boolean isFollowedByText(int from) {
        int line = from;
        while (HEADING.matcher(page.get(line)).matches()) {
            line++;
        }
        return page.get(line).isEmpty() && !page.get(line + 1).startsWith("#");
    }

    // Errors that are really thrown

    private static JdbcPoolConfig.Builder settings() {
        return JdbcPoolConfig.builder()
                .name("orders")
                .url("jdbc:h2:mem:trouble")
                .maxSize(1)
                .acquireTimeout(Duration.ofMillis(1));
    }

    private static SluiceDataSource open(JdbcPoolConfig.Builder settings) throws Exception {
        return watched(SluiceDataSource.create(settings.build()));
    }

    private static Arguments error(ThrowingCallable misuse) {
        return Arguments.of(misuse);
    }

    static Stream<Arguments> misuses() {
        return Stream.of(
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings());
                                    Connection first = pool.getConnection()) {
                                assertThat(first.isClosed()).isFalse();
                                pool.getConnection();
                            }
                        }),
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings().maxWaiting(0));
                                    Connection first = pool.getConnection()) {
                                assertThat(first.isClosed()).isFalse();
                                pool.getConnection();
                            }
                        }),
                error(
                        () -> {
                            SluiceDataSource pool = open(settings());
                            pool.close();
                            pool.getConnection();
                        }),
                error(
                        () -> {
                            SluiceDataSource pool = watched(new SluiceDataSource());
                            pool.close();
                            pool.getConnection();
                        }),
                error(() -> open(settings().url("jdbc:h2:mem:none;IFEXISTS=TRUE"))),
                error(
                        () -> {
                            try (SluiceDataSource pool =
                                    open(
                                            settings()
                                                    .startup(Startup.LAZY)
                                                    .acquireTimeout(Duration.ofDays(1))
                                                    .credentialsProvider(() -> null))) {
                                pool.getConnection();
                            }
                        }),
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings())) {
                                pool.setMaxSize(3);
                            }
                        }),
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings())) {
                                pool.getConnection("kim", "other");
                            }
                        }),
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings())) {
                                Connection connection = pool.getConnection();
                                connection.close();
                                connection.commit();
                            }
                        }),
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings());
                                    Connection connection = pool.getConnection()) {
                                Statement statement = connection.createStatement();
                                statement.close();
                                statement.execute("SELECT 1");
                            }
                        }),
                error(
                        () -> {
                            try (SluiceDataSource pool = open(settings());
                                    Connection connection = pool.getConnection();
                                    Statement statement = connection.createStatement()) {
                                ResultSet result = statement.executeQuery("SELECT 1");
                                result.close();
                                result.next();
                            }
                        }),
                error(() -> open(settings().url("jdbc:nosuch:x"))),
                error(() -> open(settings().driverClassName("com.example.Driver"))),
                error(() -> open(settings().minSize(2))),
                error(() -> SluiceDataSource.load(properties("maxSzie", "3"))),
                error(() -> SluiceDataSource.load(properties("url", "${SLUICE_NO_SUCH_VARIABLE}"))),
                error(() -> SluiceDataSource.load(Path.of("missing.properties"))),
                error(() -> SluicePools.load(properties("url", "jdbc:h2:mem:x"))));
    }

    private static Properties properties(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        return properties;
    }

    /** The texts read from the sources are those that a user sees. */
    @ParameterizedTest
    @MethodSource("misuses")
    void whatIsThrownIsFoundOnThePage(ThrowingCallable misuse) {
        String message = catchThrowable(misuse).getMessage();
        assertThat(headings)
                .as(message)
                .filteredOn(heading -> !heading.equals("… is …; expected …"))
                .anyMatch(heading -> matches(heading, message));
    }

    private static boolean matches(String heading, String message) {
        StringBuilder pattern = new StringBuilder();
        for (String part : heading.split(ErrorTexts.REST, -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(message).find();
    }
}
