package io.sluice.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is wrong with a configuration, collected so that one exception tells all of it. Confined to
 * one thread.
 */
final class Problems {

    /** By message, since what several pools share goes wrong in each of them. */
    private final Map<String, IllegalArgumentException> found = new LinkedHashMap<>();

    /** Takes a step, and keeps what is wrong with it. */
    void collect(Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            add(e);
        }
    }

    void add(IllegalArgumentException problem) {
        found.putIfAbsent(String.valueOf(problem.getMessage()), problem);
    }

    /** Gives all of it to another, each message behind what says where it is. */
    void moveTo(Problems other, String where) {
        found.forEach((message, problem) -> other.add(at(where, problem)));
    }

    private static IllegalArgumentException at(String where, IllegalArgumentException problem) {
        return where.isEmpty()
                ? problem
                : new IllegalArgumentException(where + problem.getMessage(), problem);
    }

    /**
     * Ends the collection.
     *
     * @param where what the message begins with
     * @throws IllegalArgumentException if anything is wrong: with the message of what is, or a list
     *     of all
     */
    void throwIfAny(String where) {
        IllegalArgumentException first = null;
        StringBuilder list = new StringBuilder();
        for (Map.Entry<String, IllegalArgumentException> problem : found.entrySet()) {
            first = first == null ? problem.getValue() : first;
            list.append("\n  - ").append(problem.getKey());
        }
        if (first == null) {
            return;
        }
        if (found.size() == 1) {
            throw at(where, first);
        }
        IllegalArgumentException all =
                new IllegalArgumentException(
                        where + found.size() + " things are wrong, each to be corrected:" + list);
        found.values().forEach(all::addSuppressed);
        throw all;
    }
}
