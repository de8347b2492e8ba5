package io.sluice.jdbc.internal.config;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;

/** A loader that finds nothing, and keeps the names of classes and files that it is asked for. */
final class ClassRequests extends ClassLoader {

    private final Set<String> names = new TreeSet<>();

    ClassRequests() {
        super(null);
    }

    /** Returns the names since the last call. */
    Set<String> take() {
        Set<String> taken = Set.copyOf(names);
        names.clear();
        return taken;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        names.add(name);
        throw new ClassNotFoundException(name);
    }

    @Override
    public URL getResource(String name) {
        names.add(name);
        return null;
    }

    @Override
    public Enumeration<URL> getResources(String name) {
        names.add(name);
        return Collections.emptyEnumeration();
    }
}
