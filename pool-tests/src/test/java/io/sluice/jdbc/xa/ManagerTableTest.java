package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the documentation's table of managers says of them and of no pool. A test that turns red
 * with a newer manager means that the table, and what Sluice does for it, may change.
 */
class ManagerTableTest {

    private static final class Noting implements Synchronization {

        private final String name;
        private final List<String> told;

        Noting(String name, List<String> told) {
            this.name = name;
            this.told = told;
        }

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            told.add(name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void synchronizationsAtARollback(Manager manager) throws Exception {
        TransactionManager transactions = manager.get();
        List<String> told = new ArrayList<>();
        transactions.begin();
        transactions.getTransaction().registerSynchronization(new Noting("ordinary", told));
        manager.registry().registerInterposedSynchronization(new Noting("interposed", told));

        transactions.rollback();

        if (manager == Manager.NARAYANA) {
            assertThat(told).containsExactlyInAnyOrder("interposed", "ordinary");
        } else {
            assertThat(told).containsExactly("ordinary");
        }
    }

    @ParameterizedTest
    @EnumSource
    void rollbackOnlyAsTheRegistryTellsIt(Manager manager) throws Exception {
        TransactionManager transactions = manager.get();
        transactions.begin();
        boolean before = manager.registry().getRollbackOnly();
        transactions.setRollbackOnly();
        boolean after = manager.registry().getRollbackOnly();
        int status = transactions.getStatus();
        transactions.rollback();

        assertThat(status).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThat(before).isFalse();
        assertThat(after).isEqualTo(manager == Manager.NARAYANA);
    }

    @Test
    void narayanaEnlistsWhatItHasNeverSeen() throws Exception {
        TransactionManager transactions = Manager.NARAYANA.get();
        XAConnection connection = XaDatabase.H2.driver().getXAConnection();
        transactions.begin();

        assertThat(transactions.getTransaction().enlistResource(connection.getXAResource()))
                .isTrue();

        transactions.rollback();
        connection.close();
    }

    @Test
    void atomikosEnlistsWhatIsRegisteredOnly() throws Exception {
        TransactionManager transactions = Manager.ATOMIKOS.get();
        XAConnection connection = XaDatabase.H2.driver().getXAConnection();
        transactions.begin();

        assertThatThrownBy(
                        () ->
                                transactions
                                        .getTransaction()
                                        .enlistResource(connection.getXAResource()))
                .hasMessageContaining("registered resource");

        transactions.rollback();
        connection.close();
    }
}
