package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.atomikos.icatch.config.Configuration;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.jta.InDoubtBranches;
import java.time.Duration;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recovery with Atomikos only, which forgets a decision that no registered resource needs. */
@Tag("once")
abstract class AtomikosRecoveryContract extends RecoveryContract {

    AtomikosRecoveryContract(XaDatabase database) {
        super(Manager.ATOMIKOS, database);
    }

    private SluiceDataSource closedInDoubt() throws Exception {
        SluiceDataSource orders = open(orders().closeTimeout(Duration.ofMillis(10)));
        commitInDoubt(orders, other());
        assertThat(closed(orders).total()).as("kept beyond its pool").isEqualTo(1);
        return orders;
    }

    /** Atomikos itself retries for a while, whatever is registered. */
    private static void assertRegistered() {
        assertThat(Configuration.getResource("orders")).isNotNull();
    }

    @Test
    void aPoolThatIsClosedInDoubtIsRecoveredUntilNothingOfItIs() throws Exception {
        SluiceDataSource orders = closedInDoubt();
        assertRegistered();

        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        manager.awaitPasses();
        assertNobodyAsks();
    }

    @Test
    void aPoolClosedInDoubtIsRecoveredIfItsSuccessorDoesNotStart() throws Exception {
        SluiceDataSource orders = closedInDoubt();
        failToOpen();
        assertRegistered();

        recoverUntilNothingIsInDoubt();

        assertThat(database.committed()).isEqualTo(1);
        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
    }

    @Test
    void aScanNoticesWhatIsEndedByHandWhileThePoolIsClosed() throws Exception {
        SluiceDataSource orders = closedInDoubt();
        database.endSessionsOfPrepared();
        XAConnection administrator = database.driver().getXAConnection();
        administrator.getXAResource().commit(onlyPrepared(), /* onePhase= */ false);
        administrator.close();
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void beforeCommit(boolean pooled) throws XAException {
                        throw new XAException(XAException.XAER_RMFAIL); // nor does a commit
                    }
                };

        await("it is noticed").until(() -> InDoubtBranches.of("orders").isEmpty());

        await("the connection is let go").until(orders::snapshot, now -> now.total() == 0);
        assertThat(database.committed()).isEqualTo(1);
    }
}
