package io.sluice.jdbc.internal.xa;

import java.util.List;
import java.util.Map;

/**
 * Lets our module read the modules of a transaction manager, where Sluice is on the module path. It
 * cannot require them: their names are made up, and only users of that manager have them.
 */
public final class ManagerModules {

    /** For each manager, one class of every module whose types its integration uses. */
    private static final Map<String, List<String>> KNOWN =
            Map.of(
                    "narayana",
                    List.of("com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper"),
                    "atomikos",
                    List.of(
                            "com.atomikos.datasource.xa.XATransactionalResource",
                            "com.atomikos.icatch.config.Configuration",
                            "com.atomikos.recovery.PendingTransactionRecord"));

    private ManagerModules() {}

    /** Before the first class here is loaded that knows the manager. Does nothing for others. */
    public static void read(String manager) {
        for (String name : KNOWN.getOrDefault(manager, List.of())) {
            try {
                Class<?> known =
                        Class.forName(
                                name,
                                /* initialize= */ false,
                                ManagerModules.class.getClassLoader());
                ManagerModules.class.getModule().addReads(known.getModule());
            } catch (ClassNotFoundException | LinkageError e) {
                // The class that needs it reports what is missing.
            }
        }
    }
}
