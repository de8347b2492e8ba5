package io.sluice.jdbc.internal.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The problems of a configuration, collected so that one exception reports them all. Confined to
 * one thread.
 */
final class Problems {

    /** By message, since a problem of a shared option occurs in each pool. */
    private final Map<String, IllegalArgumentException> found = new LinkedHashMap<>();

    /** Runs a step and collects its problem. */
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

    /** Adds all problems to another collection, each message prefixed with its place. */
    void moveTo(Problems other, String where) {
        found.forEach((message, problem) -> other.add(at(where, problem)));
    }

    private static IllegalArgumentException at(String where, IllegalArgumentException problem) {
        return where.isEmpty()
                ? problem
                : new IllegalArgumentException(where + problem.getMessage(), problem);
    }

    /**
     * Throws if there are problems.
     *
     * @param where the prefix of the message
     * @throws IllegalArgumentException with the message of the only problem, or a list of all
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
                        where + found.size() + " problems in the configuration:" + list);
        found.values().forEach(all::addSuppressed);
        throw all;
    }
}
