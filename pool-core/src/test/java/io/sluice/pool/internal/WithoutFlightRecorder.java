package io.sluice.pool.internal;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.jfr.FlightRecorders;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;

/**
 * Uses a pool in a Java that has no flight recorder: started by {@link FlightRecorderTest}, without
 * anything on its class path but the core.
 */
final class WithoutFlightRecorder {

    private WithoutFlightRecorder() {}

    private static final class Factory implements ResourceFactory<Object> {

        @Override
        public Object create() {
            return new Object();
        }

        @Override
        public void destroy(Object resource) {}
    }

    public static void main(String[] arguments) throws Exception {
        if (FlightRecorders.of("orders").getClass() != FlightRecorder.class) {
            throw new AssertionError("this Java has a flight recorder");
        }
        PoolConfig config = PoolConfig.builder().maxSize(1).build();
        try (ResourcePool<Object> pool = ResourcePool.open(config, new Factory())) {
            Holder<Object> holder = pool.acquire(); // waits, and has it created
            try {
                pool.acquire(Duration.ofMillis(1));
                throw new AssertionError("acquired two of one");
            } catch (AcquireTimeoutException e) {
                holder.doom(DiscardReason.EVICTED, e);
            }
            holder.release(holder.stamp());
        }
        System.out.println("served without it");
    }
}
