package io.sluice.pool.internal;

/**
 * Initializes classes before they are needed. A class whose initialization fails, for want of
 * memory for example, can never be used again in the process.
 */
public final class Initialization {

    /** Those with static initializers that opening a pool does not use. */
    private static final String[] OF_A_POOL = {
        "Captures$Seen",
        "Creation$Stage",
        "Flush$1",
        "Grower$Site$Refusal",
        "OutOfLine",
        "Pace$Worth",
        "Ramp$Reason",
        "Waiter",
    };

    private Initialization() {}

    /** Initializes what a pool needs once it is open. */
    static void ofAPool() {
        of(Initialization.class, OF_A_POOL);
    }

    /** Initializes classes of the same package, by their names in it. */
    public static void of(Class<?> neighbour, String... names) {
        String prefix = neighbour.getPackageName() + '.';
        try {
            for (String name : names) {
                Class<?> ignored = Class.forName(prefix + name, true, neighbour.getClassLoader());
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
