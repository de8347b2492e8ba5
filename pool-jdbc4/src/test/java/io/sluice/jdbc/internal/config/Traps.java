package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/**
 * Classes that tell when they are used, whatever becomes of what they throw. Public, since {@link
 * ClassRequests} defines them anew, in another package of the JVM. Thread-safe.
 */
public final class Traps {

    private static final List<String> SPRUNG = new ArrayList<>();

    private Traps() {}

    /** Notes that something happened that no input may cause. */
    public static synchronized void spring(String what) {
        SPRUNG.add(what);
    }

    /** Returns what has happened since the last call. */
    static synchronized List<String> take() {
        List<String> taken = List.copyOf(SPRUNG);
        SPRUNG.clear();
        return taken;
    }

    /** Notices a look-up. */
    public static final class Naming implements InitialContextFactory {

        /** Creates a factory. */
        public Naming() {}

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            spring("a name was looked up");
            throw new NamingException("no look-up is expected");
        }
    }

    /** What no option may use. */
    public static final class Unwanted {

        static {
            spring("a class was initialized that does not implement what the option wants");
        }

        /** Creates a trap. */
        public Unwanted() {}
    }

    /** What an option may name. */
    public static final class Fixed implements CredentialsProvider {

        /** Creates a provider. */
        public Fixed() {}

        @Override
        public Credentials credentials() {
            return new Credentials("app", TestSecret.AMPERSAND.text());
        }
    }
}
