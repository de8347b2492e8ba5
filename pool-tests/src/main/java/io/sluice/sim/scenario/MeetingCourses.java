package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;
import static io.sluice.sim.scenario.Tended.MILLI;

import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Releases that meet something at one instruction: each of many rounds. */
final class MeetingCourses {

    private static final int ROUNDS = 100;

    /** For a connect. */
    private static final long SLACK = 60 * MILLI;

    private MeetingCourses() {}

    /** A release that has read a larger maximum is made up for by a tick, however late it is. */
    static void missesSmallerMaximum(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(2));
        for (int i = 0; i < ROUNDS; i++) {
            pool.fill(2);
            List<Holder<Object>> held = pool.hold(2);
            Holder<Object> late = held.get(0);
            simulation.stall(0.5, 3_000 * MILLI);
            SimThread other = simulation.start("releases", () -> Tended.release(late));
            simulation.sleep(1);
            pool.pool.resize(0, 1);
            simulation.join(other);
            simulation.stall(0, 0);
            long stalled = simulation.stalledUntil() - simulation.nanos();
            simulation.sleep(Math.max(0, stalled) + 1_000 * MILLI);
            int exist = pool.server.alive.size();
            pool.require(exist == 1, "beyond a maximum of 1 a late release leaves " + exist);
            Tended.release(held.get(1));
            pool.pool.resize(0, 2);
        }
        pool.close();
    }

    /** A request does not wait beside room to grow if what was released is taken by another. */
    static void releasedForAnother(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(2));
        for (int i = 0; i < ROUNDS; i++) {
            pool.fill(1);
            pool.fill(1);
            Holder<Object> held = pool.acquire();
            boolean[] isInLine = {false};
            List<Holder<Object>> taken = new ArrayList<>();
            SimThread taker =
                    simulation.start(
                            "taker",
                            () -> {
                                simulation.await(() -> isInLine[0], LONG.toNanos());
                                Holder<Object> holder = pool.tryAcquire(Duration.ZERO);
                                if (holder != null) {
                                    taken.add(holder);
                                }
                            });
            List<CompletableFuture<Holder<Object>>> requests = new ArrayList<>();
            pool.ticker.beforeAlarm = () -> isInLine[0] = true; // that of its time-out
            SimThread caller =
                    simulation.start(
                            "caller",
                            () -> requests.add(pool.pool.acquireAsync(LONG, Runnable::run)));
            simulation.await(() -> isInLine[0], LONG.toNanos());
            Tended.release(held);
            simulation.join(taker);
            simulation.join(caller);
            pool.ticker.beforeAlarm = () -> {};
            simulation.sleep(SLACK);
            CompletableFuture<Holder<Object>> request = requests.get(0);
            pool.require(
                    request.isDone(),
                    "a request waits beside room to grow, since what came back was taken");
            Tended.release(request.join());
            taken.forEach(Tended::release);
            FlushReport ignored = pool.pool.flush(FlushMode.IDLE);
            pool.sleepMillis(dice.from(1, 300));
        }
        pool.close();
    }
}
