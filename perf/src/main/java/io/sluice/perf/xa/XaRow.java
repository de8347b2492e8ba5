package io.sluice.perf.xa;

import io.sluice.perf.fork.Sheet;
import io.sluice.perf.report.Figures;
import java.util.List;
import java.util.Locale;

/** A row to measure. */
enum XaRow {
    STUB(
            "One transaction after another, one thread, stub manager and stub driver",
            "A transaction begins, acquires, releases and commits; nothing else takes time.",
            List.of(XaPeer.SLUICE, XaPeer.AGROAL, XaPeer.DRIVER),
            Sheets.cycles("Transaction", "tx", XaPeer.AGROAL)),
    PLAIN(
            "One cycle after another, one thread, in no transaction, stub manager and stub driver",
            "A cycle acquires and releases: what it costs there that a manager is configured.",
            List.of(XaPeer.SLUICE, XaPeer.NO_MANAGER, XaPeer.AGROAL),
            Sheets.cycles("Cycle", "cycle", XaPeer.NO_MANAGER)),
    H2_1("Transactions on one H2 in memory"),
    H2_2("Transactions on two H2 in memory"),
    POSTGRES("Transactions on one PostgreSQL"),
    POSTGRES_H2("Transactions on a PostgreSQL and an H2 in memory"),
    GROWTH(
            Sheets.CROWD + "no transactions",
            "Each thread acquires, runs one query and releases, 200 times; two processors keep few"
                    + " connections busy with that."
                    + Sheets.OF_CROWDS,
            List.of(XaPeer.SLUICE, XaPeer.BITRONIX),
            Sheets.ofCrowds()),
    GROWTH_1MS(
            Sheets.CROWD + "no transactions, queries of 1 ms",
            "Each thread acquires, runs one query, which lets a database over a network have its"
                    + " time, and releases, 200 times: all connections are wanted."
                    + Sheets.OF_CROWDS,
            List.of(XaPeer.SLUICE, XaPeer.BITRONIX),
            Sheets.ofCrowds()),
    STATEMENTS(
            "Statements of one thread on H2 in memory, no transactions",
            "CPU of the thread, for a query of ten rows and three columns, ten to a lease: the"
                    + " wrappers of the pool and the driver behind them, or one connection of the"
                    + " driver's XAConnection alone.",
            List.of(XaPeer.SLUICE, XaPeer.BITRONIX, XaPeer.DRIVER),
            Sheets.begun()
                    .range("CPU/statement", "cpuNanosPerStatement", Figures::nanos)
                    .chart("CPU/statement, less is better")
                    .ratio("÷ bitronix", "cpuNanosPerStatementRatio", XaPeer.BITRONIX));

    /** What several rows share. */
    private static final class Sheets {

        static final String CROWD =
                "100 threads on at most 100 connections, none at the start, connects of 20 ms, ";
        static final String OF_CROWDS =
                " Blocked is the time in which threads could not enter the pool's own locks, by JFR"
                        + " with thresholds of 0 on a second pool of the same kind; contended is"
                        + " how often. Waiting is for connections.";
        static final String TRANSACTIONS =
                "Each transaction updates one row in each database. CPU is that of the process."
                        + " Blocked are seconds of all threads, parked those of threads that run"
                        + " transactions, in a second, by JFR with thresholds of 0 in a time of its"
                        + " own; of them blocked in the pool's own locks, and how often in a second."
                        + " The shares are of the samples of the"
                        + " profile: what code of the pool, the manager or the database is"
                        + " innermost.";

        private Sheets() {}

        static Sheet<XaRow, XaPeer> begun() {
            return new Sheet<XaRow, XaPeer>("pool", "xa", peer -> peer.tone)
                    .fact("row", (row, peer) -> row);
        }

        /** Returns the sheet of cycles of one thread, compared with those of a contestant. */
        static Sheet<XaRow, XaPeer> cycles(String what, String unit, XaPeer to) {
            return begun().range("time/" + unit, "nanosPer" + what, Figures::nanos)
                    .chart("time/" + unit + ", less is better")
                    .ratio("÷ " + to, "nanosPer" + what + "Ratio", to)
                    .spread("bytes/" + unit, "bytesPer" + what, Figures::count)
                    .ratio("÷ " + to, "bytesPer" + what + "Ratio", to);
        }

        static Sheet<XaRow, XaPeer> ofTransactions() {
            String to = "÷ agroal";
            return begun().range("tx/s", "transactionsPerSecond", Figures::count)
                    .chart("tx/s, more is better")
                    .ratio(to, "transactionsPerSecondRatio", XaPeer.AGROAL)
                    .spread("CPU/tx", "cpuNanosPerTransaction", Figures::nanos)
                    .ratio(to, "cpuNanosPerTransactionRatio", XaPeer.AGROAL)
                    .spread("blocked", "blockedSeconds", Figures::seconds)
                    .spread("parked", "parkedSeconds", Figures::seconds)
                    .spread("pool's: blocked", "poolBlockedMillis", Figures::millis)
                    .spread("contended", "poolContentions", Figures::count)
                    .spread("pool", "poolShare", Figures::percent)
                    .spread("manager", "managerShare", Figures::percent)
                    .spread("database", "databaseShare", Figures::percent);
        }

        static Sheet<XaRow, XaPeer> ofCrowds() {
            String to = "÷ bitronix";
            return begun().range("elapsed", "elapsedMillis", Figures::millis)
                    .chart("elapsed, less is better")
                    .ratio(to, "elapsedMillisRatio", XaPeer.BITRONIX, Sheets::digits)
                    .spread("pool's: blocked", "poolBlockedMillis", Figures::millis)
                    .ratio(to, "poolBlockedMillisRatio", XaPeer.BITRONIX, Sheets::digits)
                    .spread("contended", "poolContentions", Figures::count)
                    .ratio(to, "poolContentionsRatio", XaPeer.BITRONIX, Sheets::digits)
                    .spread("waiting", "poolWaitMillis", Figures::millis);
        }

        private static String digits(double ratio) {
            return ratio < 0.01 ? String.format(Locale.ROOT, "%.5f", ratio) : Figures.ratio(ratio);
        }
    }

    final String title;
    final String explanation;
    final Sheet<XaRow, XaPeer> sheet;
    private final List<XaPeer> peers;

    /** A row of transactions that several threads run for a while. */
    XaRow(String title) {
        this(title, Sheets.TRANSACTIONS, XaPeer.WITH_MANAGERS, Sheets.ofTransactions());
    }

    XaRow(String title, String explanation, List<XaPeer> peers, Sheet<XaRow, XaPeer> sheet) {
        this.title = title;
        this.explanation = explanation;
        this.peers = peers;
        this.sheet = sheet;
    }

    /** Returns whether a contestant makes sense here. */
    boolean admits(XaPeer peer) {
        return peers.contains(peer);
    }

    /** Returns whether a PostgreSQL is needed. */
    boolean needsPostgres() {
        return this == POSTGRES || this == POSTGRES_H2;
    }

    /** Returns whether a query takes as long as it would over a network. */
    boolean isRemote() {
        return this == GROWTH_1MS;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
