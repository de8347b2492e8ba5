package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.SimBranch.State;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** The branches that a simulated server has had, and what it makes of their sessions' ends. */
public final class SimBranches {

    /** What servers do that differ where the specification says little. */
    public enum Kind {
        /** A prepared branch stays whatever happens to its session; any other may end it. */
        KEEPS,
        /** A session that is closed, and was not lost, rolls its prepared branch back. */
        ROLLS_BACK,
        /** Only the session that has prepared a branch may end it, until that session is gone. */
        HOLDS
    }

    private final Simulation simulation;
    final Dice dice;
    Kind kind;

    /** Whose driver it has. */
    SimVendor vendor = SimVendor.NONE;

    /** Those of the vendor. */
    final Dice more;

    /** How often a user of recovery sees fewer branches than there are. */
    private int hides;

    private boolean hasRefusedRollback;

    /** What calls of a course answer. */
    public final ScriptedAnswers script = new ScriptedAnswers();

    private XaFaults faults;
    private final Map<String, SimBranch> all = new LinkedHashMap<>();

    /** The number of branches that a transaction has had here. */
    private final Map<String, Integer> numbers = new HashMap<>();

    public SimBranches(Simulation simulation, Dice dice, Kind kind, XaFaults faults) {
        this.simulation = simulation;
        this.dice = dice;
        this.more = dice.with(simulation.chance("vendor's branches"));
        this.kind = kind;
        this.faults = faults;
    }

    /** The driver says it is one of a vendor, and does as that one. */
    public void isOf(SimVendor given, int hidesOneIn) {
        vendor = given;
        kind = given == SimVendor.NONE ? kind : given.kind;
        hides = given.mayHide() ? hidesOneIn : 0;
    }

    public SimVendor vendor() {
        return vendor;
    }

    /** Whether a user of recovery may see fewer branches than there are. */
    public boolean mayHide() {
        return hides > 0;
    }

    /** Whether the driver rolls back what the server refuses, and no rollback has failed. */
    public boolean rollsBackWhatIsRefused() {
        return vendor == SimVendor.POSTGRES && !hasRefusedRollback;
    }

    /** A branch could not be rolled back, or only its end has told that it is. */
    void refusesRollback() {
        hasRefusedRollback = true;
    }

    boolean hides() {
        return more.oneIn(hides);
    }

    /** Whether one of these is prepared, by the name that PostgreSQL gives it. */
    boolean isPrepared(Collection<String> names) {
        return prepared().stream().anyMatch(xid -> names.contains(nameOf(xid)));
    }

    private static String nameOf(Xid xid) {
        Base64.Encoder base64 = Base64.getEncoder();
        return xid.getFormatId()
                + "_"
                + base64.encodeToString(xid.getGlobalTransactionId())
                + "_"
                + base64.encodeToString(xid.getBranchQualifier());
    }

    XaFaults faults() {
        return faults;
    }

    /** Nothing goes wrong from now on. */
    void behave() {
        faults = XaFaults.NONE;
        hides = 0;
    }

    private static String key(Xid xid) {
        return SimXid.transactionOf(xid) + "/" + xid.getBranchQualifier()[0];
    }

    @Nullable SimBranch find(Xid xid) {
        return all.get(key(xid));
    }

    /** Whether there is such a branch; what is over is forgotten. */
    boolean knows(Xid xid) {
        SimBranch branch = find(xid);
        return branch != null && (branch.state.isUnfinished() || branch.state.isListed());
    }

    /** Whether a driver of the vendor keeps what this call has refused until it is rolled back. */
    boolean rollsBackAfter(String call) {
        return vendor == SimVendor.POSTGRES && (call.equals("prepare") || call.equals("commit"));
    }

    public boolean isPrepared(Xid xid) {
        return isIn(xid, State.PREPARED);
    }

    public boolean isCommitted(Xid xid) {
        return isIn(xid, State.COMMITTED);
    }

    private boolean isIn(Xid xid, State state) {
        SimBranch branch = find(xid);
        return branch != null && branch.state == state;
    }

    /** An administrator of the server rolls a prepared branch back. */
    public void rollBackByHand(Xid xid) {
        SimBranch branch = find(xid);
        if (branch != null && branch.state == State.PREPARED) {
            branch.state = State.ROLLED_BACK;
        }
    }

    /** All sessions of recovery have the user that sees all branches from now on. */
    public void showAll() {
        hides = 0;
    }

    SimBranch begin(Xid xid, SimSession session) {
        SimBranch branch = new SimBranch(xid, session);
        all.put(key(xid), branch);
        if (numbers.merge(branch.transaction, 1, Integer::sum) > 1) {
            // The refused start of a connection may be followed by another.
            simulation.note(branch.transaction + " has another branch");
        }
        return branch;
    }

    List<Xid> listed() {
        return xids(branch -> branch.state.isListed());
    }

    /** Returns the branches that are prepared, and were promised to stay so. */
    public List<Xid> prepared() {
        return xids(branch -> branch.state == State.PREPARED);
    }

    /** Returns the branches that the server would still tell of. */
    public List<Xid> left() {
        return xids(branch -> branch.state.isUnfinished() || branch.state.isListed());
    }

    private List<Xid> xids(Predicate<SimBranch> wanted) {
        return all.values().stream().filter(wanted).map(branch -> branch.xid).toList();
    }

    /**
     * Returns the branches of a transaction, with what became of them, that differ from what it
     * became; those that the server decided by itself may.
     */
    public List<String> unlike(String transaction, boolean isCommitted) {
        List<String> found = new ArrayList<>();
        State other = isCommitted ? State.ROLLED_BACK : State.COMMITTED;
        for (SimBranch branch : all.values()) {
            if (branch.transaction.equals(transaction)
                    && branch.state == other
                    && branch.hasWork
                    && !branch.isHeuristic) {
                found.add(branch.toString());
            }
        }
        return found;
    }

    /** The network has lost a session, or the server has ended it. */
    void lost(SimBranch branch) {
        branch.session = null;
        if (branch.state == State.ACTIVE || branch.state == State.ENDED) {
            branch.state = State.ROLLED_BACK;
        }
    }

    /** The pool has closed a session that was not lost. */
    void closed(SimBranch branch, SimSession session) {
        if (branch.state == State.PREPARED && branch.isPromised && !vendor.outlivesClose()) {
            simulation.fail(
                    session + " is closed over a prepared " + branch, new Throwable("here"));
        }
        lost(branch);
        if (branch.state == State.PREPARED && kind == Kind.ROLLS_BACK) {
            branch.state = State.ROLLED_BACK;
        }
    }

    /** Returns what the branch is for a session: null if the server denies that it exists. */
    @Nullable SimBranch visible(Xid xid, SimSession session) {
        SimBranch branch = find(xid);
        boolean isHeld =
                branch != null
                        && kind == Kind.HOLDS
                        && branch.session != null
                        && branch.session != session
                        && !branch.session.end.isGone();
        return isHeld ? null : branch;
    }

    @Override
    public String toString() {
        return "a server that "
                + kind.name().toLowerCase(Locale.ROOT)
                + " of "
                + vendor
                + ", "
                + faults;
    }
}
