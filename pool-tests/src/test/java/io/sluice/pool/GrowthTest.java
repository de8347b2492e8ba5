package io.sluice.pool;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.ManualTicker;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.fixture.Step;
import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import io.sluice.pool.spi.Holder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A pool grows beside its waiters: as much as they need, no more, and with restraint while nothing
 * can be created.
 */
class GrowthTest {

    @RegisterExtension final PoolInvariants pools = new PoolInvariants();
    @RegisterExtension final Workers workers = new Workers();

    private final ManualTicker ticker = new ManualTicker();
    private final FakeResourceFactory factory = new FakeResourceFactory();

    private ResourcePool<FakeResource> open(PoolConfig.Builder config) {
        return pools.open(
                config.idleTimeout(ZERO).maxLifetime(ZERO).keepaliveInterval(ZERO),
                factory,
                ticker);
    }

    private static PoolConfig.Builder maxSize(int maxSize) {
        return PoolConfig.builder().maxSize(maxSize);
    }

    /** Starts threads that acquire and keep what they get until the test releases it. */
    private List<Worker<Holder<FakeResource>>> acquirers(
            ResourcePool<FakeResource> pool, int count) {
        List<Worker<Holder<FakeResource>>> acquirers = new ArrayList<>();
        int before = ticker.parked();
        for (int i = 0; i < count; i++) {
            acquirers.add(workers.start("acquirer " + i, () -> pool.acquire()));
        }
        ticker.awaitParked(before + count);
        return acquirers;
    }

    private static void releaseAll(List<Worker<Holder<FakeResource>>> acquirers) throws Exception {
        for (Worker<Holder<FakeResource>> acquirer : acquirers) {
            Holder<FakeResource> holder = acquirer.result();
            assertThat(holder.release(holder.stamp())).isTrue();
        }
    }

    /** A resource whose waiter is still on the way to it is not created once more. */
    @Test
    void aSingleCallerCausesOneCreation() throws Exception {
        ResourcePool<FakeResource> pool = open(maxSize(5));
        Step woken = new Step("woken");
        ticker.whenWoken(woken::reach);
        factory.creation().hold();
        List<Worker<Holder<FakeResource>>> one = acquirers(pool, 1);
        factory.creation().letOneGo();
        woken.awaitReached(); // it has been told, and lingers

        await("nothing is in creation").until(pool::snapshot, now -> now.creating() == 0);
        woken.go();

        releaseAll(one);
        assertThat(factory.creation().arrived()).isEqualTo(1);
    }

    @Test
    void noMoreAreInCreationThanWait() {
        ResourcePool<FakeResource> pool =
                open(maxSize(10).maxCreating(8).acquireTimeout(ofSeconds(1)));
        factory.creation().hold();
        List<Worker<Holder<FakeResource>>> three = acquirers(pool, 3);
        factory.creation().awaitHeld(3);
        assertThat(pool.snapshot().creating()).isEqualTo(3);
        ticker.advance(ofSeconds(1));
        await("all have given up").until(() -> three.stream().allMatch(Worker::isDone));
    }

    @Test
    void noMoreAreInCreationThanAllowed() throws Exception {
        factory.creation().hold();
        ResourcePool<FakeResource> pool = open(maxSize(10).minSize(6).maxCreating(2));
        List<Worker<Holder<FakeResource>>> six = acquirers(pool, 6);
        for (int created = 0; created < 6; created++) {
            factory.creation().awaitArrived(created + 1);
            assertThat(factory.creation().held()).isLessThanOrEqualTo(2);
            factory.creation().letOneGo();
            factory.creation().awaitPassed(created + 1);
        }
        releaseAll(six);
        factory.creation().letAllGo();
    }

    // while nothing can be created

