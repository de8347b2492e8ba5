package io.sluice.perf.bank;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kill at a point, and what the next worker found and ended of what it left. For one thread. */
final class Kill {

    private final Point point;
    private final int hit;
    private final int told;
    private @Nullable List<String> found;
    private @Nullable Integer recovered;

    /**
     * Records a kill.
     *
     * @param hit how many kills there were at the point, with this one
     * @param told how many transfers the worker had reported as committed
     */
    Kill(Point point, int hit, int told) {
        this.point = point;
        this.hit = hit;
        this.told = told;
    }

    Point point() {
        return point;
    }

    int hit() {
        return hit;
    }

    int told() {
        return told;
    }

    /** Records the branches that the next worker found in doubt. */
    void found(List<String> names) {
        found = List.copyOf(names);
    }

    /** Records the branches that were still in doubt when the next worker had recovered. */
    void left(List<String> names) {
        if (found != null) {
            Set<String> ended = new HashSet<>(found);
            names.forEach(ended::remove);
            recovered = ended.size();
        }
    }

    /** Returns how many branches were found in doubt; null if no worker has looked. */
    @Nullable Integer found() {
        return found == null ? null : found.size();
    }

    /** Returns how many of them were ended; null if the next worker was killed before it said. */
    @Nullable Integer recovered() {
        return recovered;
    }
}
