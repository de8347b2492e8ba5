package io.sluice.perf.fork;

import io.sluice.perf.command.Failures;
import io.sluice.perf.command.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The findings of one virtual machine.
 *
 * @param row the situation
 * @param contestant the contestant
 * @param round which round it belongs to, from 1
 * @param printed the figures, under their names in results
 * @param <R> the kind of situations
 * @param <C> the kind of contestants
 */
public record Measured<R, C>(R row, C contestant, int round, Printed printed) {

    /** The work of a turn. */
    public interface Measurement<R, C> {

        /** Takes a turn. */
        Printed of(R row, C contestant) throws Exception;
    }

    /** The work of a turn that depends on the round. */
    public interface OfRound<R, C> {

        /** Takes a turn. */
        Printed of(Turn<R, C> turn) throws Exception;
    }

    /**
     * Takes turns, and shows the progress.
     *
     * @param task what is done
     * @param turns in the order to take them
     * @param measurement the work of each
     * @param inWords the message about the findings of a turn
     */
    public static <R, C> List<Measured<R, C>> take(
            String task,
            List<Turn<R, C>> turns,
            Measurement<R, C> measurement,
            Function<Measured<R, C>, String> inWords)
            throws Exception {
        return takeRounds(
                task, turns, turn -> measurement.of(turn.row(), turn.contestant()), inWords);
    }

    /**
     * The same for contestants that may fail: then the failure stands in place of the figures, and
     * the others keep theirs.
     */
    public static <R, C> List<Measured<R, C>> attempt(
            String task,
            List<Turn<R, C>> turns,
            Measurement<R, C> attempt,
            Function<Measured<R, C>, String> inWords)
            throws Exception {
        return takeRounds(
                task,
                turns,
                turn -> {
                    try {
                        return attempt.of(turn.row(), turn.contestant());
                    } catch (InterruptedException e) {
                        throw e; // that is for the whole measurement
                    } catch (Exception | LinkageError e) { // a pool may throw anything
                        return Printed.failed(Failures.oneLine(e));
                    }
                },
                turn -> turn.failure() == null ? inWords.apply(turn) : "failed: " + turn.failure());
    }

    /** The same for work that depends on the round. */
    public static <R, C> List<Measured<R, C>> takeRounds(
            String task,
            List<Turn<R, C>> turns,
            OfRound<R, C> measurement,
            Function<Measured<R, C>, String> inWords)
            throws Exception {
        List<Measured<R, C>> all = new ArrayList<>();
        try (Progress progress = Progress.start(task, turns.size())) {
            for (Turn<R, C> turn : turns) {
                Measured<R, C> one =
                        new Measured<>(
                                turn.row(), turn.contestant(), turn.round(), measurement.of(turn));
                all.add(one);
                progress.advance(1);
                progress.say(one.label() + " " + inWords.apply(one));
            }
        }
        return all;
    }

    /** Returns the situation and the contestant, to begin a message with. */
    public String label() {
        return row + " " + contestant;
    }

    /** Returns the failure in one line, or null if there is none. */
    public @Nullable String failure() {
        return printed.text(Printed.FAILURE);
    }

    /** Returns whether there is a figure. */
    boolean has(String figure) {
        return printed.figures().get(figure) instanceof Number;
    }

    /** Returns a figure, which must be there. */
    public double get(String figure) {
        return printed.get(figure);
    }
}
