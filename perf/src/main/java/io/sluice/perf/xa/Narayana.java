package io.sluice.perf.xa;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.util.function.Consumer;

/** Narayana without a recovery thread. */
public final class Narayana {

    private Narayana() {}

    /**
     * Starts it, before any pool, and returns its manager.
     *
     * @param node the name of the node
     * @param each sets each of its three stores up
     */
    public static TransactionManager start(String node, Consumer<ObjectStoreEnvironmentBean> each)
            throws Exception {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(node);
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            each.accept(BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store));
        }
        RecoveryManager ignored = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
        return settings().getTransactionManager();
    }

    /** Starts it without a disk, where only pools are compared. */
    static TransactionManager withoutLog() throws Exception {
        return start("perf", store -> store.setObjectStoreType(VolatileStore.class.getName()));
    }

    /** Returns its settings. */
    public static JTAEnvironmentBean settings() {
        return jtaPropertyManager.getJTAEnvironmentBean();
    }
}
