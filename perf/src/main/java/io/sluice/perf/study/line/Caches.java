package io.sluice.perf.study.line;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A model of the caches of as many cores as there are clients, which take turns. No cache is ever
 * full. A core that reads a line gets a copy, from another core if one has the line; a core that
 * writes needs it alone, so all others lose theirs. Every object begins a line of its own: what two
 * objects share by chance would come on top. Not thread-safe.
 */
final class Caches {

    /** The length of a line on nearly all of today's servers. */
    static final int BYTES = 64;

    private final IdentityHashMap<Object, Map<Long, Line>> lines = new IdentityHashMap<>();
    private final List<Core> cores = new ArrayList<>();
    private final List<Cycle> cycles = new ArrayList<>();

    /**
     * The memory accesses of one acquire and release.
     *
     * @param atomics how often the processor waited for a write
     * @param sharedReads lines that others had touched as well, and that did not have to move
     * @param moved lines that came from another core, or were taken from others
     */
    record Cycle(int atomics, int sharedReads, int moved) {}

    private static final class Line {

        private final String what;
        private final BitSet copies = new BitSet();
        private final BitSet writers = new BitSet();
        private int last = -1;
        private int cyclesThatWrote;

        Line(String what) {
            this.what = what;
        }

        static boolean hasOthers(BitSet clients, int client) {
            return clients.cardinality() > (clients.get(client) ? 1 : 0);
        }
    }

    /** What a client has done in its cycle. */
    private static final class Core {

        private final Set<Line> shared = new HashSet<>();
        private final Set<Line> written = new HashSet<>();

        /** Lines that came in this half of the cycle, and so do not come again. */
        private final Set<Line> here = new HashSet<>();

        private int atomics;
        private int moved;
    }

    Caches(int clients) {
        Stream.generate(Core::new).limit(clients).forEach(cores::add);
    }

    /**
     * A client touches some memory.
     *
     * @param stripe whether it is that of a striped counter
     * @param access the kind of access, as in {@link Probe}
     */
    void touch(int client, Places.Place place, boolean stripe, int access) {
        Core core = cores.get(client);
        Line line =
                lines.computeIfAbsent(place.owner(), key -> new HashMap<>())
                        .computeIfAbsent(
                                place.offset() / BYTES, key -> new Line(name(place.owner())));
        boolean wasElsewhere = line.last >= 0 && line.last != client;
        boolean copied = line.copies.get(client);
        boolean comes;
        if (access == Probe.READ) {
            comes =
                    !copied
                            && (stripe
                                    ? Line.hasOthers(line.writers, client)
                                    : !line.copies.isEmpty());
            line.copies.set(client);
        } else {
            if (access == Probe.ATOMIC || place.ordered()) {
                core.atomics++;
            }
            comes = !stripe && Line.hasOthers(line.copies, client);
            line.writers.set(client);
            line.copies.clear();
            // A client that counts in a stripe of its own does not learn the sum.
            line.copies.set(client, copied || !stripe);
            if (!stripe) {
                core.written.add(line);
            }
        }
        if (!stripe) {
            line.last = client;
        }
        if (comes) {
            core.moved += core.here.add(line) ? 1 : 0;
            core.shared.remove(line);
        } else if (wasElsewhere && !core.here.contains(line)) {
            core.shared.add(line);
        }
    }

    /** A client has acquired. */
    void acquired(int client) {
        cores.get(client).here.clear();
    }

    /**
     * A client has released.
     *
     * @param counts whether the cycle counts
     */
    void released(int client, boolean counts) {
        Core core = cores.set(client, new Core());
        if (counts) {
            core.written.forEach(line -> line.cyclesThatWrote++);
            cycles.add(new Cycle(core.atomics, core.shared.size(), core.moved));
        }
    }

    /** Returns the cycles that count. */
    List<Cycle> cycles() {
        return List.copyOf(cycles);
    }

    /** Returns the lines that nearly every counted cycle has written, by any client. */
    List<String> writtenByAll() {
        return lines.values().stream()
                .flatMap(ofOwner -> ofOwner.values().stream())
                .filter(line -> line.writers.cardinality() > 1)
                .filter(line -> line.cyclesThatWrote >= 0.9 * cycles.size())
                .map(line -> line.what)
                .toList();
    }

    private static String name(Object owner) {
        String name = owner instanceof String field ? field : owner.getClass().getTypeName();
        return name.replaceAll("(\\w+\\.)+(?=[A-Z])", "").replace('$', '.');
    }
}
