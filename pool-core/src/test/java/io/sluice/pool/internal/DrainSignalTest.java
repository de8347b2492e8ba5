package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.base.DrainSignal;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that wait for the end of resources. */
class DrainSignalTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final DrainSignal drains = new DrainSignal(ticker);
    private final AtomicBoolean isDrained = new AtomicBoolean();

    private Background<Boolean> waiting() throws InterruptedException {
        Background<Boolean> waiting =
                Background.start(() -> drains.await(isDrained::get, A_MINUTE.toNanos()));
        waiting.awaitBlocked();
        return waiting;
    }

    /** A resource may never end, and threads may wait for it again and again. */
    @AfterEach
    void noThreadLeavesATrace() throws ReflectiveOperationException {
        Field waits = DrainSignal.class.getDeclaredField("waits");
        waits.setAccessible(true);
        assertThat((Set<?>) waits.get(drains)).isEmpty();
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void endsTheWaitsWhoseConditionIsMet() throws Exception {
        Background<Boolean> one = waiting();
        Background<Boolean> other = waiting();

        isDrained.set(true);
        drains.tell();

        assertThat(one.get()).isTrue();
        assertThat(other.get()).isTrue();
    }

    @Test
    void leavesAThreadWaitingWhoseConditionIsNotMet() throws Exception {
        Background<Boolean> waiting = waiting();

        drains.tell();

        waiting.awaitBlocked();
        ticker.advance(A_MINUTE);
        assertThat(waiting.get()).isTrue();
    }

    @Test
    void doesNotWaitWhereTheConditionIsMet() {
        isDrained.set(true);

        assertThat(drains.await(isDrained::get, A_MINUTE.toNanos())).isTrue();
    }

    @Test
    void anInterruptEndsAWait() throws Exception {
        Background<Boolean> waiting = waiting();

        waiting.thread().interrupt();

        assertThat(waiting.get()).isFalse();
    }
}
