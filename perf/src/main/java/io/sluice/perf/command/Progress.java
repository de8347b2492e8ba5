package io.sluice.perf.command;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a measurement: a bar on a terminal, one line per message otherwise. It goes
 * to standard error, so that standard output has the figures only. Not thread-safe.
 */
public abstract class Progress implements AutoCloseable {

    /** Set by the script that starts us, which can ask about standard error; Java cannot. */
    private static final String TERMINAL = "sluice.perf.terminal";

    /**
     * Starts to show progress.
     *
     * @param task what is done
     * @param steps how many steps it has
     */
    public static Progress start(String task, int steps) {
        return Boolean.getBoolean(TERMINAL)
                ? new Bar(task, steps)
                : lines(task, steps, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    /** Starts to show progress in plain lines, wherever they go. */
    static Progress lines(String task, int steps, PrintWriter to) {
        return new Lines(task, steps, to);
    }

    /**
     * The work of a step.
     *
     * @param <S> the kind of steps
     * @param <T> the result of one
     * @param <E> what it may throw, besides an interrupt
     */
    @FunctionalInterface
    public interface Measurement<S, T, E extends Exception> {

        /** Takes a step. */
        T of(S step) throws E, InterruptedException;
    }

    /**
     * Takes steps one after the other, and reports the result of each.
     *
     * @param steps in the order to take them; each counts as one
     * @param measurement the work of each
     * @param message makes the message about a step and its result
     * @return the results, in the same order
     */
    public final <S, T, E extends Exception> List<T> each(
            List<S> steps, Measurement<S, T, E> measurement, BiFunction<S, T, String> message)
            throws E, InterruptedException {
        List<T> results = new ArrayList<>(steps.size());
        for (S step : steps) {
            T result = measurement.of(step);
            results.add(result);
            advance(1);
            say(message.apply(step, result));
        }
        return results;
    }

    /**
     * Shows progress from start to end, for just the steps that {@link #each} takes.
     *
     * @param task what is done
     */
    public static <S, T, E extends Exception> List<T> through(
            String task,
            List<S> steps,
            Measurement<S, T, E> measurement,
            BiFunction<S, T, String> message)
            throws E, InterruptedException {
        if (steps.isEmpty()) {
            return List.of();
        }
        try (Progress progress = start(task, steps.size())) {
            return progress.each(steps, measurement, message);
        }
    }

    /** Says what is being done. */
    public abstract void say(String message);

    /** Counts steps as done. */
    public abstract void advance(int steps);

    @Override
    public abstract void close();

    private static final class Bar extends Progress {

        private final ProgressBar bar;

        Bar(String task, int steps) {
            bar =
                    new ProgressBarBuilder()
                            .setTaskName(task)
                            .setInitialMax(steps)
                            .setStyle(ProgressBarStyle.ASCII)
                            .setUpdateIntervalMillis((int) Duration.ofMillis(500).toMillis())
                            .build();
        }

        @Override
        public void say(String message) {
            bar.setExtraMessage(" " + message);
        }

        @Override
        public void advance(int steps) {
            bar.stepBy(steps);
        }

        @Override
        public void close() {
            bar.close();
        }
    }

    private static final class Lines extends Progress {

        private final String task;
        private final int steps;
        private final PrintWriter to;
        private int done;

        Lines(String task, int steps, PrintWriter to) {
            this.task = task;
            this.steps = steps;
            this.to = to;
        }

        @Override
        public void say(String message) {
            to.printf("%s %d/%d  %s%n", task, done, steps, message);
        }

        @Override
        public void advance(int count) {
            done += count;
        }

        @Override
        public void close() {
            to.flush();
        }
    }
}
