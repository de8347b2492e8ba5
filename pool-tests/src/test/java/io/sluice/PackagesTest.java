package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which packages the libraries have, which of them are exported, and which knows which: read from
 * the sources, comments left out.
 */
class PackagesTest {

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
    private static final Pattern OURS =
            Pattern.compile("\\bio\\.sluice((?:\\.[a-z]\\w*)+)\\.[A-Z]");

    private static final String API = "pool";
    private static final String SPI = "pool.spi";
    private static final String JTA = "pool.jta";
    private static final String INTERNAL = "pool.internal";
    private static final String JFR = "pool.internal.jfr";

    /** What each package may know besides itself. Whoever adds a package adds its line. */
    private static final Map<String, Set<String>> ALLOWED =
            Map.of(
                    SPI, Set.of(),
                    JTA, Set.of(SPI),
                    API, Set.of(SPI, INTERNAL), // in a factory method: see below
                    INTERNAL, Set.of(API, SPI, JFR),
                    JFR, Set.of());

    /** The types of the API that make something internal, each in one factory method. */
    private static final Set<String> FACTORIES = Set.of("ResourcePool.java", "PoolConfig.java");

    private static final Pattern EXPORT = Pattern.compile("\\bexports io\\.sluice\\.([\\w.]+);");

    @Test
    void theCoreHasThesePackagesAndExportsAllButTheInternalOnes() {
        assertThat(packages("pool-core")).containsExactly(API, INTERNAL, JFR, JTA, SPI);
        assertThat(exports("pool-core")).containsExactly(API, JTA, SPI);
    }

    /** What is made for one transaction manager is chosen by an option and named by nobody. */
    @Test
    void theJdbcSideHasThesePackagesAndExportsTheTwoThatApplicationsSee() {
        assertThat(packages("pool-jdbc4"))
                .containsExactly(
                        "jdbc", "jdbc.atomikos", "jdbc.handle", "jdbc.internal", "jdbc.narayana");
        assertThat(exports("pool-jdbc4")).containsExactly("jdbc", "jdbc.handle");
    }

    private static Set<String> packages(String module) {
        return sources(module).stream()
                .map(PackagesTest::packageOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> exports(String module) {
        Path source = Path.of("..", module, "src", "main", "java", "module-info.java");
        return EXPORT.matcher(codeOf(source))
                .results()
                .map(export -> export.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void thePackagesOfTheCoreKnowEachOtherInOneDirection() {
        Map<String, Set<String>> known = known(sources("pool-core"));

        assertThat(known).isNotEmpty();
        known.forEach(
                (from, to) ->
                        assertThat(ALLOWED.get(from))
                                .as("what io.sluice.%s may know", from)
                                .isNotNull()
                                .containsAll(to));
    }

    @Test
    void aTypeOfTheApiNamesAnInternalOneInOneFactoryMethodAtMost() {
        List<String> naming = new ArrayList<>();
        for (Path source : sources("pool-core")) {
            String code = codeOf(source);
            if (packageOf(source).equals(API) && knownIn(code).contains(INTERNAL)) {
                naming.add(source.getFileName().toString());
                Matcher imported =
                        Pattern.compile("import io\\.sluice\\.pool\\.internal\\.(\\w+);")
                                .matcher(code);
                assertThat(imported.find()).as("%s imports one", source).isTrue();
                String type = imported.group(1);
                assertThat(imported.find()).as("%s imports another", source).isFalse();
                assertThat(code.split("\\b" + type + "\\b", -1))
                        .as("%s names %s in its import and once more", source, type)
                        .hasSize(3);
            }
        }
        assertThat(FACTORIES).containsAll(naming);
    }

    @Test
    void theCoreKnowsNothingOfJdbc() {
        assertThat(known(sources("pool-core")).values())
                .allSatisfy(to -> assertThat(to).noneMatch(name -> name.startsWith("jdbc")));
    }

    /** A handle talks back through {@code ConnectionOwner}, which is its own. */
    @Test
    void theHandlesOfJdbcDoNotKnowWhoMakesThem() {
        Map<String, Set<String>> known = known(sources("pool-jdbc4"));

        assertThat(known).containsKey("jdbc.handle");
        assertThat(known.get("jdbc.handle")).doesNotContain("jdbc.internal", INTERNAL);
    }

    @Test
    void theJdbcSideUsesTheCoreByWhatItExports() {
        known(sources("pool-jdbc4"))
                .forEach((from, to) -> assertThat(to).as(from).doesNotContain(INTERNAL));
    }

    private static Map<String, Set<String>> known(List<Path> sources) {
        Map<String, Set<String>> known = new TreeMap<>();
        for (Path source : sources) {
            String from = packageOf(source);
            Set<String> to = known.computeIfAbsent(from, name -> new TreeSet<>());
            to.addAll(knownIn(codeOf(source)));
            to.remove(from);
        }
        return known;
    }

    private static Set<String> knownIn(String code) {
        Set<String> names = new TreeSet<>();
        Matcher name = OURS.matcher(code);
        while (name.find()) {
            names.add(name.group(1).substring(1));
        }
        return names;
    }

    private static String codeOf(Path source) {
        try {
            return COMMENT.matcher(Files.readString(source)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String packageOf(Path source) {
        Path root = Path.of("io", "sluice");
        Path directory = source.getParent();
        int begin = directory.getNameCount();
        while (!directory.subpath(0, begin).endsWith(root)) {
            begin--;
        }
        return directory
                .subpath(begin, directory.getNameCount())
                .toString()
                .replace('\\', '.')
                .replace('/', '.');
    }

    /** The main sources of a module, but what describes a package or the module. */
    private static List<Path> sources(String module) {
        Path root = Path.of("..", module, "src", "main", "java");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().endsWith("-info.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
