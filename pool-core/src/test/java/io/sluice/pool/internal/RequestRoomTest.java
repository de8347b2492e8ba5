package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A request without a thread fails at the end of the stack before it begins what it cannot end. */
class RequestRoomTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final long STACK_BYTES = 400_000;

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 400;

    /** What the clock needs: much less than the room that is checked. */
    private static final int FRAMES_OF_THE_CLOCK = 25;

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final List<CompletableFuture<Holder<Resource>>> requests = new ArrayList<>();
    private final Executor executor = Runnable::run;
    private final AtomicInteger cutShort = new AtomicInteger();
    private ResourcePool<Resource> pool;
    private int made;
    private int overflows;

    @Test
    void whatHasBegunToJoinTheLineCanGoOn() throws Exception {
        pool = fixture.open(config -> config.maxSize(1));
        Lease only = fixture.acquire();
        pool.acquireAsync(A_MINUTE).cancel(true); // all is linked
        Thread deep = atTheEnd();
        ticker.onScheduling = () -> inClock(deep);

        run(deep);

        ticker.onScheduling = () -> {};
        assertThat(cutShort).as("requests that were half in line").hasValue(0);
        requests.forEach(request -> request.cancel(true));
        await("no request in line").until(() -> pool.snapshot().waiting() == 0);
        only.release();
    }

    private void inClock(Thread deep) {
        if (Thread.currentThread() == deep) {
            try {
                int ignored = needed(FRAMES_OF_THE_CLOCK);
            } catch (StackOverflowError e) {
                cutShort.incrementAndGet();
                throw e;
            }
        }
    }

    private static int needed(int frames) {
        return frames == 0 ? 0 : needed(frames - 1) + 1;
    }

    /** Only a task that could not be passed on needs an alarm. */
    @Test
    void whatIsServedOnAnotherThreadIsPassedOnAtOnce() throws Exception {
        int places = 40;
        pool = fixture.open(config -> config.maxSize(places).maxWaiting(0));
        fixture.warmUp(places);
        ticker.leap(A_MINUTE); // from now on each is checked first
        release(pool.acquireAsync(A_MINUTE, executor)); // all is linked
        ticker.leap(A_MINUTE);
        Lease other = fixture.acquire();
        Thread deep = atTheEnd();
        ticker.onScheduling =
                () -> {
                    if (Thread.currentThread() == deep) {
                        cutShort.incrementAndGet();
                    }
                };

        run(deep);

        assertThat(cutShort).as("tasks that could not be passed on").hasValue(0);
        for (CompletableFuture<Holder<Resource>> request : requests) {
            await("the end of a request").until(request::isDone);
            if (!request.isCompletedExceptionally()) {
                release(request);
            }
        }
        other.release(); // else there would be no tick
        ticker.advance(Duration.ofSeconds(1)); // ends what was abandoned
        fixture.awaitAvailable(places);
    }

    private static void release(CompletableFuture<Holder<Resource>> request) {
        Holder<Resource> holder = request.join();
        holder.release(holder.stamp());
    }

    /** A thread that goes down to the end, and makes a request in each frame on the way up. */
    private Thread atTheEnd() {
        return new Thread(null, this::down, "test-deep", STACK_BYTES);
    }

    private void run(Thread deep) throws InterruptedException {
        deep.setDaemon(true);
        deep.start();
        deep.join();
        assertThat(overflows).as("requests that failed").isPositive();
    }

    @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
    private void down() {
        try {
            down();
        } catch (StackOverflowError e) { // the end
            return;
        }
        up();
    }

    private void up() {
        try {
            if (made < FRAMES) {
                made++;
                requests.add(
                        pool.acquireAsync(A_MINUTE, executor)); // a lambda would be linked here
            }
        } catch (StackOverflowError e) {
            overflows++;
        }
    }
}
