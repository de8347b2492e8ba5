package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolReport;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.invariant.PoolInvariants;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.Faults;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * From some point of the pool's code on, where memory may be taken, there is none, once or for a
 * while. What failed is done again afterwards. Then everything must be whole.
 */
public final class FullHeapScenario implements Scenario {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SOON = Duration.ofSeconds(1);

    /** A tick by then has put to use what could not be. */
    private static final long TICKS_NANOS = Duration.ofSeconds(10).toNanos();

    private record Lease(Holder<SimResource> holder, long stamp) {}

    private interface Step {
        void run() throws Exception;
    }

    private final Queue<Lease> notEnded = new ArrayDeque<>();

    /** Those that are not over, and those whose lease no caller has taken. */
    private final List<CompletableFuture<Holder<SimResource>>> requests = new ArrayList<>();

    /** How many points there were, of those where memory may be taken. */
    private int points;

    /** The point at which there is no memory for a resume. */
    private int resumeFails = -1;

    private boolean isOver;

    @Override
    public void run(Simulation simulation) throws Exception {
        if (FullHeapCourses.runOne(simulation)) {
            return;
        }
        Dice dice = new Dice(simulation.chance("all"));
        PoolConfig.Builder draft = Settings.draw(dice).closeTimeout(SOON);
        PoolConfig sizes = draft.build();
        SimServer server =
                new SimServer(
                        simulation,
                        dice.with(simulation.chance("server")),
                        faults(simulation, dice),
                        sizes.connectTimeout(),
                        sizes.maxSize());
        PoolConfig config =
                draft.ticker(new SystemTicker(task -> CreatorThreads.daemon("sluice-timer", task)))
                        .build();
        ResourcePool<SimResource> pool = ResourcePool.open(config, server);
        int first = dice.from(1, dice.oneOf(50, 500, 2_000));
        int last = first + dice.oneOf(0, 0, 2, 50, Integer.MAX_VALUE / 2);
        int oneIn = dice.oneOf(1, 1, 20, 100);
        Dice chance = dice.with(simulation.chance("memory"));
        simulation.note(
                config + ", " + server.faults() + ", no memory at " + first + " to " + last);
        simulation.refuseMemory(
                () -> {
                    if (!isOver && ++points == resumeFails) {
                        return true;
                    }
                    boolean isMissing =
                            !isOver && points >= first && points <= last && chance.oneIn(oneIn);
                    if (isMissing) {
                        server.countsDiffer();
                    }
                    return isMissing;
                });

        List<SimThread> actors = new ArrayList<>();
        int users = dice.from(2, 4);
        for (int i = 1; i <= users; i++) {
            String name = "user-" + i;
            if (simulation.has(name)) {
                Dice own = dice.with(simulation.chance(name));
                Dice more = dice.with(simulation.chance("more of " + name));
                actors.add(simulation.start(name, () -> use(simulation, pool, own, more)));
            }
        }
        if (simulation.has("operator")) {
            Dice own = dice.with(simulation.chance("operator"));
            actors.add(simulation.start("operator", () -> operate(simulation, pool, own)));
        }
        boolean closesEarly =
                dice.with(simulation.chance("early close")).oneIn(4) && simulation.has("closes");
        if (closesEarly) {
            Dice own = dice.with(simulation.chance("closes"));
            actors.add(simulation.start("closer", () -> closeEarly(simulation, pool, own)));
        }
        actors.forEach(simulation::join);
        resumeWithoutMemory(simulation, pool);
        isOver = true;
        simulation.note("there is memory again");
        server.behave();
        server.endHangs();
        if (closesEarly) {
            pool.close(Duration.ZERO); // the first close may have failed, or not begun
            checkRequests(simulation);
            new PoolInvariants(simulation, pool, server).checkClosed();
            return;
        }
        pool.resume();
        for (Lease lease : notEnded) {
            lease.holder.release(lease.stamp); // which has failed, or was refused
        }
        check(simulation, pool, server);
    }

    /** It is resumed again once there is memory. */
    private void resumeWithoutMemory(Simulation simulation, ResourcePool<SimResource> pool) {
        Dice own = new Dice(simulation.chance("resume without memory"));
        if (own.oneIn(3) && simulation.has("resume")) {
            step(simulation, pool::suspend);
            resumeFails = points + own.from(1, 5);
            step(simulation, pool::resume);
            resumeFails = -1;
        }
    }

    /** Failures to create need memory for what comes next, so they are frequent. */
    private static Faults faults(Simulation simulation, Dice dice) {
        return switch (dice.from(1, 3)) {
            case 1 -> Faults.NONE;
            case 2 -> Faults.of(dice, simulation::has);
            default ->
                    simulation.has("createFails")
                            ? new Faults(dice.oneOf(1, 2), 0, 0, 0, 0, 0, 0, 0, 0)
                            : Faults.NONE;
        };
    }

