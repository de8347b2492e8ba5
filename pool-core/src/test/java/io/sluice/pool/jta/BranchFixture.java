package io.sluice.pool.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.spi.TransactionContext.Completion;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** One branch of a driver that fails on request, before a test drives it anywhere. */
abstract class BranchFixture {

    static final Xid XID = new TestXid(1, 2);
    static final Xid SAME = new TestXid(1, 2);
    static final Xid OTHER = new TestXid(1, 3);

    final FakeXaResource driver = new FakeXaResource();
    final FakeHolder holder = new FakeHolder(driver);
    BranchXaResource branch = branch(TimeUnit.SECONDS.toNanos(30));

    BranchXaResource branch(long patienceNanos) {
        return branch(driver, holder, patienceNanos);
    }

    static BranchXaResource branch(FakeXaResource driver, FakeHolder holder, long patienceNanos) {
        Completion nobody = stamp -> {};
        BranchSettings settings =
                new BranchSettings(
                        new FakeManager(),
                        patienceNanos,
                        /* separate= */ false,
                        UnaryOperator.identity());
        return new BranchXaResource(
                new JtaParticipant(holder, driver, nobody, settings), holder.stamp());
    }

    void assertState(BranchState state, boolean doomed) {
        assertThat(branch.state()).isEqualTo(state);
        assertThat(holder.isDoomed()).as("doomed").isEqualTo(doomed);
        assertThat(branch.isSettled()).as("settled").isEqualTo(state == BranchState.DONE);
    }

    BranchXaResource started() throws XAException {
        branch.start(XID, XAResource.TMNOFLAGS);
        return branch;
    }

    BranchXaResource ended() throws XAException {
        started().end(XID, XAResource.TMSUCCESS);
        return branch;
    }

    BranchXaResource prepared() throws XAException {
        ended().prepare(XID);
        return branch;
    }

    static int codeOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        XAException failure = catchThrowableOfType(XAException.class, call);
        assertThat(failure).as("an XAException").isNotNull();
        return failure.errorCode;
    }
}
