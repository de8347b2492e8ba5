package io.sluice.perf.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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
}
