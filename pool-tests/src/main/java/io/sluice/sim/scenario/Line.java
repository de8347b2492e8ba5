package io.sluice.sim.scenario;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.invariant.PoolInvariants;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.CountingTicker;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.Faults;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A pool of few resources whose server behaves, and the line for them. */
final class Line {

    static final Duration LONG = Duration.ofMinutes(1);
    static final long MICRO = 1_000;
    static final long MILLI = 1_000 * MICRO;

    /** The longest time between two ticks. */
    static final long TICK = 250 * MILLI;

    /** Longer than that: so the next lease of each resource is timed. */
    static final long NEXT_TICK = 300 * MILLI;

    final Simulation simulation;
    final ResourcePool<SimResource> pool;
    final PoolInvariants invariants;
    private final SimServer server;
    private final CountingTicker ticker = new CountingTicker(LONG.toNanos() / 2);
    private final List<Place> places = new ArrayList<>();

    /** One wait of a thread or of a request. */
    static final class Place {

        final String name;
        final long arrivedAt;

        /** How many were in line when it came. */
        private final int before;

        long servedAt = -1;
        boolean isOver;

        Place(String name, long arrivedAt, int before) {
            this.name = name;
            this.arrivedAt = arrivedAt;
            this.before = before;
        }

        int before() {
            return before;
        }
    }

    /** A lease, and the time that it was waited for. */
    record Lease(Holder<SimResource> holder, long stamp, Place place) {

        void end() {
            holder.resource().end();
            holder.release(stamp);
        }

        long waited() {
            return place.servedAt - place.arrivedAt;
        }
    }

    Line(Simulation simulation, Dice dice, PoolConfig.Builder draft) {
        this(simulation, dice, draft, Faults.NONE);
    }

    Line(Simulation simulation, Dice dice, PoolConfig.Builder draft, Faults faults) {
        this.simulation = simulation;
        PoolConfig sizes = draft.name("simulated").build();
        server =
                new SimServer(
                        simulation,
                        dice.with(simulation.chance("server")),
                        faults,
                        sizes.connectTimeout(),
                        sizes.maxSize());
        PoolConfig config = draft.ticker(ticker).build();
        simulation.note(config.toString());
        pool = ResourcePool.open(config, server);
        invariants = new PoolInvariants(simulation, pool, server);
    }

    /** Resources of this pool leave it only if they are told to. */
    static PoolConfig.Builder lasting(int size) {
        return PoolConfig.builder()
                .maxSize(size)
                .minSize(size)
                .connectTimeout(Duration.ofSeconds(10))
                .validateAfterIdle(Duration.ofHours(1))
                .idleTimeout(Duration.ZERO)
                .maxLifetime(Duration.ZERO)
                .keepaliveInterval(Duration.ZERO);
    }

    Line full() {
        if (!pool.createMinimum(LONG)) {
            fail("the minimum is not created within " + LONG);
        }
        return this;
    }

    /** How many have come and are neither served nor refused. */
    int length() {
        return (int) places.stream().filter(place -> !place.isOver).count();
    }

    private Place arrive() {
        String name = Thread.currentThread().getName();
        Place place = new Place(name, simulation.nanos(), length());
        places.add(place);
        return place;
    }

    private Lease serve(Place place, Holder<SimResource> holder) {
        place.isOver = true;
        place.servedAt = simulation.nanos();
        holder.resource().begin();
        simulation.note("has " + holder.resource());
        return new Lease(holder, holder.stamp(), place);
    }

    /** The calling thread gets a lease, with a request or without; it gets one. */
    Lease acquire(boolean asRequest) {
        Place place = arrive();
        try {
            Holder<SimResource> holder = asRequest ? request(LONG) : pool.acquire(LONG);
            return serve(place, holder);
        } catch (InterruptedException e) {
            throw new AssertionError("nothing interrupts", e);
        } finally {
            place.isOver = true;
        }
    }

    /** Waits for the end of a request. */
    Holder<SimResource> request(Duration timeout) {
        return await(pool.acquireAsync(timeout, Runnable::run));
    }

    Holder<SimResource> await(CompletableFuture<Holder<SimResource>> request) {
        simulation.await(request::isDone, 2 * LONG.toNanos());
        try {
            return request.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof PoolException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    /** Takes what is there. */
    @Nullable Lease tryAcquire() {
        Holder<SimResource> holder = pool.tryAcquire();
        return holder == null ? null : serve(arrive(), holder);
    }

    void use(boolean asRequest, long nanos) {
        Lease lease = acquire(asRequest);
        simulation.sleep(nanos);
        lease.end();
    }

    /** Ends a lease and begins the next at once, before all that wait if it can. */
    Lease renew(Lease lease) {
        lease.end();
        Lease next = tryAcquire();
        return next == null ? acquire(false) : next;
    }

    /** Where holders go round in order: at quiet moments, none is served before an earlier one. */
    void isOrderedFromNowOn() {
        long from = simulation.nanos();
        simulation.whenQuiet(() -> checkOrder(from));
    }

    private void checkOrder(long from) {
        long earliest = Long.MAX_VALUE;
        for (Place place : places) {
            if (!place.isOver && place.arrivedAt >= from) {
                earliest = Math.min(earliest, place.arrivedAt);
            }
        }
        for (Place place : places) {
            if (place.servedAt >= 0 && place.servedAt > earliest && place.arrivedAt > earliest) {
                simulation.fail(place.name + " has overtaken one that came earlier", null);
            }
        }
    }

    /** Where no waiter is woken in vain again and again: none waits beside a resource at all. */
    void isAwakeFromNowOn() {
        simulation.whenQuiet(
                () -> {
                    if (invariants.isBesideAvailable()) {
                        simulation.fail("sleeps beside something available", null);
                    }
                });
    }

    /** Nothing fails any more. */
    void behave() {
        server.behave();
    }

    void resize(int least, int most) {
        server.beginResize(most);
        pool.resize(least, most);
        server.endResize();
    }

    SimThread start(String name, Runnable work) {
        return simulation.start(name, work);
    }

    void join(List<SimThread> threads) {
        threads.forEach(simulation::join);
    }

    void close() {
        invariants.checkAtRest();
        pool.close(Duration.ZERO);
        checkClosed();
    }

    void checkClosed() {
        invariants.checkClosed();
        ticker.checkClosed(simulation);
    }

    void fail(String what) {
        simulation.fail(what, new Throwable("here"));
    }
}
