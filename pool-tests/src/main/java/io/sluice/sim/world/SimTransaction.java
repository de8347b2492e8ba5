package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * A transaction of the simulated manager: in one phase if it has one resource alone, else in two,
 * where a resource of no database has a vote as well. Completed once, by its thread or because its
 * time is over.
 */
public final class SimTransaction implements Transaction {

    /** How often a commit of a prepared branch is tried before it is left to recovery. */
    private static final int TRIES = 2;

    private final SimTransactionManager manager;
    private final Simulation simulation;
    private final Dice dice;
    private final String name;
    private int status = Status.STATUS_ACTIVE;
    private final List<Synchronization> synchronizations = new ArrayList<>();
    private final List<Enlisted> enlisted = new ArrayList<>();
    final Map<Object, Object> values = new HashMap<>();

    /** Whether another resource, of no database, takes part. */
    private final boolean isInTwoPhases;

    private final boolean othersVoteYes;
    private boolean isOver;
    private boolean isSuspended;
    private boolean mayBeEither;
    private boolean isRollbackRefused;

    private record Enlisted(XAResource resource, SimXid xid) {}

    SimTransaction(SimTransactionManager manager, Simulation simulation, Dice dice, String name) {
        this.manager = manager;
        this.simulation = simulation;
        this.dice = dice;
        this.name = name;
        this.isInTwoPhases = !dice.oneIn(3);
        this.othersVoteYes = !dice.oneIn(4);
    }

    public String name() {
        return name;
    }

    /** Whether its end was announced to all that take part. */
    public boolean isOver() {
        return isOver;
    }

    public boolean isCommitted() {
        return status == Status.STATUS_COMMITTED;
    }

    /** Whether a resource did not say what became of it. */
    public boolean mayBeEither() {
        return mayBeEither;
    }

    /** Whether a resource was told to roll back, and failed. */
    public boolean isRollbackRefused() {
        return isRollbackRefused;
    }

    /** Whether it is committed in one phase, if it has one resource. */
    public boolean isInOnePhase() {
        return !isInTwoPhases;
    }

    /** Returns the branches of which it has said that it is over. */
    List<SimXid> over() {
        return isOver ? enlisted.stream().map(Enlisted::xid).toList() : List.of();
    }

    /** Whether more than one branch may be left of it. */
    boolean hasSeveral() {
        return enlisted.size() > 1;
    }

    public boolean isActive() {
        return status == Status.STATUS_ACTIVE;
    }

    /** Whether nothing but its own work can keep it from being committed. */
    public boolean canBeCommitted() {
        return isActive() && othersAgree();
    }

    private boolean othersAgree() {
        return !isInTwoPhases || othersVoteYes;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setRollbackOnly() {
        if (status == Status.STATUS_ACTIVE) {
            status = Status.STATUS_MARKED_ROLLBACK;
        }
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) throws RollbackException {
        if (status == Status.STATUS_MARKED_ROLLBACK) {
            throw new RollbackException(name + " is marked for rollback");
        }
        if (status != Status.STATUS_ACTIVE) {
            throw new IllegalStateException(name + " is not active");
        }
        synchronizations.add(synchronization);
    }

    @Override
    public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
        if (status != Status.STATUS_ACTIVE) {
            throw new RollbackException(name + " is not active");
        }
        if (mayJoin(resource)) {
            return false;
        }
        SimXid xid = new SimXid(name, manager.nextBranch());
        try {
            resource.start(xid, XAResource.TMNOFLAGS);
        } catch (XAException e) {
            manager.checkCode(e);
            simulation.note(name + " does not enlist: " + e.errorCode);
            return false;
        }
        if (status != Status.STATUS_ACTIVE) { // its time was over meanwhile
            endQuietly(new Enlisted(resource, xid));
            rollBackQuietly(new Enlisted(resource, xid));
            return false;
        }
        enlisted.add(new Enlisted(resource, xid));
        return true;
    }

    /** As managers do, joins the branch of a resource that says it is of the same server. */
    private boolean mayJoin(XAResource resource) {
        for (Enlisted other : enlisted) {
            try {
                if (resource.isSameRM(other.resource)) {
                    resource.start(other.xid, XAResource.TMJOIN);
                    return true;
                }
            } catch (XAException e) {
                manager.checkCode(e);
            }
        }
        return false;
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) {
        throw new UnsupportedOperationException("the pool delists nothing");
    }

    /** The thread leaves the transaction for a while; some managers tell the resources. */
    void suspended() {
        isSuspended = dice.oneIn(2);
        if (isSuspended) {
            tell(XAResource.TMSUSPEND);
        }
    }

    void resumed() {
        if (isSuspended && status == Status.STATUS_ACTIVE) {
            tell(XAResource.TMRESUME);
        }
        isSuspended = false;
    }

    private void tell(int flag) {
        for (Enlisted one : List.copyOf(enlisted)) { // a helper may enlist meanwhile
            try {
                if (flag == XAResource.TMSUSPEND) {
                    one.resource.end(one.xid, flag);
                } else {
                    one.resource.start(one.xid, flag);
                }
            } catch (XAException e) {
                manager.checkCode(e);
                setRollbackOnly();
            }
        }
    }

