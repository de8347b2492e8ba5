package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.growth.CreationSite;
import io.sluice.pool.internal.growth.Demand;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.Arrivals;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.Waiter;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Queue;
import java.util.concurrent.Executor;

/** What the races need of classes that keep it to themselves. */
final class Races {

    private static final VarHandle NOTIFIED;
    private static final VarHandle ARRIVALS;

    static {
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(WaiterQueue.class, MethodHandles.lookup());
            NOTIFIED = lookup.findVarHandle(WaiterQueue.class, "notified", Waiter.class);
            ARRIVALS = lookup.findVarHandle(WaiterQueue.class, "arrivals", Arrivals.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Races() {}

    /** The waiter that was notified and has not looked yet. */
    static Waiter notified(WaiterQueue<?> waiters) {
        return (Waiter) NOTIFIED.getVolatile(waiters);
    }

    /** Sets what happens when a waiter has given up for good, and is still in line. */
    static void onTimedOut(WaiterQueue<?> waiters, Runnable action) {
        try {
            Field timedOut = WaiterQueue.class.getDeclaredField("timedOut");
            timedOut.setAccessible(true);
            timedOut.set(waiters, new ActingSet(action));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static final class ActingSet extends HashSet<Thread> {

        private static final long serialVersionUID = 1L;

        private final transient Runnable onAdd;

        ActingSet(Runnable onAdd) {
            this.onAdd = onAdd;
        }

        @Override
        public boolean add(Thread thread) {
            onAdd.run();
            return true;
        }
    }

    /** The waiters in order of arrival. */
    static Queue<Waiter> line(WaiterQueue<?> waiters) {
        return ((Arrivals) ARRIVALS.get(waiters)).first;
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
                new Generations(new DrainSignal(ticker)),
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
    private static CreationSite<Integer> nowhere() {
        return (CreationSite<Integer>)
                Proxy.newProxyInstance(
                        Races.class.getClassLoader(),
                        new Class<?>[] {CreationSite.class},
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
