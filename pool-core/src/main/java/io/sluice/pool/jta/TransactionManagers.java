package io.sluice.pool.jta;

import io.sluice.pool.spi.TransactionContext;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationTargetException;
import java.util.Locale;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Finds transaction managers by name: built-in names, JNDI names and classes of the application.
 * Thread-safe.
 */
public final class TransactionManagers {

    private static final String JNDI = "java:";
    private static final String NARAYANA = "com.arjuna.ats.jta.common.jtaPropertyManager";
    private static final String ATOMIKOS = "com.atomikos.icatch.jta.UserTransactionManager";
    private static final String JNDI_REGISTRY = "java:comp/TransactionSynchronizationRegistry";

    private TransactionManagers() {}

    /**
     * Returns the transaction context of a manager.
     *
     * @param name {@code narayana} or {@code atomikos} in any capitalization, a JNDI name that
     *     begins with {@code java:}, or the name of a class that implements {@link
     *     TransactionManagerProvider}
     * @throws IllegalArgumentException if the manager is not available; the message says why
     */
    public static TransactionContext named(String name) {
        try {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "narayana" -> narayana();
                case "atomikos" -> atomikos();
                default -> name.startsWith(JNDI) ? Jndi.lookUp(name) : provided(name);
            };
        } catch (Exception | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            String artifact = missingArtifact(name.toLowerCase(Locale.ROOT), cause);
            throw new IllegalArgumentException(
                    artifact != null
                            ? "transactionManager is \""
                                    + name
                                    + "\" and "
                                    + artifact
                                    + " is not on the class path; add it, or remove"
                                    + " transactionManager ("
                                    + cause
                                    + ")"
                            : "transactionManager is \""
                                    + name
                                    + "\"; expected narayana or atomikos with its jars on the class"
                                    + " path, a JNDI name that begins with java:, or a class that"
                                    + " implements "
                                    + TransactionManagerProvider.class.getName()
                                    + ": add the missing jar, or correct the name ("
                                    + cause
                                    + ")",
                    cause);
        }
    }

    /** Returns the artifact that is missing, with its group; null if that is not known. */
    private static @Nullable String missingArtifact(String name, @Nullable Throwable cause) {
        if (cause instanceof NoClassDefFoundError
                && String.valueOf(cause.getMessage()).startsWith("jakarta/transaction/")) {
            return "jakarta.transaction:jakarta.transaction-api";
        }
        return switch (name) {
            case "narayana" -> isThere(NARAYANA) ? null : "org.jboss.narayana.jta:narayana-jta";
            case "atomikos" ->
                    isThere(ATOMIKOS) ? null : "com.atomikos:transactions-jta, classifier jakarta,";
            default -> null;
        };
    }

    /** False also for a class that cannot be loaded, such as Atomikos' for {@code javax}. */
    private static boolean isThere(String className) {
        try {
            return find(className, /* initialize= */ false) != null;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static JtaTransactionContext narayana() throws Exception {
        Object settings = find(NARAYANA).getMethod("getJTAEnvironmentBean").invoke(null);
        return new JtaTransactionContext(
                get(settings, "getTransactionManager", TransactionManager.class),
                get(
                        settings,
                        "getTransactionSynchronizationRegistry",
                        TransactionSynchronizationRegistry.class));
    }

    private static <T> T get(Object bean, String getter, Class<T> type) throws Exception {
        return type.cast(bean.getClass().getMethod(getter).invoke(bean));
    }

    private static JtaTransactionContext atomikos() throws Exception {
        Object manager = create(find(ATOMIKOS));
        // Starts the manager, unless it is running.
        Object ignored = manager.getClass().getMethod("init").invoke(manager);
        Object registry =
                create(find("com.atomikos.icatch.jta.TransactionSynchronizationRegistryImp"));
        return new JtaTransactionContext(
                        (TransactionManager) manager, (TransactionSynchronizationRegistry) registry)
                .separateBranches();
    }

    private static JtaTransactionContext provided(String className) throws Exception {
        Object provider = create(find(className));
        if (!(provider instanceof TransactionManagerProvider both)) {
            throw new ClassNotFoundException(
                    className
                            + " was found but does not implement "
                            + TransactionManagerProvider.class.getName());
        }
        return new JtaTransactionContext(both.transactionManager(), both.synchronizationRegistry());
    }

    private static Object create(Class<?> type) throws Exception {
        return type.getConstructor().newInstance();
    }

    private static Class<?> find(String className) throws ClassNotFoundException {
        return find(className, /* initialize= */ true);
    }

    /** Looks in the thread's context class loader first, then in Sluice's own. */
    private static Class<?> find(String className, boolean initialize)
            throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            try {
                return Class.forName(className, initialize, context);
            } catch (ClassNotFoundException e) {
                // Not there; Sluice's own loader may know it.
            }
        }
        return Class.forName(className, initialize, TransactionManagers.class.getClassLoader());
    }

    /** The only class that needs the module {@code java.naming}. */
    private static final class Jndi {

        private Jndi() {}

        @SuppressWarnings("BanJNDI") // the name comes from the configuration, like the driver's
        static JtaTransactionContext lookUp(String name) throws NamingException {
            InitialContext jndi = new InitialContext();
            try {
                Object manager = jndi.lookup(name);
                Object registry =
                        manager instanceof TransactionSynchronizationRegistry
                                ? manager
                                : jndi.lookup(JNDI_REGISTRY);
                return new JtaTransactionContext(
                        cast(manager, name, TransactionManager.class),
                        cast(registry, JNDI_REGISTRY, TransactionSynchronizationRegistry.class));
            } finally {
                jndi.close();
            }
        }

        private static <T> T cast(@Nullable Object found, String name, Class<T> type)
                throws NamingException {
            if (!type.isInstance(found)) {
                throw new NamingException(name + " is " + found + "; expected a " + type.getName());
            }
            return type.cast(found);
        }
    }
}
