package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The minimum and the maximum change while a pool runs. */
class ResizeTest {

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;

    private DefaultResourcePool<Resource> pool(int maxSize) {
        return fixture.open(config -> config.maxSize(maxSize));
    }

    private List<Lease> acquire(int count) throws InterruptedException {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leases.add(fixture.acquire());
        }
        return leases;
    }

    private void awaitSurplus(int discarded) {
        journal.await("onDestroy", discarded);
        assertThat(journal.entries("onDiscard"))
                .hasSize(discarded)
                .allMatch(entry -> entry.endsWith(" SURPLUS"));
    }

    @Test
    void aHigherMaximumServesTheThreadThatWaits() throws Exception {
        DefaultResourcePool<Resource> pool = pool(1);
        Lease first = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        pool.resize(0, 70);

        Lease second = waiter.get();
        assertThat(second.number()).isEqualTo(2);
        assertThat(pool.snapshot().maxSize()).isEqualTo(70);
        List<Lease> others = acquire(68);
        assertThat(pool.snapshot().accessible()).isEqualTo(70);
        others.forEach(Lease::release);
        first.release();
        second.release();
    }

    /** Its release has read the former maximum, and publishes the holder afterwards. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10}) // after the latter the pool is dormant
    void aReleaseThatMissesALowerMaximumIsMadeUpForByTheNextTick(int seconds) throws Exception {
        DefaultResourcePool<Resource> pool = pool(2);
        ResourceHolder<Resource> late = (ResourceHolder<Resource>) pool.acquire();
        Lease other = fixture.acquire();
        assertThat(late.reserve(late.stamp())).isTrue();
        ticker.advance(Duration.ofSeconds(seconds));

        pool.resize(0, 1);
        ticker.advance(Duration.ofSeconds(10)); // the pool goes dormant meanwhile
        assertThat(late.reservedToAvailable()).isTrue();
        ticker.advance(Duration.ofMillis(250));

        awaitSurplus(1);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(ticker.pending()).as("ticks without a surplus").isZero();
        other.release();
    }

    @Test
    void aHigherMinimumIsCreated() {
        DefaultResourcePool<Resource> pool = pool(4);

        try (LogCapture log = LogCapture.start()) {
            pool.resize(3, 4);

            log.await("Pool orders is resized, minSize 3, maxSize 4");
        }
        journal.await("onCreate", 3);
        assertThat(pool.snapshot().available()).isEqualTo(3);
    }

    @Test
    void aLowerMaximumDiscardsWhatIsIdleAtOnce() throws Exception {
        DefaultResourcePool<Resource> pool = pool(4);
        fixture.warmUp(4);

        pool.resize(0, 1);

        awaitSurplus(3);
        assertThat(pool.snapshot().total()).isEqualTo(1);
        fixture.acquire().release();
        assertThat(journal.count("onCreate")).isEqualTo(4);
    }

    @Test
    void aLowerMaximumDiscardsLeasesAsTheyComeBack() throws Exception {
        DefaultResourcePool<Resource> pool = pool(4);
        fixture.warmUp(4); // a first lease takes the slow path anyway
        List<Lease> leases = acquire(4);

        pool.resize(0, 2);

        assertThat(journal.count("onDiscard")).as("no lease is cut short").isZero();
        leases.get(0).release();
        leases.get(1).release();
        awaitSurplus(2);
        leases.get(2).release();
        leases.get(3).release();
        assertThat(pool.snapshot().available()).isEqualTo(2);
        assertThat(journal.count("onDiscard")).isEqualTo(2);
    }

    @Test
    void whileThereIsASurplusNothingNewIsCreated() throws Exception {
        DefaultResourcePool<Resource> pool = pool(2);
        List<Lease> leases = acquire(2);
        pool.resize(0, 1);
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);

        leases.get(0).release();
        awaitSurplus(1);

        assertThat(waiter.isDone()).isFalse();
        leases.get(1).release();
        assertThat(waiter.get().release()).isTrue();
        assertThat(journal.count("onCreate")).isEqualTo(2);
    }

    @Test
    void whatIsInCreationMeanwhileJoinsOnlyIfThereIsRoom() throws Exception {
        Gate connecting = new Gate();
        DefaultResourcePool<Resource> pool = pool(2);
        Lease lease = fixture.acquire();
        fixture.factory.onCreate = number -> connecting.pass();
        Background<Lease> waiter = fixture.acquireInBackground();
        journal.await("create 2");

        pool.resize(0, 1);
        connecting.open();

        awaitSurplus(1);
        lease.release();
        assertThat(waiter.get().number()).isEqualTo(1);
        waiter.get().release();
    }

    @Test
    void aLowerMinimumLetsIdleResourcesGo() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(
                        config ->
                                config.minSize(3)
                                        .maxSize(3)
                                        .idleTimeout(Duration.ofMinutes(1))
                                        .validateAfterIdle(Duration.ofHours(1)));
        journal.await("onCreate", 3);
        ticker.advance(Duration.ofMinutes(2));
        assertThat(journal.count("onDiscard")).isZero();

        pool.resize(1, 3);
        ticker.advance(Duration.ofMillis(1));

        journal.await("onDestroy", 2);
        assertThat(journal.entries("onDiscard")).allMatch(entry -> entry.endsWith(" IDLE"));
        assertThat(pool.snapshot().total()).isEqualTo(1);
    }

    @Test
    void aSuspendedPoolDiscardsItsSurplusWhenItIsResumed() throws Exception {
        DefaultResourcePool<Resource> pool = pool(3);
        fixture.warmUp(3);
        pool.suspend();

        pool.resize(0, 1);
        pool.resume();

        awaitSurplus(2);
        assertThat(pool.snapshot().available()).isEqualTo(1);
    }

    @Test
    void refusesSizesThatAPoolIsNotOpenedWith() {
        DefaultResourcePool<Resource> pool = pool(2);

        assertThatThrownBy(() -> pool.resize(3, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("minSize is 3 and maxSize is 2");
        assertThatThrownBy(() -> pool.resize(0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxSize");
        assertThat(pool.snapshot().maxSize()).isEqualTo(2);
    }

    @Test
    void aClosedPoolIsNotResized() {
        DefaultResourcePool<Resource> pool = pool(2);
        pool.close();

        assertThatThrownBy(() -> pool.resize(0, 1)).isInstanceOf(PoolClosedException.class);
    }

    /** Threads lease while the maximum goes up and down. */
    @Test
    @Timeout(120)
    void losesNothingUnderThreadsThatLease() throws Exception {
        DefaultResourcePool<Resource> pool = pool(8);
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong leases = new AtomicLong();
        List<Background<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(
                    Background.start(
                            () -> {
                                while (!over.get()) {
                                    Holder<Resource> holder = pool.acquire();
                                    assertThat(holder.release(holder.stamp())).isTrue();
                                    leases.incrementAndGet();
                                }
                                return (Void) null;
                            }));
        }
        for (int round = 0; round < 200; round++) {
            long before = leases.get();
            pool.resize(0, 1 + round % 2 * 7);
            whileTimePasses(() -> leases.get() > before);
        }
        over.set(true);
        whileTimePasses(() -> threads.stream().allMatch(Background::isDone));
        for (Background<Void> thread : threads) {
            thread.get();
        }

        pool.resize(0, 2);
        fixture.acquire().release();

        await("what is too many has gone, and all the others are available")
                .until(
                        pool::snapshot,
                        rest -> rest.total() <= 2 && rest.available() == rest.total());
    }

    /** A waiter that was woken in vain often looks again after a while. */
    private void whileTimePasses(BooleanSupplier condition) {
        await().until(
                        () -> {
                            ticker.advance(Duration.ofMillis(1));
                            return condition.getAsBoolean();
                        });
    }

    @Test
    void asManyAsAllowedWaitAlsoWhileMoreExistThanTheMaximum() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(3).maxWaiting(1));
        Lease one = fixture.acquire();
        Lease other = fixture.acquire();
        pool.resize(0, 1);

        CompletableFuture<Holder<Resource>> request =
                pool.acquireAsync(Duration.ofMinutes(1), Runnable::run);

        assertThat(request).isNotDone();
        other.release();
        one.release();
        assertThat(request).succeedsWithin(Duration.ofSeconds(30));
    }
}
