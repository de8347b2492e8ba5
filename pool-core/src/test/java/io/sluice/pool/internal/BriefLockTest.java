package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.base.BriefLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BriefLockTest {

    private final BriefLock lock = new BriefLock();

    private void enter() {
        lock.lock();
        lock.unlock();
    }

    private void tryToEnter() {
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    /** The first in a queue may be a virtual thread without a carrier; no other gets past it. */
    @Test
    void aThreadThatWaitsIsInNoLine() throws Exception {
        lock.lock();
        Thread waiter = new Thread(this::enter);
        waiter.setDaemon(true);
        waiter.start();
        await("it tries again")
                .until(waiter::getStackTrace, where -> isIn(where, Thread.class, "yield"));

        lock.unlock();
        waiter.join();
    }

    private static boolean isIn(StackTraceElement[] stack, Class<?> type, String method) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(type.getName())
                    && frame.getMethodName().equals(method)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aTakenLockIsNotTakenByAnotherThread() throws Exception {
        assertThat(lock.tryLock()).isTrue();
        Background<?> other = Background.start(() -> assertThat(lock.tryLock()).isFalse());
        other.get();

        lock.unlock();

        Background.start(this::tryToEnter).get();
    }
}
