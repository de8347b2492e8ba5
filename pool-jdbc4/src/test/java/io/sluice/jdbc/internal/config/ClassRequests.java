package io.sluice.jdbc.internal.config;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Keeps the names of classes and files that its loaders are asked for. They find only traps. A
 * loader of its own for each input has each trap initialized again. Thread-safe.
 */
final class ClassRequests {

    private final Set<String> names = new TreeSet<>();

    /** Traps by their names. */
    private final Map<String, Class<?>> traps;

    ClassRequests(Class<?>... traps) {
        this.traps = Arrays.stream(traps).collect(Collectors.toMap(Class::getName, trap -> trap));
    }

    /** Returns the names since the last call. */
    synchronized Set<String> take() {
        Set<String> taken = Set.copyOf(names);
        names.clear();
        return taken;
    }

    private synchronized void add(String name) {
        names.add(name);
    }

    ClassLoader loader() {
        return new Loader();
    }

    private final class Loader extends ClassLoader {

        Loader() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            add(name);
            Class<?> trap = traps.get(name);
            if (trap == null) {
                throw new ClassNotFoundException(name);
            }
            return new Copy(trap).loadClass(name);
        }

        @Override
        public URL getResource(String name) {
            add(name);
            return null;
        }

        @Override
        public Enumeration<URL> getResources(String name) {
            add(name);
            return Collections.emptyEnumeration();
        }
    }

    /** Defines one class once more. */
    private static final class Copy extends ClassLoader {

        private final Class<?> original;

        Copy(Class<?> original) {
            super(original.getClassLoader());
            this.original = original;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(original.getName())) {
                return super.loadClass(name, resolve);
            }
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = original.getResourceAsStream(file)) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
