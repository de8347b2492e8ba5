package io.sluice.perf.turn;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds what is wrong with turns of Sluice, whatever their figures are. Its peers are as they are.
 *
 * @param <R> the kind of situations
 */
public final class Judge<R> {

    private final List<Measured<R, Peer>> ours;
    private final List<String> wrong = new ArrayList<>();

    /** Begins with the turns that failed. */
    public Judge(List<Measured<R, Peer>> all) {
        List<Measured<R, Peer>> sluice = Sheet.where(all, one -> one.contestant() == Peer.SLUICE);
        ours = Sheet.succeeded(sluice);
        add(Sheet.where(sluice, one -> one.failure() != null), "that failed");
    }

    /** Looks for turns that have something that must not be. */
    public Judge<R> check(String what, Predicate<Measured<R, Peer>> has) {
        add(Sheet.where(ours, has), "with " + what);
        return this;
    }

    private void add(List<Measured<R, Peer>> bad, String what) {
        if (!bad.isEmpty()) {
            Measured<R, Peer> first = bad.get(0);
            String error = first.printed().text(first.failure() == null ? "firstError" : "failure");
            String why = error == null ? "" : ": " + error;
            wrong.add(
                    "turns of sluice %s: %d (the first: %s, round %d%s)"
                            .formatted(what, bad.size(), first.row(), first.round(), why));
        }
    }

    /** Returns what is wrong, if anything is. */
    public List<String> wrong() {
        return wrong;
    }
}
