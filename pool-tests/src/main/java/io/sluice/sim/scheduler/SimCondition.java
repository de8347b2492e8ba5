package io.sluice.sim.scheduler;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition of a lock, on which simulated threads wait. */
final class SimCondition implements Condition {

    private final ReentrantLock lock;
    private final Deque<Wait> waits = new ArrayDeque<>();

    private static final class Wait {
        private boolean signalled;
    }

    SimCondition(ReentrantLock lock) {
        this.lock = lock;
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        return waitFor(nanos);
    }

    private long waitFor(long nanos) throws InterruptedException {
        Hooks.throwIfInterrupted();
        long began = Hooks.nanoTime();
        waitUnlocked(nanos, /* interruptible= */ true);
        Hooks.throwIfInterrupted();
        return nanos - (Hooks.nanoTime() - began);
    }

    private void waitUnlocked(long nanos, boolean interruptible) {
        Thread self = Thread.currentThread();
        Wait wait = new Wait();
        waits.add(wait);
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        boolean ignored =
                Hooks.await(() -> wait.signalled || (interruptible && self.isInterrupted()), nanos);
        waits.remove(wait);
        for (int i = 0; i < holds; i++) {
            Hooks.lock(lock);
        }
    }

    @Override
    public void await() throws InterruptedException {
        long ignored = waitFor(Long.MAX_VALUE);
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return waitFor(unit.toNanos(time)) > 0;
    }

    @Override
    public void awaitUninterruptibly() {
        waitUnlocked(Long.MAX_VALUE, /* interruptible= */ false);
    }

    @Override
    public boolean awaitUntil(Date deadline) {
        throw new UnsupportedOperationException("not simulated");
    }

    @Override
    public void signal() {
        Wait first = waits.poll();
        if (first != null) {
            first.signalled = true;
        }
    }

    @Override
    public void signalAll() {
        waits.forEach(wait -> wait.signalled = true);
        waits.clear();
    }
}
