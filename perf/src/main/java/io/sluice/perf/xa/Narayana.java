package io.sluice.perf.xa;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Narayana without a disk and without a recovery thread, since only pools are compared. */
final class Narayana {

    private Narayana() {}

    /** Starts it, before any pool, and returns its manager. */
    static TransactionManager started() throws Exception {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("perf");
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreType(VolatileStore.class.getName());
        }
        RecoveryManager ignored = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
        return settings().getTransactionManager();
    }

    static TransactionSynchronizationRegistry registry() {
        return settings().getTransactionSynchronizationRegistry();
    }

    private static JTAEnvironmentBean settings() {
        return jtaPropertyManager.getJTAEnvironmentBean();
    }
}