    /** Each request ends, and what it was served in vain is given back. */
    private void checkRequests(Simulation simulation) {
        simulation.sleep(TICKS_NANOS);
        for (CompletableFuture<Holder<SimResource>> request : requests) {
            if (!request.isDone()) {
                simulation.fail("a request does not end", null);
            }
            if (!request.isCompletedExceptionally()) {
                Holder<SimResource> holder = request.join();
                holder.release(holder.stamp());
            }
        }
    }

    private void check(Simulation simulation, ResourcePool<SimResource> pool, SimServer server)
            throws InterruptedException {
        checkRequests(simulation);
        int most = pool.snapshot().maxSize();
        List<Lease> all = new ArrayList<>();
        long end = simulation.nanos() + LONG.toNanos();
        while (all.size() < most) {
            try {
                Holder<SimResource> holder = pool.acquire(LONG);
                all.add(new Lease(holder, holder.stamp()));
            } catch (RuntimeException e) {
                simulation.note("not yet: " + e.getMessage());
                simulation.sleep(SOON.toNanos());
            }
            if (simulation.nanos() >= end) {
                simulation.fail(
                        "something is lost: " + all.size() + " of " + most + " can be acquired",
                        null);
            }
        }
        all.forEach(lease -> lease.holder.release(lease.stamp));
        PoolInvariants invariants = new PoolInvariants(simulation, pool, server);
        invariants.checkAtRest();
        checkReport(simulation, server, pool);
        pool.close(Duration.ZERO);
        invariants.checkClosed();
    }

    /** No thread is told as waiting that has left the line for want of memory. */
    private static void checkReport(
            Simulation simulation, SimServer server, ResourcePool<SimResource> pool)
            throws InterruptedException {
        Holder<SimResource> holder = pool.acquire(LONG);
        long stamp = holder.stamp();
        server.beginResize(1);
        pool.resize(0, 1);
        server.endResize();
        simulation.sleep(TICKS_NANOS);
        try {
            Holder<SimResource> second = pool.acquire(Duration.ofMillis(1));
            simulation.fail("two leases of one resource: " + second, null);
        } catch (AcquireTimeoutException e) {
            PoolReport report = e.report();
            if (report != null && report.snapshot().waiting() != 1) {
                simulation.fail("one waits, but the report says: " + e.getMessage(), e);
            }
        } catch (TooManyWaitingException e) {
            simulation.note("may not wait");
        }
        holder.release(stamp);
    }

    private void use(Simulation simulation, ResourcePool<SimResource> pool, Dice dice, Dice more) {
        int rounds = dice.from(1, 8);
        for (int i = 1; i <= rounds; i++) {
            simulation.sleep(dice.someNanos(10));
            step(
                    simulation,
                    () -> {
                        Holder<SimResource> holder =
                                more.oneIn(3)
                                        ? request(simulation, pool, more)
                                        : pool.acquire(SOON);
                        if (holder != null) {
                            hold(simulation, new Lease(holder, holder.stamp()), dice);
                        }
                    });
        }
    }

    private @Nullable Holder<SimResource> request(
            Simulation simulation, ResourcePool<SimResource> pool, Dice dice) {
        CompletableFuture<Holder<SimResource>> request = pool.acquireAsync(SOON, Runnable::run);
        requests.add(request);
        if (dice.oneIn(4)) {
            boolean ignored = request.cancel(true);
        } else {
            simulation.await(request::isDone, 2 * SOON.toNanos());
        }
        if (!request.isDone() || request.isCompletedExceptionally()) {
            return null;
        }
        requests.removeIf(other -> other == request);
        return request.join();
    }

    private static void closeEarly(
            Simulation simulation, ResourcePool<SimResource> pool, Dice dice) {
        simulation.sleep(dice.someNanos(1));
        step(simulation, () -> pool.close(dice.oneOfMillis(0, 10, 5_000)));
    }

    private void hold(Simulation simulation, Lease lease, Dice dice) {
        SimResource resource = lease.holder.resource();
        resource.begin();
        simulation.sleep(dice.someNanos(10));
        resource.end();
        notEnded.add(lease);
        if (dice.oneIn(4) && lease.holder.reserve(lease.stamp)) {
            lease.holder.discard(DiscardReason.BROKEN, null);
        } else {
            lease.holder.release(lease.stamp);
        }
        notEnded.remove(lease);
    }

    private static void operate(Simulation simulation, ResourcePool<SimResource> pool, Dice dice) {
        int rounds = dice.from(0, 5);
        for (int i = 1; i <= rounds; i++) {
            simulation.sleep(dice.someNanos(1));
            step(
                    simulation,
                    () -> {
                        switch (dice.from(1, 4)) {
                            case 1 -> pool.flush(dice.oneOf(FlushMode.values()));
                            case 2 -> pool.suspectAll();
                            case 3 -> pool.suspend();
                            default -> pool.resume();
                        }
                    });
        }
    }

    /** For want of memory anything may fail, or not be had in time. */
    private static void step(Simulation simulation, Step step) {
        try {
            step.run();
        } catch (Exception | OutOfMemoryError | SimServer.DriverOverflow e) {
            simulation.note("fails: " + e);
        }
    }
}
