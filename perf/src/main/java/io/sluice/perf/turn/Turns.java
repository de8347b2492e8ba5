package io.sluice.perf.turn;

import io.sluice.perf.command.Progress;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What came of the turns of a measurement. One that fails is a result as well: a pool that cannot
 * cope takes nobody else's figures with it.
 *
 * @param taken those that gave figures, in the order in which they were taken
 * @param failed those that did not
 * @param <T> what a turn gives
 */
public record Turns<T>(List<T> taken, List<FailedTurn> failed) {

    /**
     * Takes one turn.
     *
     * @param <R> the kind of situations
     * @param <T> what it gives
     */
    @FunctionalInterface
    public interface Taker<R, T> {

        /** Takes a turn; whatever it fails with becomes its result. */
        T take(Step<R> step) throws Exception;
    }

    /** Keeps own copies of the lists. */
    public Turns {
        taken = List.copyOf(taken);
        failed = List.copyOf(failed);
    }

    /**
     * Takes all turns, one after the other, and shows the progress.
     *
     * @param task what is done
     * @param steps the turns
     * @param taker takes one
     * @param inWords what to say of one that gave figures
     */
    public static <R, T> Turns<T> take(
            String task, List<Step<R>> steps, Taker<R, T> taker, Function<T, String> inWords)
            throws InterruptedException {
        List<T> taken = new ArrayList<>();
        List<FailedTurn> failed = new ArrayList<>();
        try (Progress progress = Progress.start(task, steps.size())) {
            for (Step<R> step : steps) {
                String said;
                try {
                    T turn = taker.take(step);
                    taken.add(turn);
                    said = inWords.apply(turn);
                } catch (InterruptedException e) {
                    throw e; // that is for the whole measurement
                } catch (Exception | LinkageError e) { // a pool may throw anything
                    FailedTurn turn = FailedTurn.of(step, e);
                    failed.add(turn);
                    said = "failed: " + turn.why();
                }
                progress.advance(1);
                progress.say(step.row() + " " + step.peer() + " " + said);
            }
        }
        return new Turns<>(taken, failed);
    }

    /** Returns how many turns of a contestant failed in a situation. */
    public long failed(Object row, Peer peer) {
        return failed.stream()
                .filter(turn -> turn.row().equals(row.toString()) && turn.peer() == peer)
                .count();
    }

    /** Returns what is to be said of the turns of a contestant that failed, if any did. */
    public Optional<String> failuresOf(Peer peer) {
        List<FailedTurn> its = failed.stream().filter(turn -> turn.peer() == peer).toList();
        if (its.isEmpty()) {
            return Optional.empty();
        }
        FailedTurn first = its.get(0);
        return Optional.of(
                "turns of %s that failed: %d (the first: %s, round %d: %s)"
                        .formatted(peer, its.size(), first.row(), first.round(), first.why()));
    }

    /** Adds how many turns failed to the settings of a report, if any did. */
    public void putInto(Map<String, String> settings) {
        if (!failed.isEmpty()) {
            settings.put(
                    "turns that failed",
                    failed.size()
                            + " of "
                            + (taken.size() + failed.size())
                            + ", listed at the end");
        }
    }

    /**
     * Adds a list of the turns that failed to the sections of a report, if any did.
     *
     * @param row what a situation is called
     */
    public void addTo(List<Section> sections, String row) {
        if (!failed.isEmpty()) {
            sections.add(
                    new Section(
                            "Turns that failed",
                            "They have no figures, and count in no median. Round 0 would not have"
                                    + " counted anyhow.",
                            new Table(
                                    List.of(row, "pool", "round", "why"),
                                    failed.stream()
                                            .map(
                                                    turn ->
                                                            List.of(
                                                                    turn.row(),
                                                                    turn.peer().toString(),
                                                                    Integer.toString(turn.round()),
                                                                    turn.why()))
                                            .toList()),
                            List.of()));
        }
    }
}
