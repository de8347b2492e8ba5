package io.sluice.sim.scheduler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The places of rewritten code at which a simulated thread may be preempted. */
public final class Sites {

    private static final List<String> TEXTS = new ArrayList<>();
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    private Sites() {}

    /** Returns the number of a place; equal texts are one place. */
    public static synchronized int add(String text) {
        Integer known = NUMBERS.putIfAbsent(text, TEXTS.size());
        if (known != null) {
            return known;
        }
        TEXTS.add(text);
        return TEXTS.size() - 1;
    }

    /** Returns what is done at a place, and where. */
    static synchronized String text(int site) {
        return TEXTS.get(site);
    }
}
