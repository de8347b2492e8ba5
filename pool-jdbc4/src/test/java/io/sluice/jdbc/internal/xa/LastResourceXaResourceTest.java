package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.spi.NoTransactions;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** What a manager is told of a local transaction that does not end as requested. */
class LastResourceXaResourceTest {

    private static final Xid XID = new XaTranslationTest.ByteXid(1);

    /** What each call meets; nothing where there is none. */
    private final Map<String, SQLException> failures = new HashMap<>();

    private final List<String> calls = new ArrayList<>();

    private final LastResourceXaResource resource =
            new LastResourceXaResource(
                    "legacy",
                    (Connection)
                            Proxy.newProxyInstance(
                                    getClass().getClassLoader(),
                                    new Class<?>[] {Connection.class},
                                    (self, method, arguments) -> {
                                        calls.add(method.getName());
                                        if (failures.containsKey(method.getName())) {
                                            throw failures.get(method.getName());
                                        }
                                        return null;
                                    }));

    private XAException failureOfCommit() {
        return catchThrowableOfType(
                XAException.class, () -> resource.commit(XID, /* onePhase= */ true));
    }

    @Test
    void whatTheServerRefusesAndRollsBackIsRolledBack() {
        SQLException refusal = new SQLException("a constraint is violated", "23505");
        failures.put("commit", refusal);

        XAException failure = failureOfCommit();

        assertThat(failure.errorCode).isEqualTo(XAException.XA_RBROLLBACK);
        assertThat(failure)
                .hasMessageContaining("last resource")
                .hasMessageContaining("Pool legacy")
                .hasCause(refusal);
        assertThat(calls).containsExactly("commit", "rollback");
    }

    @Test
    void aCommitThatLosesItsConnectionHasAnUnknownOutcome() {
        failures.put("commit", new SQLException("gone", "08006"));
        assertUnknown(failureOfCommit());
    }

    @Test
    void aCommitReportedAsUnknownHasAnUnknownOutcome() {
        failures.put("commit", new SQLException("completion unknown", "40003"));
        assertUnknown(failureOfCommit());
    }

    /** A server that does not take the rollback either may have gone after it had committed. */
    @Test
    void aCommitThatCannotBeRolledBackEitherHasAnUnknownOutcome() {
        SQLException second = new SQLException("nor this");
        failures.put("commit", new SQLException("no"));
        failures.put("rollback", second);

        XAException failure = failureOfCommit();

        assertUnknown(failure);
        assertThat(failure).hasSuppressedException(second);
    }

    private static void assertUnknown(XAException failure) {
        assertThat(failure.errorCode).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(failure).hasMessageContaining("the outcome is unknown");
    }

    /** It was never asked to commit: nothing can come of it, whatever its rollback meets. */
    @Test
    void aBranchThatCannotBePreparedIsRolledBackInAnyCase() {
        SQLException unreachable = new SQLException("gone", "08006");
        failures.put("rollback", unreachable);

        XAException failure = catchThrowableOfType(XAException.class, () -> resource.prepare(XID));

        assertThat(failure.errorCode).isEqualTo(XAException.XA_RBROLLBACK);
        assertThat(failure).hasSuppressedException(unreachable);
    }

    /** A connection whose rollback failed holds work that was not undone. */
    @Test
    void itsConnectionServesOnAfterARefusalOnlyIfItWasRolledBack() {
        TransactionWork work =
                new TransactionWork(
                        "legacy", resource, /* lastResource= */ true, NoTransactions.INSTANCE);
        XAException undone = catchThrowableOfType(XAException.class, () -> resource.prepare(XID));
        failures.put("rollback", new SQLException("not now"));
        XAException open = catchThrowableOfType(XAException.class, () -> resource.prepare(XID));

        assertThat(work.servesAfter(undone)).isTrue();
        assertThat(work.servesAfter(open)).isFalse();
    }

    @Test
    void whatIsNotRolledBackIsALostServer() {
        failures.put("rollback", new SQLException("gone", "08006"));

        assertThat(catchThrowableOfType(XAException.class, () -> resource.rollback(XID)).errorCode)
                .isEqualTo(XAException.XAER_RMFAIL);
    }

    @Test
    void itIsNeitherJoinedNorPrepared() {
        assertThat(
                        List.of(
                                catchThrowableOfType(
                                                XAException.class,
                                                () -> resource.start(XID, XAResource.TMJOIN))
                                        .errorCode,
                                catchThrowableOfType(
                                                XAException.class,
                                                () -> resource.commit(XID, /* onePhase= */ false))
                                        .errorCode))
                .containsOnly(XAException.XAER_PROTO);
        assertThat(calls).isEmpty();
    }
}
