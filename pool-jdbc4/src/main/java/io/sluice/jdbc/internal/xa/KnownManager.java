package io.sluice.jdbc.internal.xa;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transaction managers that Sluice integrates with beyond the Jakarta interfaces. */
public enum KnownManager {
    NARAYANA("com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper"),
    ATOMIKOS(
            "com.atomikos.datasource.xa.XATransactionalResource",
            "com.atomikos.icatch.config.Configuration",
            "com.atomikos.recovery.PendingTransactionRecord");

    /** One class of every module whose types the integration uses. */
    private final List<String> classes;

    KnownManager(String... classes) {
        this.classes = List.of(classes);
    }

    /** Returns the manager with this name, in any capitalization; null if there is none. */
    public static @Nullable KnownManager named(@Nullable String name) {
        for (KnownManager known : values()) {
            if (known.name().equalsIgnoreCase(name)) {
                return known;
            }
        }
        return null;
    }

    /**
     * Lets our module read those of the manager, where Sluice is on the module path. It cannot
     * require them: their names are made up, and only users of the manager have them. To be called
     * before the first class here is loaded that knows the manager.
     */
    public void readModules() {
        for (String name : classes) {
            try {
                Class<?> known =
                        Class.forName(
                                name, /* initialize= */ false, KnownManager.class.getClassLoader());
                KnownManager.class.getModule().addReads(known.getModule());
            } catch (ClassNotFoundException | LinkageError e) {
                // The class that needs it reports what is missing.
            }
        }
    }
}
