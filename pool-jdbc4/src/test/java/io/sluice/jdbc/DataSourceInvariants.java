package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.internal.OpenPool;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.base.SystemTicker;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Holds each pool of a test against what is true of every pool: those that the test has in a field,
 * alone or in a collection, and those that it has {@linkplain #watched watched}. When the test is
 * over its counts add up, no more are counted than may be, and no thread waits beside an available
 * connection. After all that follows the test each pool is closed, if the test has not done so:
 * whatever was created is destroyed, and every permit is back. No unknown pool is open then.
 *
 * <p>JUnit finds this by itself, by {@code META-INF/services}, for every test of this module.
 */
public final class DataSourceInvariants implements AfterTestExecutionCallback, AfterEachCallback {

    private static final String NONE_OPEN =
            "no pool open that is in no field of the test (else close it, and have it watched)";

    private static final Set<Class<?>> MAY_BE_POOLS =
            Set.of(
                    SluiceDataSource.class,
                    SluicePools.class,
                    OpenPool.class,
                    Collection.class,
                    List.class,
                    Set.class);

    /** What the present test has in no field. */
    private static final Queue<Object> WATCHED = new ConcurrentLinkedQueue<>();

    /** How many pools earlier tests have left open, each of which has failed for it. */
    private static int leftOpen;

    /** A pool of the test, in whatever form the test has it. */
    private record Watched(Object pool, Supplier<PoolSnapshot> counts, Runnable closing) {

        /** At rest: counts may be wrong for a moment while a connection is on its way. */
        void await(Function<PoolSnapshot, String> faults) {
            Awaitility.await("counts without a fault")
                    .untilAsserted(
                            () -> {
                                PoolSnapshot seen = counts.get();
                                assertThat(faults.apply(seen)).as("%s", seen).isEmpty();
                            });
        }

        void close() {
            closing.run();
            await(DataSourceInvariants::leftovers);
        }
    }

    /** Has a pool checked that the test has in no field, and returns it. */
    public static <P extends AutoCloseable> P watched(P pool) {
        WATCHED.add(pool);
        return pool;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        for (Watched pool : poolsOf(context)) {
            pool.await(DataSourceInvariants::faults);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        List<Watched> pools = poolsOf(context);
        WATCHED.clear();
        AssertionError failure = null;
        for (Watched pool : pools) { // all of them, as open pools would disturb later tests
            try {
                pool.close();
            } catch (Throwable e) {
                if (failure == null) {
                    failure = new AssertionError(pool.pool() + " ended badly", e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        awaitNoneOpen();
    }

    /** Each open pool of the process keeps the one timer running. */
    private static void awaitNoneOpen() throws ReflectiveOperationException {
        Field users = SystemTicker.class.getDeclaredField("users");
        users.setAccessible(true);
        try {
            Awaitility.await(NONE_OPEN)
                    .until(() -> users.getInt(SystemTicker.INSTANCE), open -> open <= leftOpen);
        } finally {
            leftOpen = users.getInt(SystemTicker.INSTANCE);
        }
    }

    /** What is wrong with these counts; the empty text if nothing is. */
    static String faults(PoolSnapshot counts) {
        int members =
                counts.available()
                        + counts.accessible()
                        + counts.inaccessible()
                        + counts.reserved();
        if (members > counts.total()) {
            return members + " members, not all of them counted";
        }
        if (counts.total() + counts.creating() > counts.maxSize()) {
            return "more than there may be";
        }
        if (counts.waiting() > 0 && counts.available() > 0 && !counts.suspended()) {
            return counts.waiting() + " wait beside something available";
        }
        return "";
    }

    /** What is left of a pool that is closed; the empty text if nothing is. */
    static String leftovers(PoolSnapshot counts) {
        return counts.total() + counts.creating() + counts.waiting() == 0
                ? faults(counts)
                : "not all is closed";
    }

    private static List<Watched> poolsOf(ExtensionContext context) throws IllegalAccessException {
        List<Watched> pools = new ArrayList<>();
        for (Object test : context.getRequiredTestInstances().getAllInstances()) {
            for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (MAY_BE_POOLS.contains(field.getType())) {
                        field.setAccessible(true);
                        add(field.get(test), pools);
                    }
                }
            }
        }
        add(WATCHED, pools);
        return pools;
    }

    private static void add(@Nullable Object value, List<Watched> pools) {
        if (value instanceof SluiceDataSource pool) {
            pools.add(new Watched(pool, pool::snapshot, () -> pool.close(Duration.ZERO)));
        } else if (value instanceof OpenPool pool) {
            pools.add(new Watched(pool, pool.pool()::snapshot, () -> pool.close(Duration.ZERO)));
        } else if (value instanceof SluicePools several) {
            several.names().forEach(name -> add(several.get(name), pools));
        } else if (value instanceof Collection<?> several) {
            several.forEach(one -> add(one, pools));
        }
    }
}
