package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.xa.Translation;
import io.sluice.pool.jta.InDoubtBranches;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** Recovery ends a branch on the connection that has prepared it, as the server demands. */
class HeldBranchTest {

    private static final String POOL = "held";

    private final EndedBranch branch = new EndedBranch(POOL);
    private final XAResource recovery =
            Translation.recovering(
                    JdbcPoolConfig.builder()
                            .name(POOL)
                            .transactionManager("narayana")
                            .xaDataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                            .build(),
                    EndedBranch.proxy(
                            XAResource.class,
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("recover")) {
                                    return new Xid[] {branch.xid};
                                }
                                throw new XAException(XAException.XAER_NOTA);
                            }));

    @Test
    void whatItCommitsThereIsNotNotedForABranchToCome() throws Exception {
        inDoubt(branch);

        recovery.commit(branch.xid, /* onePhase= */ false);

        assertNothingIsNoted();
    }

    @Test
    void norWhatItRollsBackThere() throws Exception {
        inDoubt(branch);

        recovery.rollback(branch.xid);

        assertNothingIsNoted();
    }

    private static void inDoubt(EndedBranch branch) {
        branch.prepare();
        branch.announce();
        assertThat(InDoubtBranches.of(POOL)).hasSize(1);
    }

    /** What was noted would settle the next branch of that xid as soon as it is in doubt. */
    private void assertNothingIsNoted() {
        assertThat(branch.completions).hasValue(1);
        assertThat(InDoubtBranches.of(POOL)).isEmpty();
        EndedBranch next = new EndedBranch(POOL);
        inDoubt(next);
        next.commit(/* onePhase= */ false);
    }
}
