package io.sluice.perf.fork;

import io.sluice.perf.command.Progress;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

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
        Printed of(R row, C contestant) throws IOException, InterruptedException;
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
            throws IOException, InterruptedException {
        return Progress.<Turn<R, C>, Measured<R, C>, IOException>through(
                task,
                turns,
                turn ->
                        new Measured<>(
                                turn.row(),
                                turn.contestant(),
                                turn.round(),
                                measurement.of(turn.row(), turn.contestant())),
                (turn, measured) -> turn.label() + " " + inWords.apply(measured));
    }

    /** Returns a figure, which must be there. */
    public double get(String figure) {
        return printed.get(figure);
    }
}
