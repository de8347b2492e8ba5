package io.sluice.pool.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;

/** Takes what the pool logs off the console and keeps it for the test. */
final class LogCapture implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.sluice.pool");
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    /** What is logged by default. */
    static LogCapture start() {
        return start(Level.INFO);
    }

    /** What is logged from this level on. */
    static LogCapture start(Level level) {
        LogCapture capture = new LogCapture();
        capture.logger.setLevel(level);
        capture.logger.setFilter(capture::take);
        return capture;
    }

    private boolean take(LogRecord record) {
        record.getSourceClassName(); // computed from the stack at the first call
        records.add(record);
        return false;
    }

    /** Waits until so much was logged, and returns it. */
    List<LogRecord> await(int count) {
        Awaitility.await(count + " log records")
                .until(this::messages, seen -> seen.size() >= count);
        return records;
    }

    /** Waits until something that contains this was logged, and returns it. */
    LogRecord await(String text) {
        Awaitility.await("\"" + text + "\"").until(this::messages, seen -> find(text) != null);
        return find(text);
    }

    private LogRecord find(String text) {
        return records.stream()
                .filter(record -> record.getMessage().contains(text))
                .findFirst()
                .orElse(null);
    }

    /** What was logged so far. */
    List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    @Override
    public void close() {
        logger.setLevel(null);
        logger.setFilter(null);
    }
}
