package io.sluice.perf.study.line;

import java.util.BitSet;

/**
 * A line of memory, and the caches that have it: every client is a core of its own, and no cache is
 * ever full. A core that reads gets a copy, from another core if one has the line; a core that
 * writes needs it alone, so all others lose theirs.
 */
final class Line {

    /** The length of a line on nearly all of today's servers. */
    static final int BYTES = 64;

    private final String what;
    private final BitSet copies = new BitSet();
    private final BitSet writers = new BitSet();
    private int last = -1;
    private int cyclesThatWrote;

    /**
     * Creates a line.
     *
     * @param what its name
     */
    Line(String what) {
        this.what = what;
    }

    /** Returns whether another client has touched the line since this one did, if ever. */
    boolean wasElsewhere(int client) {
        return last >= 0 && last != client;
    }

    /** Returns whether the line had to come from another core. */
    boolean read(int client) {
        last = client;
        boolean comes = !copies.get(client) && !copies.isEmpty();
        copies.set(client);
        return comes;
    }

    /** Returns whether the line had to come from another core, or others had to give it up. */
    boolean write(int client) {
        last = client;
        writers.set(client);
        boolean comes = copies.cardinality() > (copies.get(client) ? 1 : 0);
        copies.clear();
        copies.set(client);
        return comes;
    }

    /** The client counts in a stripe of its own: nothing comes, but the others' sums are stale. */
    void writeStripe(int client) {
        boolean knewTheSum = copies.get(client);
        writers.set(client);
        copies.clear();
        copies.set(client, knewTheSum);
    }

    /** Returns whether something had to come, since others have counted as well. */
    boolean readStripes(int client) {
        boolean others = writers.cardinality() > (writers.get(client) ? 1 : 0);
        boolean comes = others && !copies.get(client);
        copies.set(client);
        return comes;
    }

    /** A cycle that counts has written it. */
    void writtenInCycle() {
        cyclesThatWrote++;
    }

    /** Returns whether nearly every one of so many cycles wrote it, by different clients. */
    boolean isWrittenByAll(int cycles) {
        return writers.cardinality() > 1 && cyclesThatWrote >= 0.9 * cycles;
    }

    @Override
    public String toString() {
        return what;
    }
}
