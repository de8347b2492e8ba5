package io.sluice.pool.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionManagersTest {

    private static final FakeManager MANAGER = new FakeManager();

    @AfterEach
    void forgetJndi() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        FakeJndi.names = Map.of();
    }

    /** Provides the fake. */
    public static final class Provider implements TransactionManagerProvider {

        @Override
        public TransactionManager transactionManager() {
            return MANAGER;
        }

        @Override
        public TransactionSynchronizationRegistry synchronizationRegistry() {
            return MANAGER;
        }
    }

    /** Knows a few names. */
    public static final class FakeJndi implements InitialContextFactory {

        static Map<String, Object> names = Map.of();

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    Object found = names.get(name);
                    if (found == null) {
                        throw new NameNotFoundException(name);
                    }
                    return found;
                }

                @Override
                public void close() {}
            };
        }
    }

    private static void assertFindsTheFake(String name) {
        MANAGER.begin();
        assertThat(TransactionManagers.named(name).identity()).isSameAs(MANAGER.current);
    }

    @Test
    void aClassOfTheApplicationsProvidesOne() {
        assertFindsTheFake(Provider.class.getName());
    }

    @Test
    void theContextClassLoaderIsNotNeeded() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(null);
        try {
            assertFindsTheFake(Provider.class.getName());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void jndiHasBoth() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, FakeJndi.class.getName());
        FakeJndi.names = Map.of("java:jboss/TransactionManager", MANAGER);

        assertFindsTheFake("java:jboss/TransactionManager");
    }

    @Test
    void whatJndiHasMustBeOne() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, FakeJndi.class.getName());
        FakeJndi.names =
                Map.of(
                        "java:text",
                        "a text",
                        "java:comp/TransactionSynchronizationRegistry",
                        MANAGER);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransactionManagers.named("java:text"))
                .withMessageContaining("java:text is a text; expected a jakarta.transaction");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransactionManagers.named("java:nothing"))
                .withMessageContaining("transactionManager is \"java:nothing\"")
                .withMessageContaining("NameNotFoundException");
    }

    @Test
    void aNameThatLeadsNowhereIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransactionManagers.named("com.example.Missing"))
                .withMessageContaining("transactionManager is \"com.example.Missing\"")
                .withCauseInstanceOf(ClassNotFoundException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransactionManagers.named("java.lang.Object"))
                .withMessageContaining("java.lang.Object was found but does not implement");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    narayana | org.jboss.narayana.jta:narayana-jta
                    Narayana | org.jboss.narayana.jta:narayana-jta
                    atomikos | com.atomikos:transactions-jta, classifier jakarta,
                    ATOMIKOS | com.atomikos:transactions-jta, classifier jakarta,
                    """)
    void theArtifactOfAKnownManagerIsNamedWhereItIsMissing(String name, String artifact) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransactionManagers.named(name))
                .withMessageStartingWith(
                        "transactionManager is \""
                                + name
                                + "\" and "
                                + artifact
                                + " is not on the class path; add it, or remove"
                                + " transactionManager (java.lang.ClassNotFoundException: com.");
    }

    @Test
    void theInterfacesOfJakartaAreNamedWhereTheyAreMissing() throws Exception {
        URL[] ours = {locationOf(TransactionManagers.class), locationOf(FakeManager.class)};
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader without =
                new URLClassLoader(ours, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(without);
            Method named =
                    without.loadClass(TransactionManagers.class.getName())
                            .getMethod("named", String.class);

            assertThatExceptionOfType(InvocationTargetException.class)
                    .isThrownBy(() -> named.invoke(null, FakeManager.class.getName()))
                    .havingCause()
                    .isInstanceOf(IllegalArgumentException.class)
                    .withMessageContaining(
                            "jakarta.transaction:jakarta.transaction-api is not on the class path");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL locationOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** The letters of a name do not depend on the user's language. */
    @Test
    void aTurkishCapitalIsNotAnotherName() {
        Locale before = Locale.getDefault();
        Locale.setDefault(new Locale("tr"));
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TransactionManagers.named("ATOMIKOS"))
                    .withMessageContaining("com.atomikos:transactions-jta");
        } finally {
            Locale.setDefault(before);
        }
    }
}
