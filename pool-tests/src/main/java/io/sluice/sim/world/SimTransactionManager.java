package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A small transaction manager that keeps its decisions, and rolls back in recovery what it has not
 * decided. Its own code has no points; it takes time where it calls, and where others vote.
 */
public final class SimTransactionManager
        implements TransactionManager, TransactionSynchronizationRegistry {

    private final Simulation simulation;
    private final Map<Thread, SimTransaction> current = new HashMap<>();
    private final Map<String, SimTransaction> all = new LinkedHashMap<>();

    /** The transactions to be committed, until all that take part have done so. */
    private final Set<String> decided = new LinkedHashSet<>();

    /** What could not be forgotten: recovery does so in each pass, since each pool has to know. */
    private final Set<Xid> toForget = new LinkedHashSet<>();

    private int branches;

    public SimTransactionManager(Simulation simulation) {
        this.simulation = simulation;
    }

    /** Begins a transaction on the calling thread. */
    public SimTransaction begin(Dice dice, String name) {
        SimTransaction begun = new SimTransaction(this, simulation, dice, name);
        all.put(name, begun);
        current.put(Thread.currentThread(), begun);
        return begun;
    }

    /** Ends a transaction unless it is completed by then. */
    public void expireAfter(SimTransaction transaction, long nanos) {
        simulation.start(
                "reaper-" + transaction.name(),
                () -> {
                    simulation.sleep(nanos);
                    transaction.expire();
                });
    }

    /** Returns all transactions there were. */
    public List<SimTransaction> all() {
        return List.copyOf(all.values());
    }

    /** Whether the end of a branch's transaction was announced. */
    public boolean isOver(Xid xid) {
        SimTransaction one = all.get(SimXid.transactionOf(xid));
        return one == null || one.isOver();
    }

    /** Returns the decisions that are kept, since something may be left of them. */
    public Set<String> decided() {
        return Set.copyOf(decided);
    }

    int nextBranch() {
        return ++branches;
    }

    void decide(String name) {
        decided.add(name);
    }

    void forget(String name) {
        decided.remove(name);
    }

    /** A manager takes an error without a code for none. */
    void checkCode(XAException e) {
        if (e.errorCode == 0) {
            simulation.fail("a manager is told an error without a code: " + e.getMessage(), e);
        }
    }

    static boolean isHeuristic(XAException e) {
        return switch (e.errorCode) {
            case XAException.XA_HEURCOM,
                    XAException.XA_HEURRB,
                    XAException.XA_HEURMIX,
                    XAException.XA_HEURHAZ ->
                    true;
            default -> false;
        };
    }

    /**
     * One pass of recovery: completes what is listed and not in progress, and forgets the decisions
     * of which nothing is listed any more.
     */
    public void recover(XAResource resource) {
        Set<String> before = new LinkedHashSet<>(decided);
        before.removeIf(name -> !isOver(name));
        try {
            for (Xid xid : List.copyOf(toForget)) {
                forget(resource, xid);
            }
            Xid[] listed = resource.recover(XAResource.TMSTARTRSCAN);
            resource.recover(XAResource.TMENDRSCAN);
            for (Xid xid : listed) {
                before.remove(SimXid.transactionOf(xid));
                if (isOver(xid)) {
                    complete(resource, xid);
                }
            }
            decided.removeAll(before);
        } catch (XAException e) {
            checkCode(e);
            simulation.note("recovery fails: " + e.errorCode);
        } catch (RuntimeException e) { // a driver may throw anything
            simulation.note("recovery fails: " + e);
        }
    }

    /** A pass of recovery that leads to another server, which knows of no branch of this one. */
    public void recoverElsewhere(XAResource resource) {
        try {
            simulation.note(resource.recover(XAResource.TMSTARTRSCAN).length + " are elsewhere");
            resource.recover(XAResource.TMENDRSCAN);
        } catch (XAException e) {
            simulation.note("nothing is found elsewhere: " + e.errorCode);
        }
        for (SimTransaction each : List.copyOf(all.values())) {
            for (Xid xid : each.over()) {
                try {
                    resource.rollback(xid);
                } catch (XAException e) {
                    simulation.note("no such branch elsewhere: " + e.errorCode);
                }
            }
        }
    }

    private boolean isOver(String name) {
        SimTransaction one = all.get(name);
        return one == null || one.isOver();
    }

    private void complete(XAResource resource, Xid xid) {
        String name = SimXid.transactionOf(xid);
        boolean commits = decided.contains(name);
        simulation.note("recovery " + (commits ? "commits " : "rolls back ") + name);
        try {
            if (commits) {
                resource.commit(xid, /* onePhase= */ false);
            } else {
                resource.rollback(xid);
            }
        } catch (XAException e) {
            checkCode(e);
            SimTransaction one = all.get(name);
            if (isHeuristic(e)) {
                forget(resource, xid);
            } else if (e.errorCode == XAException.XAER_NOTA && one != null && !one.hasSeveral()) {
                decided.remove(name); // it has ended, as the server says
            }
        }
    }

    private void forget(XAResource resource, Xid xid) {
        try {
            resource.forget(xid);
        } catch (XAException e) {
            checkCode(e);
            simulation.note("recovery cannot forget: " + e.errorCode);
            toForget.add(xid);
        }
    }

    /** Keeps a branch that could not be forgotten, unless the server knows nothing of it. */
    void forgetLater(Xid xid, XAException failure) {
        if (failure.errorCode == XAException.XAER_NOTA) {
            toForget.remove(xid);
        } else {
            toForget.add(xid);
        }
    }

    // the transaction manager

    @Override
    public @Nullable SimTransaction getTransaction() {
        return current.get(Thread.currentThread());
    }

    private SimTransaction mine() {
        SimTransaction mine = getTransaction();
        if (mine == null) {
            throw new IllegalStateException("the thread is in no transaction");
        }
        return mine;
    }

    @Override
    public void begin() throws NotSupportedException {
        throw new NotSupportedException("a transaction has a name here");
    }

    @Override
    public void commit() throws RollbackException, SystemException {
        SimTransaction mine = mine();
        try {
            mine.commit();
        } finally {
            current.remove(Thread.currentThread());
        }
    }

    @Override
    public void rollback() {
        SimTransaction mine = mine();
        try {
            mine.rollback();
        } finally {
            current.remove(Thread.currentThread());
        }
    }

    @Override
    public int getStatus() {
        SimTransaction mine = getTransaction();
        return mine == null ? Status.STATUS_NO_TRANSACTION : mine.getStatus();
    }

    @Override
    public void setRollbackOnly() {
        mine().setRollbackOnly();
    }

    @Override
    public void setTransactionTimeout(int seconds) {
        throw new UnsupportedOperationException("a transaction is told when it expires");
    }

    @Override
    public @Nullable Transaction suspend() {
        SimTransaction mine = current.remove(Thread.currentThread());
        if (mine != null) {
            mine.suspended();
        }
        return mine;
    }

    @Override
    public void resume(Transaction transaction) {
        SimTransaction one = (SimTransaction) transaction;
        current.put(Thread.currentThread(), one);
        one.resumed();
    }

    /** Lets the calling thread take part in a transaction, beside its own; null for none. */
    public void join(@Nullable SimTransaction transaction) {
        if (transaction == null) {
            current.remove(Thread.currentThread());
        } else {
            current.put(Thread.currentThread(), transaction);
        }
    }

    // the registry

    @Override
    public Object getTransactionKey() {
        return mine();
    }

    @Override
    public void putResource(Object key, Object value) {
        mine().values.put(key, value);
    }

    @Override
    public @Nullable Object getResource(Object key) {
        return mine().values.get(key);
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        try {
            mine().registerSynchronization(synchronization);
        } catch (RollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int getTransactionStatus() {
        return getStatus();
    }

    @Override
    public boolean getRollbackOnly() {
        return getStatus() == Status.STATUS_MARKED_ROLLBACK;
    }

    @Override
    public String toString() {
        return "a simulated transaction manager";
    }
}
