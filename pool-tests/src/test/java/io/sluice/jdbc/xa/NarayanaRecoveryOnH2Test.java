package io.sluice.jdbc.xa;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import io.sluice.pool.jta.JtaTransactionContext;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("weekly")
class NarayanaRecoveryOnH2Test extends RecoveryContract {

    NarayanaRecoveryOnH2Test() {
        super(Manager.NARAYANA, XaDatabase.H2);
    }

    /** What a program registers that has its manager as objects. */
    private record Helper(XAResource resource) implements XAResourceRecoveryHelper {

        @Override
        public boolean initialise(String properties) {
            return true;
        }

        @Override
        public XAResource[] getXAResources() {
            return new XAResource[] {resource};
        }
    }

    @Test
    void theRecoveryResourceServesAProgramThatRegistersItItself() throws Exception {
        SluiceDataSource orders =
                open(
                        JdbcPoolConfig.builder()
                                .name("orders")
                                .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                .transactionContext(
                                        new JtaTransactionContext(
                                                transactions, Manager.NARAYANA.registry()))
                                .startup(Startup.LAZY)
                                .maxSize(1)
                                .recoveryUsername("recovery")
                                .recoveryPassword(XaDatabase.RECOVERY_PASSWORD));
        Helper helper = new Helper(orders.recoveryXaResource());
        XARecoveryModule module = XARecoveryModule.getRegisteredXARecoveryModule();
        module.addXAResourceRecoveryHelper(helper);
        try {
            commitInDoubt(orders, other());

            recoverUntilNothingIsInDoubt();

            assertThat(database.committed()).isEqualTo(1);
        } finally {
            module.removeXAResourceRecoveryHelper(helper);
        }
    }
}
