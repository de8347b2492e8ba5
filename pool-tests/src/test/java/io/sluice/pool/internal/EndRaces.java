package io.sluice.pool.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Gate;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionalResource;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A transaction announces its end on one thread while its branch is settled on another. */
public final class EndRaces {

    private static final long STAMP = 1L << 24;
    private static final long NEXT = 2L << 24;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Silent: a line for each branch would take most of the time. Kept, or its level is lost. */
    private static final Logger LOG = Logger.getLogger("io.sluice.pool.jta");

    static {
        LOG.setLevel(Level.OFF);
    }

    private EndRaces() {}

    /** One branch that is ended and not settled, in a transaction that has not announced it. */
    private static class Branch {
        final String pool = "races-" + NUMBERS.incrementAndGet();
        final Xid xid = new AnyXid();
        final AtomicInteger completions = new AtomicInteger();
        final Gate gate = new Gate();
        Synchronization synchronization;
        XAResource resource;

        /** The holder is let go. */
        void over() {
            completions.incrementAndGet();
        }

        Branch() {
            Transaction transaction = proxy(Transaction.class, this::transaction);
            JtaTransactionContext context =
                    new JtaTransactionContext(
                            proxy(TransactionManager.class, Branch::nothing),
                            proxy(TransactionSynchronizationRegistry.class, Branch::nothing));
            try {
                Object ignored =
                        context.participant(
                                        new AnyHolder(new AnyResource(pool, gate)),
                                        (stamp, settled) -> over())
                                .enlist(transaction, STAMP);
                resource.start(xid, XAResource.TMNOFLAGS);
                resource.end(xid, XAResource.TMSUCCESS);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        private static <T> T proxy(Class<T> type, InvocationHandler handler) {
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        }

        private static Object nothing(Object proxy, Object method, Object[] arguments) {
            throw new UnsupportedOperationException();
        }

        private Object transaction(
                Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            if (method.getName().equals("enlistResource")) {
                resource = (XAResource) arguments[0];
                return true;
            }
            synchronization = (Synchronization) arguments[0];
            return null;
        }

        void announce() {
            synchronization.afterCompletion(Status.STATUS_COMMITTED);
        }

        void prepare() {
            try {
                int ignored = resource.prepare(xid);
            } catch (XAException e) {
                throw new AssertionError(e);
            }
        }

        void commit(boolean onePhase) {
            try {
                resource.commit(xid, onePhase);
            } catch (XAException e) {
                throw new AssertionError(e);
            }
        }

        void rollback() {
            try {
                resource.rollback(xid);
            } catch (XAException e) {
                throw new AssertionError(e);
            }
        }

        void tell(II_Result result) {
            result.r1 = completions.get();
            result.r2 = InDoubtBranches.of(pool).size();
        }
    }

    /** A branch that nobody doubts: the holder is let go once, by who comes second. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class SettledWhileAnnounced {
        private final Branch branch = new Branch();

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.rollback();
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /**
     * A branch whose commit in one phase is the end of its transaction: the commit lets go, and the
     * announcement, that comes meanwhile, does not do it again.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class CommittedInOnePhaseWhileAnnounced {
        private final Branch branch = new Branch();

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.commit(/* onePhase= */ true);
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /** A prepared branch: whoever comes second takes it out of those in doubt as well. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Let go once, and in doubt no more.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or in doubt for ever.")
    @State
    public static class SettledWhileInDoubt {
        private final Branch branch = new Branch();

        public SettledWhileInDoubt() {
            branch.prepare();
        }

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.commit(/* onePhase= */ false);
        }

        @Arbiter
        public void look(II_Result result) {
            branch.tell(result);
        }
    }

    /**
     * A branch whose resource serves another transaction at once, which is about to be prepared.
     */
    private static class BranchBeforeAnother extends Branch {

        @Override
        void over() {
            super.over();
            gate.open(NEXT);
            boolean ignored = gate.keep(NEXT);
        }
    }

    /**
     * A prepared branch whose transaction announces its end first, and finds the branch done: what
     * who has settled it still does then is of no effect on the branch of the next transaction.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Let go once, and the next one stays kept.")
    @Outcome(expect = FORBIDDEN, desc = "Let go never, or twice, or the next may be closed over.")
    @State
    public static class SettledBeforeTheNextIsPrepared {
        private final Branch branch = new BranchBeforeAnother();

        public SettledBeforeTheNextIsPrepared() {
            branch.prepare();
        }

        @Actor
        public void announce() {
            branch.announce();
        }

        @Actor
        public void settle() {
            branch.rollback();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = branch.completions.get();
            result.r2 = branch.gate.isKept() ? 1 : 0;
        }
    }

    private static final class AnyXid implements Xid {

        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {1};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    /** A driver that agrees to everything. */
    private static final class AnyResource implements TransactionalResource {

        private final String name;
        private final Gate gate;

        AnyResource(String name, Gate gate) {
            this.name = name;
            this.gate = gate;
        }

        @Override
        public String resourceManagerName() {
            return name;
        }

        @Override
        public XAResource xaResource() {
            return Branch.proxy(
                    XAResource.class,
                    (proxy, method, arguments) ->
                            method.getName().equals("prepare") ? XAResource.XA_OK : null);
        }

        @Override
        public Gate gate() {
            return gate;
        }

        @Override
        public void enlisting(Object transaction) {
            // It is always ready.
        }

        @Override
        public void cancel() {
            // Nothing runs.
        }

        @Override
        public void abort() {
            // Nothing hangs.
        }
    }

    private static final class AnyHolder extends Holder<AnyResource> {

        private final AnyResource resource;

        AnyHolder(AnyResource resource) {
            this.resource = resource;
        }

        @Override
        public void runAside(Runnable task) {
            throw new AssertionError("nothing blocks here");
        }

        @Override
        public AnyResource resource() {
            return resource;
        }

        @Override
        public long stamp() {
            return STAMP;
        }

        @Override
        public long waitedNanos(long stamp) {
            return 0;
        }

        @Override
        public boolean release(long stamp) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean reserve(long stamp) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void requeue() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void discard(DiscardReason reason, Throwable cause) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean evict(long stamp) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void doom(DiscardReason reason, Throwable cause) {
            // Told when it is in doubt; nobody asks.
        }
    }
}