    @Override
    public void commit() throws RollbackException, SystemException {
        if (status == Status.STATUS_MARKED_ROLLBACK) {
            rollback();
            throw new RollbackException(name + " was marked for rollback");
        }
        if (status != Status.STATUS_ACTIVE) {
            throw new RollbackException(name + " was rolled back: its time is over");
        }
        status = Status.STATUS_PREPARING;
        boolean isGood = true;
        for (Enlisted one : enlisted) {
            isGood &= end(one, XAResource.TMSUCCESS);
        }
        if (!isInTwoPhases && enlisted.size() == 1) {
            commitInOnePhase(enlisted.get(0), isGood);
        } else {
            commitInTwo(isGood);
        }
        if (mayBeEither) {
            throw new SystemException("what became of " + name + " is unknown");
        }
        if (status != Status.STATUS_COMMITTED) {
            throw new RollbackException(name + " was rolled back");
        }
    }

    private void commitInOnePhase(Enlisted one, boolean isGood) {
        if (!isGood) {
            rollBackAll();
            return;
        }
        try {
            one.resource.commit(one.xid, /* onePhase= */ true);
            announce(Status.STATUS_COMMITTED);
        } catch (XAException e) {
            manager.checkCode(e);
            boolean isRolledBack = isRollback(e) || e.errorCode == XAException.XAER_RMERR;
            mayBeEither = !isRolledBack;
            announce(isRolledBack ? Status.STATUS_ROLLEDBACK : Status.STATUS_UNKNOWN);
        }
    }

    private static boolean isRollback(XAException e) {
        return e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
    }

    private void commitInTwo(boolean isEnded) {
        List<Enlisted> prepared = new ArrayList<>();
        boolean isGood = isEnded;
        for (Enlisted one : enlisted) {
            if (isGood) {
                try {
                    if (one.resource.prepare(one.xid) == XAResource.XA_OK) {
                        prepared.add(one);
                    }
                } catch (XAException e) {
                    manager.checkCode(e);
                    simulation.note(name + " is not prepared: " + e.errorCode);
                    isGood = false;
                }
            }
        }
        simulation.sleep(dice.someNanos(1)); // others prepare
        if (!isGood || !othersAgree()) {
            rollBackAll();
            return;
        }
        manager.decide(name);
        status = Status.STATUS_COMMITTING;
        simulation.note(name + " is decided");
        boolean isDone = true;
        for (Enlisted one : prepared) {
            isDone &= commitPrepared(one);
        }
        if (isDone) {
            manager.forget(name);
        }
        announce(Status.STATUS_COMMITTED);
    }

    /** Returns whether nothing is left to recovery. */
    private boolean commitPrepared(Enlisted one) {
        for (int i = 0; i < TRIES; i++) {
            try {
                one.resource.commit(one.xid, /* onePhase= */ false);
                return true;
            } catch (XAException e) {
                manager.checkCode(e);
                simulation.note(name + " cannot be committed: " + e.errorCode);
                if (SimTransactionManager.isHeuristic(e)) {
                    return forget(one);
                }
                if (e.errorCode == XAException.XAER_NOTA) {
                    return true; // committed before
                }
                if (isRollback(e) || e.errorCode == XAException.XAER_RMERR) {
                    simulation.fail(name + " was decided and is rolled back: " + e.errorCode, e);
                }
            }
            simulation.sleep(1 + dice.someNanos(1));
        }
        return false;
    }

    private boolean forget(Enlisted one) {
        try {
            one.resource.forget(one.xid);
            return true;
        } catch (XAException e) {
            manager.checkCode(e);
            manager.forgetLater(one.xid, e);
            return false;
        }
    }

    @Override
    public void rollback() {
        if (status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK) {
            throw new IllegalStateException(name + " is completing, or over");
        }
        status = Status.STATUS_ROLLING_BACK;
        enlisted.forEach(this::endQuietly);
        rollBackAll();
    }

    /** Its time is over: rolls it back, on a thread of the manager. */
    void expire() {
        if (status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK) {
            simulation.note("the time of " + name + " is over");
            rollback();
        }
    }

    private boolean end(Enlisted one, int flags) {
        try {
            one.resource.end(one.xid, flags);
            return true;
        } catch (XAException e) {
            manager.checkCode(e);
            simulation.note(name + " cannot be ended: " + e.errorCode);
            return false;
        }
    }

    private void endQuietly(Enlisted one) {
        boolean ignored = end(one, XAResource.TMFAIL);
    }

    private void rollBackAll() {
        status = Status.STATUS_ROLLING_BACK;
        enlisted.forEach(this::rollBackQuietly);
        announce(Status.STATUS_ROLLEDBACK);
    }

    /** Recovery rolls back what cannot be: it finds no decision. */
    private void rollBackQuietly(Enlisted one) {
        try {
            one.resource.rollback(one.xid);
        } catch (XAException e) {
            manager.checkCode(e);
            simulation.note(name + " cannot be rolled back: " + e.errorCode);
            isRollbackRefused = true;
            if (SimTransactionManager.isHeuristic(e)) {
                boolean ignored = forget(one);
            }
        }
    }

    private void announce(int last) {
        status = last;
        simulation.note(name + (isCommitted() ? " is committed" : " is not committed"));
        for (Synchronization one : synchronizations) {
            one.afterCompletion(last);
        }
        isOver = true;
    }

    @Override
    public String toString() {
        return name;
    }
}
