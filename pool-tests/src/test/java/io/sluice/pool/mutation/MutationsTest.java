package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Who changes a line that is in the list of mutations is told at once, not when the list is run.
 */
class MutationsTest {

    @TestFactory
    Stream<DynamicTest> everyLineToBreakIsThereOnce() {
        return Mutations.ALL.stream()
                .map(mutation -> DynamicTest.dynamicTest(mutation.name(), () -> check(mutation)));
    }

    private static void check(Mutation mutation) throws IOException {
        String source = Files.readString(Path.of("..").resolve(mutation.file()));
        assertThat(mutation.apply(source)).isNotEqualTo(source);
    }
}
