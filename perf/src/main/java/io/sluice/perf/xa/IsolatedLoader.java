package io.sluice.perf.xa;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads a contestant, and the old {@code javax.transaction} that it uses, apart from all other
 * classes.
 */
final class IsolatedLoader extends URLClassLoader {

    private static final List<String> OWN =
            List.of("bitronix.", "javax.transaction.", "io.sluice.perf.xa.Bitronix");

    /** This part of the old packages belongs to the JDK, and is shared. */
    private static final String SHARED = "javax.transaction.xa.";

    private IsolatedLoader(URL... path) {
        super(path, IsolatedLoader.class.getClassLoader());
    }

    /** Makes an instance of a class in a loader of its own. */
    @SuppressWarnings("resource") // its classes are used as long as the virtual machine runs
    static OpenXa.Opener create(String className)
            throws ReflectiveOperationException, MalformedURLException {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        IsolatedLoader loader = new IsolatedLoader(path.toArray(new URL[0]));
        Thread.currentThread().setContextClassLoader(loader);
        return Class.forName(className, true, loader)
                .asSubclass(OpenXa.Opener.class)
                .getConstructor()
                .newInstance();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean own = OWN.stream().anyMatch(name::startsWith) && !name.startsWith(SHARED);
        if (!own) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
