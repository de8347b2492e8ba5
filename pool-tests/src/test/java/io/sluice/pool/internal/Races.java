package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
    static Grower<Integer> grower(
            Ticker ticker, CreationPermits permits, Seats seats, Executor creators) {
        return new Grower<>(
                PoolConfig.builder().ticker(ticker).build(),
                new Nothing(),
                creators,
                permits,
                seats.waiters,
                new Nowhere());
    }

    private static final class Nothing implements ResourceFactory<Integer> {
        @Override
        public Integer create() {
            return 0;
        }

        @Override
        public void destroy(Integer resource) {}
    }

    private static final class Nowhere implements Grower.Site<Integer> {
        @Override
        public void created(Integer resource, int generation) {}

        @Override
        public void announce(Integer resource) {}

        @Override
        public void createdTooLate(Integer resource) {}

        @Override
        public void creationFailed(Throwable failure) {}

        @Override
        public int reserved() {
            return 0;
        }

        @Override
        public int generation() {
            return 0;
        }

        @Override
        public boolean isClosed() {
            return false;
        }
    }
}
