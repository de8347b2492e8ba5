package io.sluice.perf.bank;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The observations of a run so far. For one thread. */
final class BankTally {

    private final Map<Point, Integer> hits = new EnumMap<>(Point.class);
    private final List<Kill> kills = new ArrayList<>();
    private final Map<Long, Point> caught = new LinkedHashMap<>();
    private final Set<Long> told = new HashSet<>();
    private final Set<String> found = new LinkedHashSet<>();
    private final List<String> wrong = new ArrayList<>();
    private List<String> left = List.of();
    private int toldByLast;
    private long mostLost;
    private long transfers;

    /**
     * Counts a kill. The findings, the recovery and the reports of the worker must be recorded
     * before.
     *
     * @param transfer the transfer at the point; 0 if unknown
     */
    void killed(Point point, long transfer) {
        kills.add(new Kill(point, hits.merge(point, 1, Integer::sum), toldByLast));
        if (transfer != 0) {
            caught.put(transfer, point);
        }
    }

    /** Returns the kills, in their order. */
    List<Kill> kills() {
        return kills;
    }

    private @Nullable Kill last() {
        return kills.isEmpty() ? null : kills.get(kills.size() - 1);
    }

    int hits(Point point) {
        return hits.getOrDefault(point, 0);
    }

    /** Records what a worker found before it recovered. */
    void found(List<String> names) {
        found.addAll(names);
        Kill before = last();
        if (before != null) {
            before.found(names);
        }
    }

    /** Records what a worker saw after it had recovered. */
    void recovered(int worker, WorkerProcess.Recovered recovered) {
        left = recovered.left();
        Kill before = last();
        if (before != null) {
            before.left(left);
        }
        if (Math.abs(recovered.books().lost()) > Math.abs(mostLost)) {
            mostLost = recovered.books().lost();
        }
        if (!recovered.books().balance()) {
            wrong.add("worker " + worker + " found " + recovered.books());
        }
        if (!left.isEmpty()) {
            wrong.add("worker " + worker + " could not end " + left);
        }
    }

    /** Records the transfers that a worker has reported as committed. */
    void told(List<Long> committed) {
        toldByLast = committed.size();
        told.addAll(committed);
    }

    /** Compares the journal with what was reported, and with what was decided before a kill. */
    void compare(Set<Long> journal) {
        ended(journal);
        Set<Long> forgotten = new HashSet<>(told);
        forgotten.removeAll(journal);
        if (!forgotten.isEmpty()) {
            wrong.add(forgotten.size() + " transfers were committed and are not there any more");
        }
        caught.forEach((transfer, point) -> compare(point, transfer, journal));
    }

    /** Records the journal of a run without a recovery after its last worker. */
    void ended(Set<Long> journal) {
        transfers = journal.size();
    }

    private void compare(Point point, long transfer, Set<Long> journal) {
        Boolean committed = point.committed();
        if (committed != null && journal.contains(transfer) != committed) {
            wrong.add(
                    "transfer "
                            + transfer
                            + " was "
                            + (committed ? "rolled back" : "committed")
                            + " after a kill at "
                            + point);
        }
    }

    /** Records something else that is wrong. */
    void wrong(String what) {
        wrong.add(what);
    }

    /** Returns what is wrong, in the order in which it was seen. */
    List<String> wrong() {
        return wrong;
    }

    /** Returns how many different branches were found in doubt. */
    int found() {
        return found.size();
    }

    /** Returns how many of them were ended. */
    int recovered() {
        Set<String> ended = new HashSet<>(found);
        left.forEach(ended::remove);
        return ended.size();
    }

    /** Returns the branches that are in doubt now. */
    List<String> left() {
        return left;
    }

    /** Returns how many transfers are in the journals. */
    long transfers() {
        return transfers;
    }

    /** Returns the largest amount of money that was missing. */
    long lost() {
        return mostLost;
    }
}
