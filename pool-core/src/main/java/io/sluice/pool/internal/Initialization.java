package io.sluice.pool.internal;

/**
 * Loads and initializes classes before they are needed. One that is first used while there is no
 * memory would lose the holder in hand, and one whose initialization fails is lost for good.
 */
final class Initialization {

    /** Classes that an open pool uses without creating an instance, and opening it does not. */
    private static final String[] OF_A_POOL = {
        "io.sluice.pool.internal.base.FailureText",
        "io.sluice.pool.internal.base.StackRoom",
        "io.sluice.pool.internal.growth.CreationBackoff$Cause",
        "io.sluice.pool.internal.growth.CreationSite$Refusal",
        "io.sluice.pool.internal.growth.Creator$Stage",
        "io.sluice.pool.internal.holder.Transition",
        "io.sluice.pool.internal.queue.Waiter",
        "io.sluice.pool.internal.queue.Waiter$Refusal",
        "io.sluice.pool.internal.report.LeaseDiagnostics$Seen",
        "io.sluice.pool.internal.report.PoolFrames",
        "io.sluice.pool.internal.upkeep.Flush$1",
        "io.sluice.pool.spi.TransactionContext$EnlistedLease",
        "io.sluice.pool.spi.TransactionalResource",
        "java.util.concurrent.ForkJoinTask", // for a caller that waits for the text of a time-out
        "java.util.concurrent.ThreadLocalRandom", // for the delay of a retry
    };

    private Initialization() {}

    /** Initializes what an open pool needs. */
    static void ofAPool() {
        ClassLoader loader = Initialization.class.getClassLoader();
        try {
            for (String name : OF_A_POOL) {
                Class<?> ignored = Class.forName(name, true, loader);
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
