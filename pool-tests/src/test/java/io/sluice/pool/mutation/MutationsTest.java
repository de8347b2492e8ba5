package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Finds each line or test of the list of mutations that was changed or moved, before the list is
 * run. Finds each race that nothing in the list turns red as well.
 */
@Tag("once")
class MutationsTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    @TestFactory
    Stream<DynamicTest> everyLineToBreakIsThereOnce() {
        return Mutations.ALL.stream()
                .map(
                        mutation ->
                                DynamicTest.dynamicTest(
                                        mutation.name(), () -> checkLine(mutation)));
    }

    private static void checkLine(Mutation mutation) throws IOException {
        String source = Files.readString(PROJECT.resolve(mutation.file()));
        assertThat(mutation.apply(source)).isNotEqualTo(source);
    }

    /** Other classes have its value compiled in, and only the one file is compiled anew. */
    @Test
    void noChangeIsOfAConstant() {
        assertThat(Mutations.ALL)
                .noneMatch(
                        mutation ->
                                mutation.find().matches("(?s).*static final (long|int|byte) .*"));
    }

    @Test
    @Tag("weekly")
    void everyChangeCompiles() throws IOException {
        List<String> errors = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        // One for all: it keeps what it has found on the class path.
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath());
            for (Map<URI, Mutation> turn : turns()) {
                compile(turn, compiler, files)
                        .forEach(
                                error ->
                                        errors.add(
                                                turn.get(error.getSource().toUri()).name()
                                                        + ": "
                                                        + error));
            }
        }
        assertThat(errors).isEmpty();
    }

    /** All mutations, in as few turns as possible with one change of a source in each. */
    private static List<Map<URI, Mutation>> turns() {
        List<Map<URI, Mutation>> turns = new ArrayList<>();
        for (Mutation mutation : Mutations.ALL) {
            URI source = PROJECT.resolve(mutation.file()).toUri();
            int turn = 0;
            while (turn < turns.size() && turns.get(turn).containsKey(source)) {
                turn++;
            }
            if (turn == turns.size()) {
                turns.add(new HashMap<>());
            }
            turns.get(turn).put(source, mutation);
        }
        return turns;
    }

    /** The changed sources alone, against the compiled rest; no class is written. */
    private static List<Diagnostic<? extends JavaFileObject>> compile(
            Map<URI, Mutation> changes, JavaCompiler compiler, StandardJavaFileManager files)
            throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Map.Entry<URI, Mutation> change : changes.entrySet()) {
            String source = Files.readString(Path.of(change.getKey()));
            sources.add(new Changed(change.getKey(), change.getValue().apply(source)));
        }
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-implicit:none", "-Xlint:none");
        JavacTask task =
                (JavacTask) compiler.getTask(null, files, messages, options, null, sources);
        task.analyze(); // to the end of what can be wrong, and no further: nothing is generated
        return messages.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .toList();
    }

    private static final class Changed extends SimpleJavaFileObject {

        private final String content;

        Changed(URI source, String content) {
            super(source, Kind.SOURCE);
            this.content = content;
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return content;
        }
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    @Test
    void everyRaceIsTurnedRedAndNoOtherIsNamed() throws Exception {
        Set<String> named =
                Mutations.ALL.stream()
                        .filter(Mutation::isRace)
                        .map(mutation -> mutation.red().substring(Mutation.RACE.length()))
                        .collect(Collectors.toSet());

        assertThat(named).containsExactlyInAnyOrderElementsOf(races());
    }

    private static Set<String> races() throws IOException, ClassNotFoundException {
        Path sources = Path.of("src", "test", "java");
        List<String> classes;
        try (Stream<Path> files = Files.walk(sources)) {
            classes =
                    files.map(sources::relativize)
                            .map(Path::toString)
                            .filter(file -> file.endsWith("Races.java"))
                            .map(file -> file.replace(".java", "").replace(File.separatorChar, '.'))
                            .toList();
        }
        Set<String> found = new TreeSet<>();
        for (String name : classes) {
            Class<?> races = Class.forName(name);
            for (Class<?> race : races.getDeclaredClasses()) {
                if (race.isAnnotationPresent(JCStressTest.class)) {
                    found.add(races.getSimpleName() + "." + race.getSimpleName());
                }
            }
        }
        return found;
    }

    @TestFactory
    Stream<DynamicTest> everyTestThatMustTurnRedIsThere() {
        return Mutations.ALL.stream()
                .filter(mutation -> !mutation.isRace())
                .map(
                        mutation ->
                                DynamicTest.dynamicTest(
                                        mutation.name(), () -> checkTest(mutation.red())));
    }

    private static void checkTest(String test) throws IOException, ClassNotFoundException {
        String[] names = test.split("#");
        URL[] tests = {testsOf("pool-core"), testsOf("pool-jdbc4")};
        try (URLClassLoader loader =
                new URLClassLoader(tests, MutationsTest.class.getClassLoader())) {
            Class<?> type = Class.forName(names[0], /* initialize= */ false, loader);
            if (names.length > 1) {
                assertThat(methodsOf(type)).as(test).contains(names[1]);
            }
        }
    }

    /** The names of its methods, whatever their access, and of those it inherits. */
    private static Set<String> methodsOf(Class<?> type) {
        Set<String> names = new HashSet<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (Method method : one.getDeclaredMethods()) {
                names.add(method.getName());
            }
        }
        return names;
    }

    private static URL testsOf(String module) throws IOException {
        return PROJECT.resolve(module).resolve("target/test-classes").toUri().toURL();
    }
}
