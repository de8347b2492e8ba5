package io.sluice.sim.transform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of rewritten code that ran, of a process that asks for them. Those of class
 * initializers are kept apart: they run before any simulation.
 */
public final class Lines {

    private static final List<Line> ALL = new ArrayList<>();
    private static final Map<Line, Integer> NUMBERS = new HashMap<>();

    /** More than there are. Written by one thread at a time, the running one of the simulation. */
    private static final boolean[] PASSED = new boolean[1 << 17];

    /**
     * A line that has code.
     *
     * @param file its source, with the folders of its package
     * @param isInitializer whether it is of a class initializer
     */
    public record Line(String file, int number, boolean isInitializer) {}

    private Lines() {}

    static synchronized int add(Line line) {
        Integer known = NUMBERS.putIfAbsent(line, ALL.size());
        if (known != null) {
            return known;
        }
        ALL.add(line);
        return ALL.size() - 1;
    }

    /** Called by rewritten code, with the number of a line that begins. */
    public static void pass(int line) {
        PASSED[line] = true;
    }

    /** Returns the lines that have code, of the classes loaded so far. */
    public static synchronized List<Line> all() {
        return List.copyOf(ALL);
    }

    /** Returns the lines passed since the last call, and forgets them. */
    public static synchronized List<Line> takePassed() {
        List<Line> passed = new ArrayList<>();
        for (int i = 0; i < ALL.size(); i++) {
            if (PASSED[i]) {
                passed.add(ALL.get(i));
                PASSED[i] = false;
            }
        }
        return passed;
    }
}
