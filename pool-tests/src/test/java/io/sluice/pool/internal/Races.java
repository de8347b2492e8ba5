package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** What the races need of classes that keep it to themselves. */
final class Races {

    private static final VarHandle WOKEN;
    private static final VarHandle LINE;

    static {
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(WaiterQueue.class, MethodHandles.lookup());
            WOKEN = lookup.findVarHandle(WaiterQueue.class, "woken", Waiter.class);
            LINE = lookup.findVarHandle(WaiterQueue.class, "queue", ConcurrentLinkedQueue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Races() {}

    /** The waiter that was told to look. */
    static Waiter woken(WaiterQueue<?> waiters) {
        return (Waiter) WOKEN.getVolatile(waiters);
    }

    /** The waiters in order of arrival. */
    @SuppressWarnings("unchecked") // that is what it holds
    static Queue<Waiter> line(WaiterQueue<?> waiters) {
        return (Queue<Waiter>) LINE.get(waiters);
    }

    /** A grower whose creators do nothing but be counted. */
    static Demand<Integer> demand(
            Ticker ticker, CreationPermits permits, Seats seats, Executor creators) {
        return new Demand<>(
                PoolConfig.builder().ticker(ticker).build(),
                new Nothing(),
                creators,
                permits,
                seats.waiters,
                FlightRecorder.none(),
                nowhere());
    }

    private static final class Nothing implements ResourceFactory<Integer> {
        @Override
        public Integer create() {
            return 0;
        }

        @Override
        public void destroy(Integer resource) {}
    }

    /**
     * A pool that has nothing and is told everything in vain, whatever a grower may ask or tell.
     */
    @SuppressWarnings("unchecked") // of the interface's type parameter nothing is left here
    private static Demand.Site<Integer> nowhere() {
        return (Demand.Site<Integer>)
                Proxy.newProxyInstance(
                        Races.class.getClassLoader(),
                        new Class<?>[] {Demand.Site.class},
                        (proxy, method, arguments) ->
                                method.getReturnType() == int.class
                                        ? (Object) 0
                                        : method.getReturnType() == long.class
                                                ? (Object) 0L
                                                : method.getReturnType() == boolean.class
                                                        ? false
                                                        : null);
    }
}
