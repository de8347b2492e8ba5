package io.sluice.pool.internal;

/**
 * Initializes classes before they are needed. A class whose initialization fails, for want of
 * memory for example, can never be used again in the process.
 */
final class Initialization {

    /** Those with static initializers that opening a pool does not use. */
    private static final String[] OF_A_POOL = {
        "LeaseDiagnostics$Seen",
        "Creator$Stage",
        "Flush$1",
        "Demand$Site$Refusal",
        "OutOfLine",
        "CreationThrottle$Allowance",
        "PoolFrames",
        "CreationBackoff$Reason",
        "Waiter",
    };

    private Initialization() {}

    /** Initializes what a pool needs once it is open. */
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
