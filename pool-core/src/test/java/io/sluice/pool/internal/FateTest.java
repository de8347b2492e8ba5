package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.growth.Fate;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt, for threads that wait for its end. */
class FateTest {

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final Fate<String> fate = new Fate<>(() -> {});

    /** Each flush asks for it, and an attempt may hang for ever. */
    @Test
    void hasOneEndHoweverOftenItIsAskedFor() {
        CompletableFuture<Void> over = fate.over();

        assertThat(fate.over()).isSameAs(over).isNotDone();
    }

    @Test
    void isOverWhenItIsGone() {
        CompletableFuture<Void> over = fate.over();

        fate.gone();

        assertThat(over).isDone();
        assertThat(fate.over()).isSameAs(over);
    }

    @Test
    void isOverWhenItsHolderIsGone() {
        RecordingOwner owner = new RecordingOwner();
        Epoch epoch = new Epoch(ticker, 1, /* fixed= */ true, () -> {});
        WaiterQueue<String> waiters = owner.waiters(ticker, new HolderSlots<>(1));
        ResourceHolder<String> holder =
                new ResourceHolder<>("one", epoch, waiters, owner, 1, Long.MAX_VALUE, 0);

        fate.joined(holder);
        assertThat(fate.over()).isNotDone();
        holder.nowGone();

        assertThat(fate.over()).isDone();
    }
}
