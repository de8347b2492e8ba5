package io.sluice.perf.study.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model of the caches of as many cores as there are clients, which take turns. Every object
 * begins a line of its own: what two objects share by chance would come on top. Not thread-safe.
 */
final class Caches {

    private final IdentityHashMap<Object, Map<Long, Line>> lines = new IdentityHashMap<>();
    private final Cycle[] underWay;
    private final List<Cycle> counted = new ArrayList<>();

    Caches(int clients) {
        underWay = new Cycle[clients];
        for (int client = 0; client < clients; client++) {
            underWay[client] = new Cycle();
        }
    }

    /**
     * A client touches some memory.
     *
     * @param where the kind of place, as in {@link Probe}
     * @param access the kind of access
     */
    void touch(int client, Places.Place place, int where, int access) {
        Line line = line(place);
        Cycle cycle = underWay[client];
        boolean wasElsewhere = line.wasElsewhere(client);
        boolean comes;
        if (where == Probe.STRIPE) {
            if (access != Probe.READ) {
                cycle.atomic();
                line.writeStripe(client);
                return;
            }
            comes = line.readStripes(client);
        } else if (access == Probe.READ) {
            comes = line.read(client);
        } else {
            if (access == Probe.ATOMIC || place.ordered()) {
                cycle.atomic();
            }
            comes = line.write(client);
            cycle.writes(line);
        }
        if (comes) {
            cycle.gets(line);
        } else if (wasElsewhere) {
            cycle.shares(line);
        }
    }

    /** A client has acquired. */
    void acquired(int client) {
        underWay[client].half();
    }

    /**
     * A client has released.
     *
     * @param counts whether the cycle counts
     */
    void released(int client, boolean counts) {
        Cycle done = underWay[client];
        if (counts) {
            done.end();
            counted.add(done);
        }
        underWay[client] = new Cycle();
    }

    /** Returns the cycles that count. */
    List<Cycle> cycles() {
        return List.copyOf(counted);
    }

    /** Returns the lines that nearly every counted cycle has written, by any client. */
    List<Line> writtenByAll() {
        return lines.values().stream()
                .flatMap(ofOwner -> ofOwner.values().stream())
                .filter(line -> line.isWrittenByAll(counted.size()))
                .toList();
    }

    private Line line(Places.Place place) {
        Map<Long, Line> ofOwner = lines.computeIfAbsent(place.owner(), key -> new HashMap<>());
        @Nullable Line line = ofOwner.get(place.offset() / Line.BYTES);
        if (line == null) {
            line = new Line(name(place.owner()));
            ofOwner.put(place.offset() / Line.BYTES, line);
        }
        return line;
    }

    private static String name(Object owner) {
        String name =
                owner instanceof java.lang.reflect.Field field
                        ? field.getDeclaringClass().getName() + "." + field.getName()
                        : owner.getClass().getTypeName();
        return name.replaceAll("(\\w+\\.)+(?=[A-Z])", "").replace('$', '.');
    }
}
