package io.sluice.pool;

/**
 * The counts of a pool at one moment. The states of the resources are read one after the other
 * while none joins or leaves, each counted once, and {@code total} and {@code creating} with them:
 * {@code total} is never less than the sum of the four states, and what it is more is being
 * destroyed. Only {@code waiting} is read beside them.
 *
 * @param name the pool
 * @param total resources that exist, those being destroyed included
 * @param maxSize the most that may exist or be in creation
 * @param creating resources in creation
 * @param available idle, anyone may acquire them
 * @param accessible in the hands of the application
 * @param inaccessible closed by the application while a global transaction still owns them
 * @param reserved the pool itself works on them
 * @param waiting threads that wait for a resource
 * @param suspended whether the pool is suspended: what is available waits for {@link
 *     ResourcePool#resume} then
 */
public record PoolSnapshot(
        String name,
        int total,
        int maxSize,
        int creating,
        int available,
        int accessible,
        int inaccessible,
        int reserved,
        int waiting,
        boolean suspended) {

    @Override
    public String toString() {
        // A builder, for the first time-out of a process: linking a concatenation takes as long as
        // all the rest.
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
