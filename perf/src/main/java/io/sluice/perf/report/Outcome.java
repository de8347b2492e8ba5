package io.sluice.perf.report;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of one of several commands.
 *
 * @param command its name, or that of its report where the command is run more than once
 * @param took how long it took
 * @param report what it found out; null if it could not
 * @param failure what it failed with, in one line; null if it did not. A command that finds what
 *     must not be has a report as well
 * @param leftOut why it was not run; null if it was
 */
public record Outcome(
        String command,
        Duration took,
        @Nullable Report report,
        @Nullable String failure,
        @Nullable String leftOut) {

    /** Returns what became of a command that was not run. */
    public static Outcome leftOut(String command, String why) {
        return new Outcome(command, Duration.ZERO, null, null, why);
    }

    /** Returns whether all is well. */
    boolean measured() {
        return failure == null && leftOut == null;
    }

    /** Returns what became of it in a word or two. */
    String inShort() {
        return inWords().replaceFirst(": .*", "");
    }

    /** Returns what became of it in a few words. */
    String inWords() {
        if (leftOut != null) {
            return "left out: " + leftOut;
        }
        return failure == null ? "measured" : "failed: " + failure;
    }

    /** Returns what it was to find out, if it came so far. */
    String question() {
        return report == null ? "" : report.question();
    }
}
