package io.sluice.perf.bank;

import io.sluice.perf.fork.Findings;
import java.util.TreeMap;

/**
 * What is to be tried.
 *
 * @param databases what the transfers are between
 * @param rounds how often the worker is killed at each point
 * @param threads how many threads transfer
 * @param sideBySide whether threads may be inside H2 at the same time
 * @param seed the seed of all random choices
 */
record BankPlan(Databases databases, int rounds, int threads, boolean sideBySide, long seed) {

    /** How many workers are killed. */
    int kills() {
        return rounds * Point.values().length;
    }

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings) {
        int kills = Point.values().length;
        findings.set(
                "bank",
                "%s rounds of %s kills, %s threads%s, %s accounts in each database, seed %s"
                        .formatted(rounds, kills, threads, inH2(), Ledger.ACCOUNTS, seed));
        // What decides what a crash may take.
        findings.set(
                "PostgreSQL",
                new TreeMap<>(BankServers.POSTGRES).toString().replaceAll("[{}]", ""));
        findings.set(
                databases.other,
                databases == Databases.POSTGRES_H2
                        ? "a file, WRITE_DELAY=0, REUSE_SPACE=FALSE"
                        : String.join(" ", BankServers.MARIADB)
                                + "; killed with the JVM in every second round");
    }

    private String inH2() {
        if (databases != Databases.POSTGRES_H2) {
            return "";
        }
        return (sideBySide ? ", all" : ", one") + " of them in H2 at a time";
    }
}
