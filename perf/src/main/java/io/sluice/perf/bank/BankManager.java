package io.sluice.perf.bank;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Narayana as the bank uses it: with a log that waits for the disk, and recovery on request. */
final class BankManager {

    /** Used by the bank alone, and the same after every restart. */
    private static final String NODE = "bank";

    private BankManager() {}

    /**
     * Starts it; pools that are opened later register with its recovery.
     *
     * @param folder the folder of its log
     */
    static TransactionManager start(Path folder) throws Exception {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(folder.toString());
        }
        jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of(NODE));
        // Roll unlogged branches back at once: no other process prepares here.
        jtaPropertyManager.getJTAEnvironmentBean().setOrphanSafetyInterval(0);
        // A decided branch that recovery does not find was committed by a worker that was killed
        // before the log knew it. Left in the log, the decision would be applied to another
        // transaction that H2 lists under that name after a later kill.
        jtaPropertyManager.getJTAEnvironmentBean().setXaAssumeRecoveryComplete(true);
        RecoveryManager ignored = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
        return jtaPropertyManager.getJTAEnvironmentBean().getTransactionManager();
    }

    /** Makes one pass of recovery, as its own scan does, without the pause in the middle. */
    static void recover() {
        List<RecoveryModule> modules = new ArrayList<>(RecoveryManager.manager().getModules());
        modules.forEach(RecoveryModule::periodicWorkFirstPass);
        modules.forEach(RecoveryModule::periodicWorkSecondPass);
    }
}
