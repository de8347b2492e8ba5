package io.sluice.perf.spike;

import java.util.Locale;

/** The server that the connections of a spike lead to. */
enum SpikeServer {
    /** None, after a connect time that is the same for all. */
    STUB,
    /** A real PostgreSQL, with its own connect time. */
    POSTGRES;

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
