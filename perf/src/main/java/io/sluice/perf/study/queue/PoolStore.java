package io.sluice.perf.study.queue;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;

/**
 * Our own pool, through its public interface: acquire and release also check the age of a resource
 * and whether the pool is closed.
 */
final class PoolStore implements IdleStore {

    private final ResourcePool<Object> pool;

    private PoolStore(ResourcePool<Object> pool) {
        this.pool = pool;
    }

    static IdleStore open(int resources) {
        return new PoolStore(
                ResourcePool.open(
                        PoolConfig.builder()
                                .name("queues")
                                .minSize(resources)
                                .maxSize(resources)
                                .build(),
                        new Objects()));
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

    /** Creates resources that are plain objects. */
    private static final class Objects implements ResourceFactory<Object> {

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
