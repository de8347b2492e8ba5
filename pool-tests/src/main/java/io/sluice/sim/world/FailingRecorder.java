package io.sluice.sim.world;

import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.jfr.FlightRecorder;
import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A flight recorder that fails at the end of what it records. */
public final class FailingRecorder extends FlightRecorder {

    /** How often it has failed. */
    public int failures;

    /**
     * Gives it to a pool, at a moment at which that does nothing.
     *
     * @throws ReflectiveOperationException if a pool has its recorder elsewhere
     */
    public void recordFor(ResourcePool<?> pool) throws ReflectiveOperationException {
        Object creator = field(field(pool, "demand"), "creator");
        for (Object part : new Object[] {creator, field(pool, "events")}) {
            accessible(part, "recorder").set(part, this);
        }
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        return accessible(owner, name).get(owner);
    }

    private static Field accessible(Object owner, String name) throws NoSuchFieldException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private IllegalStateException failure() {
        failures++;
        return new IllegalStateException("the recorder fails");
    }

    @Override
    public Object waitBegins() {
        return this;
    }

    @Override
    public void waitEnded(
            @Nullable Object begun, boolean acquired, Supplier<@Nullable String> caller) {
        throw failure();
    }

    @Override
    public Object createBegins() {
        return this;
    }

    @Override
    public void createEnded(@Nullable Object begun, @Nullable Throwable failure) {
        throw failure();
    }

    @Override
    public void discarded(Object resource, String reason, @Nullable Throwable cause) {
        throw failure();
    }

    @Override
    public void close() {
        throw failure();
    }
}
