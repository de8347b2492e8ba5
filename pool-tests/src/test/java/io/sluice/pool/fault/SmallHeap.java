package io.sluice.pool.fault;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Uses a pool while the heap is full, and looks whether all places are there when there is room
 * again. Started by {@link SmallHeapTest} with a small heap.
 */
final class SmallHeap {

    private static final int PLACES = 16;
    private static final int EPISODES = 3;
    private static final int USERS = 6;

    /** All users together want more than there are places, so that some wait. */
    private static final int LEASES_PER_USER = 4;

    private static final int STEPS_PER_USER = 8;

    /** After so many steps of the users there is some room, or none again. */
    private static final int STEPS_PER_CHANGE = 12;

    private static final int LARGEST_BYTES = 1 << 20;
    private static final int SMALLEST_BYTES = 16;
    private static final int ROOM_BYTES = 1 << 18;

    private static final Duration SOON = Duration.ofMillis(5);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** How many steps of users have ended. */
    private static final AtomicInteger STEPS = new AtomicInteger();

    private static final AtomicInteger WITHOUT_MEMORY = new AtomicInteger();

    /** The failure of a user that needed a class whose initialization has failed. */
    private static final AtomicReference<@Nullable LinkageError> LOST_CLASS =
            new AtomicReference<>();

    private final Factory factory = new Factory();
    private final ResourcePool<Object> pool =
            ResourcePool.open(
                    PoolConfig.builder()
                            .name("small-heap")
                            .maxSize(PLACES)
                            .validateAfterIdle(Duration.ofMillis(2))
                            .build(),
                    factory);

    /** Counts what exists, and takes no memory for that. */
    private static final class Factory implements ResourceFactory<Object> {

        private final AtomicInteger alive = new AtomicInteger();

        @Override
        public Object create() {
            Object resource = new Object();
            alive.incrementAndGet();
            return resource;
        }

        @Override
        public void destroy(Object resource) {
            alive.decrementAndGet();
        }
    }

    /** Fills the heap. */
    private static final class Hog {

        private record Link(byte[] bytes, @Nullable Link before) {}

        private @Nullable Link last;
        private byte @Nullable [] room;

        void takeAll() {
            if (room == null) {
                try {
                    room = new byte[ROOM_BYTES];
                } catch (OutOfMemoryError e) { // what others have taken is taken as well
                    room = null;
                }
            }
            for (int length = LARGEST_BYTES; length >= SMALLEST_BYTES; ) {
                try {
                    last = new Link(new byte[length], last);
                } catch (OutOfMemoryError e) {
                    length /= 4;
                }
            }
        }

        void giveSome() {
            room = null;
        }
    }

    /** Acquires, releases and discards, and goes on whatever happens. */
    private final class User extends Thread {

        // Made before the heap is full
        private final Holder<?>[] holders = new Holder<?>[LEASES_PER_USER];
        private final long[] stamps = new long[LEASES_PER_USER];
        private final CountDownLatch start;

        User(CountDownLatch start) {
            this.start = start;
            setDaemon(true);
        }

        @Override
        public void run() {
            awaitStart();
            for (int i = 0; i < STEPS_PER_USER; i++) {
                try {
                    step(i);
                } catch (OutOfMemoryError e) {
                    WITHOUT_MEMORY.incrementAndGet();
                } catch (LinkageError e) {
                    LOST_CLASS.set(e);
                } catch (Throwable e) { // nothing acquired in time: goes on
                    continue;
                } finally {
                    STEPS.incrementAndGet();
                }
            }
        }

        private void awaitStart() {
            while (start.getCount() > 0) {
                try {
                    start.await();
                } catch (Throwable e) { // out of memory, just at the start
                    Thread.yield();
                }
            }
        }

        private void step(int number) throws InterruptedException {
            int place = number % LEASES_PER_USER;
            Holder<?> holder = holders[place];
            if (holder == null) {
                holder = pool.acquire(SOON);
                stamps[place] = holder.stamp();
                holders[place] = holder;
            } else if (number % 3 == 0 && holder.reserve(stamps[place])) {
                holders[place] = null;
                holder.discard(DiscardReason.BROKEN, null);
            } else {
                holder.release(stamps[place]);
                holders[place] = null;
            }
        }

