package io.sluice.pool.internal;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * Opens a pool and then starts the first recording of the process: started by {@link
 * FlightRecorderTest}. Writes the recording to the file that it is told.
 */
final class LateFlightRecorder {

    private LateFlightRecorder() {}

    private static final class Factory implements ResourceFactory<Object> {

        @Override
        public Object create() {
            return new Object();
        }

        @Override
        public void destroy(Object resource) {}
    }

    public static void main(String[] arguments) throws Exception {
        PoolConfig config = PoolConfig.builder().name("late").maxSize(1).build();
        ResourcePool<Object> pool = ResourcePool.open(config, new Factory());
        if (FlightRecorder.isInitialized()) {
            throw new AssertionError("the pool has started the flight recorder");
        }
        try (Recording recording = new Recording()) {
            recording.enable("io.sluice.Wait").withoutThreshold();
            recording.enable("io.sluice.State").withPeriod(Duration.ofMillis(20));
            recording.start();
            Holder<Object> holder = pool.acquire(); // waits, and has it created
            holder.release(holder.stamp());
            recording.stop();
            recording.dump(Path.of(arguments[0]));
        }
        pool.close();
        System.out.println("recorded");
    }
}
