package io.sluice.jdbc;

import io.sluice.pool.PoolSnapshot;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Holds each pool that a test has in a field, alone or in a collection, against what is true of
 * every pool. When the test is over its counts add up, no more are counted than may be, and nobody
 * waits beside something available. After all that follows the test it is closed, if the test has
 * not done so: whatever was created is destroyed, and every permit is back.
 *
 * <p>JUnit finds this by itself, by {@code META-INF/services}, for every test of this module.
 */
public final class DataSourceInvariants implements AfterTestExecutionCallback, AfterEachCallback {

    private static final long LIMIT_NANOS = Duration.ofSeconds(20).toNanos();
    private static final Set<Class<?>> MAY_BE_POOLS =
            Set.of(SluiceDataSource.class, Collection.class, List.class, Set.class);

    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        for (SluiceDataSource pool : poolsOf(context)) {
            await(pool, DataSourceInvariants::faults);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (SluiceDataSource pool : poolsOf(context)) {
            pool.close(Duration.ZERO);
            await(pool, DataSourceInvariants::leftovers);
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
            return members + " members, of whom not all are counted";
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

    /** At rest: what is on its way may be counted as it should not be for long. */
    private static void await(SluiceDataSource pool, Function<PoolSnapshot, String> faults) {
        long start = System.nanoTime();
        for (; ; ) {
            PoolSnapshot counts = pool.snapshot();
            String fault = faults.apply(counts);
            if (fault.isEmpty()) {
                return;
            }
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError(fault + ": " + counts);
            }
            Thread.yield();
        }
    }

    private static List<SluiceDataSource> poolsOf(ExtensionContext context)
            throws IllegalAccessException {
        List<SluiceDataSource> pools = new ArrayList<>();
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
        return pools;
    }

    private static void add(@Nullable Object value, List<SluiceDataSource> pools) {
        if (value instanceof SluiceDataSource pool) {
            pools.add(pool);
        } else if (value instanceof Collection<?> several) {
            several.forEach(one -> add(one, pools));
        }
    }
}
