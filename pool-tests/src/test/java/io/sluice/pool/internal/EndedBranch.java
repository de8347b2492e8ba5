package io.sluice.pool.internal;

import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionalResource;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.openjdk.jcstress.infra.results.II_Result;

/** One branch that is ended and not settled, in a transaction that has not announced it. */
class EndedBranch {

    /** Of the lease that the branch belongs to. */
    static final long STAMP = 1L << 24;

    /** Made once: to make one takes much longer than what the races are about. */
    private static final XAException LOST = new XAException(XAException.XAER_RMFAIL);

    /** Names the pools of races, whose JVM is theirs alone. */
    private static final class Races {

        private static final AtomicInteger NUMBERS = new AtomicInteger();

        /** Silent: a line for each branch would take most of the time. Kept, or it is not. */
        private static final Logger LOG = Logger.getLogger("io.sluice.pool.jta");

        static {
            LOG.setLevel(Level.OFF);
        }

        private Races() {}

        static String nextPool() {
            return "races-" + NUMBERS.incrementAndGet();
        }
    }

    final AtomicInteger completions = new AtomicInteger();
    final BranchGate gate = new BranchGate();
    final Xid xid = new AnyXid();
    private final String pool;
    private boolean failing; // by the thread that calls, before it does
    private Synchronization synchronization;
    private XAResource resource;

    EndedBranch() {
        this(Races.nextPool());
    }

    EndedBranch(String pool) {
        this(pool, /* outlives= */ false);
    }

    /** One whose server keeps what is prepared when its connection is closed. */
    static EndedBranch outlivingItsConnection() {
        return new EndedBranch(Races.nextPool(), /* outlives= */ true);
    }

    private EndedBranch(String pool, boolean outlives) {
        this.pool = pool;
        Transaction transaction = proxy(Transaction.class, this::transaction);
        JtaTransactionContext context =
                new JtaTransactionContext(
                        proxy(TransactionManager.class, EndedBranch::nothing),
                        proxy(TransactionSynchronizationRegistry.class, EndedBranch::nothing));
        try {
            Object ignored =
                    context.participant(
                                    new AnyHolder(
                                            new AnyResource(
                                                    pool,
                                                    proxy(XAResource.class, this::call),
                                                    gate,
                                                    outlives)),
                                    stamp -> over())
                            .enlist(transaction, STAMP);
            resource.start(xid, XAResource.TMNOFLAGS);
            resource.end(xid, XAResource.TMSUCCESS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The holder is let go. */
    void over() {
        completions.incrementAndGet();
    }

    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) ->
                                method.getName().equals("equals") // Lincheck asks at each call
                                        ? self == arguments[0]
                                        : handler.invoke(self, method, arguments)));
    }

    private static Object nothing(Object proxy, Object method, Object[] arguments) {
        throw new UnsupportedOperationException();
    }

    private Object transaction(Object proxy, Method method, Object[] arguments) {
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

    /** As when the server is lost during the call. A settlement meanwhile comes first. */
    void failAtCommit() {
        failing = true;
        try {
            resource.commit(xid, /* onePhase= */ false);
            throw new AssertionError("nobody refused the commit");
        } catch (XAException e) {
            // That is what was to happen.
        }
    }

    void settleByRecovery() {
        InDoubtBranches.settled(pool, xid);
    }

    private Object call(Object proxy, Method method, Object[] arguments) throws XAException {
        if (failing) {
            throw LOST;
        }
        return method.getName().equals("prepare") ? XAResource.XA_OK : null;
    }

    void tell(II_Result result) {
        result.r1 = completions.get();
        result.r2 = inDoubt();
    }

    /** How many branches of its pool are in doubt. */
    int inDoubt() {
        return InDoubtBranches.of(pool).size();
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

    /** What is ready for everything. */
    private static final class AnyResource implements TransactionalResource {

        private final String name;
        private final XAResource driver;
        private final BranchGate gate;
        private final boolean outlives;

        AnyResource(String name, XAResource driver, BranchGate gate, boolean outlives) {
            this.name = name;
            this.driver = driver;
            this.gate = gate;
            this.outlives = outlives;
        }

        @Override
        public boolean preparedOutlivesClose() {
            return outlives;
        }

        @Override
        public String resourceManagerName() {
            return name;
        }

        @Override
        public XAResource xaResource() {
            return driver;
        }

        @Override
        public BranchGate gate() {
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
