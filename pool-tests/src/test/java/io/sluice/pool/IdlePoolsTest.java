package io.sluice.pool;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.ManualTicker;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.internal.PoolProbe;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A hundred idle pools wake for nothing that is not due. {@code perf/run housekeeping} measures the
 * same in real time.
 */
class IdlePoolsTest {

    private static final int POOLS = 100;
    private static final Duration KEEPALIVE = ofMinutes(2);

    @RegisterExtension final PoolInvariants invariants = new PoolInvariants();

    private final ManualTicker ticker = new ManualTicker();
    private final FakeResourceFactory factory = new FakeResourceFactory();

    @Test
    void poolsAtRestRaiseNoAlarmBeforeSomethingIsDue() throws Exception {
        List<ResourcePool<FakeResource>> pools = new ArrayList<>();
        for (int i = 0; i < POOLS; i++) {
            FakeResourceFactory own = new FakeResourceFactory();
            pools.add(
                    invariants.open(
                            PoolConfig.builder().minSize(2).keepaliveInterval(KEEPALIVE),
                            own,
                            ticker));
        }
        for (ResourcePool<FakeResource> pool : pools) {
            await("the minimum exists").until(pool::snapshot, now -> now.available() == 2);
        }
        for (int round = 0; round < 10; round++) { // traffic
            for (ResourcePool<FakeResource> pool : pools) {
                Holder<FakeResource> holder = pool.acquire(Duration.ZERO);
                holder.release(holder.stamp());
            }
            ticker.advance(ofMillis(100));
        }

        ticker.advance(ofSeconds(1)); // to find that there is no more
        assertThat(pools).allMatch(pool -> PoolProbe.of(pool).isDormant());
        long fired = ticker.fired();
        assertThat(ticker.next().orElseThrow()).isGreaterThan(KEEPALIVE.minus(ofSeconds(5)));
        ticker.advance(KEEPALIVE.minus(ofSeconds(5)));

        assertThat(ticker.fired()).as("alarms raised by pools at rest").isEqualTo(fired);
        assertThat(ticker.pending()).as("alarms set: one a pool").isEqualTo(POOLS);
    }

    @Test
    void anAlarmIsRaisedForEachThingThatIsDueAndHardlyMore() throws Exception {
        ResourcePool<FakeResource> pool =
                invariants.open(
                        PoolConfig.builder()
                                .minSize(2)
                                .maxLifetime(Duration.ZERO)
                                .keepaliveInterval(KEEPALIVE),
                        factory,
                        ticker);
        await("the minimum exists").until(pool::snapshot, now -> now.available() == 2);
        ticker.settle();
        long fired = ticker.fired();

        for (int round = 1; round <= 5; round++) {
            ticker.advance(ticker.next().orElseThrow());
            int validated = 2 * round;
            await("both are validated").until(() -> factory.validation().passed() == validated);
            await("both are back").until(pool::snapshot, now -> now.available() == 2);
            ticker.advance(KEEPALIVE.dividedBy(2));
        }

        assertThat(ticker.fired() - fired).as("alarms for five rounds").isLessThanOrEqualTo(15);
    }
}
