package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Ending.MILLI;
import static io.sluice.sim.scenario.Ending.SLACK;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.FlushReport;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolReport;
import io.sluice.pool.PoolTimes;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.EndServer;
import io.sluice.sim.world.EndServer.Item;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.DomainCombiner;
import java.security.PrivilegedExceptionAction;
import java.security.ProtectionDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a pool says of its leases and its times, and its threads. */
final class ReportCourses {

    private static final Duration HANGS = Duration.ofMinutes(1);
    private static final String REST = "rest";

    /** Nobody waits longer for the report of another. */
    private static final long LONGEST_CAPTURE = 3_000 * MILLI;

    private ReportCourses() {}

    /** A report that hangs or fails holds up no caller but its own. */
    static void reportInTrouble(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(1), server);
        boolean hangs = dice.oneIn(2);
        boolean logFails = dice.oneIn(2);
        Thread[] reporter = new Thread[1];
        simulation.readLog(
                text -> {
                    if (logFails) {
                        throw new IllegalStateException("the log throws");
                    }
                });
        SimThread holder = ending.start("holder", () -> holdAndWait(ending, 2_000, null));
        ending.sleepMillis(100);
        server.items.get(0).whenAsked =
                () -> {
                    if (reporter[0] == null) {
                        reporter[0] = Thread.currentThread();
                        if (hangs) {
                            ending.sleep(HANGS);
                        }
                        throw new IllegalStateException("the report fails");
                    }
                };
        long limit = hangs ? LONGEST_CAPTURE + SLACK : SLACK;
        List<SimThread> callers = new ArrayList<>();
        for (int i = dice.from(2, 5); i > 0; i--) {
            callers.add(
                    ending.start(
                            "caller-" + i,
                            () -> {
                                AcquireTimeoutException told = waitInVain(ending, 1_000);
                                long late = told == null ? 0 : late(told);
                                ending.require(
                                        Thread.currentThread() == reporter[0] || late <= limit,
                                        "a time-out is told " + late + " ns late");
                            }));
        }
        callers.forEach(simulation::join);
        simulation.join(holder);
        ending.close();
    }

    private static long late(AcquireTimeoutException told) {
        return told.waited().minus(told.limit()).toNanos();
    }

    private static @Nullable AcquireTimeoutException waitInVain(Ending ending, long millis)
            throws InterruptedException {
        try {
            Ending.release(List.of(ending.pool.acquire(Duration.ofMillis(millis))));
            return null;
        } catch (AcquireTimeoutException e) {
            return e;
        }
    }

    /** Returns what a thread is told that holds the only lease and waits for another. */
    private static @Nullable AcquireTimeoutException holdAndWait(
            Ending ending, long millis, @Nullable Runnable meanwhile) throws InterruptedException {
        Holder<Item> lease = ending.acquire(1).get(0);
        if (meanwhile != null) {
            meanwhile.run();
        }
        AcquireTimeoutException told = waitInVain(ending, millis);
        boolean ignored = lease.release(lease.stamp());
        return told;
    }

    /** Threads that wait for each other are a deadlock, unless a branch is prepared. */
    static void deadlock(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(1), server);
        boolean isPrepared = dice.oneIn(2);
        AcquireTimeoutException told =
                holdAndWait(
                        ending,
                        100,
                        () -> {
                            Item item = server.items.get(0);
                            Holder<Item> lease = item.holder;
                            if (isPrepared && lease != null) {
                                item.gate().open(lease.stamp());
                                ending.require(
                                        item.gate().pin(lease.stamp()), "a branch is refused");
                            }
                        });
        PoolReport report = told == null ? null : told.report();
        ending.require(report != null, "a time-out has a report");
        ending.require(
                report == null || (report.deadlock() == null) == isPrepared,
                "a branch is prepared: " + isPrepared + ", but the report says " + report);
        ending.close();
    }

    /** A report shows what threads do with their leases, and not what they do afterwards. */
    static void leasesThatEnd(Simulation simulation, Dice dice) {
        EndServer server = new EndServer(simulation);
        int threads = dice.from(2, 5);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(threads), server);
        List<SimThread> workers = new ArrayList<>();
        boolean[] isOver = new boolean[1];
        int[] begun = new int[1];
        int[] done = new int[1];
        for (int i = 1; i <= threads; i++) {
            workers.add(
                    ending.start(
                            "worker-" + i,
                            () -> {
                                while (!isOver[0]) {
                                    begun[0]++;
                                    Holder<Item> lease = ending.acquire(1).get(0);
                                    done[0]++;
                                    simulation.sleep(dice.from(0, 1) * MILLI);
                                    Ending.release(List.of(lease));
                                    rest(ending);
                                }
                            }));
        }
        for (int i = 0; i < 100; i++) {
            simulation.sleep(dice.from(0, 1) * MILLI);
            int before = done[0];
            List<LeaseReport> leases = ending.pool.leases();
            boolean isAnyNew = begun[0] != before; // which may show the thread before it
            ending.require(
                    isAnyNew || leases.stream().noneMatch(ReportCourses::isOfRest),
                    "a lease is reported of a thread that rests: " + leases);
        }
        isOver[0] = true;
        workers.forEach(simulation::join);
        ending.close();
    }

    private static boolean isOfRest(LeaseReport lease) {
        return lease.stack().stream()
                .anyMatch(
                        frame ->
                                frame.getMethodName().equals(REST)
                                        && frame.getClassName()
                                                .equals(ReportCourses.class.getName()));
    }

    private static void rest(Ending ending) {
        ending.sleepMillis(1);
    }

    /** Times that are told at once are all counted. */
    static void timesAtOnce(Simulation simulation, Dice dice) {
        EndServer server = new EndServer(simulation);
        int many = dice.from(4, 12);
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder().minSize(many).maxSize(many).maxCreating(many),
                        server);
        long[] total = new long[1];
        int[] count = new int[1];
        ending.pool.observe(
                new PoolObserver() {
                    @Override
                    public void created(long nanos) {
                        total[0] += nanos;
                        count[0]++;
                    }
                });
        for (int i = 0; i < 8; i++) {
            ending.sleepMillis(1_000);
            FlushReport ignored = ending.pool.flush(FlushMode.IDLE);
        }
        ending.sleepMillis(1_000);
        PoolTimes times = ending.pool.snapshot().counters().times();
        ending.require(
                times.creation().count() == count[0]
                        && times.creation().total().toNanos() == total[0],
                count[0] + " of " + total[0] + " ns were told, but the pool says " + times);
        ending.close();
    }

    /** The threads of a pool keep nothing of the code that calls it. */
    @SuppressWarnings("removal") // up to JDK 23 a thread keeps its creator's access control context
    static void callersContext(Simulation simulation, Dice dice) throws Exception {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        server.creating =
                item ->
                        ending.require(
                                AccessController.getContext().getDomainCombiner() == null,
                                "a thread of the pool keeps the context of its first caller");
        DomainCombiner combiner =
                (mine, inherited) -> mine == null ? new ProtectionDomain[0] : mine;
        AccessControlContext context =
                new AccessControlContext(AccessController.getContext(), combiner);
        AccessController.doPrivileged(
                (PrivilegedExceptionAction<?>)
                        () -> {
                            Ending.release(ending.acquire(dice.from(1, 3)));
                            return null;
                        },
                context);
        ending.close();
    }
}
