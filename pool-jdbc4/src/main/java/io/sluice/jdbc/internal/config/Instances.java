package io.sluice.jdbc.internal.config;

import java.lang.reflect.InvocationTargetException;

/** Creates objects of classes that the configuration names. */
public final class Instances {

    private Instances() {}

    /**
     * Returns a new object of the class. The context class loader of the thread is searched first,
     * then our own. A class that is not of the type is not initialized.
     *
     * @throws ReflectiveOperationException if the class is not found, is not of the type, or its
     *     constructor without parameters is missing or fails
     */
    public static <T> T create(String className, Class<T> type)
            throws ReflectiveOperationException {
        Class<?> found = find(className);
        if (!type.isAssignableFrom(found)) {
            throw new ClassNotFoundException(
                    className + " was found but does not implement " + type.getName());
        }
        try {
            return type.cast(found.getConstructor().newInstance());
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException(
                    className + " could not be instantiated: " + e.getCause(), e.getCause());
        }
    }

    private static Class<?> find(String className) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            try {
                return Class.forName(className, false, context);
            } catch (ClassNotFoundException e) {
                // Not there; our own may find it.
            }
        }
        return Class.forName(className, false, Instances.class.getClassLoader());
    }
}
