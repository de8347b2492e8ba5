package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Await;
import io.sluice.pool.internal.holder.ResourceHolder;
import org.junit.jupiter.api.Test;

/**
 * What comes between two steps of a waiter, played on one thread by a clock that acts when it is
 * read.
 */
class WakeUpTest {

    /** Does something at a given reading or parking, counted from 1. */
    private static final class ActingTicker extends StillTicker {
        private Runnable atFirstPark = () -> {};
        private Runnable atNextReading = () -> {};
        private int parks;

        @Override
        public long nanos() {
            Runnable act = atNextReading;
            atNextReading = () -> {};
            act.run();
            return super.nanos();
        }

        @Override
        public void park(Object blocker, long nanos) {
            if (++parks > 1) {
                throw Await.failure("parked beside something available");
            }
            atFirstPark.run();
        }
    }

    private final ActingTicker ticker = new ActingTicker();
    private final Seats seats = new Seats(1, ticker);
    private final ResourceHolder<Integer> holder = seats.holders.get(0);

    /**
     * A waiter was told to look and has no effect. Before it clears its name something is released,
     * and the release trusts the name: so it has to look once more.
     */
    @Test
    void aWokenWaiterLooksOnceMoreAfterClearingItsName() throws Exception {
        seats.queue.offer(holder);
        holder.availableToAccessible();
        long stamp = holder.stamp();
        ticker.atFirstPark =
                () -> {
                    seats.waiters.signal(); // names it
                    ticker.atNextReading = () -> holder.release(stamp); // after its scan
                };

        assertThat(seats.waiters.await(0, Long.MAX_VALUE / 4, false)).isSameAs(holder);
    }
}
