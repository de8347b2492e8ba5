package io.sluice.perf.report;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of one of several commands.
 *
 * @param command its name
 * @param took how long it took
 * @param report what it found out; null if it could not
 * @param failure what it failed with, in one line; null if it did not. A command that finds what
 *     must not be has a report as well
 */
public record Outcome(
        String command, Duration took, @Nullable Report report, @Nullable String failure) {

    /** Returns what became of it in a few words. */
    String inWords() {
        return failure == null ? "measured" : "failed: " + failure;
    }

    /** Returns what it was to find out, if it came so far. */
    String question() {
        return report == null ? "" : report.question();
    }
}
