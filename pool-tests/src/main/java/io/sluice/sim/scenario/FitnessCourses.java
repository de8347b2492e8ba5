package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Tended.LONG;
import static io.sluice.sim.scenario.Tended.MILLI;

import io.sluice.pool.PoolObserver;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.UpkeepServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validations that hang, fail, and take their time. */
final class FitnessCourses {

    private static final Duration IDLE = Duration.ofMillis(500);

    /** A validation that fails after less is no sign of a network that hangs. */
    private static final int HANG_MILLIS = 100;

    private static final long GRACE = 10 * MILLI;

    /** For a return of what is validated, and for a connect. */
    private static final long SLACK = 50 * MILLI;

    private FitnessCourses() {}

    /** A caller waits for one validation that hangs, not for one after the other. */
    static void allHang(Simulation simulation, Dice dice) {
        int members = dice.from(3, 6);
        Duration limit = Duration.ofMillis(dice.from(200, 1_000));
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(members).validateAfterIdle(IDLE).validationTimeout(limit));
        pool.fill(members);
        UpkeepServer server = pool.server;
        Set<Object> lost = new HashSet<>(server.alive);
        server.plan =
                resource -> {
                    if (lost.contains(resource)) {
                        server.hang(resource);
                        server.fail(Duration.ZERO);
                    }
                };
        pool.sleepMillis(dice.from(600, 3_000));
        long began = simulation.nanos();
        Holder<Object> holder = pool.acquire();
        long took = simulation.nanos() - began;
        pool.require(
                took <= limit.toNanos() + GRACE + SLACK,
                "beside validations that hang for " + limit + ", a caller waits " + took + " ns");
        Tended.release(holder);
        pool.close();
    }

    /** Where none may wait, a caller validates the next itself. */
    static void noRoomToWait(Simulation simulation, Dice dice) {
        int members = dice.from(2, 4);
        Duration limit = Duration.ofMillis(dice.from(200, 1_000));
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(members)
                                .maxWaiting(0)
                                .validateAfterIdle(IDLE)
                                .validationTimeout(limit));
        pool.fill(members);
        UpkeepServer server = pool.server;
        server.plan =
                resource -> {
                    if (server.validations() == 1) {
                        server.hang(resource);
                        server.fail(Duration.ZERO);
                    }
                };
        pool.sleepMillis(dice.from(600, 3_000));
        Tended.release(pool.acquire()); // not refused
        pool.require(
                Set.of(Thread.currentThread()).containsAll(server.validators),
                "a caller that may not wait leaves the validation to others");
        pool.close();
    }

    /** What no thread of the pool can validate is validated by the caller, and serves on. */
    static void noThread(Simulation simulation, Dice dice) {
        int members = dice.from(2, 4);
        Tended pool = new Tended(simulation, Tended.config(members).validateAfterIdle(IDLE));
        pool.fill(members);
        UpkeepServer server = pool.server;
        server.plan =
                resource -> {
                    if (server.validations() == 1) {
                        server.fail(Duration.ofMillis(dice.from(100, 300)));
                    }
                };
        pool.sleepMillis(dice.from(3_000, 5_000)); // the threads of the pool have ended
        simulation.refuseThreads(() -> true);
        Holder<Object> holder = pool.acquire(Duration.ofSeconds(2));
        simulation.refuseThreads(() -> false);
        Tended.release(holder);
        List<Holder<Object>> held = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            held.add(pool.acquire(Duration.ofSeconds(2)));
        }
        held.forEach(Tended::release);
        pool.close();
    }

    /**
     * What a thread of the pool has validated is not validated again if its start seems to fail.
     */
    static void hasRunNonetheless(Simulation simulation, Dice dice) {
        int members = dice.from(2, 4);
        Tended pool = new Tended(simulation, Tended.config(members).validateAfterIdle(IDLE));
        pool.fill(members);
        UpkeepServer server = pool.server;
        Set<Object> validated = new HashSet<>();
        server.plan =
                resource -> {
                    pool.require(
                            validated.add(resource),
                            "what a thread of the pool has validated is validated again: "
                                    + resource);
                    boolean isFirst = server.validations() == 1;
                    pool.sleepMillis(isFirst ? HANG_MILLIS : dice.from(0, 20));
                    if (isFirst) {
                        server.fail(Duration.ZERO);
                    }
                };
        pool.sleepMillis(dice.from(600, 1_500)); // the threads of the pool are idle
        Thread self = Thread.currentThread();
        simulation.whenHandedOver(
                () -> {
                    if (Thread.currentThread() == self) {
                        int before = server.validations();
                        simulation.await(() -> server.validations() > before, MILLI);
                        if (server.validations() > before) {
                            throw new OutOfMemoryError("no thread to replace one that has ended");
                        }
                    }
                });
        Holder<Object> holder = pool.acquire(Duration.ofSeconds(2));
        simulation.whenHandedOver(() -> {});
        Tended.release(holder);
        server.plan = resource -> {};
        pool.hold(members).forEach(Tended::release); // none is lost
        pool.close();
    }

    /** The validations after one that fails soon are made by the caller, others by the pool. */
    static void failsSoon(Simulation simulation, Dice dice) {
        Tended pool = new Tended(simulation, Tended.config(3).validateAfterIdle(IDLE));
        pool.fill(3);
        UpkeepServer server = pool.server;
        boolean isSoon = dice.oneIn(2);
        int millis = isSoon ? dice.oneOf(0, 1, 50, HANG_MILLIS - 1) : HANG_MILLIS;
        server.plan =
                resource -> {
                    if (server.validations() == 1) {
                        server.fail(Duration.ofMillis(millis));
                    }
                };
        pool.sleepMillis(dice.from(600, 3_000));
        Tended.release(pool.acquire());
        boolean isAlone = Set.of(Thread.currentThread()).containsAll(server.validators);
        pool.require(
                isAlone == isSoon,
                "after a validation failed in " + millis + " ms, the caller is alone: " + isAlone);
        pool.close();
    }

    /** A resource that was aborted does not serve, though it answers at the same moment. */
    static void answersTooLate(Simulation simulation, Dice dice) {
        Duration limit = Duration.ofMillis(dice.from(20, 300));
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(2).validateAfterIdle(IDLE).validationTimeout(limit));
        pool.fill(2);
        UpkeepServer server = pool.server;
        server.plan = server::hang;
        pool.sleepMillis(dice.from(600, 3_000));
        Holder<Object> holder = pool.acquire();
        pool.require(
                !server.aborted.contains(holder.resource()), "an aborted resource is given out");
        Tended.release(holder);
        pool.close();
    }

    /** A validation is no part of the use that an observer is told. */
    static void noUse(Simulation simulation, Dice dice) {
        List<Long> used = new ArrayList<>();
        PoolObserver observer =
                new PoolObserver() {
                    @Override
                    public void used(long nanos) {
                        used.add(nanos);
                    }
                };
        Tended pool =
                new Tended(
                        simulation,
                        Tended.config(1).validateAfterIdle(IDLE).observers(List.of(observer)));
        pool.fill(1);
        pool.server.plan = resource -> pool.sleepMillis(dice.from(20, 90));
        for (int i = 0; i < 3; i++) {
            pool.sleepMillis(dice.from(600, 1_500));
            used.clear();
            Holder<Object> holder = pool.acquire(LONG);
            long hold = dice.from(1, 15) * MILLI;
            simulation.sleep(hold);
            Tended.release(holder);
            pool.require(used.equals(List.of(hold)), "of a lease of " + hold + " is told " + used);
        }
        pool.close();
    }
}
