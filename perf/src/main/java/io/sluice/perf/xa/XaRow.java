package io.sluice.perf.xa;

import io.sluice.perf.command.NameConverter;
import io.sluice.perf.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** A row to measure. */
enum XaRow {
    STUB(
            "One transaction after another, one thread, stub manager and stub driver",
            "A transaction begins, acquires, releases and commits; nothing else takes time.",
            List.of(XaPeer.SLUICE, XaPeer.AGROAL),
            XaPeer.AGROAL,
            List.of("nanosPerTransaction", "bytesPerTransaction")),
    PLAIN(
            "One cycle after another, one thread, in no transaction, stub manager and stub driver",
            "A cycle acquires and releases: what it costs there that a manager is configured.",
            List.of(XaPeer.SLUICE, XaPeer.NO_MANAGER, XaPeer.AGROAL),
            XaPeer.NO_MANAGER,
            List.of("nanosPerCycle", "bytesPerCycle")),
    H2_1(
            "Transactions on one H2 in memory",
            Explained.TRANSACTIONS,
            XaPeer.WITH_MANAGERS,
            XaPeer.AGROAL,
            Explained.OF_TRANSACTIONS),
    H2_2(
            "Transactions on two H2 in memory",
            Explained.TRANSACTIONS,
            XaPeer.WITH_MANAGERS,
            XaPeer.AGROAL,
            Explained.OF_TRANSACTIONS),
    POSTGRES(
            "Transactions on one PostgreSQL",
            Explained.TRANSACTIONS,
            XaPeer.WITH_MANAGERS,
            XaPeer.AGROAL,
            Explained.OF_TRANSACTIONS),
    POSTGRES_H2(
            "Transactions on a PostgreSQL and an H2 in memory",
            Explained.TRANSACTIONS,
            XaPeer.WITH_MANAGERS,
            XaPeer.AGROAL,
            Explained.OF_TRANSACTIONS),
    GROWTH(
            Explained.CROWD + "no transactions",
            "Each thread acquires, runs one query and releases, 200 times; two processors keep few"
                    + " connections busy with that."
                    + Explained.OF_CROWDS,
            List.of(XaPeer.SLUICE, XaPeer.BITRONIX),
            XaPeer.BITRONIX,
            Explained.FIGURES_OF_CROWDS),
    GROWTH_1MS(
            Explained.CROWD + "no transactions, queries of 1 ms",
            "Each thread acquires, runs one query, which lets a database over a network have its"
                    + " time, and releases, 200 times: all connections are wanted."
                    + Explained.OF_CROWDS,
            List.of(XaPeer.SLUICE, XaPeer.BITRONIX),
            XaPeer.BITRONIX,
            Explained.FIGURES_OF_CROWDS),
    STATEMENTS(
            "Statements of one thread on H2 in memory, no transactions",
            "CPU of the thread, for a query of ten rows and three columns, ten to a lease: the"
                    + " wrappers of the pool and the driver behind them, or one connection of the"
                    + " driver's XAConnection alone.",
            List.of(XaPeer.SLUICE, XaPeer.BITRONIX, XaPeer.DRIVER),
            XaPeer.BITRONIX,
            List.of("cpuNanosPerStatement"));

    /** Texts and figures that several rows share. */
    private static final class Explained {

        static final String CROWD =
                "100 threads on at most 100 connections, none at the start, connects of 20 ms, ";

        static final String OF_CROWDS =
                " Blocked is the time in which threads could not enter the pool's own locks, by JFR"
                        + " with thresholds of 0 on a second pool of the same kind; contended is"
                        + " how often. Waiting is for connections.";

        static final List<String> FIGURES_OF_CROWDS =
                List.of("elapsedMillis", "poolBlockedMillis", "poolContentions", "poolWaitMillis");

        static final String TRANSACTIONS =
                "Each transaction updates one row in each database. CPU is that of the process."
                        + " Blocked are seconds of all threads, parked those of threads that run"
                        + " transactions, in a second, by JFR with thresholds of 0 in a time of its"
                        + " own; of them blocked in the pool's own locks, and how often in a second."
                        + " The shares are of the samples of the"
                        + " profile: what code of the pool, the manager or the database is"
                        + " innermost.";

        static final List<String> OF_TRANSACTIONS =
                List.of(
                        "transactionsPerSecond",
                        "cpuNanosPerTransaction",
                        "blockedSeconds",
                        "parkedSeconds",
                        "poolBlockedMillis",
                        "poolContentions",
                        "poolShare",
                        "managerShare",
                        "databaseShare");

        private Explained() {}
    }

    private final String title;
    private final String explanation;
    private final List<XaPeer> peers;
    private final XaPeer reference;
    private final List<String> figures;

    XaRow(
            String title,
            String explanation,
            List<XaPeer> peers,
            XaPeer reference,
            List<String> figures) {
        this.title = title;
        this.explanation = explanation;
        this.peers = peers;
        this.reference = reference;
        this.figures = figures;
    }

    String title() {
        return title;
    }

    String explanation() {
        return explanation;
    }

    /** Returns whether a contestant makes sense here. */
    boolean admits(XaPeer peer) {
        return peers.contains(peer);
    }

    /** Returns the contestant that the first figures are compared with. */
    XaPeer reference() {
        return reference;
    }

    /** Returns the names of the figures, the most important first. */
    List<String> figures() {
        return figures;
    }

    /** Returns whether a PostgreSQL is needed. */
    boolean needsPostgres() {
        return this == POSTGRES || this == POSTGRES_H2;
    }

    /** Returns whether a query takes as long as it would over a network. */
    boolean isRemote() {
        return this == GROWTH_1MS;
    }

    /** Returns whether transactions are run by several threads for a while. */
    boolean isLoad() {
        return figures == Explained.OF_TRANSACTIONS;
    }

    /** Returns the figures whose ratio to the reference is shown. */
    List<String> compared() {
        List<String> compared = new ArrayList<>(figures);
        if (isLoad()) {
            return compared.subList(0, 2);
        }
        compared.remove("poolWaitMillis");
        return compared;
    }

    /** Returns the name of a figure in a table. */
    static String header(String figure) {
        return switch (figure) {
            case "nanosPerTransaction" -> "time/tx";
            case "bytesPerTransaction" -> "bytes/tx";
            case "nanosPerCycle" -> "time/cycle";
            case "bytesPerCycle" -> "bytes/cycle";
            case "transactionsPerSecond" -> "tx/s";
            case "cpuNanosPerTransaction" -> "CPU/tx";
            case "blockedSeconds" -> "blocked";
            case "parkedSeconds" -> "parked";
            case "poolBlockedMillis" -> "pool's: blocked";
            case "poolContentions" -> "contended";
            case "poolWaitMillis" -> "waiting";
            case "elapsedMillis" -> "elapsed";
            case "cpuNanosPerStatement" -> "CPU/statement";
            default -> figure.replace("Share", "");
        };
    }

    /** Returns the format of a figure. */
    static DoubleFunction<String> format(String figure) {
        if (figure.contains("anosPer")) {
            return Figures::nanos;
        }
        if (figure.endsWith("Millis")) {
            return value -> Figures.micros(1e3 * value);
        }
        if (figure.endsWith("Seconds")) {
            return value -> Figures.micros(1e6 * value);
        }
        return figure.endsWith("Share") ? Figures::percent : Figures::count;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a row from the command line. */
    static final class Converter extends NameConverter<XaRow> {

        Converter() {
            super(List.of(values()));
        }
    }
}
