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
 * The results of the turns of a measurement. A failed turn is a result as well, so that a pool that
 * cannot cope does not cost the others their figures.
 *
 * @param taken the turns with figures, in the order in which they were taken
 * @param failed the turns that failed
 * @param <T> the figures of a turn
 */
public record Turns<T>(List<T> taken, List<FailedTurn> failed) {

    /**
     * Takes one turn.
     *
     * @param <R> the kind of situations
     * @param <T> the figures of a turn
     */
    @FunctionalInterface
    public interface Taker<R, T> {

        /** Takes a turn; a failure becomes its result. */
        T take(Step<R> step) throws Exception;
    }

    /** Keeps copies of the lists. */
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
     * @param inWords the message about a turn with figures
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

    /** Returns a message about the failed turns of a contestant, if there are any. */
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
     * Adds a list of the failed turns to the sections of a report, if there are any.
     *
     * @param row the word for a situation
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
