package io.sluice.perf.bank;

import io.sluice.perf.fork.Findings;
import java.util.TreeMap;

/**
 * What is to be tried.
 *
 * @param rounds how often the worker is killed at each point
 * @param threads how many threads transfer
 * @param sideBySide whether threads may be inside H2 at the same time
 * @param seed the seed of all random choices
 */
record BankPlan(int rounds, int threads, boolean sideBySide, long seed) {

    /** How many workers are killed. */
    int kills() {
        return rounds * Point.values().length;
    }

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings) {
        int kills = Point.values().length;
        String inH2 = sideBySide ? "all of them in" : "one of them in";
        findings.set(
                "bank",
                ("%s rounds of %s kills, %s threads, %s H2 at a time, %s accounts in each database,"
                                + " seed %s")
                        .formatted(rounds, kills, threads, inH2, Ledger.ACCOUNTS, seed));
        // What decides what a crash may take.
        findings.set(
                "PostgreSQL", new TreeMap<>(BankRun.POSTGRES).toString().replaceAll("[{}]", ""));
        findings.set("H2", "a file, WRITE_DELAY=0, REUSE_SPACE=FALSE");
    }
}
