package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.holder.Transition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the table of transitions in the documentation to the code. */
class TransitionTableTest {

    private static final Path PAGE = Path.of("../docs/internals/concurrency.md");

    @Test
    void documentationHasTheTableOfTransitions() throws Exception {
        String table =
                Stream.of(Transition.values())
                        .map(transition -> transition.toString().stripTrailing())
                        .collect(Collectors.joining("\n"));

        assertThat(Files.readString(PAGE)).contains("```\n" + table + "\n```");
    }
}
