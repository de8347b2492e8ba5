package io.sluice.perf.study.contention;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The findings of async-profiler's lock mode. It knows monitors, reentrant locks and semaphores, in
 * the whole virtual machine.
 *
 * @param version the version of async-profiler
 * @param watchedNanos how long it watched
 * @param contentions how often a thread waited
 * @param collapsed a line for each stack, with the nanoseconds that were waited there
 * @param text its summary: the stacks by the time that was waited there, and the classes of locks
 */
record LockProfile(
        String version, double watchedNanos, long contentions, String collapsed, String text) {

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", version);
        map.put("watchedNanos", watchedNanos);
        map.put("contentions", contentions);
        map.put("collapsed", collapsed);
        map.put("text", text);
        return map;
    }

    static LockProfile of(Map<?, ?> map) {
        return new LockProfile(
                String.valueOf(map.get("version")),
                number(map, "watchedNanos").doubleValue(),
                number(map, "contentions").longValue(),
                String.valueOf(map.get("collapsed")),
                String.valueOf(map.get("text")));
    }

    private static Number number(Map<?, ?> map, String name) {
        if (map.get(name) instanceof Number number) {
            return number;
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + map);
    }

    /** Returns how long all waits were together, in nanoseconds. */
    long nanos() {
        return collapsed.lines().mapToLong(LockProfile::nanos).sum();
    }

    /** Returns the largest part of that for one stack. */
    double largestStack() {
        long nanos = nanos();
        return nanos == 0
                ? 0
                : (double) collapsed.lines().mapToLong(LockProfile::nanos).max().orElse(0) / nanos;
    }

    private static long nanos(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
}
