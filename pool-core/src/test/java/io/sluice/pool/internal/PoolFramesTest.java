package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.report.PoolFrames;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PoolFramesTest {

    private static final String POOL = "io.sluice.pool.internal.";

    private static StackTraceElement[] stack(String... classes) {
        return Stream.of(classes)
                .map(type -> new StackTraceElement(type, "call", null, 1))
                .toArray(StackTraceElement[]::new);
    }

    @Test
    void callerIsBelowTheFramesOfThePoolWhateverTheThreadExecutesNow() {
        assertThat(
                        PoolFrames.caller(
                                stack(
                                        "jdk.internal.misc.Unsafe",
                                        "java.lang.invoke.VarHandleGuards",
                                        POOL + "WaiterQueue",
                                        POOL + "AvailableQueue",
                                        POOL + "DefaultResourcePool",
                                        "java.lang.invoke.LambdaForm$MH/0x00007fb3c018c800",
                                        POOL + "DefaultResourcePool",
                                        "com.example.Orders",
                                        "java.lang.Thread")))
                .isEqualTo(7);
    }

    @Test
    void stackWithoutAFrameOfThePoolIsShownWhole() {
        assertThat(PoolFrames.caller(stack("com.example.Orders", "java.lang.Thread"))).isZero();
        assertThat(PoolFrames.caller(stack(POOL + "DefaultResourcePool"))).isZero();
    }
}
