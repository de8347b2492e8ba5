package io.sluice.jdbc.internal.xa;

import java.util.List;
import java.util.Map;

/**
 * Lets our module read those of a transaction manager, where Sluice is on the module path. It
 * cannot require them: they have made-up names only, and nobody has them but who uses that manager.
 */
public final class ManagerModules {

    /** For each manager a class of every module whose types its package here knows. */
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
                // Whoever needs it says what is missing.
            }
        }
    }
}
