package io.sluice.perf.fault;

import io.sluice.perf.fork.Findings;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What is to be measured, and how.
 *
 * @param faults what goes wrong
 * @param peers the contestants
 * @param threads how many threads work
 * @param connections how many connections each pool has
 * @param warmUp how long they work before it goes wrong
 * @param outage how long a fault lasts, if it is one that lasts
 * @param watch how long a pool has to recover
 * @param rounds how many turns each contestant has for each fault
 */
record FaultPlan(
        List<Fault> faults,
        List<Peer> peers,
        int threads,
        int connections,
        Duration warmUp,
        Duration outage,
        Duration watch,
        int rounds) {

    /** The limit of everything: the acquire, the connect, an answer of the server, a validation. */
    static final Duration LIMIT = Duration.ofSeconds(1);

    /** How long a thread rests between two calls. */
    static final Duration PAUSE = Duration.ofMillis(5);

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings) {
        String seconds = String.format(Locale.ROOT, "%.1f", outage.toMillis() / 1e3);
        findings.set(
                "faults",
                ("%s threads on %s connections, %s ms between two calls of a thread; a fault that"
                                + " lasts does so for %s s; %s interleaved rounds, a new pool for"
                                + " each turn")
                        .formatted(threads, connections, PAUSE.toMillis(), seconds, rounds));
        if (faults.stream().anyMatch(Fault::needsStandby)) {
            findings.set(
                    "failover",
                    "the URL names both servers, with "
                            + Scene.FAILOVER
                            + " except for failover-plain and switchover-plain; Sluice wants a"
                            + " primary in these two and in switchover");
        }
        findings.set(
                "pools",
                "fixed size, filled before; time-outs of 1 s for the acquire, the connect, an answer"
                        + " of the server (the driver's socketTimeout) and a validation; validation"
                        + " after 500 ms of idleness, or at each acquire where a pool cannot tell"
                        + " idleness; everything else each pool's own default");
    }

    /** Returns a time to recover in words. */
    String recovered(double millis) {
        return millis < watch.toMillis()
                ? Figures.millis(millis)
                : "not in " + Figures.millis(watch.toNanos() / 1e6);
    }
}
