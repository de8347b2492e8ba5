package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolListener;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One pool over scripted resources with a clock driven by hand. After the test it closes the pool
 * and checks that every resource was destroyed once and every permit came back.
 */
final class PoolFixture implements AfterEachCallback {

    /** One lease: a holder and its stamp. */
    record Lease(ResourceHolder<Resource> holder, long stamp) {

        static Lease of(Holder<Resource> holder) {
            return new Lease((ResourceHolder<Resource>) holder, holder.stamp());
        }

        int number() {
            return holder.resource().number();
        }

        boolean release() {
            return holder.release(stamp);
        }
    }

    final HandDrivenTicker ticker = new HandDrivenTicker();
    final Journal journal = new Journal();
    final ScriptedFactory factory = new ScriptedFactory(journal);
    final AtomicReference<Throwable> lastLeak = new AtomicReference<>();
    final AtomicReference<Throwable> createFailure = new AtomicReference<>();
    final AtomicReference<Throwable> discardCause = new AtomicReference<>();
    final AtomicReference<Throwable> destroyFailure = new AtomicReference<>();

    private DefaultResourcePool<Resource> pool;

    /** Opens the pool: named {@code orders}, without any deadline that a test did not ask for. */
    DefaultResourcePool<Resource> open(UnaryOperator<PoolConfig.Builder> settings) {
        PoolConfig.Builder builder =
                PoolConfig.builder()
                        .name("orders")
                        .idleTimeout(Duration.ZERO)
                        .maxLifetime(Duration.ZERO)
                        .keepaliveInterval(Duration.ZERO)
                        .ticker(ticker)
                        .listener(new JournalListener());
        pool = DefaultResourcePool.open(settings.apply(builder).build(), factory);
        // The first value of the epoch is then the time, and not ahead of it.
        ticker.advance(Duration.ofMillis(1));
        return pool;
    }

    DefaultResourcePool<Resource> pool() {
        return pool;
    }

    /** Acquires, and waits until the creator of the resource has done all that it has to do. */
    Lease acquire() throws InterruptedException {
        Lease lease = Lease.of(pool.acquire());
        journal.await("onCreate " + lease.number());
        return lease;
    }

    /** Acquires so many at once, then releases them all. */
    void warmUp(int resources) throws InterruptedException {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < resources; i++) {
            leases.add(acquire());
        }
        leases.forEach(Lease::release);
    }

    /** An acquire on another thread; the test goes on when that thread is parked. */
    Background<Lease> acquireInBackground() {
        return Background.start(this::acquire);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (pool == null) {
            return;
        }
        ticker.runFree();
        pool.close(Duration.ZERO);
        awaitRest();
        PoolSnapshot end = pool.snapshot();
        assertThat(end)
                .as("the pool at the end")
                .isEqualTo(
                        new PoolSnapshot(
                                "orders",
                                0,
                                end.minSize(),
                                end.maxSize(),
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                end.suspended(),
                                end.counters()));
        assertThat(end.counters().discarded().values().stream().mapToLong(n -> n).sum())
                .as("each that has joined has left")
                .isEqualTo(end.counters().created());
        assertThat(journal.entries("destroy "))
                .as("destroyed once each")
                .doesNotHaveDuplicates()
                .hasSize(factory.created());
    }

    /**
     * Waits until so many resources are available: no event tells when the pool has put them back.
     */
    void awaitAvailable(int resources) {
        await(resources + " available").until(pool::snapshot, now -> now.available() == resources);
    }

    /** Waits until what was in creation when the pool was closed has arrived and is destroyed. */
    private void awaitRest() {
        await("nothing left in the pool")
                .until(pool::snapshot, now -> now.creating() == 0 && now.total() == 0);
        await(factory.created() + " resources destroyed")
                .until(
                        () -> journal.entries(),
                        seen -> journal.count("destroy ") >= factory.created());
    }

    private final class JournalListener implements PoolListener {

        @Override
        public void onCreate(String name, Object resource) {
            journal.add("onCreate " + number(resource));
        }

        @Override
        public void onCreateFailure(String name, Throwable failure) {
            createFailure.set(failure);
            journal.add("onCreateFailure " + failure.getMessage());
        }

        @Override
        public void onDiscard(String name, Object resource, DiscardReason reason, Throwable cause) {
            discardCause.set(cause);
            journal.add("onDiscard " + number(resource) + " " + reason);
        }

        @Override
        public void onDestroy(String name, Object resource, Throwable failure) {
            destroyFailure.set(failure);
            journal.add("onDestroy " + number(resource));
        }

        @Override
        public void onLeak(String name, Object resource, Throwable site) {
            lastLeak.set(site);
            journal.add("onLeak " + number(resource));
        }

        @Override
        public void onInDoubt(String name, Object resource, String xid, Throwable failure) {
            journal.add("onInDoubt " + xid + " " + number(resource));
        }

        @Override
        public void onSettle(String name, Object resource, String xid) {
            journal.add("onSettle " + xid + " " + number(resource));
        }

        private int number(Object resource) {
            return ((Resource) resource).number();
        }
    }
}
