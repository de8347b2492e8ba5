package io.sluice.perf.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

class ThreadKindTest {

    private static final boolean HAS_VIRTUAL = Runtime.version().feature() >= 21;

    @Test
    void virtualThreadsAreRefusedWhereThereAreNone() {
        assertThat(ThreadKind.VIRTUAL.refusal(20))
                .contains("--thread-kind=virtual needs a JDK 21 or newer; this is 20");
        assertThat(ThreadKind.VIRTUAL.refusal(21)).isEmpty();
        assertThat(ThreadKind.PLATFORM.refusal(17)).isEmpty();
    }

    @Test
    void clientsAreOfTheKind() throws Exception {
        assertThat(kindOfClient(ThreadKind.PLATFORM)).startsWith("Thread[");
        if (HAS_VIRTUAL) {
            assertThat(kindOfClient(ThreadKind.VIRTUAL)).startsWith("VirtualThread[");
        } else {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ThreadKind.VIRTUAL.executor(1))
                    .withMessage("this JVM has no virtual threads");
        }
    }

    private static String kindOfClient(ThreadKind kind) throws Exception {
        ExecutorService executor = kind.executor(1);
        try {
            return executor.submit(() -> Thread.currentThread().toString()).get();
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void forksHaveAsManyCarriersAsClientsAndTheFlagsThatWereAskedFor() {
        assertThat(plan(ThreadKind.VIRTUAL).jvmFlags(300))
                .containsExactly(
                        "-Djmh.executor=VIRTUAL",
                        "-Djdk.virtualThreadScheduler.parallelism=300",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=300",
                        "-Xint");
        assertThat(plan(ThreadKind.PLATFORM).jvmFlags(300)).containsExactly("-Xint");
        assertThat(plan(ThreadKind.VIRTUAL).settings())
                .containsEntry("threads", "virtual, as many carriers as threads");
    }

    private static ForkPlan plan(ThreadKind kind) {
        return new ForkPlan(
                List.of(Row.ONE),
                List.of(Peer.SLUICE),
                1,
                new Iterations(1, 1, Duration.ofMillis(1)),
                false,
                false,
                false,
                kind,
                List.of("-Xint"));
    }
}
