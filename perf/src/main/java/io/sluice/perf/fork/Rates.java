package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Measures fork by fork how often an operation is done in a second, and shows that.
 *
 * @param benchmark the class of its benchmark, which takes a {@link Client}
 * @param operation the method of the benchmark, which is also the word for one operation
 * @param plan the contestants, rows and rounds
 */
public record Rates(Class<?> benchmark, String operation, ForkPlan plan) {

    /** Begins the sheet of something that was measured in rows. */
    public static Sheet<Row, Peer> sheet(String measure) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Sheet<Row, Peer>("pool", measure, Peer::tone)
                .fact("row", (row, peer) -> row)
                .fact("threads", (row, peer) -> row.threads(peer, processors))
                .fact("connections", (row, peer) -> row.connections())
                .fact("tokens", (row, peer) -> row.tokens());
    }

    /**
     * Runs all forks and returns what each of them gave.
     *
     * @param verbose whether to show what JMH prints
     */
    public List<Measured<Row, Peer>> run(boolean verbose) throws Exception {
        return Measured.take(
                operation,
                plan.turns(),
                (row, peer) -> run(row, peer, verbose),
                fork -> Figures.count(fork.get(perSecond())) + "/s");
    }

    private Printed run(Row row, Peer peer, boolean verbose) {
        int threads = row.threads(peer, Runtime.getRuntime().availableProcessors());
        List<String> flags = ForkedJvm.flags(plan.jvmFlags(threads));
        ChainedOptionsBuilder options =
                JmhFork.options(benchmark, row.method(operation), flags, plan.iterations(), verbose)
                        .param("peer", peer.name())
                        .param("connections", Integer.toString(row.connections()))
                        .param("url", row.url())
                        .param("tokens", Integer.toString(row.tokens()))
                        .param("promoted", Boolean.toString(plan.promoted()))
                        .param("metrics", Boolean.toString(plan.metrics()))
                        .threads(threads);
        if (plan.allocation()) {
            options = options.addProfiler(GCProfiler.class);
        }
        JmhFork fork = JmhFork.run(options, "the fork of " + peer + " in row " + row);
        Printed figures = Printed.begin().with(perSecond(), fork.perSecond());
        Double bytes = fork.figure(JmhFork.BYTES_PER_OPERATION);
        return bytes == null ? figures : figures.with(bytesPer(), bytes);
    }

    /** Adds a section for each row, the results, and the file with every fork. */
    public void addTo(Findings findings, List<Measured<Row, Peer>> forks) {
        Sheet.byRow(forks)
                .forEach(
                        (row, some) -> {
                            Peer bound = row.contended() ? Peer.IDEAL : Peer.FLOOR;
                            findings.add(figures(bound), some, Row::title, "");
                        });
        if (!forks.isEmpty()) {
            findings.add("forks.csv", figures(Peer.FLOOR).csv(forks));
        }
    }

    /** Returns the figures of a row with one of the bounds. */
    private Sheet<Row, Peer> figures(Peer bound) {
        String toBound = bound == Peer.FLOOR ? "ratioToFloor" : "ratioToIdeal";
        Sheet<Row, Peer> sheet =
                sheet("throughput")
                        .range(operation + "s/s", perSecond(), Figures::count)
                        .chart(capital() + "s per second, more is better")
                        .compared(
                                "÷ best peer",
                                "ratioToBestPeer",
                                peer -> peer.kind() == Peer.Kind.PEER,
                                (own, best) -> own / best,
                                Figures::ratio)
                        .ratio("÷ " + bound, toBound, bound);
        return plan.allocation()
                ? sheet.spread("bytes/" + operation, bytesPer(), Figures::count)
                : sheet;
    }

    private String perSecond() {
        return operation + "sPerSecond";
    }

    private String bytesPer() {
        return "bytesPer" + capital();
    }

    private String capital() {
        return operation.substring(0, 1).toUpperCase(Locale.ROOT) + operation.substring(1);
    }
}