    @Test
    void duringAnOutageOneProbesSoonEnoughToBeBackWithinASecond() throws Exception {
        ResourcePool<FakeResource> pool = open(maxSize(8).maxCreating(4));
        factory.creation().failWith(() -> new IOException("connection refused"));
        List<Worker<Holder<FakeResource>>> many = acquirers(pool, 6);
        ticker.settle();
        int before = factory.creation().arrived();

        for (int probe = 1; probe <= 10; probe++) {
            factory.creation().hold();
            Duration pause = Duration.ZERO;
            while (factory.creation().arrived() < before + probe) { // ticks come between
                Duration next = ticker.next().orElseThrow();
                pause = pause.plus(next);
                assertThat(pause).isLessThanOrEqualTo(ofMillis(500)); // of a second to be back in
                ticker.advance(next);
                ticker.settle();
            }
            factory.creation().awaitHeld(1);
            ticker.awaitParked(
                    6); // the threads that the clock has woken have asked for more, in vain
            factory.creation().letAllGo();
            ticker.settle();
            assertThat(factory.creation().arrived()).as("attempts").isEqualTo(before + probe);
        }

        factory.creation().succeed();
        ticker.advance(ofSeconds(1));
        await("all are served, after a look at the queue or two")
                .until(
                        () -> {
                            ticker.advance(ofMillis(5));
                            return many.stream().allMatch(Worker::isDone);
                        });
        releaseAll(many);
    }

    /**
     * Each success allows twice as many at once, also for waiters that have waited since the
     * outage.
     */
    @Test
    void afterAnOutageCreationRampsUp() throws Exception {
        ResourcePool<FakeResource> pool = open(maxSize(8).maxCreating(4));
        factory.creation().failWith(() -> new IOException("connection refused"));
        List<Worker<Holder<FakeResource>>> many = acquirers(pool, 8);
        ticker.settle();
        await("all attempts have failed").until(() -> pool.snapshot().creating() == 0);
        factory.creation().succeed().hold();

        ticker.advance(ticker.next().orElseThrow()); // no further: an attempt that hangs is doubled
        factory.creation().awaitHeld(1);
        assertThat(pool.snapshot().creating()).isEqualTo(1);
        factory.creation().letOneGo();
        factory.creation().awaitHeld(2);
        assertThat(pool.snapshot().creating()).isEqualTo(2);
        factory.creation().letOneGo();
        // As many as may be: if those that are there do not serve the line, which is looked at.
        await("the line is watched")
                .until(() -> ticker.next().orElseThrow().compareTo(ofMillis(5)) <= 0);
        ticker.advance(ofMillis(5));
        factory.creation().awaitHeld(4);
        factory.creation().letAllGo();

        releaseAll(many);
    }

    @Test
    void theFirstCanBeCreatedAheadAndIsKept() throws Exception {
        ResourcePool<FakeResource> pool = open(maxSize(3));

        pool.createFirst();
        pool.createFirst();

        assertThat(factory.createdCount()).isEqualTo(1);
        Holder<FakeResource> holder = pool.acquire(ZERO);
        holder.release(holder.stamp());
    }

    /** A creation that does not return may hang for ever, and another would succeed. */
    @Test
    void besideALateCreationInTheOnlyPlaceAnotherIsMade() throws Exception {
        ResourcePool<FakeResource> pool = open(maxSize(1));
        factory.creation().hold();
        List<Worker<Holder<FakeResource>>> one = acquirers(pool, 1);
        factory.creation().awaitHeld(1);
        ticker.advance(ofMillis(300)); // so long it takes
        factory.creation().letAllGo();
        releaseAll(one);
        FlushReport flushed = pool.flush(FlushMode.IDLE);
        assertThat(flushed.discarded()).isOne();
        await("it is gone").until(pool::snapshot, now -> now.total() == 0);
        factory.creation().hold();
        one = acquirers(pool, 1);
        factory.creation().awaitHeld(1);

        ticker.advance(ofSeconds(1));
        factory.creation().awaitHeld(2);

        assertThat(pool.snapshot().creating()).as("the late one has no permit").isOne();
        factory.creation().letAllGo();
        releaseAll(one);
        await("the other is destroyed").until(() -> factory.alive().size() == 1);
        assertThat(pool.snapshot().total()).isOne();
    }
}
