package io.sluice.pool.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.UndeclaredThrowableException;

/**
 * Calls to rare code on the hot path, made so that the compiler does not inline them.
 *
 * <p>Under contention the slow paths are busy during warm-up, and the compiler inlines them into
 * the application's methods. Such a method takes many times as long to compile, on processors
 * shared with the application, and is deoptimized when a branch not seen before is taken. The
 * compiler cannot inline through a non-constant method handle. A call through an interface would be
 * inlined while only one class has been seen there.
 */
final class OutOfLine {

    // Not final: final fields would be constants. Never written after initialization.
    private static MethodHandle acquireSlowly;
    private static MethodHandle takeBack;
    private static MethodHandle acquiredByCaller;
    private static MethodHandle releaseSlowly;
    private static MethodHandle released;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            acquireSlowly =
                    lookup.findVirtual(
                            DefaultResourcePool.class,
                            "acquireSlowly",
                            MethodType.methodType(
                                    ResourceHolder.class,
                                    ResourceHolder.class,
                                    long.class,
                                    long.class));
            takeBack =
                    lookup.findVirtual(
                            ResourceHolder.class,
                            "takeBack",
                            MethodType.methodType(void.class, long.class, long.class));
            acquiredByCaller =
                    lookup.findVirtual(
                            HotFields.class, "acquiredByCaller", MethodType.methodType(void.class));
            releaseSlowly =
                    lookup.findVirtual(
                            ResourceHolder.class,
                            "releaseSlowly",
                            MethodType.methodType(boolean.class, long.class));
            released =
                    lookup.findVirtual(
                            WaiterQueue.class,
                            "released",
                            MethodType.methodType(void.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private OutOfLine() {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // a pool's holders have its type parameter
    static <R> ResourceHolder<R> acquireSlowly(
            DefaultResourcePool<R> pool, ResourceHolder<R> home, long missed, long timeoutNanos)
            throws InterruptedException {
        try {
            return (ResourceHolder<R>)
                    (ResourceHolder)
                            acquireSlowly.invokeExact(
                                    (DefaultResourcePool) pool,
                                    (ResourceHolder) home,
                                    missed,
                                    timeoutNanos);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    static void takeBack(ResourceHolder<?> home, long missed, long last) {
        try {
            takeBack.invokeExact((ResourceHolder) home, missed, last);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    static void acquiredByCaller(HotFields<?> home) {
        try {
            acquiredByCaller.invokeExact((HotFields) home);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    static boolean releaseSlowly(ResourceHolder<?> holder, long stamp) {
        try {
            return (boolean) releaseSlowly.invokeExact((ResourceHolder) holder, stamp);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    static void released(WaiterQueue<?> waiters, long lease) {
        try {
            released.invokeExact((WaiterQueue) waiters, lease);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    private static UndeclaredThrowableException rethrown(Throwable e) {
        if (e instanceof RuntimeException failure) {
            throw failure;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new UndeclaredThrowableException(e); // no method declares a checked exception
    }
}
