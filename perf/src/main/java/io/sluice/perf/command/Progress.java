package io.sluice.perf.command;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
