package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A snapshot tells what the pool has done so far. */
class CountersTest {

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private PoolCounters counters() {
        return fixture.pool().snapshot().counters();
    }

    @Test
    void aPoolThatHasDoneNothingCountsNothing() {
        fixture.open(config -> config.maxSize(1));

        assertThat(counters()).isEqualTo(PoolCounters.NONE);
        assertThat(counters().discarded()).containsOnlyKeys(DiscardReason.values());
    }

    @Test
    void leasesOfAllResourcesAreCountedAlsoOfThoseThatHaveLeft() throws Exception {
        fixture.open(config -> config.maxSize(2));
        for (int i = 0; i < 3; i++) {
            fixture.acquire().release();
        }
        assertThat(counters().acquired()).isEqualTo(3);
        assertThat(counters().created()).isOne();

        fixture.pool().flush(FlushMode.IDLE);
        await().until(() -> fixture.pool().snapshot().total() == 0);
        fixture.acquire().release();

        assertThat(counters().acquired()).isEqualTo(4);
        assertThat(counters().created()).isEqualTo(2);
        assertThat(counters().discarded())
                .containsEntry(DiscardReason.FLUSHED, 1L)
                .containsEntry(DiscardReason.IDLE, 0L);
    }

    @Test
    void anAcquireThatFindsItsHomeAfterATickIsOneLease() throws Exception {
        fixture.open(config -> config.maxSize(1));
        fixture.acquire().release();
        fixture.ticker.advance(Duration.ofMillis(500));

        assertThat(fixture.pool().tryAcquire()).isNull();
        fixture.acquire().release();

        assertThat(counters().acquired()).isEqualTo(2);
    }

    @Test
    void anAcquireThatFindsAnUnfitResourceFirstIsOneLease() throws Exception {
        fixture.open(config -> config.maxSize(1).validateAfterIdle(Duration.ofSeconds(1)));
        fixture.acquire().release();
        fixture.ticker.advance(Duration.ofSeconds(2));
        fixture.factory.onValidate =
                resource -> {
                    fixture.factory.onValidate = another -> {};
                    throw new IllegalStateException("unfit");
                };

        fixture.acquire().release();

        assertThat(counters().acquired()).isEqualTo(2);
        assertThat(counters().discarded()).containsEntry(DiscardReason.INVALID, 1L);
    }

    @Test
    void timeOutsAreCountedButNotAcquiresThatWereNotToWait() throws Exception {
        fixture.open(config -> config.maxSize(1).acquireTimeout(Duration.ofSeconds(1)));
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);
        fixture.ticker.advance(Duration.ofSeconds(1));
        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(waiter::get);
        assertThatExceptionOfType(AcquireTimeoutException.class)
                .isThrownBy(() -> fixture.pool().acquire(Duration.ZERO));

        assertThat(counters().timedOut()).isOne();
        lease.release();
    }

    @Test
    void refusalsAreCounted() throws Exception {
        fixture.open(config -> config.maxSize(1).maxWaiting(0));
        Lease lease = fixture.acquire();
        assertThatExceptionOfType(TooManyWaitingException.class).isThrownBy(fixture::acquire);

        assertThat(counters().refused()).isOne();
        assertThat(counters().timedOut()).isZero();
        lease.release();
    }

    @Test
    void failedCreationsAreCounted() throws Exception {
        fixture.factory.onCreate =
                number -> {
                    throw new IllegalStateException("down");
                };
        fixture.open(config -> config.maxSize(1));
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.journal.await("onCreateFailure");

        assertThat(counters().creationsFailed()).isOne();
        assertThat(counters().created()).isZero();
        fixture.pool().close(Duration.ZERO);
        assertThatExceptionOfType(PoolClosedException.class).isThrownBy(waiter::get);
    }

    @Test
    void theReasonsCannotBeChanged() {
        Map<DiscardReason, Long> given = Map.of(DiscardReason.IDLE, 6L);
        PoolCounters made = new PoolCounters(1, 2, 3, 4, 5, given, PoolTimes.ofNothing());

        assertThat(made.discarded())
                .hasSize(DiscardReason.values().length)
                .containsEntry(DiscardReason.IDLE, 6L);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> made.discarded().put(DiscardReason.IDLE, 7L));
    }
}
