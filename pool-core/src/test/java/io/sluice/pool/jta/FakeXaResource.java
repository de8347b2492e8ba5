package io.sluice.pool.jta;

import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.TransactionalResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A driver's resource and its connection: notes the calls, and fails where a test says so. */
final class FakeXaResource implements XAResource, TransactionalResource {

    /** By the thread that drives the branch, and by those that cancel and abort. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    final Map<String, Integer> errors = new HashMap<>();
    final Map<String, RuntimeException> surprises = new HashMap<>();
    final Map<String, Error> breakdowns = new HashMap<>();
    final BranchGate gate = new BranchGate();
    int vote = XA_OK;
    boolean last;

    /** Whether a prepared branch survives the close of the connection. */
    boolean outlives;

    /** Whether the connection is in order after a commit that was refused. */
    boolean servesOn;

    /** Whether the connection is known to be lost. */
    boolean lost;

    Runnable onCancel = () -> {};
    Runnable onPrepare = () -> {};
    Runnable onCommit = () -> {};
    Runnable onAbort = () -> {};

    /** Open once the connection is being ended by force, on another thread. */
    final CountDownLatch aborted = new CountDownLatch(1);

    Exception onEnlisting;
    private int failureAfter;

    /** The next such call fails with the code. */
    FakeXaResource failAt(String call, int code) {
        errors.put(call, code);
        return this;
    }

    /** A prepare fails with the code once the server has it. */
    void failAfterPrepare(int code) {
        failureAfter = code;
    }

    private void call(String name, String text) throws XAException {
        calls.add(text);
        RuntimeException surprise = surprises.remove(name);
        if (surprise != null) {
            throw surprise;
        }
        Error breakdown = breakdowns.remove(name);
        if (breakdown != null) {
            throw breakdown;
        }
        Integer code = errors.remove(name);
        if (code != null) {
            throw new XAException(code);
        }
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        call("start", "start " + XaErrors.flags(flags));
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        call("end", "end " + XaErrors.flags(flags));
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        call("prepare", "prepare");
        onPrepare.run();
        if (failureAfter != 0) {
            throw new XAException(failureAfter);
        }
        return vote;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        onCommit.run(); // at the server: what becomes of the call is the next question
        call("commit", onePhase ? "commit in one phase" : "commit");
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        call("rollback", "rollback");
    }

    @Override
    public void forget(Xid xid) throws XAException {
        call("forget", "forget");
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        call("recover", "recover");
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        call("isSameRM", "isSameRM");
        return other == this;
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        call("getTransactionTimeout", "getTransactionTimeout");
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        call("setTransactionTimeout", "setTransactionTimeout");
        return false;
    }

    @Override
    public String resourceManagerName() {
        return "orders";
    }

    @Override
    public XAResource xaResource() {
        return this;
    }

    @Override
    public boolean isLastResource() {
        return last;
    }

    @Override
    public BranchGate gate() {
        return gate;
    }

    @Override
    public boolean preparedOutlivesClose() {
        return outlives;
    }

    @Override
    public boolean servesAfter(XAException refusal) {
        return servesOn;
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    @Override
    public void enlisting(Object transaction) throws Exception {
        calls.add("enlisting");
        if (onEnlisting != null) {
            throw onEnlisting;
        }
    }

    @Override
    public void cancel() {
        calls.add("cancel");
        onCancel.run();
    }

    @Override
    public void abort() {
        calls.add("abort");
        aborted.countDown();
        onAbort.run();
    }
}
