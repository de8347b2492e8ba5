package io.sluice.sim.scenario;

import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.sim.scenario.LoneConnection.Fault;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import jakarta.transaction.Status;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a lone connection: what its pool is told of it, and what comes beside its calls.
 */
abstract class LoneBranch implements LonePlace.Round {

    /** How far stamps of leases are apart. */
    static final long LEASE = 1L << 24;

    interface Call {
        void run() throws XAException;
    }

    final Simulation simulation;
    final Dice dice;
    final LonePlace place;
    final LoneConnection connection;
    final LoneHolder holder;
    final LoneTransaction transaction;

    /** How often its connection was let go. */
    int overs;

    boolean isAnnounced;
    boolean isRecovered;

    private final String threads;
    private final List<SimThread> others = new ArrayList<>();
    private int doubts;
    private int settlements;

    /**
     * Makes one.
     *
     * @param threads how the names of its threads begin
     */
    LoneBranch(
            Simulation simulation,
            Dice dice,
            LonePlace place,
            LoneTransaction transaction,
            String threads) {
        this.simulation = simulation;
        this.dice = dice;
        this.place = place;
        this.connection = place.connection;
        this.holder = place.holder;
        this.transaction = transaction;
        this.threads = threads;
    }

    void fail(String what) {
        simulation.fail("branch " + transaction.xid + " " + what, new Throwable("here"));
    }

    void check(boolean isRight, String what) {
        if (!isRight) {
            fail(what);
        }
    }

    // what the pool is told

    @Override
    public LoneTransaction transaction() {
        return transaction;
    }

    @Override
    public void isOver(long stamp) {
        overs++;
        check(
                !connection.isNeeded(transaction.xid),
                "lets its connection go over what is prepared");
        check(
                overs == 1 && stamp >>> 24 == connection.stamp >>> 24,
                "lets its connection go " + overs + " times");
    }

    @Override
    public void isInDoubt(@Nullable Throwable why) {
        doubts++;
    }

    @Override
    public void isSettled() {
        settlements++;
    }

    boolean isListed() {
        return !InDoubtBranches.of(LoneConnection.POOL).isEmpty();
    }

    // the calls of its manager

    /** The next call of a name fails in a way. */
    void tell(String call, Fault how) {
        connection.faults.put(call, how);
        simulation.note(call + " will answer " + how);
    }

    /** Returns what the manager is told: 0 if nothing failed. */
    int told(String name, Call call) {
        int told = 0;
        try {
            call.run();
        } catch (XAException e) {
            told = e.errorCode;
        }
        simulation.note(name + " is told " + told);
        return told;
    }

    // what comes beside them

    void startIn(long delay, String name, Runnable work) {
        others.add(
                simulation.start(
                        threads + "-" + name,
                        () -> {
                            simulation.sleep(delay);
                            work.run();
                        }));
    }

    void announce() {
        if (!isAnnounced) {
            isAnnounced = true;
            transaction.announce(Status.STATUS_COMMITTED);
        }
    }

    /** Recovery finds the branch and ends it. */
    void recover() {
        if (connection.endElsewhere(transaction.xid)) {
            isRecovered = true;
            simulation.note("recovery ends it");
            InDoubtBranches.settled(LoneConnection.POOL, transaction.xid);
        }
    }

    void takeAway() {
        if (connection.take() && overs == 0) {
            simulation.note("takes it away");
            holder.doom(DiscardReason.EVICTED, null);
            simulation.sleep(nanosBeforeAbort());
            if (overs == 0) {
                connection.abort();
            }
        }
    }

    /** Draws how long it takes to abort what was taken away. */
    abstract long nanosBeforeAbort();

    // its end

    void joinOthers() {
        others.forEach(simulation::join);
        announce();
        List.copyOf(holder.aside).forEach(simulation::join);
    }

    /** Recovery ends what is left; then nothing is. */
    void settle(boolean isLeft) {
        if (isLeft) {
            boolean ignored = connection.endElsewhere(transaction.xid);
            InDoubtBranches.settled(LoneConnection.POOL, transaction.xid);
        }
        check(!isListed(), "is in doubt for ever");
        check(overs == 1, "is let go " + overs + " times");
        check(!connection.isPinned(), "is settled and keeps its connection open");
        check(doubts == settlements, "is in doubt " + doubts + " times, settled " + settlements);
    }
}
