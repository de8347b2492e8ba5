package io.sluice.pool.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Lets a test wait for a condition, told whenever something has changed; never by sleeping. */
final class Turnstile {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Something changed: who waits looks again. */
    synchronized void turn() {
        notifyAll();
    }

    /** Waits until the condition holds; fails after a time that only what is broken takes. */
    synchronized void await(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("waited in vain for " + what.get());
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting for " + what.get(), e);
            }
        }
    }
}
