package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.spi.BranchGate;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a handle in a global transaction asks its owner, and what it refuses. */
class TransactionGateTest {

    private static final SQLException ENDING = new SQLException("the branch is being ended");
    private static final SQLException OTHER = new SQLException("in another transaction");
    private static final SQLException MANAGED = new SQLException("the manager commits");

    private final BranchGate gate = new BranchGate();
    private final FakeDriver driver = new FakeDriver();
    private final GatedOwner owner = new GatedOwner(gate);
    private final ConnectionHandle connection =
            new ConnectionHandle(owner.over(driver.connection()), Subject.STAMP);

    TransactionGateTest() {
        gate.open(Subject.STAMP);
    }

    private final class GatedOwner extends FakeOwner {
        private boolean isInAnother;
        private int openings;
        private int lent;

        GatedOwner(BranchGate gate) {
            super(gate);
        }

        @Override
        public void checkTransaction(ConnectionHandle handle) throws SQLException {
            if (isInAnother) {
                throw OTHER;
            }
        }

        @Override
        public SQLException notLetIn(ConnectionHandle handle) {
            return ENDING;
        }

        @Override
        public SQLException notInTransaction(String call) {
            return MANAGED;
        }

        @Override
        public void opening(ConnectionHandle handle) {
            openings++;
        }

        @Override
        public void lending() {
            lent++;
            assertThat(gate.end(Subject.STAMP)).as("nobody is inside").isFalse();
            gate.reopen(Subject.STAMP);
        }
    }

    private void assertNobodyIsInside() {
        assertThat(gate.end(Subject.STAMP)).as("nobody is inside").isTrue();
        gate.reopen(Subject.STAMP);
    }

    @Test
    void anExecutionInAnotherTransactionReachesNoDriver() throws SQLException {
        Statement statement = connection.createStatement();
        driver.calls.clear();
        owner.isInAnother = true;

        assertThatThrownBy(() -> statement.execute("sql")).isSameAs(OTHER);

        assertThat(driver.calls).isEmpty();
        assertNobodyIsInside();
        owner.isInAnother = false;
        statement.execute("sql");
        assertThat(driver.callNames()).containsExactly("execute");
    }

    @Test
    void aClosedHandleSaysThatFirst() throws SQLException {
        Statement statement = connection.createStatement();
        connection.close();
        owner.isInAnother = true;

        assertThatThrownBy(() -> statement.execute("sql")).hasMessage("Connection is closed");
        assertNobodyIsInside();
        assertThatThrownBy(connection::commit).hasMessage("Connection is closed");
        gate.end(Subject.STAMP);
        assertThatThrownBy(() -> statement.execute("sql")).hasMessage("Connection is closed");
    }

    @Test
    void nothingIsExecutedOnceTheBranchIsBeingEnded() throws SQLException {
        Statement statement = connection.createStatement();
        driver.calls.clear();
        gate.end(Subject.STAMP);

        assertThatThrownBy(() -> statement.execute("sql")).isSameAs(ENDING);

        assertThat(driver.calls).isEmpty();
    }

    @Test
    void noParameterIsSetOnceTheBranchIsBeingEnded() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("sql");
        driver.calls.clear();
        gate.end(Subject.STAMP);

        assertThatThrownBy(() -> statement.setInt(1, 1)).isSameAs(ENDING);

        assertThat(driver.calls).isEmpty();
    }

    @Test
    void onlyTheManagerEndsTheTransactionOrAPartOfIt() {
        for (ThrowingCallable call :
                List.<ThrowingCallable>of(
                        connection::commit,
                        connection::rollback,
                        connection::setSavepoint,
                        () -> connection.setSavepoint("a"),
                        () -> connection.rollback(null),
                        () -> connection.releaseSavepoint(null),
                        () -> connection.setAutoCommit(true),
                        () -> connection.setReadOnly(true))) {
            assertThatThrownBy(call).isSameAs(MANAGED);
        }
        assertThat(driver.calls).isEmpty();
    }

    /** The ticks end such a lease if its close runs out of stack; a transaction may outlive it. */
    @Test
    void aCloseIsNotedAtTheHolderOnlyWhereThereAreNoTransactions() throws SQLException {
        connection.close();
        assertThat(owner.released).containsExactly(connection);
        assertThat(owner.holder.closing).isZero();

        FakeOwner plain = new FakeOwner().over(driver.connection());
        new ConnectionHandle(plain, Subject.STAMP).close();
        assertThat(plain.holder.closing).isEqualTo(Subject.STAMP);
    }

    @Test
    void inATransactionAutoCommitIsOffAlready() throws SQLException {
        connection.setAutoCommit(false);
        assertThat(driver.calls).isEmpty();

        connection.close();
        assertThatThrownBy(() -> connection.setAutoCommit(false))
                .hasMessage("Connection is closed");
    }

    @Test
    void theOwnerIsToldInsideOfAnObjectThatIsLent() throws SQLException {
        Class<?> vendors = connection.driver().getClass();

        assertThat((Object) connection.unwrap(vendors)).isSameAs(connection.driver());

        assertThat(owner.lent).isOne();
        assertNobodyIsInside();
        gate.end(Subject.STAMP);
        assertThatThrownBy(() -> connection.unwrap(vendors)).isSameAs(ENDING);
        assertThat(connection.unwrap(Connection.class)).as("lends nothing").isSameAs(connection);
    }

    @Test
    void metadataThatTheDriverUnwrapsHasLeftTheGate() throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        driver.onReturn("unwrap", "deeper");

        assertThat(metaData.isWrapperFor(String.class)).isFalse();
        assertNobodyIsInside();
        assertThat(metaData.unwrap(String.class)).isEqualTo("deeper");
        assertNobodyIsInside();
    }

    @Test
    void theOwnerIsToldOfTheFirstStatement() throws SQLException {
        connection.getAutoCommit();
        assertThat(owner.openings).isZero();

        connection.createStatement();
        connection.createStatement();

        assertThat(owner.openings).isOne();
    }
}
