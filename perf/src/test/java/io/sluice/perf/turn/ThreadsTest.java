package io.sluice.perf.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    @Test
    void placeIsTheInnermostThatIsNotTheLibrarys() {
        StackTraceElement[] stack = {
            new StackTraceElement("jdk.internal.misc.Unsafe", "park", null, 0),
            new StackTraceElement("java.util.concurrent.Semaphore", "acquire", null, 0),
            new StackTraceElement("a.Pool", "acquire", null, 0),
            new StackTraceElement("a.Source", "getConnection", null, 0)
        };

        assertThat(Threads.place(stack)).hasValue("a.Pool.acquire");
        assertThat(Threads.place(new StackTraceElement[0])).isEmpty();
    }

    @Test
    void firstPlaceIsOfTheFirstThreadThatHasOne() {
        Thread ended = new Thread(() -> {});

        assertThat(Threads.firstPlace(List.of(ended))).isEqualTo("an unknown place");
        assertThat(Threads.firstPlace(List.of(ended, Thread.currentThread())))
                .startsWith("io.sluice.perf.turn.Threads.");
    }
}
