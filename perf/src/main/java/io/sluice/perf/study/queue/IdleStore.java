package io.sluice.perf.study.queue;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/** A store of idle resources. Thread-safe, except for closing. */
interface IdleStore extends AutoCloseable {

    /** Takes an idle resource; there is one for every thread. */
    Object take() throws InterruptedException;

    /**
     * Gives a resource back.
     *
     * @param taken what {@link #take} returned to this thread
     */
    void give(Object taken);

    @Override
    default void close() {
        // Most need no closing.
    }

    /** A queue of the class library or of JCTools. */
    record Queued(Queue<Object> idle) implements IdleStore {

        @Override
        public Object take() {
            while (true) {
                Object taken = idle.poll();
                if (taken != null) {
                    return taken;
                }
                // It seems empty while a thread is half-way through giving one back.
                Thread.onSpinWait();
            }
        }

        @Override
        public void give(Object taken) {
            idle.add(taken);
        }
    }

    /** An array under its own monitor, as a stack or as a queue. */
    record Synchronized(boolean stack, ArrayDeque<Object> idle) implements IdleStore {

        @Override
        public Object take() {
            synchronized (idle) {
                return idle.removeFirst();
            }
        }

        @Override
        public void give(Object taken) {
            synchronized (idle) {
                if (stack) {
                    idle.addFirst(taken);
                } else {
                    idle.addLast(taken);
                }
            }
        }
    }

    /**
     * Our own pool, through its public interface: acquire and release also check the age of a
     * resource and whether the pool is closed.
     */
    record Pooled(ResourcePool<Object> pool) implements IdleStore {

        static IdleStore open(int resources) {
            return new Pooled(opened(resources));
        }

        static ResourcePool<Object> opened(int resources) {
            PoolConfig config =
                    PoolConfig.builder()
                            .name("queues")
                            .minSize(resources)
                            .maxSize(resources)
                            .build();
            return ResourcePool.open(config, new Objects());
        }

        @Override
        public Object take() throws InterruptedException {
            return pool.acquire();
        }

        @Override
        public void give(Object taken) {
            Holder<?> holder = (Holder<?>) taken;
            holder.release(holder.stamp());
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    /** The same by requests, which are served at once. */
    record Requested(ResourcePool<Object> pool) implements IdleStore {

        private static final Duration LIMIT = Duration.ofSeconds(10);

        @Override
        public Object take() {
            return pool.acquireAsync(LIMIT).join();
        }

        @Override
        public void give(Object taken) {
            Holder<?> holder = (Holder<?>) taken;
            holder.release(holder.stamp());
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    /** Creates resources that are plain objects. */
    final class Objects implements ResourceFactory<Object> {

        @Override
        public Object create() {
            return new Object();
        }

        @Override
        public void destroy(Object resource) {
            // Nothing to give back.
        }
    }
}
