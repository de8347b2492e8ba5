package io.sluice.jdbc.xa;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Listens to what pools warn of, until closed. Thread-safe. */
final class Warnings extends Handler implements AutoCloseable {

    private final Logger log = Logger.getLogger("io.sluice.jdbc");
    private final List<String> texts = new CopyOnWriteArrayList<>();

    Warnings() {
        log.addHandler(this);
    }

    List<String> texts() {
        return texts;
    }

    @Override
    public void publish(LogRecord entry) {
        if (entry.getLevel() == Level.WARNING) {
            texts.add(entry.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        log.removeHandler(this);
    }
}
