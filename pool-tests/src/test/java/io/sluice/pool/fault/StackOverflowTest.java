package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.fixture.FakeResource;
import io.sluice.pool.fixture.FakeResourceFactory;
import io.sluice.pool.fixture.PoolInvariants;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NotEnlistedException;
import io.sluice.pool.spi.TransactionContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An acquire at the end of the stack fails, and costs the pool nothing. */
@Timeout(300)
@Tag("once")
class StackOverflowTest {

    private static final int PLACES = 8;
    private static final long STACK_BYTES = 400_000;

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 400;

    @RegisterExtension final PoolInvariants pools = new PoolInvariants();

    private final List<Throwable> failures = new ArrayList<>();

    private ResourcePool<FakeResource> open(PoolConfig.Builder config) throws Exception {
        return open(config, new FakeResourceFactory());
    }

    private ResourcePool<FakeResource> open(PoolConfig.Builder config, FakeResourceFactory factory)
            throws Exception {
        ResourcePool<FakeResource> pool = pools.open(config.maxSize(PLACES), factory);
        acquireAll(pool); // creates all
        return pool;
    }

    private static void acquireAll(ResourcePool<FakeResource> pool) throws Exception {
        List<Holder<FakeResource>> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(pool.acquire(Duration.ofSeconds(10)));
        }
        all.forEach(holder -> holder.release(holder.stamp()));
    }

    /** At first all is interpreted, later it is compiled: frames have another size then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void everyAcquireThatLooksLeavesAllPlaces(int rounds) throws Exception {
        ResourcePool<FakeResource> pool =
                open(PoolConfig.builder().validateAfterIdle(Duration.ZERO));

        for (int i = 0; i < rounds; i++) {
            atTheEndOfTheStack(new Frames(() -> pool.acquire(Duration.ZERO)), i);
        }

        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        acquireAll(pool);
    }

    @Test
    void everyAcquireAtHomeThatLooksLeavesAllPlaces() throws Exception {
        ResourcePool<FakeResource> pool =
                open(PoolConfig.builder().validateAfterIdle(Duration.ofMillis(2)));

        for (int i = 0; i < 10; i++) {
            pool.suspectAll();
            atTheEndOfTheStack(
                    new Frames(
                            () -> {
                                Holder<FakeResource> home = pool.tryAcquire();
                                return home != null ? home : pool.acquire(Duration.ZERO);
                            }),
                    i);
        }

        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        acquireAll(pool);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void everyAcquireInATransactionLeavesAllPlaces(int rounds) throws Exception {
        RefusingContext context = new RefusingContext();
        ResourcePool<FakeResource> pool = open(PoolConfig.builder().transactions(context));

        context.begun = true;
        for (int i = 0; i < rounds; i++) {
            atTheEndOfTheStack(new Frames(() -> pool.acquire(Duration.ZERO)), i);
        }
        context.begun = false;

        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        acquireAll(pool);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void everyAcquireThatIsEnlistedLeavesAllPlaces(int rounds) throws Exception {
        EnlistingContext context = new EnlistingContext();
        ResourcePool<FakeResource> pool = open(PoolConfig.builder().transactions(context));

        for (int i = 0; i < rounds; i++) {
            context.begun = true;
            atTheEndOfTheStack(new Frames(() -> pool.acquire(Duration.ZERO)), i);
            context.end();
        }

        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        acquireAll(pool);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void everyEndOfATransactionLeavesAllPlaces(int rounds) throws Exception {
        EnlistingContext context = new EnlistingContext();
        ResourcePool<FakeResource> pool =
                open(PoolConfig.builder().transactions(context), new DeepReset());

        for (int i = 0; i < rounds; i++) {
            context.begun = true;
            List<Holder<FakeResource>> open = new ArrayList<>();
            for (int lease = 0; lease < PLACES; lease++) {
                Holder<FakeResource> holder = pool.acquire(Duration.ofSeconds(10));
                if (lease % 2 == 0) {
                    holder.releaseInTransaction(holder.stamp());
                } else {
                    open.add(holder);
                }
            }
            context.begun = false;
            int step = i % 2 == 0 ? 1 : 16; // at the very end, or up to where all can be called
            int[] frames = {0};
            atTheEndOfTheStack(
                    new Frames(() -> frames[0]++ % step == 0 ? context.endNext() : null), i);
            context.end();
            open.forEach(holder -> holder.releaseInTransaction(holder.stamp()));
            acquireAll(pool);
        }

        assertThat(context.told).as("ends that found the end of the stack").isPositive();
    }

    /** The first handle of its lease, or any. */
    @ParameterizedTest
    @ValueSource(longs = {Holder.FIRST, 0})
    void everyReleaseAfterItsTransactionLeavesAllPlaces(long handle) throws Exception {
        EnlistingContext context = new EnlistingContext();
        ResourcePool<FakeResource> pool =
                open(PoolConfig.builder().transactions(context), new DeepReset());

        for (int i = 0; i < 10; i++) {
            context.begun = true;
            Closes closes = new Closes(handle);
            for (int lease = 0; lease < PLACES; lease++) {
                closes.open[lease] = pool.acquire(Duration.ofSeconds(10));
            }
            context.end();
            if (i > 0) { // at first all is linked
                atTheEndOfTheStack(new Frames(closes), i);
            }
            while (closes.closed < PLACES) {
                closes.run();
            }
        }

        assertThat(failures).hasAtLeastOneElementOfType(StackOverflowError.class);
        acquireAll(pool);
    }

    /** Its driver needs some stack to reset a resource. */
    private static final class DeepReset extends FakeResourceFactory {

        @Override
        public void transactionEnded(FakeResource resource) {
            int ignored = frames(30);
        }

        private static int frames(int more) {
            return more == 0 ? 0 : frames(more - 1) + 1;
        }
    }

    /** Closes one handle after the other. */
    private static final class Closes implements Acquire {

        private final Holder<?>[] open = new Holder<?>[PLACES];
        private final long handle;
        private int closed;

        Closes(long handle) {
            this.handle = handle;
        }

        @Override
        public @Nullable Holder<FakeResource> run() {
            if (closed < PLACES) {
                Holder<?> next = open[closed];
                boolean ignored = next.releaseInTransaction(next.stamp() | handle);
                closed++;
            }
            return null;
        }
    }

    /** Each acquire is in a transaction of its own; they all end together. */
    private static final class EnlistingContext implements TransactionContext {

        private final Completion[] completions = new Completion[2 * FRAMES];
        private final long[] stamps = new long[2 * FRAMES];
        private final @Nullable StackOverflowError[] overflows = new StackOverflowError[2 * FRAMES];
        private int enlisting;
        private int ending;
        private int told;
        private volatile boolean begun;

        void end() {
            begun = false;
            while (ending < enlisting) {
                Object ignored = endNext();
            }
            for (int i = 0; i < enlisting; i++) {
                StackOverflowError e = overflows[i];
                overflows[i] = null;
                if (e != null && hasReachedThePool(e)) {
                    told++;
                } else if (e != null) { // as a manager that has to try again
                    completions[i].over(stamps[i]);
                }
            }
            enlisting = 0;
            ending = 0;
        }

        @Nullable Holder<FakeResource> endNext() {
            if (ending < enlisting) {
                int next = ending;
                ending++;
                try {
                    completions[next].over(stamps[next]);
                } catch (StackOverflowError e) {
                    overflows[next] = e;
                }
            }
            return null;
        }

        private static boolean hasReachedThePool(StackOverflowError e) {
            return Stream.of(e.getStackTrace())
                    .skip(1) // it may be a call that found no room for its frame
                    .anyMatch(at -> at.getMethodName().equals("over"));
        }

        @Override
        public @Nullable Object current() {
            return begun ? this : null;
        }

        @Override
        public @Nullable Object get(Object key) {
            return null;
        }

        @Override
        public void put(Object key, Object value) {}

        @Override
        public Participant participant(Holder<?> holder, Completion completion) {
            return (transaction, stamp) -> {
                completions[enlisting] = completion;
                stamps[enlisting] = stamp;
                enlisting++;
                return lease(holder, stamp);
            };
        }

        private static EnlistedLease lease(Holder<?> holder, long stamp) {
            return new EnlistedLease() {
                @Override
                public Holder<?> holder() {
                    return holder;
                }

                @Override
                public long stamp() {
                    return stamp;
                }
            };
        }
    }

    /** A transaction that takes nothing in: each lease comes back at once. */
    private static final class RefusingContext implements TransactionContext {

        private volatile boolean begun;

        @Override
        public @Nullable Object current() {
            return begun ? this : null;
        }

        @Override
        public @Nullable Object get(Object key) {
            return null;
        }

        @Override
        public void put(Object key, Object value) {
            throw new AssertionError("nothing is enlisted");
        }

        @Override
        public Participant participant(Holder<?> holder, Completion completion) {
            return (transaction, stamp) -> {
                throw new NotEnlistedException("no", new IllegalStateException("refused"));
            };
        }
    }

    /**
     * @param before frames of another size before those of the acquires, so that these end
     *     elsewhere
     */
    private void atTheEndOfTheStack(Frames frames, int before) throws InterruptedException {
        Thread thread = new Thread(null, () -> frames.begin(before), "test-deep", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        thread.join();
        failures.addAll(frames.failures);
        for (int i = 0; i < frames.acquired; i++) {
            frames.holders[i].releaseInTransaction(frames.stamps[i]);
        }
    }

    private interface Acquire {
        @Nullable Holder<FakeResource> run() throws Exception;
    }

    /** Goes down to the end of the stack, and acquires in each frame on the way up. */
    private static final class Frames {

        private final Acquire acquire;
        private final List<Throwable> failures = new ArrayList<>();
        private final Holder<?>[] holders = new Holder<?>[FRAMES];
        private final long[] stamps = new long[FRAMES];
        private int left = FRAMES;
        private int acquired;

        Frames(Acquire acquire) {
            this.acquire = acquire;
        }

        void begin(int before) {
            if (before > 0) {
                begin(before - 1);
            } else {
                down();
            }
        }

        @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
        private void down() {
            try {
                down();
            } catch (StackOverflowError e) { // the end
                return;
            }
            if (left > 0) {
                left--;
                up();
            }
        }

        private void up() {
            try {
                Holder<FakeResource> holder = acquire.run();
                if (holder == null) {
                    return;
                }
                holders[acquired] = holder;
                stamps[acquired] = holder.stamp();
                acquired++;
                giveBack();
            } catch (Throwable e) {
                note(e);
            }
        }

        private void note(Throwable failure) {
            try {
                failures.add(failure);
            } catch (StackOverflowError e) {
                left--;
            }
        }

        /** Where there is no stack for that the caller does it later. */
        private void giveBack() {
            int last = acquired - 1;
            if (holders[last].releaseInTransaction(stamps[last])) {
                acquired--;
            }
        }
    }
}