        /** What it could not give back before. */
        void giveBack() {
            for (int i = 0; i < LEASES_PER_USER; i++) {
                if (holders[i] != null) {
                    holders[i].release(stamps[i]);
                }
            }
        }
    }

    /**
     * Links what is used often. A class of the JDK that is initialized while the heap is full is
     * lost for good, and a line of code is linked when it first runs.
     */
    private void warmUp() throws InterruptedException {
        Holder<?>[] holders = new Holder<?>[PLACES];
        for (int i = 0; i < PLACES; i++) {
            holders[i] = pool.acquire(LIMIT);
        }
        try {
            pool.acquire(SOON);
            throw new AssertionError("more than " + PLACES + " were acquired");
        } catch (AcquireTimeoutException e) { // as it should
            System.out.println("waited in vain: " + e.getMessage());
        }
        for (Holder<?> holder : holders) {
            if (holder.reserve(holder.stamp())) {
                holder.discard(DiscardReason.BROKEN, null);
            }
        }
        acquireAll("before");
    }

    private void acquireAll(String when) {
        Holder<?>[] holders = new Holder<?>[PLACES];
        long deadline = System.nanoTime() + LIMIT.toNanos();
        for (int i = 0; i < PLACES; ) {
            try {
                holders[i] = pool.acquire(Duration.ofNanos(deadline - System.nanoTime()));
                i++;
            } catch (OutOfMemoryError e) {
                refuseAfter(deadline, when, e);
            } catch (Exception e) {
                throw new AssertionError(
                        when + " only " + i + " can be acquired: " + pool.snapshot(), e);
            }
        }
        for (Holder<?> holder : holders) {
            holder.release(holder.stamp());
        }
        for (boolean whole = false; !whole; ) {
            try {
                whole = isWhole();
            } catch (OutOfMemoryError e) {
                refuseAfter(deadline, when, e);
                continue;
            }
            if (!whole && System.nanoTime() - deadline > 0) {
                throw new AssertionError(
                        when + " " + pool.snapshot() + ", and there exist " + factory.alive);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** The collector may take a while to find that the heap is no longer full. */
    private static void refuseAfter(long deadline, String when, OutOfMemoryError failure) {
        if (System.nanoTime() - deadline > 0) {
            throw new AssertionError(when + " there is still no memory", failure);
        }
        LockSupport.parkNanos(100_000);
    }

    private boolean isWhole() {
        PoolSnapshot now = pool.snapshot();
        return now.creating() == 0
                && now.reserved() == 0
                && now.waiting() == 0
                && now.available() == PLACES
                && now.total() == PLACES
                && factory.alive.get() == PLACES;
    }

    private void episode(int number) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        User[] users = new User[USERS];
        for (int i = 0; i < USERS; i++) {
            users[i] = new User(start);
            users[i].start();
        }
        fillWhileUsed(start, new Hog());
        for (User user : users) {
            user.join();
            user.giveBack();
        }
        acquireAll("after episode " + number);
    }

    private static void fillWhileUsed(CountDownLatch start, Hog hog) {
        STEPS.set(0);
        hog.takeAll();
        start.countDown();
        int changes = 0;
        while (STEPS.get() < USERS * STEPS_PER_USER) {
            if (STEPS.get() / STEPS_PER_CHANGE > changes) {
                changes++;
                if (changes % 2 == 0) {
                    hog.takeAll();
                } else {
                    hog.giveSome();
                }
            }
            LockSupport.parkNanos(100_000);
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.getLogger("io.sluice.pool").log(System.Logger.Level.WARNING, "about to be full");
        SmallHeap heap = new SmallHeap();
        heap.warmUp();
        for (int number = 1; number <= EPISODES; number++) {
            heap.episode(number);
        }
        CountDownLatch alarm = new CountDownLatch(1);
        SystemTicker.INSTANCE.schedule(alarm::countDown, 0);
        if (!alarm.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the timer has died");
        }
        heap.pool.close();
        if (LOST_CLASS.get() != null) {
            throw new AssertionError("a class is lost for good", LOST_CLASS.get());
        }
        if (WITHOUT_MEMORY.get() == 0) {
            throw new AssertionError("there was memory at every step");
        }
        System.out.println("all places are there");
    }
}
