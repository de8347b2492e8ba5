package io.sluice.perf.turn;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** The logs of the contestants, which are not what is measured where the server fails. */
public final class Logs {

    /** Kept, since a logger that is not referenced loses its level. */
    private static final List<Logger> LOGGERS =
            Stream.of("", "io.sluice", "org.postgresql").map(Logger::getLogger).toList();

    private Logs() {}

    /** Discards what is logged from now on. */
    public static void discard() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }
}
