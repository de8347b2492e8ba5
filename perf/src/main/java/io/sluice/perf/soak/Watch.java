package io.sluice.perf.soak;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts how often each invariant was checked, and keeps its violations. Thread-safe. */
final class Watch {

    /** How many violations of an invariant are kept with their circumstances. */
    private static final int MOST_KEPT = 5;

    private final Map<Invariant, LongAdder> checks = counters();
    private final Map<Invariant, LongAdder> violations = counters();
    private final Map<Invariant, LongAdder> unjudged = counters();

    /** The first violations; guarded by itself. */
    private final List<String> kept = new ArrayList<>();

    /** Volatile; set by the thread of the run, read by all. */
    private volatile String situation = "before the first round";

    private static Map<Invariant, LongAdder> counters() {
        Map<Invariant, LongAdder> counters = new EnumMap<>(Invariant.class);
        for (Invariant invariant : Invariant.values()) {
            counters.put(invariant, new LongAdder());
        }
        return counters;
    }

    private static LongAdder of(Map<Invariant, LongAdder> counters, Invariant invariant) {
        return Objects.requireNonNull(counters.get(invariant), "all have one");
    }

    /** Records what is being done, for the circumstances of a violation. */
    void begin(String what) {
        situation = what;
    }

    /** Counts a check that found nothing wrong. */
    void holds(Invariant invariant) {
        of(checks, invariant).increment();
    }

    /**
     * Counts a check.
     *
     * @param circumstances what was seen, if the invariant does not hold
     */
    void check(Invariant invariant, boolean holds, Supplier<String> circumstances) {
        of(checks, invariant).increment();
        if (!holds) {
            violated(invariant, circumstances.get());
        }
    }

    private void violated(Invariant invariant, String circumstances) {
        synchronized (kept) {
            of(violations, invariant).increment();
            if (violations(invariant) <= MOST_KEPT) {
                kept.add(invariant + " (" + situation + "): " + circumstances);
            }
        }
    }

    /** Counts a check that was not made because the machine stood still. */
    void leaveOut(Invariant invariant) {
        of(unjudged, invariant).increment();
    }

    long checks(Invariant invariant) {
        return of(checks, invariant).sum();
    }

    long violations(Invariant invariant) {
        return of(violations, invariant).sum();
    }

    long unjudged(Invariant invariant) {
        return of(unjudged, invariant).sum();
    }

    /** Returns how often any invariant was checked. */
    long checks() {
        return checks.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Returns how often any invariant was violated. */
    long violations() {
        return violations.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Returns the first violations, each with its circumstances. */
    List<String> circumstances() {
        synchronized (kept) {
            return List.copyOf(kept);
        }
    }
}
