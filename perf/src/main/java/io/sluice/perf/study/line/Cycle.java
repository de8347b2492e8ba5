package io.sluice.perf.study.line;

import java.util.HashSet;
import java.util.Set;

/** The memory accesses of one acquire and release. Not thread-safe. */
final class Cycle {

    private final Set<Line> shared = new HashSet<>();
    private final Set<Line> written = new HashSet<>();

    /** Lines that came in this half of the cycle, and so do not come again. */
    private final Set<Line> here = new HashSet<>();

    private int atomics;
    private int moved;

    void atomic() {
        atomics++;
    }

    void writes(Line line) {
        written.add(line);
    }

    /** A line comes from another core. */
    void gets(Line line) {
        if (here.add(line)) {
            moved++;
        }
        shared.remove(line);
    }

    /** A line need not come, but others have read it meanwhile. */
    void shares(Line line) {
        if (!here.contains(line)) {
            shared.add(line);
        }
    }

    /** The connection is acquired. */
    void half() {
        here.clear();
    }

    /** The connection is released. */
    void end() {
        written.forEach(Line::writtenInCycle);
    }

    int atomics() {
        return atomics;
    }

    int moved() {
        return moved;
    }

    int sharedReads() {
        return shared.size();
    }
}
