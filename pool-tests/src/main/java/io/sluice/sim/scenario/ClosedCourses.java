package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Ending.LONG;
import static io.sluice.sim.scenario.Ending.TICKS;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.EndServer;
import io.sluice.sim.world.EndServer.Item;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a closed pool has yet to do while the system starts no thread, not even a timer. */
final class ClosedCourses {

    private ClosedCourses() {}

    /** What finds no thread as the last task ends is done nonetheless. */
    static void lastTaskEnds(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder()
                                .maxSize(2)
                                .closeTimeout(Duration.ofMillis(dice.from(20, 100))),
                        server);
        List<Holder<Item>> leases = ending.acquire(2);
        Holder<Item> prepared = leases.get(0);
        Item item = prepared.resource();
        item.gate().open(prepared.stamp());
        ending.require(item.gate().pin(prepared.stamp()), "a branch cannot be prepared");
        Item last = leases.get(1).resource();
        boolean[] mayEnd = {false};
        server.destroying =
                each -> simulation.await(() -> each != last || mayEnd[0], LONG.toNanos());
        ending.pool.close(Duration.ZERO); // leaves the branch, and the other in its destruction
        ending.sleep(TICKS); // threads at rest have ended

        simulation.refuseThreads(() -> true);
        Thread self = Thread.currentThread();
        ending.ticker.beforeAlarm =
                () -> {
                    if (Thread.currentThread() == self) {
                        mayEnd[0] = true;
                        ending.sleepMillis(dice.from(1, 500));
                    }
                };
        item.gate().unpin(prepared.stamp());
        ending.require(prepared.reserve(prepared.stamp()), "the lease of a branch has ended");
        prepared.discard(DiscardReason.BROKEN, null);
        ending.ticker.beforeAlarm = () -> {};
        ending.sleepMillis(dice.from(0, 300));
        simulation.refuseThreads(() -> false);
        ending.sleep(TICKS);
        ending.require(
                item.destroyedAt >= 0,
                "what found no thread as the last task of a closed pool ended is never destroyed");
        ending.close();
    }

    /** A request that comes too late is told so. */
    static void requestComes(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(1), server);
        Ending.release(ending.acquire(1));
        ending.pool.close(Duration.ZERO);
        ending.sleep(TICKS); // all threads have ended

        int timer = simulation.started() + 1;
        simulation.refuseThreads(() -> simulation.started() >= timer);
        Thread self = Thread.currentThread();
        ending.ticker.afterCancel =
                () -> {
                    if (Thread.currentThread() == self) {
                        ending.sleepMillis(dice.from(0, 3_000));
                    }
                };
        CompletableFuture<Holder<Item>> request = ending.pool.acquireAsync(LONG, Runnable::run);
        ending.ticker.afterCancel = () -> {};
        ending.sleepMillis(dice.from(0, 300));
        simulation.refuseThreads(() -> false);
        ending.sleep(TICKS);
        ending.require(
                request.isCompletedExceptionally(),
                "a request is never told that its pool is closed, since there was no thread");
        ending.close();
    }
}
