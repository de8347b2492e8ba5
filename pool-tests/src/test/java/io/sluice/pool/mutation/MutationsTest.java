package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Who changes a line that is in the list of mutations, or moves a test that is, is told at once,
 * not when the list is run.
 */
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
