package io.sluice.sim.scheduler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The places of rewritten code at which a simulated thread may be preempted. */
public final class Sites {

    private static final List<String> TEXTS = new ArrayList<>();
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    /** Of the texts. A site is added before a thread comes to it. */
    private static int[] hashes = new int[1 << 12];

    private Sites() {}

    /** Returns the number of a place; equal texts are one place. */
    public static synchronized int add(String text) {
        Integer known = NUMBERS.putIfAbsent(text, TEXTS.size());
        if (known != null) {
            return known;
        }
        if (TEXTS.size() == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        }
        hashes[TEXTS.size()] = text.hashCode();
        TEXTS.add(text);
        return TEXTS.size() - 1;
    }

    /** Returns a number that is the same in each process. */
    static int hash(int site) {
        return hashes[site];
    }

    /** Returns what is done at a place, and where. */
    static synchronized String text(int site) {
        return TEXTS.get(site);
    }
}
