package io.sluice.perf.report;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one of several commands.
 *
 * @param command its name, or that of its report where the command is run more than once
 * @param took how long it took
 * @param report its report; null if it made none
 * @param failure its failure, in one line; null without one. A command that finds something wrong
 *     has a report as well
 * @param leftOut why it was not run; null if it was
 */
public record Outcome(
        String command,
        Duration took,
        @Nullable Report report,
        @Nullable String failure,
        @Nullable String leftOut) {

    /** Returns the outcome of a command that was not run. */
    public static Outcome leftOut(String command, String why) {
        return new Outcome(command, Duration.ZERO, null, null, why);
    }

    /** Returns whether all is well. */
    boolean measured() {
        return failure == null && leftOut == null;
    }

    /** Returns the cells of its line, with the outcome in a word or two. */
    List<String> cells() {
        return List.of(command, Figures.took(took), inWords().replaceFirst(": .*", ""));
    }

    /** Returns the outcome in a few words. */
    String inWords() {
        if (leftOut != null) {
            return "left out: " + leftOut;
        }
        return failure == null ? "measured" : "failed: " + failure;
    }

    /** Returns the results of its report, if there is one. */
    List<Map<String, Object>> results() {
        return report == null ? List.of() : report.results();
    }

    /** Returns the question of its report, if there is one. */
    String question() {
        return report == null ? "" : report.question();
    }
}
