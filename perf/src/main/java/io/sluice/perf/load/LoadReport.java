package io.sluice.perf.load;

import io.sluice.perf.command.Failures;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Csv;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.PeerSpreads;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Turns the turns of {@code load} into tables, charts and results. */
final class LoadReport {

    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final String[] PERCENTILE_NAMES = {"P50", "P99", "P999"};
    private static final String EXPLAINED =
            "Medians over the rounds. A transaction is timed from before the acquire until after"
                    + " the release, so it includes the wait for a connection; acquire is that part"
                    + " alone.";

    private final LoadPlan plan;
    private final Map<String, String> server;
    private final List<LoadTurn> turns;

    LoadReport(LoadPlan plan, Map<String, String> server, List<LoadTurn> turns) {
        this.plan = plan;
        this.server = server;
        this.turns = turns;
    }

    Report report() {
        return new Report(
                "load",
                "How many TPC-B-like transactions does PostgreSQL do through each pool, and how"
                        + " long do they take?",
                Instant.now(),
                Machine.current(),
                settings(),
                List.of(throughput(), transactionTimes(), acquireTimes()),
                plan.peers().stream().map(this::result).toList(),
                Map.of("load-turns.csv", raw()));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("PostgreSQL", server.toString().replaceAll("[{}]", "").replace("=", " "));
        settings.put(
                "load",
                String.format(
                        Locale.ROOT,
                        "%d threads on %d connections, scale %d, %.1f s per contestant in %d"
                                + " interleaved rounds",
                        plan.threads(),
                        plan.connections(),
                        plan.scale(),
                        plan.time().toMillis() / 1e3,
                        plan.rounds()));
        settings.put(
                "pools",
                "fixed size, filled before; auto-commit off; no leak detection, no metrics;"
                        + " everything else each pool's own default, validation as well");
        if (plan.config() != null) {
            settings.put("sluice alone", "options from " + plan.config());
        }
        turns.stream()
                .filter(turn -> turn.firstError() != null)
                .findFirst()
                .ifPresent(
                        turn -> {
                            Throwable error = turn.firstError();
                            settings.put(
                                    "first error",
                                    turn.peer()
                                            + ": "
                                            + (error == null ? "" : Failures.oneLine(error)));
                        });
        return settings;
    }

    private Section throughput() {
        PeerSpreads rates = spreads(LoadTurn::perSecond);
        List<List<String>> rows = new ArrayList<>();
        for (Peer peer : rates.peers()) {
            rows.add(
                    List.of(
                            peer.toString(),
                            Figures.count(rates.of(peer).median()),
                            Figures.range(rates.of(peer), Figures::count),
                            Long.toString(errors(peer))));
        }
        return new Section(
                "Transactions per second",
                "",
                new Table(List.of("pool", "tx/s", "range", "errors"), rows),
                List.of(rates.chart("Transactions per second, more is better", Figures::count)));
    }

    private Section transactionTimes() {
        return times("Time of a transaction", EXPLAINED, LoadTurn::transactionMicros);
    }

    private Section acquireTimes() {
        return times("Time of an acquire", "", LoadTurn::acquireMicros);
    }

    private interface PercentileOf {
        double micros(LoadTurn turn, double percentile);
    }

    private Section times(String title, String explanation, PercentileOf figure) {
        PeerSpreads p50 = spreads(turn -> figure.micros(turn, 50));
        PeerSpreads p99 = spreads(turn -> figure.micros(turn, 99));
        PeerSpreads p999 = spreads(turn -> figure.micros(turn, 99.9));
        List<List<String>> rows = new ArrayList<>();
        for (Peer peer : p50.peers()) {
            rows.add(
                    List.of(
                            peer.toString(),
                            Figures.micros(p50.of(peer).median()),
                            Figures.micros(p99.of(peer).median()),
                            Figures.range(p99.of(peer), Figures::micros),
                            Figures.micros(p999.of(peer).median()),
                            Figures.range(p999.of(peer), Figures::micros)));
        }
        return new Section(
                title,
                explanation,
                new Table(List.of("pool", "p50", "p99", "range", "p99.9", "range"), rows),
                List.of(
                        p99.chart(title + ", p99, less is better", Figures::micros),
                        p999.chart(title + ", p99.9, less is better", Figures::micros)));
    }

    private Map<String, Object> result(Peer peer) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pool", peer.toString());
        result.put("threads", plan.threads());
        result.put("connections", plan.connections());
        result.put("scale", plan.scale());
        result.put("rounds", plan.rounds());
        spreads(LoadTurn::perSecond).putInto(result, "transactionsPerSecond", peer);
        for (int i = 0; i < PERCENTILES.length; i++) {
            double percentile = PERCENTILES[i];
            spreads(turn -> turn.transactionMicros(percentile))
                    .putInto(result, "transactionMicros" + PERCENTILE_NAMES[i], peer);
            spreads(turn -> turn.acquireMicros(percentile))
                    .putInto(result, "acquireMicros" + PERCENTILE_NAMES[i], peer);
        }
        result.put("errors", errors(peer));
        return result;
    }

    private PeerSpreads spreads(ToDoubleFunction<LoadTurn> figure) {
        return PeerSpreads.of(turns, LoadTurn::peer, figure);
    }

    private long errors(Peer peer) {
        return turns.stream().filter(turn -> turn.peer() == peer).mapToLong(LoadTurn::errors).sum();
    }

    private String raw() {
        Csv csv =
                new Csv(
                        "pool",
                        "round",
                        "transactions",
                        "transactionsPerSecond",
                        "transactionMicrosP50",
                        "transactionMicrosP99",
                        "transactionMicrosP999",
                        "acquireMicrosP50",
                        "acquireMicrosP99",
                        "acquireMicrosP999",
                        "errors");
        for (LoadTurn turn : turns) {
            csv.add(
                    turn.peer(),
                    turn.round(),
                    turn.transactions().getTotalCount(),
                    turn.perSecond(),
                    turn.transactionMicros(50),
                    turn.transactionMicros(99),
                    turn.transactionMicros(99.9),
                    turn.acquireMicros(50),
                    turn.acquireMicros(99),
                    turn.acquireMicros(99.9),
                    turn.errors());
        }
        return csv.toString();
    }
}
