package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An observer is told how long things take. */
class ObserverTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final List<String> told = new CopyOnWriteArrayList<>();

    private final PoolObserver observer =
            new PoolObserver() {

                @Override
                public void waited(Wait reason, long nanos) {
                    told.add(reason + " " + Duration.ofNanos(nanos).toMillis());
                }

                @Override
                public void used(long nanos) {
                    told.add("used " + Duration.ofNanos(nanos).toMillis());
                }

                @Override
                public void created(long nanos) {
                    told.add("created " + Duration.ofNanos(nanos).toMillis());
                }
            };

    private DefaultResourcePool<Resource> open(int maxSize) {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(maxSize));
        pool.observe(observer);
        return pool;
    }

    /** Opens a pool with one resource that was used, and forgets what was told of that. */
    private DefaultResourcePool<Resource> openWarm(int maxSize) throws InterruptedException {
        DefaultResourcePool<Resource> pool = open(maxSize);
        fixture.warmUp(1);
        fixture.journal.await("onCreate");
        told.clear();
        return pool;
    }

    @Test
    void aCreationAndTheWaitForItAreTold() throws Exception {
        fixture.factory.onCreate = number -> ticker.advance(Duration.ofMillis(40));
        open(1);

        fixture.acquire().release();
        fixture.journal.await("onCreate");

        assertThat(told).contains("created 40", "CREATION 40");
    }

    @Test
    void theWaitForAReturnIsTold() throws Exception {
        openWarm(1);
        Lease lease = fixture.acquire();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        ticker.advance(Duration.ofMillis(30));

        lease.release();
        waiter.get().release();

        assertThat(told).contains("RETURN 30");
    }

    @Test
    void aWaitThatEndsWithATimeOutIsNotTold() throws Exception {
        fixture.open(config -> config.maxSize(1).acquireTimeout(A_SECOND)).observe(observer);
        Lease lease = fixture.acquire();
        told.clear();
        Background<Lease> waiter = fixture.acquireInBackground();
        ticker.awaitParked(1);
        ticker.advance(A_SECOND);
        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(waiter::get);

        assertThat(told).noneMatch(line -> line.startsWith("RETURN"));
        lease.release();
    }

    @Test
    void aValidationIsToldAndIsNoPartOfTheUse() throws Exception {
        openWarm(1);
        ticker.leap(Duration.ofMinutes(1));
        fixture.factory.onValidate = number -> ticker.advance(Duration.ofMillis(20));

        Lease lease = fixture.acquire();
        ticker.advance(Duration.ofMillis(7));
        lease.release();

        assertThat(told).containsExactly("VALIDATION 20", "used 7");
    }

    @Test
    void ofTheLeasesBetweenTwoTicksOneIsTimed() throws Exception {
        openWarm(1);
        ticker.leap(Duration.ofMinutes(1));
        for (int i = 0; i < 3; i++) {
            Lease lease = fixture.acquire();
            ticker.advance(Duration.ofMillis(5));
            lease.release();
        }

        assertThat(told.stream().filter(line -> line.startsWith("used"))).containsExactly("used 5");
    }

    @Test
    void whereEachLeaseIsCheckedEachIsTimed() throws Exception {
        fixture.open(config -> config.maxSize(1).leakThreshold(Duration.ofHours(1)))
                .observe(observer);
        fixture.warmUp(1);
        told.clear();
        for (int i = 1; i <= 3; i++) {
            ticker.advance(Duration.ofMillis(1)); // it is the clock that tells leases apart
            Lease lease = fixture.acquire();
            ticker.advance(Duration.ofMillis(i));
            lease.release();
        }

        assertThat(told).containsExactly("used 1", "used 2", "used 3");
    }

    @Test
    void anObserverThatWasRemovedIsToldNothing() throws Exception {
        DefaultResourcePool<Resource> pool = openWarm(1);
        ticker.leap(Duration.ofMinutes(1));
        Lease lease = fixture.acquire();
        pool.unobserve(observer);
        lease.release();

        assertThat(told).containsExactly("VALIDATION 0");
    }

    @Test
    void eachObserverIsToldOnceHoweverOftenItWasAdded() throws Exception {
        List<Long> others = new CopyOnWriteArrayList<>();
        PoolObserver other =
                new PoolObserver() {

                    @Override
                    public void used(long nanos) {
                        others.add(nanos);
                    }
                };
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(1).observers(List.of(other, observer)));
        pool.observe(other);
        fixture.warmUp(1);
        fixture.journal.await("onCreate");
        others.clear();
        told.clear();
        useFor(5);

        assertThat(others).containsExactly(Duration.ofMillis(5).toNanos());
        assertThat(told).endsWith("used 5");

        pool.unobserve(other);
        useFor(6);

        assertThat(others).hasSize(1);
        assertThat(told).endsWith("used 6");
    }

    private void useFor(int millis) throws InterruptedException {
        ticker.leap(Duration.ofMinutes(1)); // so that the next lease is timed
        Lease lease = fixture.acquire();
        ticker.advance(Duration.ofMillis(millis));
        lease.release();
    }

    @Test
    void anObserverThatFailsHarmsNothing() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        try (LogCapture log = LogCapture.start()) {
            pool.observe(
                    new PoolObserver() {

                        @Override
                        public void waited(Wait reason, long nanos) {
                            throw new StackOverflowError("waited");
                        }

                        @Override
                        public void used(long nanos) {
                            throw new IllegalStateException("used");
                        }

                        @Override
                        public void created(long nanos) {
                            throw new IllegalStateException("created");
                        }
                    });
            pool.observe(observer);
            fixture.acquire().release();
            fixture.journal.await("onCreate");

            assertThat(pool.snapshot().available()).isOne();
            assertThat(told).as("the one after it").isNotEmpty();
            assertThat(log.messages()).contains("Pool orders: the observer failed");
        }
    }
}
