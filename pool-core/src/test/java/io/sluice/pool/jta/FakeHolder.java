package io.sluice.pool.jta;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;

/** A holder that keeps its lease for ever and notes that it was doomed. */
final class FakeHolder extends Holder<Object> {

    static final long STAMP = 7L << 24 | 1 << 8 | 2;

    private final Object resource;
    volatile Throwable doom;
    DiscardReason reason;

    FakeHolder(Object resource) {
        this.resource = resource;
    }

    boolean isDoomed() {
        return doom != null;
    }

    @Override
    public Object resource() {
        return resource;
    }

    @Override
    public long stamp() {
        return STAMP;
    }

    @Override
    public long waitedNanos(long stamp) {
        return 0;
    }

    @Override
    public boolean release(long stamp) {
        throw new AssertionError("only the pool releases");
    }

    @Override
    public boolean reserve(long stamp) {
        throw new AssertionError("only the pool reserves");
    }

    @Override
    public void requeue() {
        throw new AssertionError("only the pool requeues");
    }

    @Override
    public void discard(DiscardReason reason, Throwable cause) {
        throw new AssertionError("only the pool discards");
    }

    @Override
    public void runAside(Runnable task) {
        Thread thread = new Thread(task, "aside");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public boolean evict(long stamp) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void doom(DiscardReason reason, Throwable cause) {
        this.reason = reason;
        doom = cause == null ? new Throwable(reason.name()) : cause;
    }
}
