package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.report.PoolFrames;
import io.sluice.pool.internal.upkeep.FitnessCheck;
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

    /** They are known by name: they depend on this class, not the other way round. */
    @Test
    void framesOfTheClassesThroughWhichThreadsAcquireAreThePools() {
        for (Class<?> entrance :
                new Class<?>[] {
                    DefaultResourcePool.class, TransactionLeases.class, FitnessCheck.class
                }) {
            assertThat(PoolFrames.caller(stack(entrance.getName(), "com.example.Orders")))
                    .as(entrance.getName())
                    .isOne();
        }
    }
}
