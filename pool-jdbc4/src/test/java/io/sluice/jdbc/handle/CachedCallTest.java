package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As {@link CachedStatementTest}, for what the handle of a call has a copy of. */
class CachedCallTest {
    private final FakeDriver driver = new FakeDriver();
    private final FakeStore store = new FakeStore();
    private final FakeOwner owner = new FakeOwner().over(driver.connection());
    private CallableStatement call;

    @BeforeEach
    void prepare() throws SQLException {
        owner.statements = store;
        // As drivers answer when there are no more results.
        driver.onReturn("getUpdateCount", -1);
        call = new ConnectionHandle(owner, 1).prepareCall("sql");
    }

    @Test
    void aCallThatHasExecutedIsKept() throws SQLException {
        call.execute();
        call.close();

        assertThat(store.kept).containsValue((CallableStatement) Subject.delegateOf(call));
    }

    @Test
    void anExecutionEndsTheResultsBeforeIt() throws SQLException {
        ResultSet former = call.executeQuery();

        call.executeUpdate();

        assertThat(former.isClosed()).isTrue();
    }

    @Test
    void itsResultSetIsClosedBeforeItIsKept() throws SQLException {
        ResultSet results = call.executeQuery();
        call.close();

        assertThat(driver.isClosed(Subject.delegateOf(results))).isTrue();
        assertThat(store.kept).hasSize(1);
    }

    @Test
    void aCallThatFailedIsNotKept() throws SQLException {
        driver.onThrow("executeUpdate", new SQLException("deadlock"));
        assertThatThrownBy(() -> call.executeUpdate()).hasMessage("deadlock");
        call.close();

        assertThat(store.kept).isEmpty();
    }

    @Test
    void aCallThatIsClosedWhileItExecutesIsNotKept() throws SQLException {
        driver.on(
                "executeUpdate",
                (target, arguments) -> {
                    call.close(); // as another thread would
                    return 1;
                });
        call.executeUpdate();

        assertThat(store.kept).isEmpty();
        assertThat(driver.isClosed(Subject.delegateOf(call))).isTrue();
    }
}
