package io.sluice.perf.report;

import java.util.List;

/**
 * A target for the pool, and whether a run reaches it.
 *
 * @param wanted the target in words
 * @param figure the measured figure; empty if there is none
 * @param verdict whether it is reached
 */
record Target(String wanted, String figure, Verdict verdict) {

    /** The explanation of the table of targets. */
    static final String EXPLAINED =
            "What is wanted of the pool, and whether the medians of this run reach it. They are"
                    + " meant for ten forks or rounds and all peers, on a machine that does nothing"
                    + " else; the figures say how many peers there were.";

    /** The columns of the table. */
    static final List<String> HEADER = List.of("target", "figure", "");

    /** Whether a target is reached. */
    enum Verdict {
        REACHED("reached"),
        MISSED("not reached"),
        ROUGH("rough, not judged"),
        UNKNOWN("not measured in this run");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Returns a target that was measured. */
    static Target of(String wanted, String figure, boolean reached) {
        return new Target(wanted, figure, reached ? Verdict.REACHED : Verdict.MISSED);
    }

    /** Returns a target that was not measured. */
    static Target unknown(String wanted) {
        return new Target(wanted, "", Verdict.UNKNOWN);
    }

    /** Returns the same target, as a rough run shows it: with its figure and no verdict. */
    Target notJudged() {
        return verdict == Verdict.UNKNOWN ? this : new Target(wanted, figure, Verdict.ROUGH);
    }

    /** Returns the cells of its line. */
    List<String> cells() {
        return List.of(wanted, figure, verdict.toString());
    }
}
