package io.sluice.pool.internal;

import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** What has happened, in order. Thread-safe. */
final class Journal {

    private final List<String> entries = new ArrayList<>();

    void add(String entry) {
        synchronized (entries) {
            entries.add(entry);
        }
    }

    List<String> entries() {
        synchronized (entries) {
            return List.copyOf(entries);
        }
    }

    /** The entries with this prefix. */
    List<String> entries(String beginning) {
        return entries().stream().filter(entry -> entry.startsWith(beginning)).toList();
    }

    int count(String beginning) {
        return entries(beginning).size();
    }

    /** Waits until this many entries have the prefix. */
    void await(String beginning, int times) {
        Awaitility.await(times + " times \"" + beginning + "\"")
                .until(this::entries, seen -> count(beginning) >= times);
    }

    void await(String beginning) {
        await(beginning, 1);
    }
}
