package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a change of an attribute asks the owner, and what the handle records of it. */
class AttributeChangesTest {

    private final FakeDriver driver = new FakeDriver();
    private final AskedOwner owner = new AskedOwner();
    private final ConnectionHandle connection =
            new ConnectionHandle(owner.over(driver.connection()), 1);

    private static final class AskedOwner extends FakeOwner {
        private final List<Object> told = new ArrayList<>();
        private boolean commitsWhileAsked;
        private boolean setsWithoutServer;
        private boolean setsBack;
        private boolean isUnchanged;

        @Override
        public void changing(ConnectionHandle handle, ConnectionAttribute attribute)
                throws SQLException {
            if (commitsWhileAsked) {
                handle.commit(); // as from another thread
            }
        }

        @Override
        public boolean mayBeginTransaction(ConnectionAttribute attribute) {
            return !setsWithoutServer && super.mayBeginTransaction(attribute);
        }

        @Override
        public boolean setsBack(ConnectionAttribute attribute, Object value) {
            return setsBack;
        }

        @Override
        public boolean isUnchanged(ConnectionAttribute attribute, Throwable failure) {
            return isUnchanged;
        }

        @Override
        public void told(ConnectionAttribute attribute, Object value) {
            told.add(value);
        }
    }

    @Test
    void theOwnerIsToldWhatTheDriverAnsweredBeforeAnythingRan() throws SQLException {
        driver.onReturn("getTransactionIsolation", 8);
        driver.onReturn("getCatalog", "changed by SQL");

        connection.getTransactionIsolation();
        connection.createStatement().execute("sql");
        connection.getCatalog();

        assertThat(owner.told).containsExactly(8);
    }

    @Test
    void theOwnerIsNotToldWhatTheApplicationHasSet() throws SQLException {
        owner.setsWithoutServer = true;

        connection.setReadOnly(true);
        assertThat(connection.ran()).isFalse();
        connection.isReadOnly();

        assertThat(owner.told).isEmpty();
    }

    @Test
    void changesThatOverlapMayLeaveEitherValue() throws SQLException {
        driver.on(
                "setSchema",
                (target, arguments) -> {
                    connection.setCatalog("c"); // as from another thread
                    return null;
                });

        connection.setSchema("s");

        assertThat(connection.isUncertain()).isTrue();
    }

    /** The owner may have made the server work after the commit. */
    @Test
    void aCommitWhileTheOwnerIsAskedLosesNoWork() throws SQLException {
        owner.commitsWhileAsked = true;

        connection.setSchema("s");

        assertThat(connection.hasWorked()).isTrue();
    }

    @Test
    void theOwnerSetsBackOnlyWhatWasChangedBefore() throws SQLException {
        owner.setsBack = true;

        connection.setSchema("other");
        assertThat(driver.callNames()).containsExactly("setSchema");

        connection.setSchema("at rest");
        assertThat(driver.callNames()).as("by the owner").containsExactly("setSchema");
    }

    @Test
    void aKeyThatTheDriverFindsInvalidIsNoChange() throws SQLException {
        assertThat(connection.setShardingKeyIfValid(new ShardingKey() {}, 1)).isFalse();

        assertThat(connection.changes()).isZero();
        assertThat(connection.isUncertain()).isFalse();
    }

    @Test
    void aFailedChangeMayHaveWorked() throws SQLException {
        connection.setHoldability(1);
        assertThat(connection.hasWorked()).isFalse();
        driver.onThrow("setHoldability", new SQLException("no answer"));

        assertThatThrownBy(() -> connection.setHoldability(2)).hasMessage("no answer");

        assertThat(connection.hasWorked()).isTrue();
    }

    @Test
    void aFailedChangeThatLeftTheValueIsNone() {
        owner.isUnchanged = true;
        driver.onThrow("setSchema", new SQLException("no such schema"));

        assertThatThrownBy(() -> connection.setSchema("s")).hasMessage("no such schema");

        assertThat(connection.changes()).isZero();
        assertThat(connection.isUncertain()).isFalse();
    }

    @Test
    void aBatchOfOtherTextMayChangeAnything() throws SQLException {
        PreparedStatement prepared = connection.prepareStatement("sql");
        prepared.addBatch();
        assertThat(connection.isUncertain()).isFalse();

        prepared.addBatch("other sql");

        assertThat(connection.isUncertain()).isTrue();
    }

    // Savepoints; some drivers leave auto-commit for one

    @Test
    void aSavepointLeavesAutoCommitAsTheDriverSays() throws SQLException {
        connection.setAutoCommit(false);
        for (boolean stays : List.of(true, false)) {
            connection.setAutoCommit(true);
            driver.on(
                    "setSavepoint",
                    (target, arguments) -> {
                        assertThat(connection.autoCommit(true)).as("unknown").isFalse();
                        return null;
                    });
            driver.onReturn("getAutoCommit", stays);

            connection.setSavepoint();

            assertThat(connection.autoCommit(!stays)).isEqualTo(stays);
        }
    }

    @Test
    void aSavepointIsWork() throws SQLException {
        connection.setAutoCommit(false);
        assertThat(connection.hasWorked()).isFalse();

        connection.setSavepoint();

        assertThat(connection.hasWorked()).isTrue();
    }
}
