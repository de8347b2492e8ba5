package io.sluice.perf.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void withoutATerminalEachMessageIsALine() {
        StringWriter written = new StringWriter();
        try (Progress progress = Progress.lines("cycle", 4, new PrintWriter(written))) {
            progress.say("begins");
            progress.advance(3);
            progress.say("1t sluice 38.1 M/s");
        }

        assertThat(written.toString().lines())
                .containsExactly("cycle 0/4  begins", "cycle 3/4  1t sluice 38.1 M/s");
    }

    @Test
    void eachStepIsTakenInOrderAndToldWithWhatCameOfIt() throws InterruptedException {
        StringWriter written = new StringWriter();
        List<Integer> lengths;
        try (Progress progress = Progress.lines("words", 2, new PrintWriter(written))) {
            lengths =
                    progress.each(
                            List.of("one", "three"),
                            String::length,
                            (word, length) -> word + " has " + length);
        }

        assertThat(lengths).containsExactly(3, 5);
        assertThat(written.toString().lines())
                .containsExactly("words 1/2  one has 3", "words 2/2  three has 5");
    }

    @Test
    void whatGoesWrongInAStepIsThrown() {
        try (Progress progress = Progress.lines("words", 1, new PrintWriter(new StringWriter()))) {
            assertThatThrownBy(
                            () ->
                                    progress.each(
                                            List.of("one"),
                                            word -> {
                                                throw new IOException("no " + word);
                                            },
                                            (word, nothing) -> ""))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no one");
        }
    }
}
