package io.sluice.jdbc.handle;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;

/** A holder of nothing, for owners without a pool: it only takes the marks of handles. */
final class MarkedHolder extends Holder<Object> {

    @Override
    public Object resource() {
        throw noPool();
    }

    @Override
    public long stamp() {
        throw noPool();
    }

    @Override
    public long waitedNanos(long stamp) {
        throw noPool();
    }

    @Override
    public boolean release(long stamp) {
        throw noPool();
    }

    @Override
    public boolean reserve(long stamp) {
        throw noPool();
    }

    @Override
    public void requeue() {
        throw noPool();
    }

    @Override
    public void discard(DiscardReason reason, Throwable cause) {
        throw noPool();
    }

    @Override
    public void runAside(Runnable task) {
        throw noPool();
    }

    @Override
    public boolean evict(long stamp) {
        throw noPool();
    }

    @Override
    public void doom(DiscardReason reason, Throwable cause) {
        throw noPool();
    }

    private static AssertionError noPool() {
        return new AssertionError("there is no pool");
    }
}
