package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.invariant.PoolInvariants;
import io.sluice.sim.invariant.ResourceFreshness.Announcements;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.Faults;
import io.sluice.sim.world.MoodyListener;
import io.sluice.sim.world.PoolThreads;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The life of a pool: users and an operator at work, perhaps on a bad day of the server and of the
 * machine; then everything must be whole again; then it is closed.
 */
public final class PoolScenario implements Scenario {

    /** Long enough, once the server behaves, for whatever hangs to be given up. */
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final Duration SOON = Duration.ofMillis(100);

    @Override
    public void run(Simulation simulation) throws Exception {
        Dice dice = new Dice(simulation.chance("all"));
        TimesChecks times = new TimesChecks();
        Stage stage = open(simulation, dice, times);
        PoolInvariants invariants = new PoolInvariants(simulation, stage.pool, stage.server);
        if (dice.oneIn(3) && simulation.has("stalls")) {
            simulation.stall(0.02, dice.oneOfMillis(1, 50, 3_000).toNanos());
        }
        if (stage.diceOf("log").oneIn(8) && simulation.has("logFails")) {
            simulation.readLog(
                    text -> {
                        throw new AssertionError("the log fails");
                    });
        }
        Dice threads = stage.diceOf("threads");
        simulation.refuseThreads(() -> threads.oneIn(stage.server.faults().noThread()));

        List<SimThread> actors = new ArrayList<>();
        int users = dice.from(2, 6);
        for (int i = 1; i <= users; i++) {
            String name = "user-" + i;
            if (simulation.has(name)) {
                actors.add(simulation.start(name, new User(stage, name)));
            }
        }
        if (!actors.isEmpty() && simulation.has(Operator.NAME)) {
            Operator operator = new Operator(stage, List.copyOf(actors));
            actors.add(simulation.start(Operator.NAME, operator));
        }

        if (dice.oneIn(3) && simulation.has("closesEarly")) {
            simulation.sleep(dice.someNanos(1));
            close(stage);
        }
        actors.forEach(simulation::join);
        simulation.refuseThreads(() -> false);
        simulation.stall(0, 0);
        stage.server.behave();
        if (!stage.isClosed) {
            if (stage.diceOf("afterwards").oneIn(2) && simulation.has("manyRequests")) {
                new ManyRequests(stage).run(allOf(stage));
            }
            checkWhole(stage);
            stage.leases.checkCounts();
            stage.leases.checkOneLease();
            invariants.checkAtRest();
            if (stage.diceOf("times").oneIn(4)) {
                times.checkAtRest(stage);
            }
            if (stage.diceOf("last flush").oneIn(2)) {
                FlushChecks.atRest(stage);
            }
            close(stage);
        }
        invariants.checkClosed();
        checkRefuses(stage);
    }

    private static Stage open(Simulation simulation, Dice dice, PoolObserver observer) {
        PoolConfig.Builder draft = Settings.draw(dice);
        Dice intervals = dice.with(simulation.chance("validationInterval"));
        if (intervals.oneIn(4)) {
            draft.validationInterval(intervals.oneOfMillis(20, 500, 5_000));
        }
        PoolConfig sizes = draft.build();
        SimServer server =
                new SimServer(
                        simulation,
                        dice.with(simulation.chance("server")),
                        dice.oneIn(2) ? Faults.NONE : Faults.of(dice, simulation::has),
                        sizes.connectTimeout(),
                        sizes.maxSize());
        PoolConfig config =
                draft.listener(new MoodyListener(server, dice.with(simulation.chance("listener"))))
                        .observers(List.of(observer))
                        .ticker(
                                new SystemTicker(
                                        task -> CreatorThreads.daemon("sluice-timer", task)))
                        .build();
        simulation.note(config + ", " + server.faults());
        PoolThreads threads = new PoolThreads(simulation);
        server.watch(threads);
        return new Stage(
                simulation, dice, config, server, threads, ResourcePool.open(config, server));
    }

    /** A thread that asks for them gets as many resources as the pool may have. */
    private static void checkWhole(Stage stage) throws InterruptedException {
        for (Holder<SimResource> holder : allOf(stage)) {
            holder.resource().end();
            holder.release(holder.stamp());
        }
    }

    /** Acquires all, and begins to use them. */
    private static List<Holder<SimResource>> allOf(Stage stage) throws InterruptedException {
        int most = stage.pool.snapshot().maxSize();
        stage.note("asks for all " + most);
        List<Holder<SimResource>> all = new ArrayList<>();
        long end = stage.simulation.nanos() + LONG.toNanos();
        while (all.size() < most) {
            try {
                Announcements announced = stage.freshness.announced();
                long began = stage.simulation.nanos();
                Holder<SimResource> holder = stage.pool.acquire(LONG);
                stage.freshness.check(holder.resource(), announced, began);
                all.add(holder);
            } catch (TooManyWaitingException e) {
                stage.simulation.sleep(SOON.toNanos()); // an abandoned lease may not be ended yet
            } catch (AcquireTimeoutException e) {
                stage.note("has waited in vain");
            }
            if (stage.simulation.nanos() >= end) {
                stage.fail("something is lost: " + all.size() + " of " + most + " can be acquired");
            }
        }
        all.forEach(holder -> holder.resource().begin());
        return all;
    }

    private static void close(Stage stage) {
        Duration drain = stage.dice.oneOfMillis(0, 10, 5_000);
        stage.note("closes within " + drain.toMillis() + " ms");
        stage.isClosing = true;
        stage.isForced = true;
        stage.threads.closing();
        stage.pool.close(drain);
        stage.isClosed = true;
        stage.threads.closed();
        stage.note("has closed");
    }

    private static void checkRefuses(Stage stage) throws InterruptedException {
        try {
            stage.pool.acquire(Duration.ZERO);
            stage.fail("a closed pool has served");
        } catch (PoolClosedException e) {
            stage.note("is refused: closed");
        } catch (PoolException e) {
            stage.simulation.fail("a closed pool does not say so", e);
        }
    }
}
