package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    private record Type(String name, String comment, String declaration) {}

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
        typeOf(file.getFileName().toString(), Files.readString(file)).ifPresent(TYPES::add);
    }

    /** Reads the public type of a source, if it has one. */
    private static Optional<Type> typeOf(String name, String text) {
        Matcher declaration = DECLARATION.matcher(text);
        if (!declaration.find()) {
            return Optional.empty();
        }
        int begin = text.lastIndexOf("/**", declaration.start());
        int end = text.indexOf("*/", begin);
        String comment =
                begin < 0 ? "" : text.substring(begin + 3, end).replaceAll("\\n \\*", "\n");
        return Optional.of(new Type(name, comment, declaration.group()));
    }

    @Test
    void eachPackageSaysSinceWhenAndWhatMayBeNull() throws IOException {
        assertThat(PACKAGES).hasSize(14);
        for (Path folder : PACKAGES) {
            assertThat(unsaid(Files.readString(folder.resolve("package-info.java"))))
                    .as(folder.toString())
                    .isEmpty();
        }
    }

    private static List<String> unsaid(String packageInfo) {
        return Stream.of("@since ", "@Nullable", "is API", "@NullMarked")
                .filter(words -> !packageInfo.contains(words))
                .toList();
    }

    /** Each begins with a sentence, says which threads may use it, and has a name of its own. */
    @Test
    void eachTypeSaysWhatItIsAndWhichThreadsMayUseIt() {
        assertThat(TYPES).hasSizeGreaterThan(60);
        assertThat(findings(TYPES)).isEmpty();
    }

    private static List<String> findings(List<Type> types) {
        List<String> findings = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Type type : types) {
            if (!FIRST_SENTENCE.matcher(type.comment()).matches()) {
                findings.add(type.name() + " does not begin with a sentence");
            }
            if (!saysWhichThreads(type)) {
                findings.add(type.name() + " does not say which threads may use it");
            }
            // Two classes of one name would be mistaken for each other in settings.
            if (!names.add(type.name())) {
                findings.add(type.name() + " is there twice");
            }
        }
        return findings;
    }

    /** Values and exceptions need no word; the framework uses its own configuration. */
    private static boolean saysWhichThreads(Type type) {
        return type.declaration().matches("public (record|enum|@interface) .*")
                || type.declaration().matches(".* extends \\w*Exception.*")
                || type.name().endsWith("AutoConfiguration.java")
                || type.comment().contains("hread")
                || type.comment().contains("mmutable");
    }

    @Test
    void wordsThatAPackageLacksAreFound() {
        String whole = "/** This package is API, but @Nullable.\n * @since 0.1.0 */\n@NullMarked";

        assertThat(unsaid(whole)).isEmpty();
        assertThat(unsaid(whole.replace("@since", "since"))).containsExactly("@since ");
        assertThat(unsaid(whole.replace("@Nullable", "null"))).containsExactly("@Nullable");
        assertThat(unsaid(whole.replace("is API", "is here"))).containsExactly("is API");
        assertThat(unsaid(whole.replace("@NullMarked", ""))).containsExactly("@NullMarked");
    }

    @Test
    void whatATypeLacksIsFound() {
        String declaration = "\npublic final class Good {}";
        Type good = type("Good", "/** A thing. Any thread may use it. */" + declaration);
        Type immutable = type("Fixed", "/**\n * A thing.\n *\n * <p>Immutable.\n */" + declaration);
        Type value = type("Value", "/** A thing. */\npublic record Value() {}");
        Type mute = type("Mute", "/** A thing. */" + declaration);
        Type bare = type("Bare", "/* Any thread may use it. */" + declaration);
        Type phrase = type("Phrase", "/** for any thread */" + declaration);

        assertThat(findings(List.of(good, immutable, value))).isEmpty();
        assertThat(findings(List.of(mute, bare, phrase, good, good)))
                .containsExactly(
                        "Mute does not say which threads may use it",
                        "Bare does not begin with a sentence",
                        "Bare does not say which threads may use it",
                        "Phrase does not begin with a sentence",
                        "Good is there twice");
    }

    private static Type type(String name, String text) {
        return typeOf(name, text).orElseThrow();
    }
}
