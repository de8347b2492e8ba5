package io.sluice.pool.internal;

/**
 * Initializes classes before they are needed: if initialization fails, for example for lack of
 * memory, the class is unusable for the rest of the process.
 */
final class Initialization {

    /** Classes with static initializers that opening a pool does not use. */
    private static final String[] OF_A_POOL = {
        "report.LeaseDiagnostics$Seen",
        "growth.CreationBackoff$Cause",
        "growth.Creator$Stage",
        "holder.Transition",
        "upkeep.Flush$1",
        "growth.CreationSite$Refusal",
        "report.PoolFrames",
        "queue.Waiter",
    };

    private Initialization() {}

    /** Initializes what an open pool needs. */
    static void ofAPool() {
        String prefix = Initialization.class.getPackageName() + '.';
        ClassLoader loader = Initialization.class.getClassLoader();
        try {
            for (String name : OF_A_POOL) {
                Class<?> ignored = Class.forName(prefix + name, true, loader);
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
