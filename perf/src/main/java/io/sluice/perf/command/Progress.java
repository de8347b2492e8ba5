package io.sluice.perf.command;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a measurement: a bar on a terminal, one line per message otherwise. It goes
 * to standard error, so that standard output has the figures only. Not thread-safe.
 */
public final class Progress implements AutoCloseable {

    /** Set by the script that starts us, which can ask about standard error; Java cannot. */
    private static final String TERMINAL = "sluice.perf.terminal";

    private final String task;
    private final int steps;
    private final PrintWriter to;
    private final @Nullable ProgressBar bar;
    private int done;

    private Progress(String task, int steps, PrintWriter to, @Nullable ProgressBar bar) {
        this.task = task;
        this.steps = steps;
        this.to = to;
        this.bar = bar;
    }

    /**
     * Starts to show progress.
     *
     * @param task what is done
     * @param steps how many steps it has
     */
    public static Progress start(String task, int steps) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        if (!Boolean.getBoolean(TERMINAL)) {
            return lines(task, steps, err);
        }
        ProgressBarBuilder bar =
                new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(steps)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(500);
        return new Progress(task, steps, err, bar.build());
    }

    /** Starts to show progress in plain lines, wherever they go. */
    static Progress lines(String task, int steps, PrintWriter to) {
        return new Progress(task, steps, to, null);
    }

    /** Says what is being done. */
    public void say(String message) {
        if (bar == null) {
            to.printf("%s %d/%d  %s%n", task, done, steps, message);
        } else {
            bar.setExtraMessage(" " + message);
        }
    }

    /** Counts steps as done. */
    public void advance(int count) {
        done += count;
        if (bar != null) {
            bar.stepBy(count);
        }
    }

    @Override
    public void close() {
        to.flush();
        if (bar != null) {
            bar.close();
        }
    }
}
