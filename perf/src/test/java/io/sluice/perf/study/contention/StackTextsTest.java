package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackTextsTest {

    private static final List<WaitStack> STACKS =
            List.of(
                    new WaitStack(
                            WaitKind.LOCK,
                            "a.Lock",
                            List.of("some.Queue.take", "some.Pool.acquire"),
                            1,
                            25,
                            25),
                    new WaitStack(
                            WaitKind.MONITOR, "some.Pool", List.of("some.Pool.acquire"), 3, 75, 40),
                    new WaitStack(
                            WaitKind.CONNECTION,
                            "a.Condition",
                            List.of("some.Pool.acquire"),
                            5,
                            900,
                            300));

    @Test
    void collapsedLinesBeginWithWhatWasWaitedForAndEndWithTheNanoseconds() {
        assertThat(StackTexts.collapsed(STACKS))
                .isEqualTo(
                        """
                        [contended lock];some/Pool.acquire;some/Queue.take;a.Lock 25
                        [contended monitor];some/Pool.acquire;some.Pool 75
                        [wait for a connection];some/Pool.acquire;a.Condition 900
                        """);
    }

    @Test
    void tracesHaveTheLocksOnlyThoseWithTheLongestWaitsFirst() {
        assertThat(StackTexts.traces(STACKS))
                .isEqualTo(
                        """
                        --- Execution profile ---
                        Total samples       : 4

                        --- 75 ns (75.00%), 3 samples
                          [ 0] some.Pool
                          [ 1] some.Pool.acquire

                        --- 25 ns (25.00%), 1 sample
                          [ 0] a.Lock
                          [ 1] some.Queue.take
                          [ 2] some.Pool.acquire

                                  ns  percent  samples  top
                          ----------  -------  -------  ---
                                  75   75.00%        3  some.Pool
                                  25   25.00%        1  a.Lock
                        """);
    }

    @Test
    void tracesOfAPoolWithoutContentionSaySo() {
        assertThat(StackTexts.traces(List.of())).contains("Total samples       : 0");
    }

    @Test
    void flameGraphNeedsNothingBesideItself() {
        assertThat(StackTexts.flameGraph("Waits of a pool", StackTexts.collapsed(STACKS)))
                .contains(
                        "Waits of a pool", "[contended lock]", "wait for a connection]", "acquire")
                .doesNotContain("src=", "<link", "@import");
    }

    @Test
    void flameGraphOfNothingIsDrawn() {
        assertThat(StackTexts.flameGraph("Nothing", "")).contains("Nothing", "</html>");
    }
}
