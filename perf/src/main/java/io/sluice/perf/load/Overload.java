package io.sluice.perf.load;

import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.ThreadKind;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.report.Figures;
import io.sluice.perf.turn.LimitedPeer;
import io.sluice.perf.turn.Logs;
import io.sluice.pool.fault.TcpProxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What is to be measured, and how.
 *
 * @param peers the contestants
 * @param threads how many threads the service has
 * @param connections how many connections each pool has
 * @param phase how long each rate lasts
 * @param outage how long the server cannot be reached
 * @param limit how long a request may take, and an acquire
 * @param rounds how many turns each contestant has
 * @param maxWaiting how many threads may wait in Sluice
 */
record Overload(
        List<Peer> peers,
        int threads,
        int connections,
        Duration phase,
        Duration outage,
        Duration limit,
        int rounds,
        int maxWaiting) {

    private static final Duration CAPACITY_TIME = Duration.ofSeconds(3);

    /** A rate at which requests arrive, as a part of the capacity. */
    enum Rate {
        HALF("0.5", 0.5, ""),
        NEARLY("0.9", 0.9, ""),
        ABOVE("1.1", 1.1, ""),
        HALF_MORE("1.5", 1.5, ""),
        TRIPLE("3", 3, ""),
        BACK("0.5-back", 0.5, ", back from 3 ×"),
        OUTAGE("0.5-outage", 0.5, ", in an outage"),
        AFTER_OUTAGE("0.5-after", 0.5, ", after the outage");

        private final String label;
        private final double part;
        private final String when;

        Rate(String label, double part, String when) {
            this.label = label;
            this.part = part;
            this.when = when;
        }

        String title() {
            return "Requests at %s × the capacity%s".formatted(label.replaceFirst("-.*", ""), when);
        }

        @Override
        public String toString() {
            return label;
        }
    }

    /** Adds what held for all, for the head of a report. */
    void describeIn(Findings findings, double capacity) {
        findings.set(
                "overload",
                String.format(
                        Locale.ROOT,
                        "a service of %d threads, %d connections, %.1f s at each rate, an outage of"
                                + " %.1f s; a request and an acquire may take %d ms; %d interleaved"
                                + " rounds, a new pool for each turn",
                        threads,
                        connections,
                        phase.toMillis() / 1e3,
                        outage.toMillis() / 1e3,
                        limit.toMillis(),
                        rounds));
        if (maxWaiting < Integer.MAX_VALUE) {
            findings.set("sluice alone", "maxWaiting " + maxWaiting);
        }
        findings.set(
                "capacity",
                Figures.count(capacity) + " transactions/s, by as many threads as connections");
    }

    /** Returns the limit on the threads that wait, or in words that there is none. */
    Object maxWaiting(Peer peer) {
        return peer == Peer.SLUICE && maxWaiting < Integer.MAX_VALUE ? maxWaiting : "none";
    }

    /** Returns how many transactions a second as many threads as connections do. */
    double capacity(PeerSettings settings, TpcbTables tables)
            throws SQLException, InterruptedException {
        try (OpenPeer open = Peer.SLUICE.open(settings)) {
            return new LoadClients(open.sourceForClient(), tables, limit)
                    .run(
                            0,
                            connections,
                            ThreadKind.PLATFORM,
                            CAPACITY_TIME.dividedBy(3),
                            CAPACITY_TIME,
                            /* watchesHeap= */ false)
                    .get("transactionsPerSecond");
        }
    }

    /**
     * Takes all turns; returns the figures of each rate.
     *
     * @param network the way to the server, which is closed for the outage
     */
    List<Measured<Rate, Peer>> run(
            PeerSettings settings, TpcbTables tables, TcpProxy network, double capacity)
            throws Exception {
        Logs.discard();
        return Measured.attempt(
                        "overload",
                        Turn.interleaved(rounds, List.of("overload"), peers),
                        (row, peer) -> turn(peer, settings, tables, network, capacity),
                        turn ->
                                Figures.percent(
                                                turn.printed()
                                                        .group(Rate.TRIPLE.toString())
                                                        .get("goodOfReference"))
                                        + " of the good requests at three times the capacity")
                .stream()
                .flatMap(Overload::rates)
                .toList();
    }

    private static Stream<Measured<Rate, Peer>> rates(Measured<String, Peer> turn) {
        return Stream.of(Rate.values())
                .map(
                        rate ->
                                new Measured<>(
                                        rate,
                                        turn.contestant(),
                                        turn.round(),
                                        turn.failure() == null
                                                ? turn.printed().group(rate.toString())
                                                : turn.printed()));
    }

    private Printed turn(
            Peer peer, PeerSettings settings, TpcbTables tables, TcpProxy network, double capacity)
            throws SQLException {
        tables.tidy();
        Printed figures = Printed.begin();
        try (OpenPeer open = LimitedPeer.of(peer.open(settings));
                OpenLoop service = new OpenLoop(open.sourceForClient(), tables, threads)) {
            OpenPeer.fill(open.sourceForClient(), connections);
            service.offer(new Arrivals(phase, limit), capacity / 2, phase); // warm-up
            Map<Rate, Arrivals> all = new EnumMap<>(Rate.class);
            for (Rate rate : Rate.values()) {
                Duration time = rate == Rate.OUTAGE ? outage : phase;
                Arrivals arrivals = new Arrivals(time, limit);
                if (rate == Rate.OUTAGE) {
                    network.hang();
                    network.reset();
                } else {
                    network.heal();
                }
                service.offer(arrivals, rate.part * capacity, time);
                all.put(rate, arrivals);
            }
            service.finish(); // what is in progress counts as well
            double reference = Objects.requireNonNull(all.get(Rate.NEARLY)).goodPerSecond();
            all.forEach((rate, one) -> figures.with(rate.toString(), one.figures(reference)));
        } finally {
            network.heal();
        }
        return figures;
    }
}
