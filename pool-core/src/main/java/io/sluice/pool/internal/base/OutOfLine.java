package io.sluice.pool.internal.base;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Handles for calls to rare code on the hot path, made so that the compiler does not inline it.
 *
 * <p>Under contention the slow paths are busy during warm-up, and the compiler inlines them into
 * the application's methods. Such a method takes many times as long to compile, on processors
 * shared with the application, and is deoptimized when a branch not seen before is taken. The
 * compiler cannot inline through a handle that is no constant: the field of a handle is not final,
 * and never written again. A call through an interface would be inlined while only one class has
 * been seen there. See "32 threads without work" in docs/results.md.
 */
public final class OutOfLine {

    private OutOfLine() {}

    /** Returns a handle to a method of the class that looks it up. */
    public static MethodHandle of(
            MethodHandles.Lookup lookup, String name, Class<?> result, Class<?>... parameters) {
        try {
            MethodType type = MethodType.methodType(result, parameters);
            return lookup.findVirtual(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Throws what a call has thrown, unchanged.
     *
     * @return never
     */
    @SuppressWarnings("unchecked") // erased, so it throws any exception
    public static <E extends Throwable> RuntimeException rethrown(Throwable e) throws E {
        throw (E) e;
    }
}
