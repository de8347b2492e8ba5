package io.sluice.perf.bank;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The observations of a run so far. For one thread. */
final class BankTally {

    private final List<Measured<String, Point>> kills = new ArrayList<>();
    private final Map<Long, Point> caught = new LinkedHashMap<>();
    private final Set<Long> told = new HashSet<>();
    private final Set<String> found = new LinkedHashSet<>();
    private final List<String> wrong = new ArrayList<>();
    private List<String> left = List.of();
    private Set<String> foundByLast = new HashSet<>();
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
        Map<String, Object> figures = new HashMap<>(Map.of("transfersTold", toldByLast));
        kills.add(new Measured<>("bank", point, hits(point) + 1, new Printed(figures)));
        foundByLast = new HashSet<>();
        if (transfer != 0) {
            caught.put(transfer, point);
        }
    }

    /** Returns the kills, in their order, each with what the next worker made of it. */
    List<Measured<String, Point>> kills() {
        return kills;
    }

    private void ofLastKill(String figure, int value) {
        if (!kills.isEmpty()) {
            kills.get(kills.size() - 1).printed().figures().put(figure, value);
        }
    }

    int hits(Point point) {
        return (int) kills.stream().filter(kill -> kill.contestant() == point).count();
    }

    /** Records what a worker found before it recovered. */
    void found(List<String> names) {
        found.addAll(names);
        foundByLast = new HashSet<>(names);
        ofLastKill("inDoubtFound", names.size());
    }

    /** Records what a worker saw after it had recovered. */
    void recovered(int worker, BankWorker.Recovered recovered) {
        left = recovered.left();
        left.forEach(foundByLast::remove);
        ofLastKill("recovered", foundByLast.size());
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
        Boolean committed = point.committed;
        if (committed != null && journal.contains(transfer) != committed) {
            String outcome = committed ? "rolled back" : "committed";
            wrong.add("transfer " + transfer + " was " + outcome + " after a kill at " + point);
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
