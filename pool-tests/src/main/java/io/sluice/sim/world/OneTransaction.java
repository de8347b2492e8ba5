package io.sluice.sim.world;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A context with at most one transaction, of all threads, which begins and ends when told so. */
public final class OneTransaction implements TransactionContext {

    private record Enlisted(Holder<?> holder, long stamp, Completion completion)
            implements EnlistedLease {}

    private final Map<Object, Object> values = new HashMap<>();
    private final List<Enlisted> leases = new ArrayList<>();
    private @Nullable Object current;

    /** What is acquired from now on takes part in it. */
    public void begin() {
        current = "the transaction";
    }

    /** What is acquired from now on takes no part in it. */
    public void suspend() {
        current = null;
    }

    /** It is committed or rolled back. */
    public void end() {
        current = null;
        values.clear();
        List<Enlisted> over = List.copyOf(leases);
        leases.clear();
        over.forEach(lease -> lease.completion.over(lease.stamp));
    }

    @Override
    public @Nullable Object current() {
        return current;
    }

    @Override
    public @Nullable Object get(Object key) {
        return values.get(key);
    }

    @Override
    public void put(Object key, Object value) {
        values.put(key, value);
    }

    @Override
    public Participant participant(Holder<?> holder, Completion completion) {
        return (transaction, stamp) -> {
            Enlisted lease = new Enlisted(holder, stamp, completion);
            leases.add(lease);
            return lease;
        };
    }
}
