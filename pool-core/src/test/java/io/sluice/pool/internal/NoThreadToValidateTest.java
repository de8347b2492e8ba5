package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolListener;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.disposal.Destroyer;
import io.sluice.pool.internal.disposal.Discarder;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.internal.upkeep.Validation;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.ResourceFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A resource to be validated aside is not lost if there is no thread to do it. */
class NoThreadToValidateTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final Journal journal = new Journal();
    private final PoolConfig config = PoolConfig.builder().maxSize(2).ticker(ticker).build();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch = new Epoch(ticker, A_MINUTE.toNanos(), /* fixed= */ false, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(2);
    private final WaiterQueue<String> waiters = owner.waiters(ticker, slots);
    private final AvailableQueue<String> available = new AvailableQueue<>(slots, waiters, ticker);
    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 2);
    private final HolderSets<String> sets = new HolderSets<>(slots, waiters, permits);
    private final CreatorThreads threads = new CreatorThreads("orders", ticker);
    private final Destroyer<String> destroyer =
            new Destroyer<>("orders", new Factory(), threads, ticker, A_MINUTE.toNanos());
    private final DrainSignal drains = new DrainSignal(ticker);
    private final Generations generations = new Generations(drains);

    /** What happens to a task before its executor fails. */
    private Consumer<Runnable> before = task -> {};

    private final FitnessCheck<String> fitnessCheck =
            new FitnessCheck<>(
                    config,
                    new Validation<>(new Factory(), destroyer, ticker, A_MINUTE.toNanos()),
                    epoch,
                    generations,
                    sets,
                    new Suspension<>(epoch, sets, waiters),
                    waiters,
                    new Discarder<>(
                            sets,
                            permits,
                            destroyer,
                            generations,
                            drains,
                            new PoolEvents<>(
                                    "orders",
                                    new Factory(),
                                    new PoolListener() {},
                                    FlightRecorder.none(),
                                    threads,
                                    ticker),
                            () -> {}),
                    null,
                    new Timings("orders", FlightRecorder.none()),
                    task -> {
                        before.accept(task);
                        throw new RejectedExecutionException("no thread");
                    });

    @BeforeEach
    void twoAreSuspectAndOneHangs() {
        for (String resource : new String[] {"one", "two"}) {
            permits.tryBegin(permits.get());
            ResourceHolder<String> holder =
                    new ResourceHolder<>(resource, epoch, waiters, owner, 1, Long.MAX_VALUE, 0);
            sets.join(holder);
            available.offer(holder);
        }
        fitnessCheck.suspectAll();
        assertThat(isNextFit(A_MINUTE)).as("the one that hangs").isFalse();
    }

    @AfterEach
    void end() {
        threads.end();
    }

    private boolean isNextFit(Duration left) {
        return fitnessCheck.checkFit(
                Objects.requireNonNull(available.poll()), left.toNanos(), true);
    }

    @Test
    void theCallerDoesItInTheTimeItHas() {
        assertThat(isNextFit(A_SECOND)).as("no lease any more while it is validated").isFalse();

        assertThat(journal.entries())
                .containsExactly("validate within PT1M", "validate within PT1S");
        assertThat(isNextFit(A_SECOND)).isTrue();
        assertThat(journal.count("validate")).isEqualTo(2);
    }

    /** A thread of the executor has run it and ended; to start another has failed. */
    @Test
    void theCallerDoesNotDoAgainWhatHasRunNonetheless() {
        before = Runnable::run;

        assertThat(isNextFit(A_SECOND)).isFalse();

        assertThat(journal.count("validate")).isEqualTo(2);
    }

    @Test
    void itIsDiscardedIfThePoolIsClosedMeanwhile() {
        sets.close();

        assertThatThrownBy(() -> isNextFit(A_SECOND)).isInstanceOf(PoolClosedException.class);

        assertThat(sets.count().left()).containsEntry(DiscardReason.POOL_CLOSED, 1L);
    }

    /** The first validation hangs for a second. */
    private final class Factory implements ResourceFactory<String> {

        @Override
        public String create() {
            throw new AssertionError("nothing is created here");
        }

        @Override
        public void validate(String resource, Duration limit) throws IOException {
            journal.add("validate within " + limit);
            if (journal.count("validate") == 1) {
                ticker.advance(A_SECOND);
                throw new IOException("connection reset");
            }
        }

        @Override
        public void destroy(String resource) {}
    }
}
