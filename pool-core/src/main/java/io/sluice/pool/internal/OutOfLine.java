package io.sluice.pool.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.UndeclaredThrowableException;

/**
 * Calls of what is seldom needed on the hot path, made so that the compiler leaves them calls.
 *
 * <p>Where many threads contend for few holders, the slow ways are busy while a program warms up,
 * and the compiler of the virtual machine inlines what it saw called. The application's method that
 * acquires and releases then contains all of the way through waiting, takes many times as long to
 * compile (by a thread that has to share the processors with those that run), and is thrown away as
 * soon as one of the branches is taken that it saw never taken. What is behind a method handle that
 * is no constant it cannot inline. A call through a field of an interface would not do: it is
 * inlined as long as one class was seen there.
 */
final class OutOfLine {

    // Not final, for that would make them constants. Never written after the class was initialized.
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

    @SuppressWarnings({"unchecked", "rawtypes"}) // a pool has holders of its own kind
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
        return new UndeclaredThrowableException(e); // none of the methods declares it
    }
}
