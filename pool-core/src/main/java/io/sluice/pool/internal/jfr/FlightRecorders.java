package io.sluice.pool.internal.jfr;

/** Opens the recorders of pools: the only access to classes that need {@code jdk.jfr}. */
public final class FlightRecorders {

    private FlightRecorders() {}

    /**
     * Returns the recorder of a pool, which records nothing if the module is missing, or if this
     * Java has it switched off, as native images do by default.
     */
    public static FlightRecorder of(String poolName) {
        try {
            if (!jdk.jfr.FlightRecorder.isAvailable()) {
                return FlightRecorder.none();
            }
            return jdk.jfr.FlightRecorder.isInitialized()
                    ? JfrRecorder.open(poolName)
                    : LaterRecorder.open(poolName);
        } catch (LinkageError e) { // the module is optional, so its absence is no error
            return FlightRecorder.none();
        }
    }
}
