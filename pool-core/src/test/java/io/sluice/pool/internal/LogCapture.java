package io.sluice.pool.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes what the pool logs off the console and keeps it for the test. */
final class LogCapture implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.sluice.pool");
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Turnstile changed = new Turnstile();

    static LogCapture start() {
        LogCapture capture = new LogCapture();
        capture.logger.setFilter(capture::take);
        return capture;
    }

    private boolean take(LogRecord record) {
        records.add(record);
        changed.turn();
        return false;
    }

    /** Waits until so much was logged, and returns it. */
    List<LogRecord> await(int count) {
        changed.await(() -> count + " log records", () -> records.size() >= count);
        return records;
    }

    @Override
    public void close() {
        logger.setFilter(null);
    }
}
