package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A close that fails on its way, or finds no thread, still ends what it can. */
class ClosingTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Error FULL = new OutOfMemoryError("on purpose");

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final Journal journal = new Journal();
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private PoolParts<Resource> parts;
    private ThreadFactory threads;
    private Closing<Resource> closing;

    @BeforeEach
    void open() {
        PoolConfig config =
                PoolConfig.builder()
                        .name("orders")
                        .maxSize(1)
                        .idleTimeout(Duration.ZERO)
                        .maxLifetime(Duration.ZERO)
                        .keepaliveInterval(Duration.ZERO)
                        .ticker(ticker)
                        .build();
        Thread.currentThread().setContextClassLoader(ClosingTest.class.getClassLoader());
        parts =
                new PoolParts<>(
                        config,
                        new ScriptedFactory(journal),
                        limit -> {
                            throw new AssertionError("no lease is in a transaction");
                        });
        threads = parts.threads.getThreadFactory();
        closing =
                new Closing<>(
                        config,
                        parts,
                        () -> {
                            throw new AssertionError("the pool has no age for advice");
                        });
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private void assertThreadsAndTimerAreFree() throws Exception {
        assertThat(ticker.closings()).isOne();
        CompletableFuture<String> loader = new CompletableFuture<>();
        parts.threads.execute(
                () -> loader.complete("" + Thread.currentThread().getContextClassLoader()));
        assertThat(loader.get(30, TimeUnit.SECONDS)).as("the loader of a task").isEqualTo("null");
    }

    @Test
    void freesThreadsAndTimer() throws Exception {
        closing.close(Duration.ZERO);

        assertThreadsAndTimerAreFree();
    }

    @Test
    void freesThemThoughNeitherTheDrainNorTheEndCanBeTimed() throws Exception {
        ticker.onSchedule = FULL;

        assertThatThrownBy(() -> closing.close(A_SECOND)).isSameAs(FULL);

        assertThreadsAndTimerAreFree();
    }

    @Test
    void freesThemThoughItCannotTellOfTheEnd() throws Exception {
        ticker.onRead =
                () -> {
                    throw FULL;
                };

        assertThatThrownBy(() -> closing.close(Duration.ZERO)).isSameAs(FULL);

        assertThreadsAndTimerAreFree();
    }

    /** A thread that misses the close by a moment finds it the next time. */
    @Test
    void noResourceCountsAsCheckedFromThenOn() {
        long checked = parts.epoch.touch();

        closing.close(Duration.ZERO);

        assertThat(parts.epoch.value).isNotEqualTo(checked);
    }

    /** No alarm starts it, and there may be no more ticks. */
    @Test
    void startsWhatHasFoundNeitherAThreadNorATimer() throws Exception {
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        parts.threads.setThreadFactory(task -> null);
        ticker.onSchedule = FULL;
        parts.threads.run(() -> ran.complete(true), ticker);
        parts.threads.setThreadFactory(threads);
        ticker.onSchedule = null;
        assertThat(ran).isNotDone();

        closing.close(Duration.ZERO);

        assertThat(ran.get(30, TimeUnit.SECONDS)).isTrue();
    }

    /** The clock stands still, so a close that waits for an alarm does not end. */
    @Test
    void startsAtOnceWhatHasFoundNoThreadWhenALeaseWasTakenAway() throws Exception {
        long now = ticker.nanos();
        assertThat(parts.available.await(now, now + A_SECOND.toNanos(), false)).isNotNull();
        parts.threads.setKeepAliveTime(1, TimeUnit.NANOSECONDS);
        await("no idle thread").until(parts.threads::getPoolSize, size -> size == 0);
        Background<PoolSnapshot> close = Background.start(() -> closing.close(A_SECOND));
        ticker.awaitAlarmIn(A_SECOND);
        parts.threads.setThreadFactory(
                task -> {
                    parts.threads.setThreadFactory(threads);
                    return null;
                });

        ticker.advance(A_SECOND);

        assertThat(close.get().accessible()).isOne();
        assertThat(journal.count("destroy 1")).isOne();
    }
}
