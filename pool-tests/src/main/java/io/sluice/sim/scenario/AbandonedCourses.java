package io.sluice.sim.scenario;

import static io.sluice.sim.scenario.Ending.TICKS;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.EndServer;
import io.sluice.sim.world.EndServer.Item;
import io.sluice.sim.world.OneTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Leases whose threads found no stack to end them, and said so. */
final class AbandonedCourses {

    private AbandonedCourses() {}

    /** A lease in a transaction stays until that is over. */
    static void inTransaction(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        OneTransaction transaction = new OneTransaction();
        Ending ending =
                new Ending(
                        simulation,
                        dice,
                        PoolConfig.builder().maxSize(3).transactions(transaction),
                        server);
        transaction.begin();
        Holder<Item> lease = ending.acquire(1).get(0);
        Item item = lease.resource();
        transaction.suspend();
        lease.abandoned = lease.stamp();
        for (int i = dice.from(1, 3); i > 0; i--) {
            Ending.release(ending.acquire(1)); // so that the pool ticks
            ending.sleep(TICKS);
        }
        ending.require(
                item.abortedAt < 0 && item.destroyedAt < 0,
                item + " is taken away in its transaction");
        transaction.end();
        Ending.release(ending.acquire(1));
        ending.sleep(TICKS);
        ending.require(item.destroyedAt >= 0, item + " stays after its transaction");
        ending.close();
    }

    /** A close that was only begun has until the second tick. Then the lease ends by force. */
    static void closing(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(3), server);
        List<Long> ticks = new ArrayList<>();
        Holder<Item> lease = ending.acquire(1).get(0);
        Item item = lease.resource();
        ending.sleepMillis(dice.from(0, 100) * 10L + 3);
        lease.closing = lease.stamp();
        ending.ticker.beforeRun = () -> ticks.add(simulation.nanos());
        ending.sleep(TICKS);
        if (ticks.isEmpty()) { // the pool was at rest
            Ending.release(ending.acquire(1));
            ending.sleep(TICKS);
        }
        ending.require(item.destroyedAt >= 0, item + " stays, though its close is lost");
        ending.require(item.abortedAt >= 0, item + " is closed, which may commit");
        ending.require(
                ticks.size() > 1 && item.abortedAt >= ticks.get(1),
                "a close has only until the first tick of " + ticks + ", at " + item.abortedAt);
        ending.close();
    }

    /** A resource that fails to end keeps no other from its end. */
    static void oneFails(Simulation simulation, Dice dice) throws InterruptedException {
        EndServer server = new EndServer(simulation);
        Ending ending = new Ending(simulation, dice, PoolConfig.builder().maxSize(4), server);
        List<Holder<Item>> leases = ending.acquire(4);
        Item failing = dice.oneOf(leases).resource();
        failing.whenClaimed =
                () -> {
                    throw new IllegalStateException(failing + " fails");
                };
        leases.forEach(lease -> lease.closing = lease.stamp());
        waitInVain(ending);
        ending.sleep(TICKS);
        for (Holder<Item> lease : leases) {
            Item item = lease.resource();
            ending.require(
                    item == failing || item.destroyedAt >= 0,
                    item + " stays, since " + failing + " fails");
        }
        failing.whenClaimed = () -> {};
        ending.close();
    }

    /** So that the pool ticks. */
    private static void waitInVain(Ending ending) throws InterruptedException {
        try {
            Ending.release(List.of(ending.pool.acquire(Duration.ofSeconds(1))));
        } catch (AcquireTimeoutException e) {
            ending.simulation.note("has waited in vain");
        }
    }
}
