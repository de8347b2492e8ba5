package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is said of each public type of the packages that applications use. */
class ApiTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern DECLARATION = Pattern.compile("^public .*", Pattern.MULTILINE);
    private static final Pattern FIRST_SENTENCE =
            Pattern.compile("\\s*[A-Z{]\\S*\\s\\S.*?\\.\\s.*", Pattern.DOTALL);

    private record Type(Path file, String comment, String declaration) {

        String name() {
            return file.getFileName().toString();
        }
    }

    private static final List<Path> PACKAGES = new ArrayList<>();
    private static final List<Type> TYPES = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        addExports("pool-core");
        addExports("pool-jdbc4");
        addPackage("integrations/sluice-spring-boot-starter", "io.sluice.spring.boot");
        addPackage("integrations/sluice-hibernate", "io.sluice.hibernate");
        addPackage("integrations/sluice-testkit", "io.sluice.testkit");
        addPackage("integrations/sluice-testkit", "io.sluice.testkit.junit");
        for (Path folder : PACKAGES) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    addType(file);
                }
            }
        }
    }

    private static void addExports(String module) throws IOException {
        String source = Files.readString(sources(module).resolve("module-info.java"));
        EXPORT.matcher(source).results().forEach(export -> addPackage(module, export.group(1)));
    }

    private static void addPackage(String module, String name) {
        PACKAGES.add(sources(module).resolve(name.replace('.', '/')));
    }

    private static Path sources(String module) {
        return ROOT.resolve(module).resolve("src/main/java");
    }

    private static void addType(Path file) throws IOException {
        String text = Files.readString(file);
        Matcher declaration = DECLARATION.matcher(text);
        if (!declaration.find()) {
            return;
        }
        int begin = text.lastIndexOf("/**", declaration.start());
        int end = text.indexOf("*/", begin);
        String comment =
                begin < 0 ? "" : text.substring(begin + 3, end).replaceAll("\\n \\*", "\n");
        TYPES.add(new Type(file, comment, declaration.group()));
    }

    @Test
    void eachPackageSaysSinceWhenAndWhatMayBeNull() throws IOException {
        assertThat(PACKAGES).hasSize(14);
        for (Path folder : PACKAGES) {
            assertThat(Files.readString(folder.resolve("package-info.java")))
                    .as(folder.toString())
                    .contains("@since ", "@Nullable", "is API", "@NullMarked");
        }
    }

    @Test
    void eachTypeBeginsWithASentence() {
        assertThat(TYPES)
                .hasSizeGreaterThan(60)
                .filteredOn(type -> !FIRST_SENTENCE.matcher(type.comment()).matches())
                .extracting(Type::name)
                .isEmpty();
    }

    /** Values and exceptions need no word; the framework uses its own configuration. */
    @Test
    void eachTypeSaysWhichThreadsMayUseIt() {
        assertThat(TYPES)
                .filteredOn(
                        type ->
                                !type.declaration().matches("public (record|enum|@interface) .*")
                                        && !type.declaration().matches(".* extends \\w*Exception.*")
                                        && !type.name().endsWith("AutoConfiguration.java")
                                        && !type.comment().contains("hread")
                                        && !type.comment().contains("mmutable"))
                .extracting(Type::name)
                .isEmpty();
    }

    /** Two classes of one name would be mistaken for each other in settings. */
    @Test
    void namesAreUnique() {
        assertThat(TYPES).extracting(Type::name).doesNotHaveDuplicates();
    }
}
