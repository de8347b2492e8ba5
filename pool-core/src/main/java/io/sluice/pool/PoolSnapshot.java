package io.sluice.pool;

/**
 * The counts of a pool at one moment. The states, {@code total} and {@code creating} are read while
 * no resource joins or leaves the pool, and each resource is counted once. {@code total} minus the
 * sum of the four states is the number being destroyed. {@code waiting} is read separately.
 * Immutable; nothing in it is null.
 *
 * @param name the pool
 * @param total resources that exist, including those being destroyed
 * @param minSize how many the pool keeps when idle
 * @param maxSize the most that may exist or be in creation
 * @param creating resources in creation
 * @param available idle; any thread may acquire them
 * @param accessible used by the application
 * @param inaccessible closed by the application while a global transaction still owns them
 * @param reserved used by the pool itself
 * @param waiting threads that wait for a resource, and requests of {@link
 *     ResourcePool#acquireAsync}
 * @param suspended whether the pool is suspended; available resources then wait for {@link
 *     ResourcePool#resume}
 * @param counters what the pool has done so far
 */
public record PoolSnapshot(
        String name,
        int total,
        int minSize,
        int maxSize,
        int creating,
        int available,
        int accessible,
        int inaccessible,
        int reserved,
        int waiting,
        boolean suspended,
        PoolCounters counters) {

    @Override
    public String toString() {
        // A builder: linking a string concatenation would dominate the first time-out of a process.
        StringBuilder text = new StringBuilder(name).append(" [total ").append(total);
        text.append(" of ").append(maxSize);
        text.append(", available ").append(available);
        text.append(", accessible ").append(accessible);
        text.append(", inaccessible ").append(inaccessible);
        text.append(", reserved ").append(reserved);
        text.append(", creating ").append(creating);
        text.append(", waiting ").append(waiting);
        return text.append(suspended ? ", suspended]" : "]").toString();
    }
}
