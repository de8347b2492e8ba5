package io.sluice.jdbc.narayana;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import javax.transaction.xa.XAResource;

/** A pool that is registered with Narayana's recovery. */
public final class NarayanaRecovery implements XAResourceRecoveryHelper {

    private final XAResource resource;

    private NarayanaRecovery(XAResource resource) {
        this.resource = resource;
    }

    /**
     * Registers a pool with Narayana's recovery, and starts the recovery unless it runs already.
     *
     * @param resource opens and closes the connections it needs by itself
     * @return removes the registration
     */
    public static AutoCloseable register(XAResource resource) {
        NarayanaRecovery helper = new NarayanaRecovery(resource);
        XARecoveryModule module = XARecoveryModule.getRegisteredXARecoveryModule();
        if (module == null) {
            throw new IllegalStateException(
                    "Narayana's recovery has no XARecoveryModule; add it to Narayana's"
                            + " recovery modules");
        }
        module.addXAResourceRecoveryHelper(helper);
        return () -> module.removeXAResourceRecoveryHelper(helper);
    }

    @Override
    public boolean initialise(String properties) {
        return true;
    }

    @Override
    public XAResource[] getXAResources() {
        return new XAResource[] {resource};
    }
}
